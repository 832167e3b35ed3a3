"""How a language's symbols are asked for: what a frontend may offer beside parsing.

A frontend with an attribute ``namer`` knows how its users write what a corpus keeps by its full name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

    from patternbook.languages import Frontend


class Namer(Protocol):
    """How a language's symbols are asked for."""

    def spellings(self, source: str, symbols: Iterable[str]) -> tuple[str, ...]:
        """How a source writes the symbols that it uses, where that differs: ``pd.read_csv``; sorted."""

    def stands_alone(self, name: str) -> bool:
        """Whether a query that is a symbol's last part and nothing else means that symbol.

        It does not if that part is a word of everyday English.
        """


def namer_of(frontend: Frontend) -> Namer | None:
    """The frontend's namer, if it has one."""
    namer: Namer | None = getattr(frontend, "namer", None)
    return namer
