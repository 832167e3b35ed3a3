"""Names that a piece of code takes from around it."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from patternbook.languages.python.order import order

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(slots=True, eq=False)
class _Scope:
    outer: _Scope | None
    is_class: bool = False
    bound: set[str] = field(default_factory=set)
    loaded: set[str] = field(default_factory=set)
    outside: set[str] = field(default_factory=set)
    """Names that a ``global`` or ``nonlocal`` statement gives away."""
    early: set[str] = field(default_factory=set)
    """Of a class: names that its body takes before it may have bound them, so from the top level."""


@dataclass(frozen=True, slots=True)
class Free:
    """Names that code uses and does not bind in a scope of its own."""

    direct: frozenset[str]
    """Those that are looked up where the code itself stands: decorators, bases, defaults, annotations."""
    names: frozenset[str]
    """All of them."""


def free_names(nodes: Iterable[ast.AST]) -> Free:
    """The names that nodes use, without those that belong to a function or class inside of them.

    What the nodes bind where they stand does not count as their own, since others may bind it too.
    """
    root = _Scope(None)
    scopes = [root]
    pending: list[tuple[ast.AST, _Scope]] = [(node, root) for node in nodes]
    while pending:
        node, scope = pending.pop()
        for child, inner in _visit(node, scope):
            if inner is not scope and inner not in scopes[-1:]:
                scopes.append(inner)
            pending.append((child, inner))
    found = {name for scope in scopes for name in scope.loaded if _is_free(name, scope)}
    return Free(frozenset(root.loaded), frozenset(found))


def _is_free(name: str, scope: _Scope) -> bool:
    if name in scope.early and name in scope.bound:
        return True
    here: _Scope | None = scope
    while here is not None and here.outer is not None:
        visible = here is scope or not here.is_class
        if visible and name in here.bound and name not in here.outside:
            return False
        here = here.outer
    return True


def _visit(node: ast.AST, scope: _Scope) -> Iterator[tuple[ast.AST, _Scope]]:
    match node:
        case ast.Name():
            (scope.loaded if isinstance(node.ctx, ast.Load | ast.Del) else scope.bound).add(node.id)
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            scope.bound.add(node.name)
            yield from _around_function(node, scope)
            yield from _function(node.args, node.body, scope)
        case ast.Lambda():
            yield from ((default, scope) for default in _defaults(node.args))
            yield from _function(node.args, [node.body], scope)
        case ast.ClassDef():
            scope.bound.add(node.name)
            outside = (*node.decorator_list, *node.bases, *(k.value for k in node.keywords))
            yield from ((part, scope) for part in outside)
            inner = _Scope(scope, is_class=True, early=order(ast.Module([node], [])).early)
            yield from ((part, inner) for part in node.body)
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            inner = _Scope(scope)
            yield node.generators[0].iter, scope
            yield from ((child, inner) for child in _inside_comprehension(node))
        case ast.AnnAssign():
            yield from ((part, scope) for part in (node.target, node.value) if part is not None)
            yield from ((part, scope) for part in annotation(node.annotation))
        case _:
            _bind_otherwise(node, scope)
            yield from ((child, scope) for child in ast.iter_child_nodes(node))


def _bind_otherwise(node: ast.AST, scope: _Scope) -> None:
    match node:
        case ast.Import() | ast.ImportFrom():
            scope.bound |= set(imported(node))
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            scope.bound.add(name)
        case ast.MatchMapping(rest=str(name)):
            scope.bound.add(name)
        case ast.Global() | ast.Nonlocal():
            scope.outside |= set(node.names)
            scope.loaded |= set(node.names)
        case ast.AugAssign(target=ast.Name(id=name)):
            scope.loaded.add(name)


def _around_function(node: Function, scope: _Scope) -> Iterator[tuple[ast.AST, _Scope]]:
    for part in (*node.decorator_list, *_defaults(node.args)):
        yield part, scope
    hints = [argument.annotation for argument in arguments(node.args)]
    for hint in (*hints, node.returns):
        if hint is not None:
            yield from ((part, scope) for part in annotation(hint))


def _function(
    signature: ast.arguments, body: Iterable[ast.AST], scope: _Scope
) -> Iterator[tuple[ast.AST, _Scope]]:
    inner = _Scope(scope, bound={argument.arg for argument in arguments(signature)})
    yield from ((part, inner) for part in body)


def _inside_comprehension(
    node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp,
) -> Iterator[ast.AST]:
    yield from (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
    for number, generator in enumerate(node.generators):
        yield generator.target
        yield from generator.ifs
        if number:
            yield generator.iter


def _defaults(signature: ast.arguments) -> Iterator[ast.expr]:
    yield from signature.defaults
    yield from (default for default in signature.kw_defaults if default is not None)


def arguments(signature: ast.arguments) -> list[ast.arg]:
    """All parameters of a function."""
    starred = [a for a in (signature.vararg, signature.kwarg) if a is not None]
    return [*signature.posonlyargs, *signature.args, *signature.kwonlyargs, *starred]


def annotation(node: ast.expr) -> list[ast.expr]:
    """An annotation with what its quoted parts say, each as an expression."""
    found = [node]
    pending: list[ast.AST] = [node]
    while pending:
        part = pending.pop()
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            try:
                found.append(ast.parse(part.value.strip(), mode="eval").body)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue
        elif isinstance(part, ast.Subscript) and dotted(part.value)[-1:] in {("Literal",), ("Annotated",)}:
            # Strings in these are values, but for the first of `Annotated`.
            inner = part.slice.elts[:1] if isinstance(part.slice, ast.Tuple) else []
            pending += inner if dotted(part.value)[-1] == "Annotated" else []
        else:
            pending.extend(ast.iter_child_nodes(part))
    return found


def imported(node: ast.Import | ast.ImportFrom) -> dict[str, str]:
    """The names that an import binds, each with the full name of what it stands for."""
    if isinstance(node, ast.Import):
        return {
            alias.asname or alias.name.partition(".")[0]: alias.name
            if alias.asname
            else alias.name.partition(".")[0]
            for alias in node.names
        }
    module = "." * node.level + (node.module or "")
    joint = "" if module.endswith(".") or not module else "."
    return {alias.asname or alias.name: f"{module}{joint}{alias.name}" for alias in node.names}


def dotted(node: ast.AST) -> tuple[str, ...]:
    """The parts of ``a.b.c``; empty for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return (node.id, *reversed(parts)) if isinstance(node, ast.Name) else ()


def root_name(node: ast.AST) -> str:
    """The name that a chain of attributes, items and calls begins with, or the empty string."""
    while True:
        match node:
            case ast.Attribute(value=inner) | ast.Subscript(value=inner) | ast.Call(func=inner):
                node = inner
            case ast.Await(value=inner) | ast.Starred(value=inner):
                node = inner
            case ast.Name(id=name):
                return name
            case _:
                return ""
