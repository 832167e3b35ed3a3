"""What the calls and the names of a Python text stand for."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from patternbook.languages import frontend
from support import cases

if TYPE_CHECKING:
    from collections.abc import Callable

    from patternbook.model import Outline

PYTHON = frontend("python")

LOOKS: dict[str, Callable[[Outline], list[Any]]] = {
    "calls": lambda outline: [call.callee for call in outline.calls],
    "callers": lambda outline: [f"{call.caller} > {call.callee}" for call in outline.calls],
    "mentions": lambda outline: sorted({mention.symbol for mention in outline.mentions}),
    "unbound": lambda outline: list(outline.unbound),
    "imports": lambda outline: [list(found.names) for found in outline.imports],
    "definitions": lambda outline: [f"{found.kind} {found.symbol}" for found in outline.definitions],
    "supers": lambda outline: list(outline.definitions[-1].supers or _last_class(outline)),
}


def _last_class(outline: Outline) -> tuple[str, ...]:
    return next(d.supers for d in reversed(outline.definitions) if d.kind.endswith("class"))


@pytest.mark.parametrize(
    "case",
    [
        case
        for name in ("imports", "scopes", "classes", "marks")
        for case in cases(f"languages/python/{name}.toml")
    ],
)
def test_case(case: dict[str, Any]) -> None:
    needed = tuple(int(part) for part in case.get("python", "3.11").split("."))
    if sys.version_info < needed:
        pytest.skip(f"syntax of Python {case['python']}")
    outline = PYTHON.parse(case["code"])
    assert outline.accepted, outline.diagnostics
    wanted = {look: case[look] for look in LOOKS if look in case}
    assert wanted
    assert {look: LOOKS[look](outline) for look in wanted} == wanted
