"""Whether a test shows anything worth copying, and if not, why."""

from __future__ import annotations

import ast
import builtins
import sys
from typing import TYPE_CHECKING, Final

from patternbook.languages.python.testing.fixtures import BUILT_IN, given_elsewhere
from patternbook.languages.python.testing.names import Function, dotted, imported, root_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

Unfit = tuple[str, str]
"""A short reason to count by, and the reason in full."""

MACHINERY: Final = frozenset(
    (
        "pytest",
        "_pytest",
        "unittest",
        "mock",
        "nose",
        "typing",
        "typing_extensions",
        "hypothesis",
        "__future__",
    )
)
"""Packages that tests are written with, as against what they test."""
_MOCKING: Final = ("unittest.mock", "mock", "pytest_mock")
_MOCKING_FIXTURES: Final = frozenset(
    {"monkeypatch", "mocker", "class_mocker", "module_mocker", "session_mocker"}
)


def is_skipped(node: Function, marks: Iterable[ast.expr], imports: Mapping[str, str]) -> bool:
    """Whether a test never runs, or is known to fail, whatever the machine.

    Args:
        node: the test.
        marks: decorators of the test and its classes, and values of ``pytestmark``.
        imports: name → full name.
    """
    if any(_always_skips(mark, imports) for mark in marks):
        return True
    body = _body(node)
    return bool(body) and _gives_up(body[0])


def _always_skips(mark: ast.expr, imports: Mapping[str, str]) -> bool:
    if isinstance(mark, ast.List | ast.Tuple):
        return any(_always_skips(item, imports) for item in mark.elts)
    call = mark if isinstance(mark, ast.Call) else None
    path = dotted(call.func if call else mark)
    if not path:
        return False
    full = ".".join((imports.get(path[0], path[0]), *path[1:]))
    if full.endswith("mark.xfail"):
        # With a condition it runs on some machines.
        return call is None or not (call.args or any(k.arg == "condition" for k in call.keywords))
    return full.endswith("mark.skip") or full in {"unittest.skip", "unittest.expectedFailure"}


def _gives_up(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Call(func=call)):
            return dotted(call) in {("pytest", "skip"), ("pytest", "xfail"), ("self", "skipTest")}
        case ast.Raise(exc=ast.expr() as raised):
            target = raised.func if isinstance(raised, ast.Call) else raised
            return dotted(target)[-1:] == ("SkipTest",)
        case _:
            return False


def is_empty(node: Function) -> bool:
    """Whether a test does nothing."""
    return all(
        isinstance(item, ast.Pass | ast.Return)
        or (isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant))
        for item in _body(node)
    )


def only_raises(node: Function) -> bool:
    """Whether all that a test checks is that something fails as it should."""
    checks = [item for item in ast.walk(node) if isinstance(item, ast.Assert)]
    calls = [dotted(item.func)[-1:] for item in ast.walk(node) if isinstance(item, ast.Call)]
    raising = [name for name in calls if name and name[0] in {"raises", "assertRaises", "assertRaisesRegex"}]
    others = [name for name in calls if name and name[0].startswith("assert") and name not in raising]
    return bool(raising) and not checks and not others


def _body(node: Function) -> list[ast.stmt]:
    first = node.body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return node.body[1:] if documented and isinstance(first.value.value, str) else node.body  # type: ignore[attr-defined]


class Subjects:
    """What a test and its helpers use of other modules."""

    def __init__(self, nodes: Iterable[ast.AST], imports: Mapping[str, str]) -> None:
        own = dict(imports)
        nodes = list(nodes)
        for node in nodes:
            for item in ast.walk(node):
                if isinstance(item, ast.Import | ast.ImportFrom):
                    own |= imported(item)
        self.imports = own
        used = {full for node in nodes for full in _full_names(node, own)}
        tested = {name for name in used if name.partition(".")[0] not in MACHINERY}
        foreign = {name for name in tested if name.partition(".")[0] not in sys.stdlib_module_names}
        self.names = foreign or tested
        """Full names; those of the standard library only where there are no others."""

    @property
    def all_private(self) -> bool:
        """Whether every one of them is private to its module."""
        return bool(self.names) and all(_is_private(name) for name in self.names)


def _full_names(node: ast.AST, imports: Mapping[str, str]) -> Iterator[str]:
    """Full names that a node uses, each with all attributes that are written out."""
    pending = [node]
    while pending:
        item = pending.pop()
        path = dotted(item) if isinstance(item, ast.Attribute | ast.Name) else ()
        if path:
            if path[0] in imports:
                yield ".".join((imports[path[0]], *path[1:]))
            continue
        if isinstance(item, ast.ImportFrom | ast.Import):
            yield from imported(item).values()
        pending.extend(ast.iter_child_nodes(item))


def _is_private(name: str) -> bool:
    return any(part.startswith("_") and not part.endswith("__") for part in name.split("."))


def is_all_mocks(node: Function, imports: Mapping[str, str]) -> bool:
    """Whether a test calls mock objects and what makes them, and nothing else that could be learned from."""
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
            return "plain" if len(path) == 2 and path[1].startswith("assert") else "other"
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
