"""Language frontends behind one protocol, found by name or by entry point.

A package adds a language with an entry point in the group ``patternbook.languages`` that names a
``Frontend`` object.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Protocol

from patternbook.errors import LanguageError

if TYPE_CHECKING:
    from pathlib import Path

    from patternbook.model import Outline

_GROUP = "patternbook.languages"


class Frontend(Protocol):
    """What the tool needs to know of a language."""

    @property
    def name(self) -> str:
        """The frontend's name in configurations and corpora: ``beamtalk``."""

    @property
    def title(self) -> str:
        """The language's name for people: ``Beamtalk``."""

    @property
    def revision(self) -> str:
        """The language revision that the frontend agrees with, kept on every entry it validates."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """File name endings, with the dot."""

    @property
    def fences(self) -> tuple[str, ...]:
        """First words of the info strings of Markdown blocks in this language."""

    @property
    def line_comment(self) -> str:
        """What starts a comment that runs to the end of the line."""

    @property
    def data(self) -> Path:
        """The folder of the frontend's reviewed data: ``synonyms.toml`` and ``topics.toml``."""

    def parse(self, text: str) -> Outline:
        """Parse a whole text. Never raises: what is wrong stands in the outline's diagnostics."""


def names() -> tuple[str, ...]:
    """Names of all frontends that are installed, sorted."""
    return tuple(sorted({point.name for point in entry_points(group=_GROUP)}))


@cache
def frontend(name: str) -> Frontend:
    """Return the frontend that goes by a name.

    Raises:
        LanguageError: no installed frontend has that name.
    """
    for point in entry_points(group=_GROUP, name=name):
        found: Frontend = point.load()
        return found
    raise LanguageError(f"no frontend for the language {name!r}; there are: {', '.join(names())}")


def all_frontends() -> tuple[Frontend, ...]:
    """Every installed frontend, by name."""
    return tuple(frontend(name) for name in names())
