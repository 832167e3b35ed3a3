"""Any text gets a verdict from the Python frontend, and the work that it takes grows no faster than the text."""

from __future__ import annotations

import ast
import random
import sys
import warnings
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patternbook.languages import frontend
from patternbook.languages.testing import parse_with_tests
from support import cases

if TYPE_CHECKING:
    from collections.abc import Callable

    from patternbook.model import Span

PYTHON = frontend("python")

TEXTS: dict[str, Callable[[int], str]] = {
    "statements on one line": lambda n: "x = 1; " * n,
    "statements on one line of a function": lambda n: "def f(): " + "x = g(); " * n,
    "calls": lambda n: "f(x)\n" * n,
    "calls in calls": lambda n: ("f(" * 40 + "x" + ")" * 40 + "\n") * (n // 40),
    "chains": lambda n: ("x" + ".f()" * 40 + "\n") * (n // 40),
    "a name bound often, and called": lambda n: "f = g\n" * n + "x = f()\n" * n,
    "a name bound often and used in assignments": lambda n: "".join(f"g = 1\nx{i} = g()\n" for i in range(n)),
    "names of names": lambda n: "".join(f"x{i + 1} = x{i}\n" for i in range(n)) + f"x{n}()\n",
    "names of names, backwards": lambda n: "".join(f"x{i} = x{i + 1}\n" for i in range(n)) + "x0()\n",
    "a line of classes": lambda n: (
        "class A0: pass\n" + "".join(f"class A{i + 1}(A{i}):\n    def f(self): self.g()\n" for i in range(n))
    ),
    "a class of many bases": lambda n: (
        "class A(" + "B.c, " * n + "):\n    def f(self):\n" + "        self.g()\n" * n
    ),
    "a class of many methods": lambda n: (
        "class A:\n" + "".join(f"    def m{i}(self): self.m{i + 1}()\n" for i in range(n))
    ),
    "a method defined often": lambda n: "class A:\n" + "    def m(self): self.m()\n" * n,
    "a class that is entered often": lambda n: (
        "class A:\n" + "    x = 1\n" * n + "".join(f"with A() as a{i}: a{i}.f()\n" for i in range(n))
    ),
    "a name bound by functions within": lambda n: (
        "def f():\n    x = g\n" + "    def h():\n        nonlocal x\n        x = 1\n    x()\n" * n
    ),
    "a variable of the top level": lambda n: "def f():\n    global x\n    x = g()\n    x()\n" * n,
    "functions": lambda n: "@f\ndef g(x: int = 1) -> str:\n    'doc'\n    return g(x)\n" * n,
    "functions in functions": lambda n: (
        "".join("    " * i + f"def f{i}():\n" for i in range(20)) + "    " * 20 + "f0(); " * n
    ),
    "lambdas in lambdas": lambda n: ("lambda: " * 20 + "x()\n") * (n // 20),
    "comprehensions": lambda n: "[x() for x in y if x.f()]\n" * n,
    "long strings": lambda n: "x = '''\n" + "# no\n" * n + "'''\n",
    "strings one after the other": lambda n: "x = (\n" + "'a'  # é\n" * n + ")\n",
    "comments": lambda n: "# a\n" * n,
    "f-strings": lambda n: "f'{x()!r:>{y()}}'\n" * n,
    "a session": lambda n: ">>> f(\n...   x)\n1\n" * n,
    "imports": lambda n: "".join(f"import a{i} as b\n" for i in range(n)) + "b.c()\n" * n,
    "imports on one line": lambda n: "import a; " * n,
    "many names of one import": lambda n: (
        "from a import " + ", ".join(f"b{i}" for i in range(n + 1)) + "\nb0()\n"
    ),
    "constants": lambda n: "A = B = 1\n" * n,
}


@pytest.mark.parametrize("name", TEXTS)
def test_work_grows_with_the_text(name: str) -> None:
    work(TEXTS[name](40))  # what happens once happens here
    first, second, third = (work(TEXTS[name](size)) for size in (40, 400, 760))
    assert third - second <= 1.1 * (second - first) + 400


def work(text: str) -> int:
    """Lines of Python and calls of functions that parsing a text takes."""
    count = 0

    def note(_frame: object, _event: str, _argument: object) -> object:
        nonlocal count
        count += 1
        return note

    before = sys.gettrace()  # coverage's, where it is measured
    sys.settrace(note)  # type: ignore[arg-type]
    try:
        assert PYTHON.parse(text).accepted
    finally:
        sys.settrace(before)
    return count


def test_ten_megabytes() -> None:
    assert PYTHON.parse('"' + "x" * 10_000_000 + '"').accepted
    assert PYTHON.parse(("# é" + "x" * 95 + "\n") * 100_000).accepted
    for text in ("\0" * 10_000_000, "(" * 10_000_000, ">>> )\n" * 1_700_000, "\ud800" * 3_000_000):
        assert not PYTHON.parse(text).accepted


FRAGMENTS = [
    *"()[]{}:;,.=+-*/@#'\"\\_ \n\t\r\f",
    *(
        "\n    ",
        "\n        ",
        ">>> ",
        "... ",
        "'''",
        '"""',
        "f'",
        "f'''",
        "b'",
        "r'",
        "é",
        "\0",
        "\ud800",
        "\ufeff",
    ),
    *(
        "def f(x):",
        "class A(B):",
        "lambda x:",
        "async ",
        "await ",
        "with a as b:",
        "for x in y:",
        "if x:",
        "else:",
    ),
    *(
        "try:",
        "except E as e:",
        "finally:",
        "import a.b",
        "from . import c",
        "from x import *",
        "return",
        "yield",
    ),
    *("match x:", "case {'k': v, **r}:", "case [a, *b]:", "global x", "nonlocal x", "del x", "x := 1", "@f"),
    *(
        "self.f()",
        "super().g()",
        "x",
        "A",
        "f(x)",
        "1",
        "...",
        "[x for x in y]",
        "x: int = 1",
        "type T = x",
        "~",
    ),
]
SOURCES = [
    str(case.values[0]["code"])
    for name in ("imports", "scopes", "classes", "marks", "faults")
    for case in cases(f"languages/python/{name}.toml")
]


@given(st.text())
@settings(deadline=None)
def test_any_text(text: str) -> None:
    check(text)


@given(st.lists(st.sampled_from(FRAGMENTS)).map("".join))
@settings(max_examples=300, deadline=None)
def test_any_fragments(text: str) -> None:
    check(text)


@given(st.sampled_from(SOURCES), st.randoms(use_true_random=False), st.booleans())
@settings(max_examples=300, deadline=None)
def test_any_mutation(source: str, chance: random.Random, session: bool) -> None:
    start, end = sorted(chance.choices(range(len(source) + 1), k=2))
    piece = source[start:end]
    middle: str = chance.choice(["", piece * 2, chance.choice(FRAGMENTS), piece + chance.choice(FRAGMENTS)])
    text = source[:start] + middle + source[end:]
    check(">>> " + text.replace("\n", "\n... ") if session else text)


def check(text: str) -> None:
    """What holds of every text."""
    outline = PYTHON.parse(text)
    assert outline == PYTHON.parse(text)
    assert replace(parse_with_tests(PYTHON, text), tests=(), shared=()) == outline
    if not text.lstrip().startswith(">>> "):
        assert outline.accepted is accepted_by_python(text)
    raw = len(text.encode("utf-8", "surrogatepass"))
    lines = text.count("\n") + 1
    ascending: list[tuple[Span, ...]] = [
        outline.statements,
        tuple(comment.span for comment in outline.comments),
        outline.unbroken,
        tuple(found.span for found in outline.imports),
        tuple(found.span for found in outline.definitions),
    ]
    for spans in ascending:
        for span in spans:
            assert 0 <= span.start_byte < span.end_byte <= raw
            assert 1 <= span.start_line <= span.end_line <= lines
        assert [span.start_byte for span in spans] == sorted(span.start_byte for span in spans)
    for line in (*outline.steps, *(c.line for c in outline.calls), *(m.line for m in outline.mentions)):
        assert 1 <= line <= lines
    for diagnostic in outline.diagnostics:
        assert 1 <= diagnostic.line <= lines
        assert diagnostic.column >= 1


def accepted_by_python(text: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            text = text.removeprefix("\ufeff")  # at the start of a file the interpreter passes over it
            compile(text, "<text>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    return True
