"""The tool as a plain function, on real books."""

from __future__ import annotations

import hashlib
import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

import books
from examples import SHOP, example, long_source
from patternbook.corpus import Corpus
from patternbook.search.results import Source
from patternbook.server.options import ServerOptions
from patternbook.server.structured import OUTPUT_SCHEMA
from patternbook.server.tools import Context, Reply, read_example, search_examples
from patternbook.telemetry import Telemetry

if TYPE_CHECKING:
    from patternbook.book import Book


class Lines:
    def __init__(self) -> None:
        self.entries: list[dict[str, Any]] = []

    def write(self, line: str) -> None:
        self.entries.append(json.loads(line))

    def close(self) -> None:
        pass


SHARED = books.book()


def call(book: Book = SHARED, sink: Lines | None = None, /, **arguments: object) -> Reply:
    return search_examples(Context(book, ServerOptions(), Telemetry("info", sink or Lines())), arguments)


def ids(reply: Reply) -> list[str]:
    assert reply.data is not None
    return [result["id"] for result in reply.data["results"]]


def test_finds_and_says_how_well() -> None:
    reply = call(query="Counter", limit=2)
    assert reply.data is not None
    assert reply.data["match"] == "exact"
    assert reply.data["total"] == reply.data["exact_total"] == 34
    assert len(ids(reply)) == 2
    assert reply.text.startswith("match: exact (")


def test_a_lone_surrogate_is_no_question_mark() -> None:
    reply = call(query="\ud800")
    assert reply.data is not None
    assert reply.data["match"] == "none"


def test_finds_nothing_and_says_so() -> None:
    reply = call(query="quantum chromodynamics")
    assert reply.data is not None
    assert reply.data["match"] == "none"
    assert reply.data["results"] == []
    assert reply.data["categories"] == list(SHARED.categories)
    assert "nothing here answers the query" in reply.text


def test_a_short_book_answers_in_full() -> None:
    reply = call(query="counter7")
    assert ids(reply)[0] == "counters-count-7"
    assert reply.data is not None
    assert reply.data["results"][0]["source"] == SHARED.get("counters-count-7").source


@pytest.mark.parametrize(
    "query",
    [
        "counters-count-7",
        " counters-count-7\n",
        "`counters-count-7`",
        "patternbook://Shop%20Floor/counters-count-7",
        "PATTERNBOOK://shop%20floor/counters-count-7",
        "<patternbook://Shop Floor/counters-count-7>",
    ],
)
def test_an_id_or_an_address_returns_that_example(query: str) -> None:
    sink = Lines()
    reply = call(SHARED, sink, query=query)
    assert ids(reply) == ["counters-count-7"]
    assert reply.data is not None
    assert (reply.data["match"], reply.data["total"], reply.data["exact_total"]) == ("exact", 1, 1)
    assert sink.entries[0]["event"] == "lookup"


def test_an_id_of_another_tool_may_hold_anything() -> None:
    assert ids(call(query="patternbook://Shop%20Floor/guide/part%20two")) == ["guide/part two"]
    assert "An id of another tool" in read_example(SHARED, "patternbook://Shop%20Floor/guide/part two")


def test_an_example_asked_for_is_whole_up_to_40_000_characters() -> None:
    source, _ = long_source(500)
    assert 20_000 < len(source) < 38_000
    longer, _ = long_source(1_500)
    entries = Corpus.of(
        (example(1, id="long-one", source=source), example(2, id="longer-one", source=longer))
    )
    book = books.book(books.volume(SHOP, entries))
    whole = call(book, query="long-one")
    assert whole.data is not None
    assert whole.data["results"][0]["source"] == source
    assert not whole.data["results"][0]["truncated"]
    trimmed = call(book, query="longer-one")
    assert trimmed.data is not None
    (result,) = trimmed.data["results"]
    assert result["truncated"]
    assert len(json.dumps(trimmed.data)) <= 40_000
    assert len(result["source"]) > 35_000
    assert result["source"].startswith(longer[:35_000])
    assert result["source"].endswith("// …")
    assert result["excerpt"] in trimmed.text
    assert longer in read_example(book, result["uri"])


def test_code_is_cut_where_methods_begin() -> None:
    _, cuts = long_source(400)
    reply = call(query="ledger")
    assert reply.data is not None
    result = reply.data["results"][0]
    assert result["id"] == "ledger-whole"
    shown = [run.split("-") for run in result["excerpt"].split(" of ")[0].split(", ")]
    for run in shown:
        assert int(run[0]) in cuts
        assert int(run[-1]) + 1 in cuts


@pytest.mark.parametrize(
    ("query", "told", "events"),
    [
        ("", "The query is blank", []),
        (
            "patternbook://Shop%20Floor/counters-count-77",
            "patternbook://Shop%20Floor/counters-count-7",
            ["lookup"],
        ),
        (
            "patternbook://Elsewhere/ledger-whole",
            "near it: patternbook://Shop%20Floor/ledger-whole",
            ["lookup"],
        ),
        ("patternbook://Shop%20Floor", "no example has the id", ["lookup"]),
    ],
)
def test_what_cannot_be_answered_is_told(query: str, told: str, events: list[str]) -> None:
    sink = Lines()
    reply = call(SHARED, sink, query=query, limit=7)
    assert reply.is_error
    assert told in reply.text
    assert reply.data is None
    assert [entry["event"] for entry in sink.entries] == events
    for entry in sink.entries:
        assert (entry["result_count"], entry["top_score"], entry["match"], entry["limit"]) == (
            0,
            0,
            "none",
            7,
        )
        assert entry["query_hash"] == hashlib.sha256(query.encode()).hexdigest()


