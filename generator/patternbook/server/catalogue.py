"""All examples as resources: listed by page, completed by prefix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from patternbook.errors import QueryError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patternbook.book import Book, Volume
    from patternbook.model import Example

PAGE = 100
"""Examples on one page of the list."""

MOST_COMPLETIONS = 100


@dataclass(frozen=True, slots=True)
class Page:
    """A stretch of the list of all examples."""

    entries: tuple[tuple[Volume, Example], ...]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class Completions:
    """Values that a started one may become."""

    values: tuple[str, ...]
    total: int


def page(book: Book, cursor: str | None) -> Page:
    """Return the page that a cursor stands for, the first one without a cursor.

    Raises:
        QueryError: no page was ever given that cursor.
    """
    start = _position(cursor, len(book))
    everything = [(volume, example) for volume in book.volumes for example in volume.corpus.entries]
    end = start + PAGE
    return Page(tuple(everything[start:end]), str(end) if end < len(everything) else None)


def complete(book: Book, argument: str, value: str, corpus: str | None) -> Completions:
    """Complete the ``corpus`` or the ``id`` of an address: what starts with the value, then what holds it."""
    if argument == "corpus":
        names = list(dict.fromkeys(volume.source.name for volume in book.volumes))
    elif argument == "id":
        volumes = [
            volume for volume in book.volumes if not corpus or volume.source.name.lower() == corpus.lower()
        ]
        names = list(dict.fromkeys(example.id for volume in volumes for example in volume.corpus.entries))
    else:
        names = []
    matching = _matching(names, value.lower())
    return Completions(tuple(matching[:MOST_COMPLETIONS]), len(matching))


def _matching(names: Sequence[str], value: str) -> list[str]:
    starting = [name for name in names if name.lower().startswith(value)]
    holding = [name for name in names if value in name.lower() and not name.lower().startswith(value)]
    return starting + holding


def _position(cursor: str | None, count: int) -> int:
    if cursor is None:
        return 0
    starts = {str(start): start for start in range(PAGE, count, PAGE)}
    if cursor in starts:
        return starts[cursor]
    raise QueryError(f"no page has the cursor {cursor[:40]!r}; send the nextCursor of the page before it")
