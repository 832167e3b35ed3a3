"""Tests of pytest and unittest, each with the context that it needs; and the fixtures that others may use."""

from __future__ import annotations

import ast
from textwrap import dedent
from typing import TYPE_CHECKING

from patternbook.languages.python.testing.cases import Cut, cuts, pruned
from patternbook.languages.python.testing.fitness import Candidate, only_raises, unfit
from patternbook.languages.python.testing.fixtures import BUILT_IN, OF_PLUGINS, fixture_name
from patternbook.languages.python.testing.gathering import Gathered, Gatherer
from patternbook.languages.python.testing.module import Module
from patternbook.languages.python.testing.names import Function, arguments
from patternbook.languages.python.testing.narrowing import import_cuts
from patternbook.languages.python.testing.parts import Part, Text
from patternbook.languages.python.testing.wording import comment_above, documentation, notes_of
from patternbook.model import SharedPart, Span, UnitTest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


def unit_tests(module: ast.Module, text: str) -> tuple[tuple[UnitTest, ...], tuple[SharedPart, ...]]:
    """Every test of a text, and the fixtures of its top level, both in source order."""
    if "test" not in text:
        return (), ()
    finder = _Finder(module, text)
    tests = sorted(finder.tests(), key=lambda test: (test.span.start_byte, test.owner))
    return tuple(tests), tuple(finder.shared())


class _Finder:
    def __init__(self, module: ast.Module, text: str) -> None:
        self._text = Text(text)
        self._source = text
        self._module = Module(module, self._text)
        self._gatherer = Gatherer(self._module)
        self._inherited: set[Part] = set()

    def tests(self) -> Iterator[UnitTest]:
        yield from self._below(self._module.parts, None)

    def shared(self) -> Iterator[SharedPart]:
        for name, part in sorted(self._module.fixtures.items(), key=lambda item: item[1].first):
            if part.function is None:
                continue
            found = self._gatherer.for_fixture(part)
            yield SharedPart(
                name,
                self._text.rows(part.first, part.last),
                tuple(self._spans(found.parts, import_cuts(found.parts, _names((part, *found.parts))))),
                tuple(found.fixtures),
                ast.get_docstring(part.function) or "",
                complete=not found.left_out,
            )

    def _below(self, parts: Sequence[Part], owner: Part | None) -> Iterator[UnitTest]:
        last = {name: part for part in parts for name in part.binds}
        for part in parts:
            if isinstance(part.opened, ast.ClassDef):
                if self._module.is_test_class(part.opened):
                    yield from self._of_class(part)
            elif part.opened is not None:
                yield from self._below(part.members, owner)
            elif part.function and _is_test(part.function, unit_test=self._is_unit_test(owner)):
                shadowed = last[part.function.name] is not part
                yield self._test(part, part.function, owner, shadowed=shadowed)

    def _of_class(self, header: Part) -> Iterator[UnitTest]:
        """The tests of a class, and those that it inherits from classes that are no test classes by name."""
        yield from self._below(header.members, header)
        own = {name for member in header.members for name in member.binds}
        for base in self._module.lineage(header)[1:]:
            if isinstance(base.opened, ast.ClassDef) and self._module.is_test_class(base.opened):
                continue
            for member in base.members:
                function = member.function
                if function is None or member in self._inherited or function.name in own:
                    continue
                if _is_test(function, unit_test=self._is_unit_test(header)):
                    self._inherited.add(member)
                    yield self._test(member, function, header, shadowed=False)

    def _is_unit_test(self, owner: Part | None) -> bool:
        node = owner.opened if owner else None
        return isinstance(node, ast.ClassDef) and self._module.is_unit_test(node)

    def _test(self, part: Part, node: Function, owner: Part | None, *, shadowed: bool) -> UnitTest:
        own_cuts = self._own_cuts(part, node)
        if own_cuts:
            part.nodes = [pruned(node, own_cuts)]
        found = self._gatherer.for_test(part, owner, is_unit_test=self._is_unit_test(owner))
        self._add_future(part, found)
        classes = _class_names(owner)
        missing = self._cuts(part, node, found, own_cuts)
        narrowed = import_cuts(found.parts, _names((part, *found.parts)))
        context = self._spans(found.parts, [*missing, *narrowed])
        lines = self._text.rows(part.first, part.last)
        left_out = [self._text.rows(c.first, c.last) for c in missing if part.first <= c.first <= part.last]
        size = part.size - sum(_size(span) for span in left_out)
        foreign = [name for name in found.fixtures if name not in BUILT_IN]
        candidate = Candidate(
            node,
            shown=_shown(part, found),
            marks=_marks(part, found),
            imports=self._module.imports,
            takes_more=bool(foreign) or "*" in self._module.bindings,
            shadowed=shadowed,
            lines=size,
            all_lines=size + sum(map(_size, context)),
        )
        return UnitTest(
            name=node.name,
            owner=".".join(classes),
            span=self._text.span(node),
            doc=documentation(node),
            context=tuple(context),
            lines=lines,
            left_out=tuple(left_out),
            needs=tuple(name for name in foreign if name not in OF_PLUGINS),
            within=tuple(classes),
            comment=comment_above(self._text.lines, part.first),
            notes=tuple(notes_of(missing, found.left_out, [n for n in found.fixtures if n in OF_PLUGINS])),
            topics=("error-handling",) if only_raises(node) else (),
            unfit=unfit(candidate),
        )

    def _add_future(self, part: Part, found: Gathered) -> None:
        """Where there are annotations, imports from ``__future__`` decide what they mean."""
        if any(other.is_annotated for other in _shown(part, found)):
            found.parts |= {other for other in self._module.parts if _is_future(other)}

    def _own_cuts(self, part: Part, node: Function) -> list[Cut]:
        """What to leave out of the lists of cases in a test's own decorators."""
        missing = [c for c in cuts(node.decorator_list, {}) if part.first <= c.first and c.last <= part.last]
        return missing if self._parses([part], missing) else []

    def _cuts(self, part: Part, node: Function, found: Gathered, own: list[Cut]) -> list[Cut]:
        """What to leave out of all lists of cases that are shown: also of classes, and in constants."""
        shown = {part, *found.parts}
        decorators = [*node.decorator_list, *(d for other in found.parts for d in _decorators(other))]
        missing = cuts(decorators, self._module.constants)
        missing = [cut for cut in missing if any(p.first <= cut.first and cut.last <= p.last for p in shown)]
        return missing if self._parses(shown, missing) else own

    def _parses(self, parts: Iterable[Part], missing: Sequence[Cut]) -> bool:
        """Whether parts are valid without the lines that are left out; they are if there are none."""
        lines = self._text.lines
        spans = self._spans(parts, missing) if missing else []
        shown = "\n".join("\n".join(lines[s.start_line - 1 : s.end_line]) for s in spans)
        try:
            ast.parse(dedent(shown))
        except SyntaxError:
            return False
        return True

    def _spans(self, parts: Iterable[Part], missing: Sequence[Cut]) -> list[Span]:
        """Whole lines of parts without those that are left out, in source order."""
        spans = []
        missing = sorted(set(missing), key=lambda cut: cut.first)
        for part in sorted(parts, key=lambda item: item.first):
            start = part.first
            for cut in missing:
                if start <= cut.first and cut.last <= part.last:
                    spans.append(self._text.rows(start, cut.first - 1))
                    start = cut.last + 1
            spans.append(self._text.rows(start, part.last))
        return spans


