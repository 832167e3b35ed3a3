from __future__ import annotations

import pytest

import books
from examples import SHOP, example
from patternbook.book import Book
from patternbook.corpus import Corpus
from patternbook.errors import QueryError
from patternbook.search.results import Source
from patternbook.server.catalogue import MOST_COMPLETIONS, PAGE, complete, page

MANY = books.book(
    books.volume(SHOP, Corpus.of(example(number) for number in range(1, 231))),
    books.volume(Source("Tools"), Corpus.of((example(1), example(2, id="tool-box")))),
)


def test_pages_hold_every_example_once_in_order() -> None:
    cursor, found = None, []
    while True:
        shown = page(MANY, cursor)
        assert len(shown.entries) <= PAGE
        found += [(volume.source.name, each.id) for volume, each in shown.entries]
        if shown.next_cursor is None:
            break
        cursor = shown.next_cursor
    assert found == [
        (volume.source.name, each.id) for volume in MANY.volumes for each in volume.corpus.entries
    ]


@pytest.mark.parametrize("cursor", ["", "0", "-100", "7", "300", "1e2", "１００", "x" * 9_999])
def test_a_cursor_that_was_never_given_is_refused(cursor: str) -> None:
    with pytest.raises(QueryError, match="send the nextCursor"):
        page(MANY, cursor)


def test_an_empty_corpus_has_one_empty_page() -> None:
    shown = page(Book(()), None)
    assert shown.entries == ()
    assert shown.next_cursor is None


def test_completion_puts_what_starts_so_before_what_holds_it() -> None:
    book = books.book(
        books.volume(
            SHOP, Corpus.of((example(1, id="a-counter"), example(2, id="counter-b"), example(3, id="else")))
        )
    )
    assert complete(book, "id", "COUNTER", None).values == ("counter-b", "a-counter")


def test_completion_of_ids_minds_the_corpus() -> None:
    assert complete(MANY, "id", "tool", "tools").values == ("tool-box",)
    assert complete(MANY, "id", "tool", "Shop Floor").values == ()
    assert complete(MANY, "corpus", "", None).values == ("Shop Floor", "Tools")
    assert complete(MANY, "colour", "", None).values == ()


def test_completion_is_cut_and_counted() -> None:
    found = complete(MANY, "id", "counters", None)
    assert len(found.values) == MOST_COMPLETIONS
    assert found.total == 230
