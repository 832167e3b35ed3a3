from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import books
from examples import example
from patternbook.book import Book
from patternbook.corpus import Corpus
from patternbook.search.results import Source
from patternbook.server.describe import instructions, tool_description

if TYPE_CHECKING:
    from collections.abc import Callable


TEXTS = (instructions, tool_description)


@pytest.mark.parametrize("text", TEXTS)
def test_says_what_is_there(text: Callable[[Book], str]) -> None:
    entries = Corpus.of((example(1), example(2)))
    said = text(
        books.book(books.volume(Source("Tools", "3.1"), entries), books.volume(Source("Mine"), entries))
    )
    assert "4 validated code examples: Tools 3.1, Mine" in said
    assert said.endswith("Categories: counting-1, counting-2.")


@pytest.mark.parametrize("text", TEXTS)
def test_promises_no_validation_that_a_corpus_does_not_state(text: Callable[[Book], str]) -> None:
    said = text(books.book(books.volume(Source("Mine"), Corpus.of((example(1, validation=None),)))))
    assert "validated" not in said


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", ["category", "Kategorie-für-Größen", "类别" * 30])
def test_stays_under_2_kilobytes_however_many_categories(text: Callable[[Book], str], name: str) -> None:
    entries = Corpus.of(example(number, category=f"{name}-{number:03}") for number in range(300))
    said = text(books.book(*(books.volume(Source(f"{name} {number}"), entries) for number in range(2))))
    assert len(said.encode()) < 2_048
    assert f"{name}-000" in said
    assert said.endswith(" more.")


@pytest.mark.parametrize("text", TEXTS)
def test_an_empty_book_has_no_categories(text: Callable[[Book], str]) -> None:
    assert text(Book(())).endswith("Categories: none.")
