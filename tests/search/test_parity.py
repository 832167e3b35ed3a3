"""The browser's search answers as Python does, to the last bit."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from javascript import ask_node
from patternbook.corpus import Corpus
from patternbook.opening import bundled_corpus
from patternbook.search.engine import Index
from patternbook.search.plan import plan
from patternbook.search.reading import read
from patternbook.search.terms import pieces, plain, scan, whole
from search_corpus import corpus as small_corpus
from search_corpus import raw_index

if TYPE_CHECKING:
    from collections.abc import Callable

_CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "cases" / "search" / "terms.json").read_text(encoding="utf-8")
)
_OURS: dict[str, Callable[[str], Any]] = {
    "scan": lambda text: [[token.text, token.kind] for token in scan(text)],
    "plain": plain,
    "pieces": lambda text: list(pieces(text)),
    "whole": whole,
    "read": lambda text: [[u.text, u.kind, list(u.words), list(u.symbols)] for u in read(text)],
}


def _text(case: dict[str, Any]) -> str:
    return str(case["text"] if "text" in case else case["query"])


_SHARDS = [
    *"aBz_09 :`*#([{<>=+!^|?;,.-/@\n\x00",
    *(
        "é",
        "İ",
        "ß",
        "😀",
        "字",
        "я",
        "Ω",
        "\u2028",
        "\ufffd",
        "\ufb01",
        "do:",
        "Set",
        ">>",
        "++",
        "[:x |",
        "  ",
    ),
]


@pytest.mark.parametrize(
    "case", _CASES, ids=lambda case: f"{case['do']} {case.get('text', case.get('query'))!r}"
)
def test_vectors_in_python(case: dict[str, Any]) -> None:
    assert _OURS[case["do"]](_text(case)) == case["is"]


def test_vectors_in_javascript() -> None:
    assert ask_node(_CASES) == [case["is"] for case in _CASES]


def _queries(index: Index, number: int) -> list[str]:
    """Queries made of terms, of terms with typos, and of odd characters; the same ones each time."""
    rng = random.Random(number)
    terms = [*index.lexicon.phrases, *index.terms()]
    queries = []
    for _ in range(number):
        words = " ".join(rng.choice(terms) for _ in range(rng.randint(1, 5))).split(" ")
        if rng.random() < 0.5:
            words = [_mistyped(word, rng) for word in words]
        query = " ".join(words)
        queries.append(query.title() if rng.random() < 0.2 else query)
    queries += ["".join(rng.choice(_SHARDS) for _ in range(rng.randint(1, 30))) for _ in range(number // 5)]
    return queries


def _mistyped(word: str, rng: random.Random) -> str:
    at = rng.randrange(len(word) + 1)
    letter = rng.choice("etaoinsXQ:_-.*#")
    swapped = word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :]
    return rng.choice([word[:at] + word[at + 1 :], word[:at] + letter + word[at:], swapped])


def _answer(index: Index, query: str) -> dict[str, Any]:
    found = index.search(query, 7)
    return {
        "match": found.match,
        "total": found.total,
        "exactTotal": found.exact_total,
        "hits": [
            {"id": hit.id, "score": hit.score, "exact": hit.exact, "matched": list(hit.matched)}
            for hit in found.hits
        ],
        "suggestions": list(found.suggestions),
        "categories": list(found.categories),
        "card": found.card,
    }


def _plan(index: Index, query: str) -> dict[str, Any]:
    made = plan(query, index.lexicon)
    return {
        "clauses": [[c.term, c.field, c.boost, c.why] for c in made.clauses],
        "symbols": list(made.symbols),
        "claims": [[c.about, c.holders, dict(c.evidence)] for c in made.claims],
        "unknown": list(made.unknown),
    }


@pytest.mark.parametrize(
    ("corpus", "number"),
    [(small_corpus(), 3000), (Corpus.load(bundled_corpus()), 500)],
    ids=["small", "embedded"],
)
def test_thousands_of_queries(tmp_path: Path, corpus: Corpus, number: int) -> None:
    path = tmp_path / "index.json"
    path.write_bytes(raw_index(corpus))
    index = Index.parse(path.read_bytes(), "index")
    queries = _queries(index, number)
    theirs = ask_node([{"do": "search", "query": query, "limit": 7} for query in queries], path)
    for query, answer in zip(queries, theirs, strict=True):
        assert answer == _answer(index, query), query
    plans = ask_node([*({"do": "plan", "query": query} for query in queries), {"do": "warnings"}], path)
    assert plans.pop() == []
    for query, made in zip(queries, plans, strict=True):
        assert made == _plan(index, query), query
