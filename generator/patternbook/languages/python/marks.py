"""Marks of syntax that a text is searched by, and the nodes that they stand for."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_BUILT_IN_DECORATORS: Final = frozenset({"property", "staticmethod", "classmethod"})


def _function(node: Any) -> list[str]:
    marks = ["async def"] if isinstance(node, ast.AsyncFunctionDef) else []
    marks += [
        f"@{d.id}" for d in node.decorator_list if isinstance(d, ast.Name) and d.id in _BUILT_IN_DECORATORS
    ]
    marks += ["*args"] if node.args.vararg else []
    marks += ["**kwargs"] if node.args.kwarg else []
    return marks + _type_parameters(node)


def _type_parameters(node: Any) -> list[str]:
    return ["type parameters"] if getattr(node, "type_params", None) else []


def _with(*marks: str) -> Callable[[Any], list[str]]:
    return lambda _: list(marks)


def _comprehension(mark: str) -> Callable[[Any], list[str]]:
    return lambda node: [mark, *(["async for"] if any(g.is_async for g in node.generators) else [])]


def _try(node: Any) -> list[str]:
    return ["try", *(["finally"] if node.finalbody else [])]


MARKS: Final[dict[str, Callable[[Any], list[str]]]] = {
    "FunctionDef": _function,
    "AsyncFunctionDef": _function,
    "ClassDef": _type_parameters,
    "Lambda": _with("lambda"),
    "With": _with("with"),
    "AsyncWith": _with("async with"),
    "AsyncFor": _with("async for"),
    "Await": _with("await"),
    "Yield": _with("yield"),
    "YieldFrom": _with("yield from"),
    "Try": _try,
    "TryStar": lambda node: [*_try(node), "except*"],
    "Raise": _with("raise"),
    "Match": _with("match"),
    "NamedExpr": _with(":="),
    "JoinedStr": _with('f""'),
    "ListComp": _comprehension("list comprehension"),
    "SetComp": _comprehension("set comprehension"),
    "DictComp": _comprehension("dict comprehension"),
    "GeneratorExp": _comprehension("generator expression"),
    "Global": _with("global"),
    "Nonlocal": _with("nonlocal"),
    "TypeAlias": _with("type"),
}
"""By the name of the node's class, for the classes differ between versions of Python."""
