"""The level of an answer can be trusted, both ways, on the embedded corpus."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import patternbook
from patternbook.corpus import Corpus
from patternbook.indexing import build_index
from patternbook.opening import bundled_corpus
from patternbook.search.engine import Index
from patternbook.search.levels import coverage, weight
from patternbook.search.plan import Claim

_CASES = Path(__file__).parents[1] / "cases" / "search"
_TRUST = 0.97


@pytest.fixture(scope="module")
def embedded() -> Index:
    """The embedded corpus, indexed by the code under test."""
    return Index.parse(build_index(Corpus.load(bundled_corpus()), name="Beamtalk"), "index")


def _queries(name: str) -> list[str]:
    lines = (_CASES / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["query"] for line in lines]


def _share(index: Index, queries: list[str], good: bool) -> tuple[float, list[str]]:
    wrong = [query for query in queries if (index.search(query).match in ("exact", "strong")) != good]
    return 1 - len(wrong) / len(queries), wrong


def test_what_the_corpus_lacks_is_weak_or_none(embedded: Index) -> None:
    share, wrong = _share(embedded, _queries("absent.jsonl"), good=False)
    assert share >= _TRUST, wrong


def test_what_the_corpus_has_is_strong_or_exact(embedded: Index) -> None:
    share, wrong = _share(embedded, _queries("present.jsonl"), good=True)
    assert share >= _TRUST, wrong


def test_judged_queries_find_an_answer_first(embedded: Index) -> None:
    judged = [json.loads(line) for line in (_CASES / "judged.jsonl").read_text(encoding="utf-8").splitlines()]
    first = [
        any(
            hit.id == relevant["id"]
            for hit in embedded.search(case["query"], 1).hits
            for relevant in case["relevant"]
        )
        for case in judged
    ]
    assert sum(first) / len(first) >= 0.85


@pytest.mark.parametrize(
    ("holders", "documents", "expected"),
    [(0, 1000, 10), (1, 1000, 10), (2, 1000, 9), (500, 1000, 2), (1000, 1000, 1)],
)
def test_a_rare_word_tells_more(holders: int, documents: int, expected: int) -> None:
    assert weight(holders, documents) == expected


def test_coverage_weighs_by_rarity_and_takes_the_best_evidence() -> None:
    claims = [Claim("rare", 1, {"rare": 1.0}), Claim("common", 64, {"common": 1.0, "other": 0.5})]
    assert coverage(claims, {"rare", "other"}.__contains__, 64) == pytest.approx((7 + 0.5) / 8)
    assert coverage([], {"rare"}.__contains__, 64) == 0.0


@pytest.mark.parametrize(
    ("query", "near"), [("dictonary zork", "dictionaries"), ("superviser frobnicate quux", "supervisors")]
)
def test_a_misspelled_word_beside_a_stranger_gets_near_terms(query: str, near: str) -> None:
    results = patternbook.load().search(query)
    assert results.match in {"weak", "none"}
    assert near in [suggestion.lower() for suggestion in results.suggestions]
