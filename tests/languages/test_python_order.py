"""What a Python text binds as it runs, and what it uses before that."""

from __future__ import annotations

import pytest

from patternbook.languages import frontend


@pytest.mark.parametrize(
    ("text", "binds", "early"),
    [
        ("x = x + 1", "x", "x"),
        ("x += 1", "x", "x"),
        ("x = 1\nx += y", "x", "y"),
        ("x: int = x", "x", "x"),
        ("for x in x: y = x", "x y", "x"),
        ("with f(x) as x, g(x) as y: pass", "x y", "f g x"),
        ("def f(a=x):\n    global n\n    n = a + later\nx = 1", "f x", "x"),
        ("class A(B):\n    x = 1\n    y = x\n    z = w\nw = A.y", "A w", "B w"),
        ("@f\ndef f(): return f", "f", "f"),
        ("f = lambda a=x: a + y", "f", "x"),
        ("y = [x + z for x in x if (w := x)]", "w y", "x z"),
        ("{k: v for k, v in d for k in k}", "", "d"),
        ("from a import b as c, d\nimport e.f", "c d e", ""),
        ("from a import *\nx = x.y", "x", "x"),
        ("from __future__ import annotations", "", ""),
        ("try: x = 1\nexcept E as e: print(e)\nprint = print", "e print x", "E print"),
        ("match p:\n    case {'a': x, **rest}: y = x\n    case [*many] as q: pass", "many q rest x y", "p"),
        ("del x", "", "x"),
        ("x = len(y)", "x", "y"),
        (">>> _ + x\n1\n>>> x = 2\n", "x", "x"),
    ],
)
def test_binds_and_early(text: str, binds: str, early: str) -> None:
    outline = frontend("python").parse(text)
    assert outline.accepted
    assert (outline.binds, outline.early) == (tuple(binds.split()), tuple(early.split()))


def test_depth_costs_no_stack() -> None:
    outline = frontend("python").parse("x = " + "+".join(["y"] * 800))
    assert (outline.binds, outline.early) == (("x",), ("y",))
