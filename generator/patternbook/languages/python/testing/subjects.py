"""What a test is about: what it uses of other modules, and whether that is more than mocks."""

from __future__ import annotations

import ast
import builtins
import sys
from typing import TYPE_CHECKING, Final

from patternbook.languages.python.testing.fixtures import BUILT_IN, given_elsewhere
from patternbook.languages.python.testing.names import Function, arguments, dotted, root_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from patternbook.languages.python.testing.parts import Part

MACHINERY: Final = frozenset(
    (
        *("pytest", "_pytest", "unittest", "mock", "nose", "hypothesis"),
        *("typing", "typing_extensions", "__future__"),
    )
)
"""Packages that tests are written with, as against what they test."""
_MOCKING: Final = ("unittest.mock", "mock", "pytest_mock")
_MOCKING_FIXTURES: Final = frozenset(
    ("monkeypatch", "mocker", "class_mocker", "module_mocker", "session_mocker")
)


class Subjects:
    """What a test and its helpers use of other modules."""

    def __init__(self, parts: Sequence[Part], imports: Mapping[str, str]) -> None:
        self.imports = dict(imports)
        for part in parts:
            self.imports |= part.imports
        used = {
            ".".join((self.imports[path[0]], *path[1:]))
            for part in parts
            for path in part.paths
            if path[0] in self.imports
        }
        used |= {name for part in parts for name in part.imports.values()}
        tested = {name for name in used if name.partition(".")[0] not in MACHINERY}
        foreign = {name for name in tested if name.partition(".")[0] not in sys.stdlib_module_names}
        self.names = foreign or tested
        """Full names; those of the standard library only where there are no others."""

    @property
    def all_private(self) -> bool:
        """Whether every one of them is private to its module."""
        return bool(self.names) and all(_is_private(name) for name in self.names)


def _is_private(name: str) -> bool:
    return any(part.startswith("_") and not part.endswith("__") for part in name.split("."))


def is_all_mocks(node: Function, imports: Mapping[str, str]) -> bool:
    """Whether a test calls mock objects and what makes them, and nothing else that could be learned from."""
    names = {argument.arg for argument in arguments(node.args)}
    if not names & _MOCKING_FIXTURES and not any(full.startswith(_MOCKING) for full in imports.values()):
        return False
    kinds = _Kinds(node, imports)
    calls = [item for statement in node.body for item in ast.walk(statement) if isinstance(item, ast.Call)]
    found = {kinds.of(call.func) for call in calls}
    return "mock" in found and "other" not in found


class _Kinds:
    """For each name in a test: a ``mock``, part of the ``plain`` machinery, or ``other``."""

    def __init__(self, node: Function, imports: Mapping[str, str]) -> None:
        self._imports = imports
        self._known: dict[str, str] = {}
        for name in given_elsewhere(node):
            patched = any(dotted(d.func)[-1:] != ("parametrize",) for d in _calls(node.decorator_list))
            self._known[name] = "mock" if patched else "other"
        names = [
            argument.arg for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        ]
        for name in names:
            if name in _MOCKING_FIXTURES:
                self._known[name] = "mock"
            else:
                self._known.setdefault(name, "plain" if name in BUILT_IN else "other")
        for item in ast.walk(node):
            match item:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    self._learn(name, value)
                case ast.withitem(context_expr=value, optional_vars=ast.Name(id=name)):
                    self._learn(name, value)

    def of(self, node: ast.expr) -> str:
        """The kind of what is called."""
        path = dotted(node)
        if path[:1] == ("self",):
            return "plain" if path[1:] and path[1].startswith("assert") else "other"
        name = root_name(node)
        if not name:
            return (
                "plain"
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Constant)
                else "other"
            )
        if name in self._known:
            return self._known[name]
        if name in self._imports:
            full = ".".join((self._imports[name], *path[1:]))
            if full.startswith(_MOCKING):
                return "mock"
            return "plain" if full.partition(".")[0] in MACHINERY else "other"
        return "plain" if hasattr(builtins, name) else "other"

    def _learn(self, name: str, value: ast.expr) -> None:
        kind = self.of(value) if root_name(value) else "other"
        if kind == "mock" or name not in self._known:
            self._known[name] = kind


def _calls(nodes: Iterable[ast.expr]) -> Iterator[ast.Call]:
    return (node for node in nodes if isinstance(node, ast.Call))
