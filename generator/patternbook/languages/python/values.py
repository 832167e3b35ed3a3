"""What a name or an expression stands for, as far as that is certain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from patternbook.languages.python.scopes import Class


@dataclass(frozen=True, slots=True)
class Path:
    """Something from outside the text, by its full name: ``numpy``, ``json.loads``, ``flask.Flask``."""

    full: str


@dataclass(frozen=True, slots=True)
class Local:
    """Something that the text defines; ``body`` if it is a class."""

    symbol: str
    body: Class | None = None


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A built-in function, class or constant."""

    name: str


@dataclass(frozen=True, slots=True)
class Instance:
    """An instance of a class."""

    of: Path | Local | BuiltIn


@dataclass(frozen=True, slots=True)
class Parent:
    """What ``super()`` gives within a class."""

    body: Class


@dataclass(frozen=True, slots=True)
class Member:
    """An attribute that is found in a class; what its own attributes are is not known."""

    symbol: str


@dataclass(frozen=True, slots=True)
class Presumed:
    """A method of what an imported class seems to have made: its name alone says that it is a class."""

    symbol: str


@dataclass(frozen=True, slots=True)
class Mystery:
    """Something of which nothing is certain."""

    reason: Literal["bound", "unbound"]
    """Whether the text binds its name."""


Value = Path | Local | BuiltIn | Instance | Parent | Member | Presumed | Mystery

BOUND = Mystery("bound")
UNBOUND = Mystery("unbound")


def symbol_of(value: Value) -> str | None:
    """The symbol of what can be named."""
    match value:
        case Path(name) | BuiltIn(name) | Member(name):
            return name
        case Local(symbol):
            return symbol
        case _:
            return None