def _is_test(node: Function, *, unit_test: bool) -> bool:
    if fixture_name(node) is not None or not node.name.startswith("test"):
        return False
    return unit_test or not node.name[4:5].islower()


def _class_names(owner: Part | None) -> list[str]:
    names: list[str] = []
    while owner is not None:
        if isinstance(owner.opened, ast.ClassDef):
            names.append(owner.opened.name)
        owner = owner.outer
    return names[::-1]


def _decorators(part: Part) -> list[ast.expr]:
    node = part.opened if isinstance(part.opened, ast.ClassDef) else part.function
    return node.decorator_list if node is not None else []


def _marks(part: Part, found: Gathered) -> list[ast.expr]:
    marks = list(part.function.decorator_list) if part.function else []
    for other in found.parts:
        if isinstance(other.opened, ast.ClassDef):
            marks += other.opened.decorator_list
        if "pytestmark" in other.binds:
            marks += [node.value for node in other.nodes if isinstance(node, ast.Assign)]
    return marks


def _shown(part: Part, found: Gathered) -> list[Part]:
    """The test and what it needs, imports left out."""
    return [part, *(other for other in found.parts if not other.is_import)]


def _names(parts: Iterable[Part]) -> set[str]:
    """Names that parts use, those of parameters among them, which may be fixtures that were imported."""
    names: set[str] = set()
    for part in parts:
        names |= part.free.names
        if part.function is not None:
            names |= {argument.arg for argument in arguments(part.function.args)}
    return names


def _size(span: Span) -> int:
    return span.end_line - span.start_line + 1


def _is_future(part: Part) -> bool:
    return any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in part.nodes)
