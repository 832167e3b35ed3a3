from __future__ import annotations

import pytest

from patternbook.errors import QueryError
from patternbook.server.arguments import limit_of, query_of


@pytest.mark.parametrize(
    ("arguments", "query"),
    [
        ({"query": "closures"}, "closures"),
        ({"query": " inject:into: "}, " inject:into: "),
        ({"q": "closures"}, "closures"),
        ({"Search_Query": "closures"}, "closures"),
        ({"search-term": "closures"}, "closures"),
        ({"query": "", "text": "closures"}, "closures"),
        ({"query": None, "q": "closures"}, "closures"),
        ({"query": "first", "q": "second"}, "first"),
        ({"query": 42}, "42"),
        ({"keywords": ["actor", "state", 2]}, "actor state 2"),
        ({"uri": "patternbook://Beamtalk/x"}, "patternbook://Beamtalk/x"),
    ],
)
def test_a_query_is_found_under_any_likely_name(arguments: dict[str, object], query: str) -> None:
    assert query_of(arguments) == query


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"query": ""},
        {"query": " \t\n"},
        {"query": []},
        {"query": None},
        {"query": True},
        {"query": {"a": 1}},
    ],
)
def test_without_a_query_the_error_teaches(arguments: dict[str, object]) -> None:
    with pytest.raises(QueryError, match=r'send \{"query": "\.\.\."\}.*inject:into:'):
        query_of(arguments)


def test_the_error_names_what_was_sent_instead() -> None:
    with pytest.raises(QueryError, match=r"No query in the arguments \('foo', 'bar'\)"):
        query_of({"foo": 1, "bar": 2})


@pytest.mark.parametrize(
    ("arguments", "limit"),
    [
        ({}, 5),
        ({"limit": None}, 5),
        ({"limit": 3}, 3),
        ({"limit": 0}, 1),
        ({"limit": -7}, 1),
        ({"limit": 21}, 20),
        ({"limit": 10**400}, 20),
        ({"limit": "5"}, 5),
        ({"limit": " 7 "}, 7),
        ({"limit": "9" * 5_000}, 20),
        ({"limit": 2.9}, 2),
        ({"limit": float("inf")}, 20),
        ({"limit": float("nan")}, 5),
        ({"limit": "many"}, 5),
        ({"limit": True}, 5),
        ({"limit": [3]}, 5),
        ({"max_results": 3}, 3),
        ({"maxResults": "3"}, 3),
        ({"n": 3}, 3),
        ({"top-k": 3}, 3),
        ({"limit": "many", "n": 4}, 4),
    ],
)
def test_a_limit_is_understood_and_clamped(arguments: dict[str, object], limit: int) -> None:
    assert limit_of(arguments) == limit
