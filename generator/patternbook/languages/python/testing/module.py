"""A text with tests as a whole: its classes, what its names stand for, its fixtures."""

from __future__ import annotations

import ast
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from patternbook.languages.python.testing.fixtures import fixture_name
from patternbook.languages.python.testing.names import dotted, imported
from patternbook.languages.python.testing.parts import Part, Text, read_parts

if TYPE_CHECKING:
    from collections.abc import Iterator

_UNIT_TEST: Final = "TestCase"
"""How the names of the classes end whose subclasses unittest runs."""


class Module:
    """The parts of a text, and where to find what a name stands for."""

    def __init__(self, module: ast.Module, text: Text) -> None:
        self.text = text
        self._nodes = {node.name: node for node in ast.walk(module) if isinstance(node, ast.ClassDef)}
        self._unit_tests = self._descendants_of_test_case()
        opened = self._opened()
        self.parts = read_parts(module.body, text, lambda node: node in opened)
        self.classes: dict[str, Part] = {}
        """Headers of opened classes by name."""
        self.bindings: dict[str, list[Part]] = defaultdict(list)
        """Name → the parts of the top level that bind it or change what it stands for."""
        self.fixtures: dict[str, Part] = {}
        self.constants: dict[str, ast.expr] = {}
        """Name → value of what is assigned once at the top level."""
        self.imports: dict[str, str] = {}
        """Name → the full name of what was imported."""
        amended: list[tuple[str, Part]] = []
        for part in self._top_level():
            self._note(part)
            amended += [(name, part) for name in part.amends]
        for name, part in amended:
            if name in self.bindings and name not in self.imports and part not in self.bindings[name]:
                self.bindings[name].append(part)

    def is_unit_test(self, node: ast.ClassDef) -> bool:
        """Whether a class descends from ``unittest.TestCase``, through classes of the same text."""
        return node in self._unit_tests

    def is_test_class(self, node: ast.ClassDef) -> bool:
        """Whether a test runner takes the tests of a class."""
        if self.is_unit_test(node):
            return True
        methods = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
        return node.name.startswith("Test") and not methods & {"__init__", "__new__"}

    def lineage(self, header: Part) -> list[Part]:
        """The header of a class and those of its bases in the same text, nearest first."""
        found: list[Part] = []
        pending = [header]
        while pending:
            item = pending.pop(0)
            if item in found or not isinstance(item.opened, ast.ClassDef):
                continue
            found.append(item)
            pending += [self.classes[name] for name in _base_names(item.opened) if name in self.classes]
        return found

    def _descendants_of_test_case(self) -> set[ast.ClassDef]:
        found: set[ast.ClassDef] = set()
        names: set[str] = set()
        while True:
            more = {
                node
                for node in self._nodes.values()
                if node not in found
                and any(
                    base in names or base.endswith(_UNIT_TEST) for base in _base_names(node, foreign=True)
                )
            }
            if not more:
                return found
            found |= more
            names |= {node.name for node in more}

    def _opened(self) -> set[ast.ClassDef]:
        """Test classes, and the classes of the same text that they inherit from."""
        opened: set[ast.ClassDef] = set()
        pending = [node for node in self._nodes.values() if self.is_test_class(node)]
        while pending:
            node = pending.pop()
            if node not in opened:
                opened.add(node)
                pending += [self._nodes[name] for name in _base_names(node) if name in self._nodes]
        return opened

    def _top_level(self) -> Iterator[Part]:
        """The parts of the top level, those below a plain ``if`` among them."""
        pending = list(self.parts)
        while pending:
            part = pending.pop(0)
            if isinstance(part.opened, ast.If):
                pending[:0] = part.members
            else:
                yield part

    def _note(self, part: Part) -> None:
        for name in part.binds:
            self.bindings[name].append(part)
        if isinstance(part.opened, ast.ClassDef):
            self.classes[part.opened.name] = part
            return
        for node in part.nodes:
            self._note_statement(node)
        name_as_fixture = fixture_name(part.function) if part.function else None
        if name_as_fixture is not None:
            self.fixtures[name_as_fixture] = part

    def _note_statement(self, node: ast.AST) -> None:
        for inner in ast.walk(node) if isinstance(node, ast.Try | ast.If) else (node,):
            if isinstance(inner, ast.Import | ast.ImportFrom):
                self.imports |= imported(inner)
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self.constants[name] = value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                self.constants[name] = value


def _base_names(node: ast.ClassDef, *, foreign: bool = False) -> list[str]:
    """Names of a class's bases; with ``foreign`` also the last parts of those of other modules."""
    paths = [dotted(base) for base in node.bases]
    return [path[-1] for path in paths if path and (foreign or len(path) == 1)]
