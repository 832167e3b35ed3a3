"""The state of a walk through a tree, and what it notes."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from patternbook.languages.python.scopes import Class, Defined, Scope

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Task = tuple[ast.AST, Scope, bool]
"""A node, its scope, and whether it is part of an annotation."""
Handlers = dict[str, "Callable[[ast.AST, Scope, bool], None]"]
UseKind = Literal["call", "decorator", "load", "annotation", "mark"]


@dataclass(frozen=True, slots=True)
class Use:
    """A place that uses a name or an attribute, or carries a mark of syntax."""

    kind: UseKind
    node: ast.expr | None
    """What is called or loaded."""
    scope: Scope
    line: int
    """As the parser counts."""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A definition, its supers not looked up yet."""

    symbol: str
    name: str
    kind: str
    owner: str
    node: ast.stmt
    body: Class | None = None


@dataclass(slots=True)
class Collected:
    """What the walk found, in source order."""

    module: Scope = field(default_factory=lambda: Scope("module", None, ""))
    found: list[Found] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    stored: set[str] = field(default_factory=set)
    """Attributes that anything is assigned to anywhere in the text."""
    strings: list[ast.expr] = field(default_factory=list)
    statements: list[ast.stmt] = field(default_factory=list)
    """Statements below the top level."""


class Walking:
    """A walk with a list of tasks of its own, so that depth costs no stack."""

    def __init__(self) -> None:
        self.collected = Collected()
        self.tasks: list[Task] = []

    def push(self, tasks: Iterable[Task]) -> None:
        """Put tasks before all that are waiting, in their order."""
        self.tasks.extend(reversed(list(tasks)))

    def children(self, node: ast.AST, scope: Scope, hint: bool) -> None:
        """Put all parts of a node before what is waiting."""
        self.push((child, scope, hint) for child in ast.iter_child_nodes(node))

    def use(
        self,
        kind: UseKind,
        node: ast.expr | None,
        scope: Scope,
        line: int,
        mark: str = "",
    ) -> None:
        """Note a use."""
        self.collected.uses.append(Use(kind, node, scope, line, mark))

    def define(self, node: ast.stmt, name: str, kind: str, scope: Scope, body: Class | None = None) -> str:
        """Note a definition and bind its name; return its symbol."""
        symbol = f"{scope.symbol}.{name}" if scope.symbol else name
        kind = f"local {kind}" if scope.within_function else kind
        self.collected.found.append(Found(symbol, name, kind, scope.symbol, node, body))
        scope.bind(name, Defined(symbol, kind, body))
        return symbol


def root_of(node: ast.expr) -> ast.expr:
    """What a chain of attributes begins with."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node


def last_part(node: ast.expr) -> str:
    """The last part of a dotted name, of one that is called too."""
    node = node.func if isinstance(node, ast.Call) else node
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
