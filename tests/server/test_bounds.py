"""Every answer to every query of the evaluation sets: bounded, useful, and honest about what it leaves out.

``PATTERNBOOK_BEAMTALK_CORPUS`` names the ``corpus.json`` of another Beamtalk corpus to hold to the same, one with
long entries; ``PATTERNBOOK_FUZZ=1`` asks with every limit instead of a few.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from patternbook.book import Book, Volume
from patternbook.corpus import Corpus
from patternbook.indexing import build_index
from patternbook.languages import frontend
from patternbook.opening import bundled_corpus
from patternbook.search.borders import Borders
from patternbook.search.engine import Index
from patternbook.search.excerpt import ELISION
from patternbook.search.results import Source
from patternbook.search.traces import Traces
from patternbook.server.options import LEAST_BUDGET, MOST_BUDGET, ServerOptions
from patternbook.server.structured import OUTPUT_SCHEMA
from patternbook.server.tools import Context, Reply, search_examples
from patternbook.telemetry import Telemetry
from support import CASES

if TYPE_CHECKING:
    from patternbook.model import Example
    from patternbook.search.results import Hit

OTHER = os.environ.get("PATTERNBOOK_BEAMTALK_CORPUS")
EVERY_LIMIT = os.environ.get("PATTERNBOOK_FUZZ") == "1"
DEFAULT = ServerOptions().budget
CORPORA = [
    pytest.param("bundled", id="bundled"),
    pytest.param(
        OTHER or "",
        id="other",
        marks=pytest.mark.skipif(
            OTHER is None, reason="set PATTERNBOOK_BEAMTALK_CORPUS to the corpus.json of a Beamtalk corpus"
        ),
    ),
]
PARSE = frontend("beamtalk").parse
QUERIES = tuple(
    json.loads(line)["query"]
    for name in ("judged", "present", "absent")
    for line in (CASES / "search" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
)


class Nowhere:
    def write(self, line: str) -> None:
        pass

    def close(self) -> None:
        pass


@cache
def book(name: str) -> Book:
    path = bundled_corpus() if name == "bundled" else Path(name)
    corpus = Corpus.load(path)
    index = Index.parse(build_index(corpus, name="Trial", language="beamtalk"), name)
    return Book((Volume(Source("Trial"), corpus, index, name),))


def ask(name: str, query: str, limit: int = 5, budget: int = DEFAULT, *, text_only: bool = False) -> Reply:
    options = ServerOptions(budget=budget, text_only=text_only)
    context = Context(book(name), options, Telemetry("error", Nowhere()))
    return search_examples(context, {"query": query, "limit": limit})


def limits(position: int) -> list[int]:
    """All limits, or one of them by turns."""
    return [*range(1, 21)] if EVERY_LIMIT else [1 + position % 20]


def answered(reply: Reply) -> dict[str, Any]:
    assert not reply.is_error
    assert reply.data is not None
    return reply.data


@pytest.mark.parametrize("name", CORPORA)
def test_an_answer_is_bounded_and_counts_what_it_leaves_out(name: str) -> None:
    validator = Draft202012Validator(OUTPUT_SCHEMA)
    for position, query in enumerate(QUERIES):
        for limit in limits(position):
            reply = ask(name, query, limit)
            data = answered(reply)
            if position % 10 == 0:
                validator.validate(data)
            assert len(reply.text) <= DEFAULT, query
            assert len(json.dumps(data)) <= DEFAULT, query
            assert len(data["results"]) + data["omitted"] == min(limit, data["total"]), query
            assert f"shown: {len(data['results'])} · omitted: {data['omitted']}" in reply.text
            shortened = sum(result["truncated"] for result in data["results"])
            assert reply.text.count("\ntruncated") >= shortened, query
            assert not limit <= 5 or not data["omitted"], query


@pytest.mark.parametrize("name", CORPORA)
@pytest.mark.parametrize("budget", [LEAST_BUDGET, 2_500, MOST_BUDGET])
def test_other_budgets_hold_too(name: str, budget: int) -> None:
    for position, query in enumerate(QUERIES):
        limit = 1 + position * 7 % 20
        for text_only in (False, True):
            reply = ask(name, query, limit, budget, text_only=text_only)
            assert len(reply.text) <= budget, query
            if reply.data is not None:
                assert len(json.dumps(reply.data)) <= budget, query
                assert bool(reply.data["results"]) is bool(reply.data["total"]), query


@pytest.mark.parametrize("name", CORPORA)
@pytest.mark.parametrize("budget", [LEAST_BUDGET, 2_500, DEFAULT])
def test_the_first_result_shows_code_that_answers(name: str, budget: int) -> None:
    for query in QUERIES:
        data = answered(ask(name, query, 5, budget))
        if not data["results"]:
            continue
        first, best = data["results"][0], book(name).search(query, 5).hits[0]
        assert first["id"] == best.example.id
        if first["source"].rstrip() == best.example.source.rstrip():
            continue
        assert first["truncated"]
        assert traces(first["source"], best), (query, first["source"])


def traces(source: str, hit: Hit) -> bool:
    """Whether a source shows a term of the query, unless the example's whole code shows none."""

    def found(text: str) -> set[str]:
        lines = text.split("\n")
        (part,) = Borders().parts(len(lines))
        return Traces(lines, hit.matched, [part]).found(part)

    return bool(found(source)) or not found(hit.example.source)


@pytest.mark.parametrize("name", CORPORA)
def test_an_excerpt_says_so_and_nearly_always_parses(name: str) -> None:
    parsed, broken = 0, []
    for query in QUERIES:
        for result in answered(ask(name, query, 5))["results"]:
            if result["excerpt"] is None:
                continue
            assert ELISION in result["source"] or result["source"] == "", query
            if PARSE(result["source"]).accepted:
                parsed += 1
            elif PARSE(book(name).get(result["id"]).source).accepted:
                broken.append((query, result["id"], result["source"]))
    assert len(broken) <= parsed / 20, broken


@pytest.mark.parametrize("name", CORPORA)
def test_what_was_shortened_can_be_had_whole(name: str) -> None:
    found: dict[str, Example] = {}
    for query in QUERIES if EVERY_LIMIT else QUERIES[::5]:
        data = answered(ask(name, query, 20))
        shortened = {result["id"]: result["uri"] for result in data["results"] if result["truncated"]}
        found |= {uri: book(name).get(example_id) for example_id, uri in shortened.items()}
    assert found
    for uri, example in found.items():
        reply = ask(name, uri)
        (whole,) = answered(reply)["results"]
        assert whole["id"] == example.id
        assert len(json.dumps(reply.data)) <= MOST_BUDGET
        if len(json.dumps(example.source)) <= MOST_BUDGET * 0.9:
            assert not whole["truncated"]
            assert whole["source"] == example.source
            assert example.source in reply.text
