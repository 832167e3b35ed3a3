"""What a search answers: hits in order, and how good the best of them is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patternbook.model import Example

Match = Literal["exact", "strong", "weak", "none"]
"""How good the best hit is: a symbol of the query was found as a symbol; it covers the query's telling
words; it covers some of them; nothing is worth reading."""


@dataclass(frozen=True, slots=True)
class Source:
    """The corpus that a hit comes from."""

    name: str
    version: str | None = None
    """Version of the package that ships it, if a package does."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One example that answers a query."""

    example: Example
    score: float
    """Lunr's score of the example for the query's plan; comparable within one answer only."""
    exact: bool
    """Whether it defines or uses a symbol that the query names."""
    corpus: Source
    matched: tuple[str, ...] = ()
    """The terms of the query that it holds, as they stand in the index."""


@dataclass(frozen=True, slots=True)
class Card:
    """What is said first of a class that a query asks for by name."""

    symbol: str
    supers: tuple[str, ...]
    """Its superclasses as far as its example tells, nearest first."""
    doc: str
    """First line of its documentation, or the empty string."""
    selectors: tuple[str, ...]
    """What it defines, in source order; those of the class side as ``class new``."""
    example_id: str
    """The example that defines it."""


@dataclass(frozen=True, slots=True)
class Results:
    """The answer to one query; iterates over its hits, exact ones first."""

    query: str
    match: Match
    hits: tuple[Hit, ...]
    total: int
    """Number of examples that matched, before the limit."""
    exact_total: int
    """Number of exact ones among them."""
    suggestions: tuple[str, ...] = ()
    """Terms near the query's, when the match is ``weak`` or ``none``."""
    categories: tuple[str, ...] = ()
    """The categories that exist, when the match is ``weak`` or ``none``."""
    card: Card | None = None
    """The class that the query names, if it names one that an example defines."""

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)

    def __len__(self) -> int:
        return len(self.hits)
