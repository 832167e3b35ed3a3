"""Whether a test shows anything worth copying, and if not, why."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from patternbook.languages.python.testing.names import Function, dotted
from patternbook.languages.python.testing.subjects import Subjects, is_all_mocks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from patternbook.languages.python.testing.parts import Part

Unfit = tuple[str, str]
"""A short reason to count by, and the reason in full."""

LONGEST_TEST: Final = 80
"""Lines of a test that is shown, cases left out not counted."""
LONGEST: Final = 120
"""Lines of a test with all that it needs."""
_NAMED: Final = 3
"""Private names that a message names."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A test with all that speaks for or against it."""

    node: Function
    shown: Sequence[Part]
    """The test and what it needs, imports left out."""
    marks: Sequence[ast.expr]
    """Decorators of the test and its classes, and values of ``pytestmark``."""
    imports: Mapping[str, str]
    """Name → full name."""
    takes_more: bool
    """Whether it uses fixtures or names of other files, of which nothing is known here."""
    shadowed: bool
    """Whether a later definition has its name."""
    lines: int
    """Lines that are shown of the test itself."""
    all_lines: int
    """Lines that are shown of the test and of what it needs."""


def unfit(test: Candidate) -> Unfit | None:
    """Why a test is no example, or ``None`` if it is one."""
    return next(_reasons(test), None)


def _reasons(test: Candidate) -> Iterator[Unfit]:
    if test.shadowed:
        yield "shadowed", "a later definition of the same name takes its place, so it never runs"
    if is_empty(test.node):
        yield "empty", "the test does nothing"
    if is_skipped(test.node, test.marks, test.imports):
        yield "skipped", "the test is marked as skipped or as failing"
    subjects = Subjects(test.shown, test.imports)
    if is_all_mocks(test.node, subjects.imports):
        yield "mocks", "all that the test calls are mocks"
    if not subjects.names and not test.takes_more:
        yield "unrelated", "the test uses nothing that is imported"
    if subjects.all_private and not test.takes_more:
        names = ", ".join(sorted(subjects.names)[:_NAMED])
        yield "private", f"the test uses private names only: {names}"
    if test.lines > LONGEST_TEST:
        yield "long", f"the test has {test.lines} lines; at most {LONGEST_TEST} are shown"
    if test.all_lines > LONGEST:
        yield (
            "long",
            f"with all that it needs the test has {test.all_lines} lines; at most {LONGEST} are shown",
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
    return node.body if ast.get_docstring(node, clean=False) is None else node.body[1:]
