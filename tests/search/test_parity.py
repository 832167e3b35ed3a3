"""The browser's search answers as Python does, to the last bit."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from javascript import ask_node
from parity import CASES, CORPORA, LIMIT, answer, made_up, planned, written
from patternbook.search.engine import Index
from patternbook.search.reading import read
from patternbook.search.terms import pieces, plain, scan, whole
from search_corpus import raw_index

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_CASES: list[dict[str, Any]] = json.loads((CASES / "terms.json").read_text(encoding="utf-8"))
_OURS: dict[str, Callable[[str], Any]] = {
    "scan": lambda text: [[token.text, token.kind] for token in scan(text)],
    "plain": plain,
    "pieces": lambda text: list(pieces(text)),
    "whole": whole,
    "read": lambda text: [[u.text, u.kind, list(u.words), list(u.symbols)] for u in read(text)],
}


def _text(case: dict[str, Any]) -> str:
    return str(case["text"] if "text" in case else case["query"])


@pytest.mark.parametrize(
    "case", _CASES, ids=lambda case: f"{case['do']} {case.get('text', case.get('query'))!r}"
)
def test_vectors_in_python(case: dict[str, Any]) -> None:
    assert _OURS[case["do"]](_text(case)) == case["is"]


def test_vectors_in_javascript() -> None:
    assert ask_node(_CASES) == [case["is"] for case in _CASES]


@pytest.mark.parametrize("name", CORPORA)
def test_thousands_of_queries(tmp_path: Path, name: str) -> None:
    corpus, number = CORPORA[name]
    path = tmp_path / "index.json"
    path.write_bytes(raw_index(corpus))
    index = Index.parse(path.read_bytes(), "index")
    queries = [*made_up(index, number), *written()]
    theirs = ask_node([{"do": "search", "query": query, "limit": LIMIT} for query in queries], path)
    for query, found in zip(queries, theirs, strict=True):
        assert found == answer(index, query), query
    plans = ask_node([*({"do": "plan", "query": query} for query in queries), {"do": "warnings"}], path)
    assert plans.pop() == []
    for query, made in zip(queries, plans, strict=True):
        assert made == planned(index, query), query
