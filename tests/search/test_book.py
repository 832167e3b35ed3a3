"""What a search of a book promises."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parity import NASTY
from patternbook.errors import QueryError, UnknownExampleError
from search_corpus import book

_BOOK = book()


def _exact_ids(query: str) -> set[str]:
    return {hit.example.id for hit in _BOOK.search(query, 20) if hit.exact}


@pytest.mark.parametrize(
    ("query", "exact"),
    [
        ("inject:into:", {"fold-a-list"}),
        ("do:", {"visit-each"}),
        ("to:do:", {"count-up"}),
        ("Set", {"sets"}),
        ("set", set()),
        ("++", {"join-text"}),
        ("**", {"join-text"}),
        (":=", {"counter", "use-a-counter", "sets", "accessors"}),
        (";", {"sets"}),
        ("#()", {"fold-a-list", "visit-each"}),
        ("#(", {"fold-a-list", "visit-each"}),
        ("@expect", {"silence"}),
        ("Counter >> increment", {"counter"}),
        ("Counter>>increment", {"counter"}),
        ("#(1, 2, 3) inject: 0 into: [:a :b | a + b]", {"fold-a-list"}),
        ("value", {"counter", "use-a-counter"}),
        ("`value`", {"counter", "use-a-counter"}),
        ("what is the value of an element", set()),
        ("spawn", set()),
        ("a Set without order", {"sets"}),
        ("C++", set()),
        ("inject:into", {"fold-a-list"}),
        ("#inject:into:", {"fold-a-list"}),
        ("`++`?", {"join-text"}),
        ("really?!", set()),
    ],
)
def test_symbols_are_exact(query: str, exact: set[str]) -> None:
    assert _exact_ids(query) == exact
    assert (_BOOK.search(query).match == "exact") == bool(exact)


def test_exact_hits_come_first_and_definitions_lead() -> None:
    hits = _BOOK.search("Counter", 20).hits
    assert hits[0].example.id == "counter"
    assert [hit.exact for hit in hits] == sorted((hit.exact for hit in hits), reverse=True)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("for loop", "count-up"),
        ("for-loop in Python", "count-up"),
        ("how do I fold left", "fold-a-list"),
        ("unique elements", "sets"),
        ("concatenating strings", "join-text"),
        ("concatenaton of strngs", "join-text"),
        ("counted loops", "count-up"),
        ("sub classes", "counter"),
        ("print string", "visit-each"),
        ("printstring", "visit-each"),
        ("setX", "accessors"),
    ],
)
def test_words_find(query: str, first: str) -> None:
    results = _BOOK.search(query)
    assert results.hits[0].example.id == first
    assert results.match == "strong"


def test_nothing_is_none_with_categories() -> None:
    results = _BOOK.search("sourdough bread recipe")
    assert (results.match, results.hits, results.total) == ("none", (), 0)
    assert results.categories == ("actors", "learn")


@pytest.mark.parametrize("query", ["", " ", "\n\t", "\u2028"])
def test_a_blank_query_is_refused(query: str) -> None:
    with pytest.raises(QueryError):
        _BOOK.search(query)


@pytest.mark.parametrize("limit", [-3, 0, 1])
def test_a_limit_below_one_is_one(limit: int) -> None:
    assert len(_BOOK.search("element", limit)) == 1


@pytest.mark.parametrize("query", NASTY, ids=lambda query: ascii(query[:20]))
def test_no_query_is_an_error(query: str) -> None:
    results = _BOOK.search(query)
    assert results.total >= len(results)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200) | st.text("ab:#([{<>=*`@/?!. ", max_size=60))
def test_any_text_is_a_query(query: str) -> None:
    if query.strip():
        results = _BOOK.search(query)
        assert (results.match == "exact") == (results.exact_total > 0)
        assert (results.match == "none") == (not results.hits)
        assert results.total >= results.exact_total


def test_get_names_near_ids() -> None:
    assert _BOOK.get("counter").title == "Counter"
    with pytest.raises(UnknownExampleError, match="counter"):
        _BOOK.get("countr")


def test_locate_looks_into_the_corpus_that_is_named() -> None:
    volume, example = _BOOK.locate("sets", "Test")
    assert (volume.source.name, example.id) == ("Test", "sets")
    with pytest.raises(UnknownExampleError):
        _BOOK.locate("sets", "Other")