def test_each_result_says_which_corpus_it_is_from() -> None:
    other = books.volume(Source("Tools", "3.1"), Corpus.of((example(1), example(200, id="only-here"))))
    book = books.book(books.volume(), other)
    reply = call(book, query="only-here")
    assert reply.data is not None
    assert reply.data["results"][0]["corpus"] == "Tools"
    assert reply.data["results"][0]["version"] == "3.1"
    found = call(book, query="patternbook://tools/counters-count-1")
    assert found.data is not None
    assert found.data["results"][0]["corpus"] == "Tools"
    everywhere = call(book, query="counter1", limit=2)
    assert everywhere.data is not None
    assert {result["corpus"] for result in everywhere.data["results"]} == {"Shop Floor", "Tools"}


def test_an_id_of_several_corpora_is_answered_from_each() -> None:
    other = books.volume(Source("Tools", "3.1"), Corpus.of((example(1, title="Another"),)))
    reply = call(books.book(books.volume(), other), query="counters-count-1")
    assert reply.data is not None
    assert [result["title"] for result in reply.data["results"]] == ["Count to 1", "Another"]
    assert [result["uri"] for result in reply.data["results"]] == [
        "patternbook://Shop%20Floor/counters-count-1",
        "patternbook://Tools/counters-count-1",
    ]
    assert (reply.data["total"], reply.data["omitted"]) == (2, 0)


def test_the_log_has_the_query_as_received_and_the_limit_as_applied() -> None:
    sink = Lines()
    context = Context(SHARED, ServerOptions(), Telemetry("debug", sink))
    search_examples(context, {"q": "  Counter ", "n": "99"})
    (entry,) = sink.entries
    assert entry["query"] == "  Counter "
    assert entry["limit"] == 20
    assert entry["corpora"] == ["Shop Floor"]


def test_a_query_is_read_up_to_2_000_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    search = type(SHARED).search

    def noted(book: Book, query: str, limit: int = 5) -> object:
        asked.append(query)
        return search(book, query, limit)

    monkeypatch.setattr(type(SHARED), "search", noted)
    assert not call(query=" " * 3_000 + "Counter " * 5_000).is_error
    assert len(asked[0]) == 2_000
    assert asked[0].startswith("Counter Counter")


def test_the_same_query_is_searched_once_and_logged_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []
    search = type(SHARED).search

    def noted(book: Book, query: str, limit: int = 5) -> object:
        asked.append((query, limit))
        return search(book, query, limit)

    monkeypatch.setattr(type(SHARED), "search", noted)
    sink = Lines()
    context = Context(SHARED, ServerOptions(), Telemetry("info", sink))
    replies = [
        search_examples(context, {"query": query, "limit": limit})
        for query, limit in [("Counter", 2), ("Counter", 2), ("Counter", 3), ("counter", 2), ("Counter", 2)]
    ]
    assert asked == [("Counter", 2), ("Counter", 3), ("counter", 2)]
    assert replies[0] == replies[1] == replies[4]
    assert len(ids(replies[2])) == 3
    assert [entry["limit"] for entry in sink.entries] == [2, 2, 3, 2, 2]
    assert len({entry["query_hash"] for entry in sink.entries}) == 2


def test_few_answers_are_kept_and_none_to_long_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    search = type(SHARED).search

    def noted(book: Book, query: str, limit: int = 5) -> object:
        asked.append(query)
        return search(book, query, limit)

    monkeypatch.setattr(type(SHARED), "search", noted)
    context = Context(SHARED, ServerOptions(), Telemetry("error", Lines()))
    for number in [*range(300), 0]:
        search_examples(context, {"query": f"counter{number}"})
    assert asked.count("counter0") == 2
    long = "counter " * 100
    for _ in range(2):
        search_examples(context, {"query": long})
    assert asked.count(long.strip()) == 2


def questions(chance: random.Random, count: int) -> list[str]:
    """Queries made of what the corpus holds, of what it does not, and of noise."""
    words = [
        word
        for entry in SHARED.volumes[0].corpus.entries
        for word in (entry.id, *entry.title.split(), *entry.uses, *entry.tags, entry.category)
    ]
    words += ["how", "to", "a", "zzz", "+", "::", "*", "ledger", "note:", "entry7", "Grüße", "displayNl"]
    return [" ".join(chance.choices(words, k=chance.randrange(1, 5))) for _ in range(count)]


@pytest.mark.parametrize("text_only", [False, True])
@pytest.mark.parametrize("budget", [1_000, 2_500, 10_000, 40_000])
def test_every_answer_keeps_its_budget_and_its_schema(budget: int, text_only: bool) -> None:
    chance = random.Random(budget)
    context = Context(SHARED, ServerOptions(budget=budget, text_only=text_only), Telemetry("error", Lines()))
    validator = Draft202012Validator(OUTPUT_SCHEMA)
    for query in questions(chance, 150):
        limit = chance.randrange(1, 21)
        bound = 40_000 if query in SHARED.volumes[0].corpus.by_id else budget
        reply = search_examples(context, {"query": query, "limit": limit})
        assert not reply.is_error
        assert len(reply.text) <= bound
        assert (reply.data is None) is text_only
        if reply.data is None:
            continue
        validator.validate(reply.data)
        assert len(json.dumps(reply.data)) <= bound
        assert len(reply.data["results"]) + reply.data["omitted"] == min(limit, reply.data["total"])
        assert bool(reply.data["results"]) is bool(reply.data["total"])
        for result in reply.data["results"]:
            for field in (
                "title",
                "source",
                "explanation",
                "id",
                "category",
                "path",
                "lines",
                "uri",
                "validation",
            ):
                assert (result[field] or "") in reply.text
