"""Find an example by its id or address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.errors import UnknownExampleError
from patternbook.server.uris import is_uri, parse_uri, uri_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patternbook.book import Book, Volume
    from patternbook.model import Example

_QUOTES = "`'\"<> \t\r\n"


def examples_asked_for(book: Book, query: str) -> tuple[tuple[Volume, Example], ...]:
    """Return the example whose id or address is the whole query, quotes around it left aside.

    An id that several corpora have means an example in each: which one was meant cannot be known.

    Raises:
        UnknownExampleError: the query is an address, and nothing is there.
    """
    wanted = query.strip(_QUOTES)
    if is_uri(wanted):
        return (locate(book, wanted),)
    return tuple(_having(book, wanted))


def locate(book: Book, uri: str) -> tuple[Volume, Example]:
    """Return the example at an address. Some clients change the case of what looks like a host name.

    Raises:
        UnknownExampleError: nothing is there; the message names addresses that look like it.
    """
    corpus, example_id = parse_uri(uri)
    for volume, example in _having(book, example_id):
        if volume.source.name.lower() == corpus.lower():
            return volume, example
    elsewhere = tuple(uri_of(volume.source.name, example_id) for volume, _ in _having(book, example_id))
    raise UnknownExampleError(uri, elsewhere or _near(book, example_id))


def _having(book: Book, example_id: str) -> Iterator[tuple[Volume, Example]]:
    for volume in book.volumes:
        if example_id in volume.corpus.by_id:
            yield volume, volume.corpus.by_id[example_id]


def _near(book: Book, example_id: str) -> tuple[str, ...]:
    try:
        book.get(example_id)
    except UnknownExampleError as error:
        found = (next(_having(book, near), None) for near in error.near)
        return tuple(uri_of(pair[0].source.name, pair[1].id) for pair in found if pair)
    return ()
