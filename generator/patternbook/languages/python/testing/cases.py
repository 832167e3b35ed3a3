"""Long lists of cases of parametrised tests: the first ones stay, the lines of the others are left out."""

from __future__ import annotations

import ast
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from patternbook.languages.python.testing.names import Function, dotted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

LONGEST: Final = 8
"""Lines of a list of cases that are shown as they are."""
_ROOM: Final = 5
"""Lines of the first cases that are shown of a longer list; the very first is shown whatever its length."""
_FEWEST_CUT: Final = 3
"""Lines that a cut must spare to be worth it."""

_Literal = ast.List | ast.Tuple | ast.Set


@dataclass(frozen=True, slots=True)
class Cut:
    """Lines that are left out of a list of cases."""

    first: int
    last: int
    cases: int
    """Number of cases on them."""


def cuts(decorators: Iterable[ast.expr], constants: Mapping[str, ast.expr]) -> list[Cut]:
    """What to leave out of the ``parametrize`` marks among decorators.

    Args:
        decorators: of a test or its class.
        constants: values of the module's constants; a list of cases may be one of them.
    """
    found = []
    for call in decorators:
        if isinstance(call, ast.Call) and dotted(call.func)[-1:] == ("parametrize",):
            found += _cuts_of(call, constants)
    return found


def pruned(node: Function, missing: Sequence[Cut]) -> Function:
    """A copy of a test without the cases that are left out, which need nothing then."""
    copied = copy(node)
    copied.decorator_list = [_without(decorator, missing) for decorator in node.decorator_list]
    return copied


def _without(decorator: ast.expr, missing: Sequence[Cut]) -> ast.expr:
    if not isinstance(decorator, ast.Call):
        return decorator
    copied = copy(decorator)
    copied.args = [_without_cases(argument, missing) for argument in decorator.args]
    copied.keywords = [
        ast.keyword(keyword.arg, _without_cases(keyword.value, missing)) for keyword in decorator.keywords
    ]
    return copied


def _without_cases(values: ast.expr, missing: Sequence[Cut]) -> ast.expr:
    if not isinstance(values, _Literal):
        return values
    copied = copy(values)
    copied.elts = [
        case for case in values.elts if not any(cut.first <= case.lineno <= cut.last for cut in missing)
    ]
    return copied


def _cuts_of(call: ast.Call, constants: Mapping[str, ast.expr]) -> list[Cut]:
    values = call.args[1] if len(call.args) > 1 else _keyword(call, "argvalues")
    if isinstance(values, ast.Name):
        values = constants.get(values.id)
    if not isinstance(values, _Literal):
        return []
    cut = _cut(values)
    if cut is None:
        return []
    ids = _keyword(call, "ids")
    if isinstance(ids, _Literal):
        return _with_ids(cut, ids, values)
    return [cut]


def _with_ids(cut: Cut, ids: _Literal, values: _Literal) -> list[Cut]:
    """Names of cases go with their cases; where that is not possible, everything stays."""
    gone = [n for n, case in enumerate(values.elts) if cut.first <= case.lineno <= cut.last]
    if len(ids.elts) != len(values.elts):
        return []
    first, last = ids.elts[gone[0]], ids.elts[gone[-1]]
    lines = Cut(first.lineno, last.end_lineno or last.lineno, 0)
    kept = [name for n, name in enumerate(ids.elts) if n not in gone]
    touched = any(_touches(name, lines) for name in kept) or _closes_within(ids, lines)
    return [] if touched or lines.first == ids.lineno else [cut, lines]


def _touches(node: ast.expr, cut: Cut) -> bool:
    return node.lineno <= cut.last and (node.end_lineno or node.lineno) >= cut.first


def _closes_within(values: _Literal, cut: Cut) -> bool:
    return values.end_lineno is not None and values.end_lineno <= cut.last


def _cut(values: _Literal) -> Cut | None:
    cases = values.elts
    end = values.end_lineno or values.lineno
    if end - values.lineno + 1 <= LONGEST or not cases[1:]:
        return None
    kept = _shown(cases)
    first = max(_end(case) for case in cases[:kept]) + 1
    last = end - 1
    if cases and _end(cases[-1]) == end:
        last = cases[-1].lineno - 1
    inside = [case for case in cases if case.lineno >= first and _end(case) <= last]
    whole = all(case.lineno >= first or _end(case) < first for case in cases)
    if not inside or not whole or last < first or last - first + 1 < _FEWEST_CUT:
        return None
    last = max(_end(case) for case in inside)
    if any(case not in inside and _touches(case, Cut(first, last, 0)) for case in cases):
        return None
    return Cut(first, last, len(inside))


def _shown(cases: Sequence[ast.expr]) -> int:
    """How many of the first cases are shown."""
    start = cases[0].lineno
    kept = 1
    while kept < len(cases) and _end(cases[kept]) - start < _ROOM:
        kept += 1
    while kept < len(cases) and cases[kept].lineno == _end(cases[kept - 1]):
        kept += 1
    return kept


def _end(node: ast.expr) -> int:
    return node.end_lineno or node.lineno


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)
