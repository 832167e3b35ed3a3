"""What the browser's search and Python's are asked to be compared, and what Python answers."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

from patternbook.corpus import Corpus
from patternbook.opening import bundled_corpus
from patternbook.search.plan import plan
from search_corpus import corpus as small_corpus

if TYPE_CHECKING:
    from patternbook.search.engine import Index

LIMIT = 7
CASES = Path(__file__).parent / "cases" / "search"
CORPORA = {"small": (small_corpus(), 6000), "embedded": (Corpus.load(bundled_corpus()), 2500)}
"""Corpora, and how many queries are made up for each; with the odd ones, 10,200 in all."""

NASTY = (
    "*", "a^", "foo~2", "--flag", "std::vector", "+", "title:x", "\\", "\x00", "\ud800", "😀" * 9, "__proto__",
    "constructor", "hasOwnProperty", "toString", "#" * 5000, "(" * 5000, "word " * 200_000, "x" * 1_000_000,
    "a:" * 100_000, "`" * 9999, "`a" * 99, "do: " * 500, "İstanbul", "ǅ", "[:x|x", ">>", "A >> ", "A>>", "@", "#",
    "1_000", "9" * 99, "\ufeffdo:", "a\u0301", "ﬁle", "\u202edo:", "%", "</script>", "'; DROP TABLE",
)  # fmt: skip
"""Queries that break search engines, some of a million characters."""

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


def made_up(index: Index, number: int) -> list[str]:
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


def answer(index: Index, query: str) -> dict[str, Any]:
    found = index.search(query, LIMIT)
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


def planned(index: Index, query: str) -> dict[str, Any]:
    made = plan(query, index.lexicon)
    return {
        "clauses": [[c.term, c.field, c.boost, c.why] for c in made.clauses],
        "symbols": list(made.symbols),
        "claims": [[c.about, c.holders, dict(c.evidence)] for c in made.claims],
        "unknown": list(made.unknown),
    }


def written() -> list[str]:
    """Every query that people wrote: judged ones, absent ones, present ones, nasty ones."""
    names = ("judged", "absent", "present")
    lines = [line for name in names for line in (CASES / f"{name}.jsonl").read_text("utf-8").splitlines()]
    # Half a character of a pair cannot be sent as text to a browser.
    nasty = [query for query in NASTY if "\ud800" not in query]
    return [*(json.loads(line)["query"] for line in lines), *nasty]
