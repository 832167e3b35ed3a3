"""What a test needs of its text: from the test outwards, until nothing is missing."""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from patternbook.languages.python.testing.fixtures import (
    asked_for,
    case_names,
    fixture_name,
    is_automatic,
    used_fixtures,
)
from patternbook.languages.python.testing.names import dotted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from patternbook.languages.python.testing.module import Module
    from patternbook.languages.python.testing.names import Function
    from patternbook.languages.python.testing.parts import Part

AROUND_METHODS: Final = frozenset(
    (
        *("setUp", "tearDown", "setUpClass", "tearDownClass", "asyncSetUp", "asyncTearDown"),
        *("setup_method", "teardown_method", "setup_class", "teardown_class", "setup", "teardown"),
    )
)
"""Methods that run around the tests of a class."""
AROUND_FUNCTIONS: Final = frozenset(
    (
        *("setUpModule", "tearDownModule", "setup_module", "teardown_module"),
        *("setup_function", "teardown_function"),
    )
)
"""Functions that run around the tests of a module."""
LONGEST_PART: Final = 60
"""Lines of a helper from which it is left out."""
_MARKS: Final = "pytestmark"


@dataclass(slots=True)
class Gathered:
    """What a test, or a fixture, needs."""

    parts: set[Part] = field(default_factory=set)
    """Parts of the same text, its own left out."""
    fixtures: dict[str, None] = field(default_factory=dict)
    """Fixtures that are not of this text, in the order in which they are met."""
    left_out: set[Part] = field(default_factory=set)
    """What is needed and too long to be shown."""


class Gatherer:
    """Finds what tests and fixtures of one text need."""

    def __init__(self, module: Module) -> None:
        self._module = module

    def for_test(self, part: Part, owner: Part | None, *, is_unit_test: bool) -> Gathered:
        """What a test needs.

        Args:
            part: the test.
            owner: header of the class as which it runs.
            is_unit_test: whether unittest runs it, which has no fixtures.
        """
        run = _Run(self._module, owner, part, is_unit_test=is_unit_test)
        run.around()
        return run.finish()

    def for_fixture(self, part: Part) -> Gathered:
        """What a fixture needs beside other fixtures, which are named only."""
        return _Run(self._module, None, part, other_fixtures=False).finish()


