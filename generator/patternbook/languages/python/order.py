"""What a text binds as it runs, and what it takes that it has not bound by then.

Bodies of functions run later, if at all: what they bind and use is no matter here.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace
from typing import Final

_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_FIRST: Final = {
    "Assign": ("value", "targets"),
    "AugAssign": ("target", "value"),
    "AnnAssign": ("annotation", "value", "target"),
    "NamedExpr": ("value", "target"),
    "For": ("iter", "target", "body", "orelse"),
    "AsyncFor": ("iter", "target", "body", "orelse"),
    "FunctionDef": ("decorator_list", "args", "returns"),
    "AsyncFunctionDef": ("decorator_list", "args", "returns"),
    "ClassDef": ("decorator_list", "bases", "keywords"),
    "Lambda": ("args",),
    "TypeAlias": (),
}
"""Parts of nodes in the order in which they run, where that is not the order in which they are kept."""


@dataclass(slots=True)
class Order:
    """What a text does with names at its top level, in the order in which it runs."""

    binds: set[str] = field(default_factory=set)
    """Names that it binds."""
    early: set[str] = field(default_factory=set)
    """Names that it uses where it has not bound them yet, built-in ones included."""
    unseen: set[int] = field(default_factory=set)
    """The ``id`` of each name that stands where nothing of its own body or top level has bound it yet."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a node stands."""

    bound: set[str]
    """Where it binds names: at the top level, or in the body of a class."""
    hidden: frozenset[str] = frozenset()
    """Names of the comprehensions around it."""


@dataclass(frozen=True, slots=True)
class _Bind:
    """A name that is bound when all before it has run."""

    name: str


def order(module: ast.Module) -> Order:
    """Go through a tree as it would run, each branch taken. Depth costs no stack."""
    found = Order()
    tasks: list[tuple[ast.AST | _Bind, _Place]] = [(module, _Place(found.binds))]
    while tasks:
        node, place = tasks.pop()
        match node:
            case _Bind(name):
                place.bound.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                if name not in place.hidden:
                    place.bound.add(name)
            case ast.Name(id=name):
                if not (name in place.bound or name in place.hidden):
                    found.unseen.add(id(node))
                    found.early |= {name} - found.binds
            case _:
                tasks.extend(reversed(_parts(node, place)))
    return found


def _parts(node: ast.AST, place: _Place) -> list[tuple[ast.AST | _Bind, _Place]]:
    """The parts of a node in the order in which they run, and the names that it binds itself."""
    if isinstance(node, _Comprehension):
        return _comprehended(node, place)
    names = _FIRST.get(type(node).__name__, node._fields)
    parts: list[tuple[ast.AST | _Bind, _Place]] = []
    for name in names:
        value = getattr(node, name, None)
        values = value if isinstance(value, list) else [value]
        parts += [(part, place) for part in values if isinstance(part, ast.AST)]
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        parts.insert(0, (ast.Name(node.target.id, ast.Load()), place))
    if isinstance(node, ast.ClassDef):
        body = _Place(set(), place.hidden)
        parts += [(part, body) for part in node.body]
    bound: list[tuple[ast.AST | _Bind, _Place]] = [(_Bind(name), place) for name in _own_names(node)]
    return [*bound, *parts] if isinstance(node, ast.ExceptHandler) else [*parts, *bound]


def _own_names(node: ast.AST) -> list[str]:
    """Names that a node binds and that are no nodes themselves."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            return [name]
        case ast.MatchMapping(rest=str(name)):
            return [name]
        case ast.Import() | ast.ImportFrom() if getattr(node, "module", None) != "__future__":
            names = (alias.asname or alias.name.partition(".")[0] for alias in node.names)
            return [name for name in names if name != "*"]
        case _:
            return []


def _comprehended(node: _Comprehension, place: _Place) -> list[tuple[ast.AST | _Bind, _Place]]:
    targets = (inner for generator in node.generators for inner in ast.walk(generator.target))
    names = {inner.id for inner in targets if isinstance(inner, ast.Name)}
    within = replace(place, hidden=place.hidden | names)
    results = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
    parts: list[tuple[ast.AST | _Bind, _Place]] = [(node.generators[0].iter, place)]
    for number, generator in enumerate(node.generators):
        parts += [(part, within) for part in ([generator.iter] if number else [])]
        parts += [(part, within) for part in (generator.target, *generator.ifs)]
    return parts + [(part, within) for part in results]
