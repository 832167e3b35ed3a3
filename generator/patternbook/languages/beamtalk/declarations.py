"""The syntax tree of declarations, and of a whole text."""

from __future__ import annotations

from dataclasses import dataclass, field

from patternbook.languages.beamtalk.syntax import Expect, Node, Parameter, Type


@dataclass(slots=True, eq=False)
class State(Node):
    """``state: name :: Type = default``; also ``field:`` and ``classState:``."""

    keyword: str
    name: str
    type: Type | None
    default: Node | None
    doc: str | None = None
    expect: Expect | None = None

    PARTS = ("type", "default")


@dataclass(slots=True, eq=False)
class Signature(Node):
    """A method's header. A protocol has nothing but these."""

    selector: str
    parameters: list[Parameter]
    returns: Type | None
    doc: str | None = None
    class_side: bool = False

    PARTS = ("parameters", "returns")


@dataclass(slots=True, eq=False)
class Method(Node):
    """A method with its body."""

    signature: Signature
    modifiers: tuple[str, ...]
    """``sealed`` and ``internal`` where they are written, each once."""
    body: list[Node]
    reach: int
    """Offset past its last token. A method without a body *spans* its first token alone."""
    expect: Expect | None = None

    PARTS = ("signature", "body")


@dataclass(slots=True, eq=False)
class Extension(Node):
    """A method that stands outside its class: ``Counter >> double => …``."""

    class_name: str
    package: str
    method: Method

    PARTS = ("method",)


@dataclass(slots=True, eq=False)
class TypeParameter(Node):
    """``T`` or ``T :: Bound``."""

    name: str
    bound: str | None


@dataclass(slots=True, eq=False)
class Header(Node):
    """The first part of a class definition: all before its members. Documentation stands before it."""

    name: str
    name_end: int
    """Offset past the name."""
    superclass: str | None
    """``None`` for a root class, written ``nil``."""
    superclass_package: str
    superclass_arguments: list[Type]
    type_parameters: list[TypeParameter]
    modifiers: tuple[str, ...]
    """``abstract``, ``sealed``, ``typed``, ``internal`` where they are written, each once."""
    native: str | None
    handle_scope: str | None
    doc: str | None

    PARTS = ("superclass_arguments",)

    @property
    def kind(self) -> str:
        """``actor``, ``value`` or ``object``: the superclass's name alone decides."""
        return {"Actor": "actor", "Value": "value"}.get(self.superclass or "", "object")

    @property
    def clauses(self) -> tuple[str, ...]:
        """``native:`` and ``handleScope:`` where they are written."""
        written = (("native:", self.native), ("handleScope:", self.handle_scope))
        return tuple(keyword for keyword, value in written if value is not None)


@dataclass(slots=True, eq=False)
class Class(Node):
    """A class definition."""

    header: Header
    members: list[State | Method] = field(default_factory=list)
    """In source order."""

    PARTS = ("header", "members")

    @property
    def name(self) -> str:
        """The name of the class."""
        return self.header.name

    @property
    def methods(self) -> list[Method]:
        """Methods of both sides, in source order."""
        return [member for member in self.members if isinstance(member, Method)]

    @property
    def states(self) -> list[State]:
        """State of instances and of the class, in source order."""
        return [member for member in self.members if isinstance(member, State)]


@dataclass(slots=True, eq=False)
class Protocol(Node):
    """A protocol definition."""

    name: str
    type_parameters: list[TypeParameter]
    extending: str | None
    doc: str | None
    signatures: list[Signature]
    """Of both sides, in source order."""

    PARTS = ("signatures",)


@dataclass(slots=True, eq=False)
class Alias(Node):
    """``type Name = …``."""

    name: str
    type: Type
    internal: bool
    doc: str | None

    PARTS = ("type",)


@dataclass(slots=True, eq=False)
class Module(Node):
    """A whole text."""

    items: list[Node]
    """Classes, extensions, protocols, aliases and statements, in source order."""

    PARTS = ("items",)