class _Run:
    """One search, for one test or fixture."""

    def __init__(
        self,
        module: Module,
        owner: Part | None,
        part: Part,
        *,
        is_unit_test: bool = False,
        other_fixtures: bool = True,
    ) -> None:
        self._module = module
        self._lineage = module.lineage(owner) if owner else []
        self._around = _classes_around(owner)
        self._part = part
        self._is_unit_test = is_unit_test
        self._other_fixtures = other_fixtures
        self._found = Gathered({part})
        self._pending = [part]

    def around(self) -> None:
        """Add what runs around the test without being asked for."""
        for header in self._lineage[:1]:
            self._add(header)
        for name in sorted(AROUND_METHODS):
            self._add_all(_members(self._lineage, name)[:1])
        for part in self._module.bindings.get(_MARKS, ()):
            self._add(part)
        for name in sorted(AROUND_FUNCTIONS):
            if not (self._lineage and name.endswith("_function")):
                self._add_all(self._module.bindings.get(name, ()))
        for header in (*self._lineage, *self._around):
            for member in header.members:
                function = member.function
                if _MARKS in member.binds or (function and is_automatic(function)):
                    self._add(member)
        fixtures = self._module.fixtures.values()
        self._add_all(part for part in fixtures if part.function and is_automatic(part.function))

    def finish(self) -> Gathered:
        """Follow everything that was added to its end."""
        while self._pending:
            part = self._pending.pop()
            self._follow(part)
            if not self._pending:
                self._fill_classes()
        self._found.parts.discard(self._part)
        return self._found

    def _add(self, part: Part) -> None:
        if part in self._found.parts or part in self._found.left_out:
            return
        if part.size > LONGEST_PART and part.opened is None and not part.is_import:
            self._found.left_out.add(part)
            return
        self._found.parts.add(part)
        self._pending.append(part)

    def _add_all(self, parts: Iterable[Part]) -> None:
        for part in list(parts):
            self._add(part)

    def _follow(self, part: Part) -> None:
        if part.outer is not None:
            self._add(part.outer)
        free = part.free
        in_class = part.outer is not None and isinstance(part.outer.opened, ast.ClassDef)
        near = self._module.lineage(part.outer) if in_class and part.outer else []
        for name in sorted(free.names):
            members = _members(near, name) if name in free.direct else []
            others = [member for member in members if member is not part]
            # A class sees what it has bound so far, and no base; only what is in quotes may stand below.
            seen = [member for member in others if member.outer is part.outer and member.first < part.first]
            self._add_all(seen[:1] or self._bound_to(name, part) or others[:1])
        for name, everywhere in sorted(part.own_attributes if in_class else ()):
            members = _members(self._lineage or near, name)
            self._add_all(members if everywhere else members[:1])
        for class_name, name in sorted(part.attributes):
            if class_name in self._module.classes:
                self._add_all(_members(self._module.lineage(self._module.classes[class_name]), name)[:1])
        self._ask(part, in_class=in_class)

    def _bound_to(self, name: str, part: Part) -> list[Part]:
        found = [other for other in self._module.bindings.get(name, ()) if other is not part]
        if name in self._module.bindings or hasattr(builtins, name):
            return _of_submodules(found, {attribute for of, attribute in part.attributes if of == name}, name)
        return self._module.bindings.get("*", [])

    def _ask(self, part: Part, *, in_class: bool) -> None:
        """Add the fixtures that a test, a fixture or a mark asks for."""
        function = part.function
        if function is None:
            names = used_fixtures(part.nodes) if part.opened or _MARKS in part.binds else []
        elif part is self._part and self._is_unit_test:
            names = used_fixtures(function.decorator_list)
        elif not (_is_test(function) or fixture_name(function) is not None):
            names = []
        else:
            names = asked_for(function, in_class=in_class)
        given = self._given() if part is self._part else set()
        for name in names:
            if name not in given:
                self._add_fixture(name, part)

    def _given(self) -> set[str]:
        """Names to which the classes around the test and the module give values."""
        nodes: list[ast.AST] = []
        for header in (*self._lineage, *self._around):
            nodes += header.nodes
            nodes += [n for member in header.members if _MARKS in member.binds for n in member.nodes]
        nodes += [n for part in self._module.bindings.get(_MARKS, ()) for n in part.nodes]
        calls = (call for node in nodes for call in ast.walk(node) if isinstance(call, ast.Call))
        return {name for call in calls if _is_parametrize(call) for name in case_names(call)}

    def _add_fixture(self, name: str, asking: Part) -> None:
        near = (*self._lineage, *self._around)
        members = [p for header in near for p in header.members if p.function and p is not asking]
        own = next((p for p in members if p.function and fixture_name(p.function) == name), None)
        if own is None and self._other_fixtures:
            own = self._module.fixtures.get(name)
        if own is not None and own is not asking:
            self._add(own)
        elif name in self._module.imports and own is None:
            self._add_all(self._module.bindings[name])
        else:
            self._found.fixtures[name] = None

    def _fill_classes(self) -> None:
        """Give a class of which nothing is shown something that makes it valid."""
        for header in sorted(self._found.parts, key=lambda part: part.first):
            if header.opened is None or any(m in self._found.parts for m in header.members):
                continue
            plain = [m for m in header.members if not (m.function and _is_test(m.function))]
            filler = min(plain or header.members, key=lambda m: (not _is_docstring(m), m.size, m.first))
            if filler is not self._part:
                self._found.parts.add(filler)
                self._pending.append(filler)


def _is_parametrize(call: ast.Call) -> bool:
    return dotted(call.func)[-1:] == ("parametrize",)


def _is_test(function: Function) -> bool:
    return function.name.startswith("test")


def _of_submodules(parts: list[Part], attributes: set[str], name: str) -> list[Part]:
    """Of imports of several submodules of one package those that are used; all, where that is not seen."""
    wanted = {f"{name}.{attribute}" for attribute in attributes}
    chosen = [part for part in parts if not part.submodules or wanted & part.submodules]
    return chosen or parts


def _is_docstring(part: Part) -> bool:
    node = part.nodes[0] if part.nodes else None
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _classes_around(owner: Part | None) -> list[Part]:
    found = []
    outer = owner.outer if owner else None
    while outer is not None:
        if isinstance(outer.opened, ast.ClassDef):
            found.append(outer)
        outer = outer.outer
    return found


def _members(lineage: Iterable[Part], name: str) -> list[Part]:
    """Parts that bind a name in the classes of a lineage, nearest first."""
    return [member for header in lineage for member in header.members if name in member.binds]
