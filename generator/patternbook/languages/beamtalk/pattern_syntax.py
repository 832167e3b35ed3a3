"""The syntax tree of patterns: what stands before ``->`` in a match arm or before ``:=``.

A literal pattern is a ``Literal``.
"""

from __future__ import annotations

from dataclasses import dataclass

from patternbook.languages.beamtalk.syntax import Node, Pair


@dataclass(slots=True, eq=False)
class Wildcard(Node):
    """``_``."""


@dataclass(slots=True, eq=False)
class NilPattern(Node):
    """``nil``."""


@dataclass(slots=True, eq=False)
class Binding(Node):
    """A name that the value is bound to."""

    name: str


@dataclass(slots=True, eq=False)
class TypePattern(Node):
    """``name :: Class``."""

    name: str
    class_name: str


@dataclass(slots=True, eq=False)
class TuplePattern(Node):
    """``{a, b}``."""

    elements: list[Node]

    PARTS = ("elements",)


@dataclass(slots=True, eq=False)
class ArrayPattern(Node):
    """``#[a, ...rest]``; as the target of an assignment also ``#(a, ...rest)``."""

    elements: list[Node]
    rest: Node | None
    is_list: bool = False

    PARTS = ("elements", "rest")


@dataclass(slots=True, eq=False)
class MapPattern(Node):
    """``#{key => pattern}``."""

    pairs: list[Pair]

    PARTS = ("pairs",)


@dataclass(slots=True, eq=False)
class Argument(Node):
    """``ok: value``."""

    keyword: str
    value: Node

    PARTS = ("value",)


@dataclass(slots=True, eq=False)
class ConstructorPattern(Node):
    """``Result ok: value``."""

    class_name: str
    arguments: list[Argument]

    PARTS = ("arguments",)


@dataclass(slots=True, eq=False)
class BinaryPattern(Node):
    """``<<a:8, rest/binary>>``."""

    segments: list[Segment]

    PARTS = ("segments",)


@dataclass(slots=True, eq=False)
class Segment(Node):
    """``name:size/specifiers``."""

    value: Node
    size: Node | None
    specifiers: list[str]

    PARTS = ("value", "size")
