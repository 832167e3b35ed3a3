"""Several corpora answer as if their examples stood in one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import books
from examples import example
from patternbook.book import Book, Volume
from patternbook.corpus import Corpus
from patternbook.opening import bundled_corpus
from patternbook.search.results import Source
from support import CASES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from patternbook.model import Example


def book(**corpora: Iterable[Example]) -> Book:
    """A book of corpora by name."""
    return Book(tuple(books.volume(Source(name), Corpus.of(entries)) for name, entries in corpora.items()))


def told(number: int, text: str, name: str = "") -> Example:
    """An example that is about nothing but a text."""
    return example(
        number, id=f"{name or 'told'}-{number}", title=text, category="told", tags=(), source="1 + 1",
        explanation="", uses=(), origin=None,
    )  # fmt: skip


def first_ids(searched: Book, query: str, count: int = 5) -> list[str]:
    """Ids of the best hits."""
    return [hit.example.id for hit in searched.search(query, count)]


def local_ids(searched: Book, query: str, count: int = 5) -> list[str]:
    """Ids of the best hits by the scores that each corpus gives by itself."""
    hits = [hit for volume in searched.volumes for hit in volume.index.search(query, count).hits]
    return [hit.id for hit in sorted(hits, key=lambda hit: (not hit.exact, -hit.score, hit.id))[:count]]


@pytest.fixture(scope="module")
def whole() -> Corpus:
    return Corpus.load(bundled_corpus())


@pytest.fixture(scope="module")
def queries() -> list[str]:
    lines = (CASES / "search" / "judged.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["query"] for line in lines]


@pytest.mark.parametrize("kind", ["halves", "one in ten", "by category"])
def test_parts_rank_like_the_whole(kind: str, whole: Corpus, queries: list[str]) -> None:
    categories = set(whole.categories[::2])
    ours = {
        entry.id
        for number, entry in enumerate(whole.entries)
        if (
            entry.category in categories
            if kind == "by category"
            else number % (2 if kind == "halves" else 10) == 0
        )
    }
    parts = book(
        one=[entry for entry in whole.entries if entry.id in ours],
        other=[entry for entry in whole.entries if entry.id not in ours],
    )
    single = book(whole=whole.entries)

    def agreement(answer: dict[str, list[str]]) -> float:
        """Share of the first five that are the whole's."""
        expected = {query: first_ids(single, query) for query in queries}
        found = [len({*answer[q]} & {*expected[q]}) / max(1, len(expected[q])) for q in queries]
        return sum(found) / len(found)

    scaled = agreement({query: first_ids(parts, query) for query in queries})
    assert scaled > 0.9
    assert scaled > agreement({query: local_ids(parts, query) for query in queries})
    same = sum(first_ids(parts, query, 1) == first_ids(single, query, 1) for query in queries)
    assert same / len(queries) > 0.9


def test_the_same_example_scores_the_same_in_a_small_and_in_a_large_corpus() -> None:
    small = [
        told(1, "boil a kettle", "small"),
        told(2, "polish a kettle", "small"),
        told(3, "mend a kettle", "small"),
    ]
    large = [
        told(1, "boil a kettle", "large"),
        *(told(n, f"count to {n} slowly", "large") for n in range(2, 60)),
    ]
    searched = book(small=small, large=large)
    scores = {hit.example.id: hit.score for hit in searched.search("boil kettle", 20)}
    assert scores["small-1"] == pytest.approx(scores["large-1"], rel=0.15)
    local = {
        hit.id: hit.score
        for volume in searched.volumes
        for hit in volume.index.search("boil kettle", 20).hits
    }
    assert local["large-1"] > 2 * local["small-1"]


def test_a_corpus_that_lacks_half_of_the_query_gains_nothing_by_it() -> None:
    both = [
        told(1, "warm a teapot and a kettle", "both"),
        *(told(n, f"count to {n}", "both") for n in range(2, 20)),
    ]
    half = [told(1, "warm a kettle", "half"), *(told(n, f"count to {n}", "half") for n in range(2, 20))]
    assert first_ids(book(half=half, both=both), "kettle teapot", 2) == ["both-1", "half-1"]


def test_naming_a_library_leads_to_its_examples() -> None:
    def library(name: str) -> list[Example]:
        texts = ("open a file", "close a file", "read a line", "write a line")
        return [
            example(
                number, id=f"{name}-{number}", title=text, category=name, tags=(name,), explanation="",
                source=f"{name} {text.split()[0]}File", uses=(), origin=None,
            )
            for number, text in enumerate(texts)
        ]  # fmt: skip

    searched = book(alpha=library("alpha"), beta=library("beta"), gamma=library("gamma"))
    for name in ("alpha", "beta", "gamma"):
        assert first_ids(searched, f"open a file with {name}", 1) == [f"{name}-0"]


def test_a_single_corpus_keeps_its_scores(whole: Corpus, queries: list[str]) -> None:
    searched = book(whole=whole.entries)
    (volume,) = searched.volumes
    for query in queries[::9]:
        hits = [(hit.example.id, hit.score) for hit in searched.search(query)]
        assert hits == [(hit.id, hit.score) for hit in volume.index.search(query).hits]


@pytest.mark.parametrize("entries", [[], [told(1, "boil a kettle")]])
def test_next_to_a_corpus_with_nothing_in_it(entries: list[Example]) -> None:
    searched = book(empty=[], other=entries)
    results = searched.search("kettle")
    assert results.total == len(entries)
    assert len(searched) == len(entries)
    assert isinstance(searched.volumes[0], Volume)
