"""What the outline of a Python text tells beside what its names stand for."""

from __future__ import annotations

import pytest

from patternbook.languages import frontend
from patternbook.languages.testing import parse_with_tests
from patternbook.model import Comment, Definition, Diagnostic, Import, Outline, Span
from support import cases

PYTHON = frontend("python")

COUNTER = '''\
#!/usr/bin/env python
"""Counting."""
# A licence.

import functools
import sys


@functools.total_ordering
class Counter:
    """Counts things.

    One at a time.
    """

    def __init__(self):
        self.count = 0  # so far

    async def é(self):
        "Wait."
        if self.count:
            return """a
# no comment
"""
        for _ in (): pass


VALUE = ("# no"  # yes
    "é")  # ja
print(Counter())
'''


def parts(text: str, spans: list[Span]) -> list[str]:
    raw = text.encode()
    return [raw[span.start_byte : span.end_byte].decode() for span in spans]


def test_definitions_have_their_decorators_and_their_documentation() -> None:
    outline = PYTHON.parse(COUNTER)
    assert outline.accepted
    assert [(d.symbol, d.name, d.kind, d.owner, d.doc) for d in outline.definitions] == [
        ("Counter", "Counter", "class", "", "Counts things.\n\nOne at a time."),
        ("Counter.__init__", "__init__", "method", "Counter", ""),
        ("Counter.é", "é", "method", "Counter", "Wait."),
        ("VALUE", "VALUE", "constant", "", ""),
    ]
    found = parts(COUNTER, [d.span for d in outline.definitions])
    assert found[0].startswith("@functools.total_ordering\nclass")
    assert found[1].startswith("def __init__")
    assert found[2].startswith("async def é")
    assert found[2].endswith("pass")
    assert found[3] == 'VALUE = ("# no"  # yes\n    "é")'
    assert [(d.span.start_line, d.span.end_line) for d in outline.definitions] == [
        (9, 25),
        (16, 17),
        (19, 25),
        (28, 29),
    ]


def test_the_text_as_a_whole_has_documentation() -> None:
    assert PYTHON.parse(COUNTER).doc == "Counting."
    assert PYTHON.parse('>>> "a"\n').doc == ""


def test_what_names_an_interpreter_or_an_encoding_is_no_comment() -> None:
    text = "#!/usr/bin/python\n# -*- coding: utf-8 -*-\n# coding: not here\nx = 1  #!\n"
    assert [c.text for c in PYTHON.parse(text).comments] == ["coding: not here", "!"]


def test_statements_are_what_defines_nothing_and_documents_nothing() -> None:
    outline = PYTHON.parse(COUNTER)
    assert parts(COUNTER, list(outline.statements)) == ["import functools", "import sys", "print(Counter())"]


def test_comments_are_not_in_strings() -> None:
    outline = PYTHON.parse(COUNTER)
    assert [c.text for c in outline.comments] == ["A licence.", "so far", "yes", "ja"]
    assert parts(COUNTER, [c.span for c in outline.comments])[-2:] == ["# yes", "# ja"]
    assert not any(c.documentation for c in outline.comments)


def test_borders() -> None:
    outline = PYTHON.parse(COUNTER)
    assert outline.steps == (11, 16, 17, 19, 20, 21, 22, 25)
    assert [(s.start_line, s.end_line) for s in outline.unbroken] == [(11, 14), (22, 24), (28, 29)]


def test_a_decorator_whose_mark_stands_above_it() -> None:
    text = "x = 1\n@(\n  f)\ndef g(): pass\n"
    (found,) = PYTHON.parse(text).definitions
    assert found.span == Span(2, 4, 6, len(text) - 1)


def test_imports_have_whole_lines() -> None:
    text = "from a import (\n    b,\n    c as d,\n)  # comment\ntry:\n    import x\nexcept ImportError:\n    x = None\n"
    found = PYTHON.parse(text).imports
    assert [i.names for i in found] == [("b", "d"), ("x",)]
    assert found[0] == Import(("b", "d"), Span(1, 4, 0, text.index("\ntry")), ("a.b", "a.c"))
    assert found[1].stands_for == ()
    assert parts(text, [found[1].span]) == [text[text.index("try") : -1]]


