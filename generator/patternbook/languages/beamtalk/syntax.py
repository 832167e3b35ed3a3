"""The syntax tree: expressions, patterns and types.

``start`` and ``end`` are character offsets, end exclusive. A tree may be deeper than Python's stack: visit
it with ``walk``, not with recursion.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(slots=True, eq=False)
class Node:
    """A part of a text."""

    start: int
    end: int

    PARTS: ClassVar[tuple[str, ...]] = ()
    """Names of the attributes that hold nodes, lists of nodes or ``None``, in source order."""

    def children(self) -> list[Node]:
        """Parts that are nodes themselves, in source order."""
        children: list[Node] = []
        for name in self.PARTS:
            part = getattr(self, name)
            if isinstance(part, list):
                children.extend(part)
            elif part is not None:
                children.append(part)
        return children


def walk(root: Node) -> Iterator[Node]:
    """A node and all below it, each before its parts."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        if node.PARTS:
            pending.extend(reversed(node.children()))


# Types


@dataclass(slots=True, eq=False)
class Type(Node):
    """A type: a name, a symbol, or types joined by an operator."""

    kind: str
    """``name``, ``metatype`` (``Self class``), ``symbol``, ``|``, ``&`` or ``\\``."""
    name: str = ""
    """Of a name, metatype or symbol; a symbol's with its ``#``."""
    parts: list[Type] = field(default_factory=list)
    """Type arguments, or what an operator joins."""

    PARTS = ("parts",)


@dataclass(slots=True, eq=False)
class Parameter(Node):
    """A parameter of a method or a block."""

    name: str
    type: Type | None = None

    PARTS = ("type",)


# Expressions


@dataclass(slots=True, eq=False)
class Literal(Node):
    """A number, a character, a symbol or a string without interpolation."""

    kind: str
    """The token's kind: ``INTEGER``, ``FLOAT``, ``CHARACTER``, ``SYMBOL`` or ``STRING``."""
    text: str
    """As written."""


@dataclass(slots=True, eq=False)
class Interpolation(Node):
    """A string with interpolations: texts (escapes undone) and expressions, alternating, texts outermost."""

    texts: list[str]
    values: list[Node]

    PARTS = ("values",)


@dataclass(slots=True, eq=False)
class Name(Node):
    """A variable, or ``self``, ``true``, ``false``, ``nil``."""

    name: str


@dataclass(slots=True, eq=False)
class Super(Node):
    """``super``."""


@dataclass(slots=True, eq=False)
class ClassReference(Node):
    """A class: ``Counter`` or ``json@Parser``."""

    name: str
    package: str = ""


@dataclass(slots=True, eq=False)
class Field(Node):
    """A field access: ``self.count``."""

    receiver: Node
    name: str

    PARTS = ("receiver",)


@dataclass(slots=True, eq=False)
class Message(Node):
    """A selector and its arguments."""

    selector: str
    arguments: list[Node]

    PARTS = ("arguments",)


@dataclass(slots=True, eq=False)
class Send(Node):
    """A message sent to a receiver."""

    receiver: Node
    selector: str
    arguments: list[Node]
    line_at: int
    """Offset whose line is the send's: that of the first keyword, else that of the whole send."""
    cast: bool = False
    """Whether ``!`` follows: sent without waiting for an answer."""

    PARTS = ("receiver", "arguments")


@dataclass(slots=True, eq=False)
class Cascade(Node):
    """Messages sent to the receiver of the first one."""

    first: Node
    """The first send, whole."""
    messages: list[Message]

    PARTS = ("first", "messages")


@dataclass(slots=True, eq=False)
class Assignment(Node):
    """``target := value``, perhaps ``target :: Type := value``."""

    target: Node
    type: Type | None
    value: Node

    PARTS = ("target", "type", "value")


@dataclass(slots=True, eq=False)
class Destructuring(Node):
    """``pattern := value``."""

    pattern: Node
    value: Node

    PARTS = ("pattern", "value")


@dataclass(slots=True, eq=False)
class Return(Node):
    """``^ value``."""

    value: Node

    PARTS = ("value",)


@dataclass(slots=True, eq=False)
class Parens(Node):
    """An expression in parentheses."""

    inner: Node

    PARTS = ("inner",)


@dataclass(slots=True, eq=False)
class Block(Node):
    """``[:x | …]``."""

    parameters: list[Parameter]
    body: list[Node]

    PARTS = ("parameters", "body")


@dataclass(slots=True, eq=False)
class Spread(Node):
    """``...rest``, the last element of a list or an array."""

    name: str


@dataclass(slots=True, eq=False)
class ListLiteral(Node):
    """``#(head, … | tail)``."""

    elements: list[Node]
    tail: Node | None = None

    PARTS = ("elements", "tail")


@dataclass(slots=True, eq=False)
class ArrayLiteral(Node):
    """``#[…]``."""

    elements: list[Node]

    PARTS = ("elements",)


@dataclass(slots=True, eq=False)
class Pair(Node):
    """``key => value``, in a map or in a pattern of one."""

    key: Node
    value: Node

    PARTS = ("key", "value")


@dataclass(slots=True, eq=False)
class MapLiteral(Node):
    """``#{key => value, …}``."""

    pairs: list[Pair]

    PARTS = ("pairs",)


@dataclass(slots=True, eq=False)
class Primitive(Node):
    """``@primitive`` or ``@intrinsic``: a method that the runtime implements."""

    directive: str
    """``@primitive`` or ``@intrinsic``."""
    name: str
    quoted: bool
    """Whether the name was written as a string."""
    inferred: bool = False
    """Whether the name is the selector of the method, for want of a written one."""


@dataclass(slots=True, eq=False)
class Expect(Node):
    """``@expect category "reason"``: a diagnostic that the next statement is known to cause."""

    category: str
    reason: str | None


@dataclass(slots=True, eq=False)
class Match(Node):
    """``subject match: [arms]`` or ``matchExhaustive:``."""

    subject: Node
    arms: list[Arm]
    exhaustive: bool

    PARTS = ("subject", "arms")


@dataclass(slots=True, eq=False)
class Arm(Node):
    """``pattern when: [guard] -> body``."""

    pattern: Node
    guard: Node | None
    body: Node

    PARTS = ("pattern", "guard", "body")