SESSION = """\
>>> import json
>>> def f(x):
...     # a comment
...     return '''é
... '''
...
>>> f(1)
'é\\n'
and >>> this is output
>>> json.loads("1")  # doctest: +ANYTHING
1

Prose between prompts.

    >>> (f(2),
    ...  f(3))
"""


def test_a_session_keeps_its_lines() -> None:
    outline = PYTHON.parse(SESSION)
    assert outline.accepted
    assert [(c.callee, c.line) for c in outline.calls] == [("f", 7), ("json.loads", 10), ("f", 15), ("f", 16)]
    (found,) = outline.definitions
    assert found == Definition("f", "f", "function", found.span)
    assert parts(SESSION, [found.span]) == ["def f(x):\n...     # a comment\n...     return '''é\n... '''"]
    statements = ["import json", "f(1)", 'json.loads("1")', "(f(2),\n    ...  f(3))"]
    assert parts(SESSION, list(outline.statements)) == statements
    assert [(c.text, c.span.start_line) for c in outline.comments] == [
        ("a comment", 3),
        ("doctest: +ANYTHING", 10),
    ]
    assert outline.imports == (Import(("json",), Span(1, 1, 0, 15), ("json",)),)
    assert [(s.start_line, s.end_line) for s in outline.unbroken] == [(4, 5)]
    assert parse_with_tests(PYTHON, ">>> def test_f():\n...     assert f(1)\n").tests == ()


def test_a_session_of_a_string_is_no_documentation() -> None:
    assert len(PYTHON.parse(">>> \"a\"\n'a'\n>>> _.upper()\n").statements) == 2
    assert PYTHON.parse(">>> _\n").unbound == ()


@pytest.mark.parametrize("case", cases("languages/python/faults.toml"))
def test_fault(case: dict[str, str | int]) -> None:
    outline = PYTHON.parse(str(case["code"]))
    assert not outline.accepted
    (found,) = outline.diagnostics
    assert (found.severity, found.line) == ("error", case["line"])
    assert found.column == case.get("column", found.column)
    assert str(case["says"]) in found.message
    assert outline == Outline("python", diagnostics=(found,))


def test_what_warns_is_accepted_in_silence() -> None:
    assert PYTHON.parse("x = '\\d'\nassert (x, 1)\nx is 1\n").accepted


def test_lone_carriage_returns_end_lines_for_the_parser_alone() -> None:
    outline = PYTHON.parse("x = f()\ry = g()\nz = h()\n")
    assert [(c.callee, c.line) for c in outline.calls] == [("?", 1), ("?", 1), ("?", 2)]
    assert [(s.start_line, s.start_byte) for s in outline.statements] == [(1, 0), (1, 8), (2, 16)]


def test_carriage_returns_in_a_session() -> None:
    text = ">>> f()\r>>> g()\rout\rput\n>>> h()\n"
    outline = PYTHON.parse(text)
    assert [(c.line, s.start_byte) for c, s in zip(outline.calls, outline.statements, strict=True)] == [
        (1, 4),
        (1, 12),
        (2, 28),
    ]
    assert parts(text, list(outline.statements)) == ["f()", "g()", "h()"]


def test_documentation_comments_do_not_exist() -> None:
    (found,) = PYTHON.parse("#: what x is\nx = 1").comments
    assert found == Comment(": what x is", Span(1, 1, 0, 12))


def test_too_deep_is_said() -> None:
    for text in ("-" * 100_000 + "1", "a" + ".b" * 100_000, "1" + "+1" * 100_000, "[" * 100_000):
        (found,) = PYTHON.parse(text).diagnostics
        assert found == Diagnostic("error", found.message, 1, found.column)
        assert "nested" in found.message


@pytest.mark.parametrize(
    "code",
    [
        "await x\n",
        "async with x: pass\n",
        "async for y in x: pass\n",
        "[y async for y in x]\n",
        "assert (x, 'always true')\nx is 1\n'\\d'\n",
        ">>> import os\n>>> from __future__ import annotations\n",
        ">>> await x\n",
        f"x{'.f()' * 900}\n",
    ],
)
def test_what_compiles_is_accepted(code: str) -> None:
    assert PYTHON.parse(code).accepted
