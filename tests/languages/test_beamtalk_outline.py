"""What the outline of a Beamtalk text tells."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from patternbook.languages import frontend
from patternbook.model import Call, Comment, Definition, Diagnostic, Outline, Span
from support import cases

BEAMTALK = frontend("beamtalk")

COUNTER = """\
// A licence.

/// Counts things.
///
/// One at a time.
Actor subclass: Counter
  /// How far it has come.
  state: count :: Integer = 0 max: 0

  // not documentation
  increment => self.count := self.count + 1

  class startingAt: n => self new
    ; reset
    ; add: n

Counter >> double => self.count * 2
Counter class >> zero => self startingAt: 0

Protocol define: Countable
  count -> Integer
  class zero

type Amount = Integer | Float

counter := Counter startingAt: 3. /* done */
"""


def test_accepted_text() -> None:
    outline = BEAMTALK.parse(COUNTER)
    assert outline.language == "beamtalk"
    assert outline.accepted
    assert outline.diagnostics == ()


def test_definitions_stand_in_source_order() -> None:
    found = [(d.symbol, d.name, d.kind, d.owner) for d in BEAMTALK.parse(COUNTER).definitions]
    assert found == [
        ("Counter", "Counter", "class", ""),
        ("Counter.count", "count", "state", "Counter"),
        ("Counter >> increment", "increment", "method", "Counter"),
        ("Counter class >> startingAt:", "startingAt:", "class method", "Counter"),
        ("Counter >> double", "double", "extension", ""),
        ("Counter class >> zero", "zero", "extension", ""),
        ("Countable", "Countable", "protocol", ""),
        ("Countable >> count", "count", "protocol method", "Countable"),
        ("Countable class >> zero", "zero", "protocol method", "Countable"),
        ("Amount", "Amount", "alias", ""),
    ]


def test_a_definition_in_full() -> None:
    counter, count, *_ = BEAMTALK.parse(COUNTER).definitions
    start = COUNTER.index("Actor")
    end = COUNTER.index("add: n") + len("add: n")
    assert counter == Definition(
        "Counter",
        "Counter",
        "class",
        Span(6, 15, start, end),
        "Counts things.\n\nOne at a time.",
        supers=("Actor",),
    )
    assert count.doc == "How far it has come."
    assert COUNTER[count.span.start_byte : count.span.end_byte] == "state: count :: Integer = 0 max: 0"


def test_supers() -> None:
    source = "nil subclass: A\njson@B subclass: C\nProtocol define: D extending: E"
    assert [d.supers for d in BEAMTALK.parse(source).definitions] == [(), ("json@B",), ("E",)]


def test_an_extension_of_a_packages_class() -> None:
    (extension,) = BEAMTALK.parse("json@Parser class >> at: x => x").definitions
    assert extension.symbol == "json@Parser class >> at:"
    assert extension.name == "at:"


def test_calls_name_their_caller() -> None:
    assert BEAMTALK.parse(COUNTER).calls == (
        Call("Counter.count", "max:", 8),
        Call("Counter >> increment", "+", 11),
        Call("Counter class >> startingAt:", "new", 13),
        Call("Counter class >> startingAt:", "reset", 14),
        Call("Counter class >> startingAt:", "add:", 15),
        Call("Counter >> double", "*", 17),
        Call("Counter class >> zero", "startingAt:", 18),
        Call("", "startingAt:", 26),
    )


def test_calls_are_found_wherever_an_expression_stands() -> None:
    source = 'x match: [#(1) when: [a b] -> "{c d}"]. #{(e f) => g h}. [:i | i j]. ^ {k} := l m'
    outline = BEAMTALK.parse(source.replace("#(1)", "#[1]"))
    assert [call.callee for call in outline.calls] == ["b", "d", "f", "h", "j", "m"]


def test_statements() -> None:
    (statement,) = BEAMTALK.parse(COUNTER).statements
    assert COUNTER[statement.start_byte : statement.end_byte] == "counter := Counter startingAt: 3"
    assert (statement.start_line, statement.end_line) == (26, 26)


def test_comments() -> None:
    comments = BEAMTALK.parse(COUNTER).comments
    assert [(c.text, c.span.start_line, c.documentation) for c in comments] == [
        ("A licence.", 1, False),
        ("Counts things.", 3, True),
        ("", 4, True),
        ("One at a time.", 5, True),
        ("How far it has come.", 7, True),
        ("not documentation", 10, False),
        ("done", 26, False),
    ]


def test_spans_count_bytes() -> None:
    source = '"äöü" foo\n// ß\nx'
    outline = BEAMTALK.parse(source)
    assert outline.statements == (Span(1, 1, 0, 12), Span(3, 3, 19, 20))
    assert outline.comments == (Comment("ß", Span(2, 2, 13, 18)),)


def test_spans_count_bytes_in_long_texts() -> None:
    line = 'x := "äöü€😀 {y}".\n'
    source = line * 500
    raw = source.encode()
    for number, span in enumerate(BEAMTALK.parse(source).statements):
        assert span.start_line == number + 1
        assert raw[span.start_byte : span.end_byte].decode() == line.removesuffix(".\n")


def test_a_rejected_text_keeps_its_comments() -> None:
    outline = BEAMTALK.parse("// why\nx := )")
    assert not outline.accepted
    assert [comment.text for comment in outline.comments] == ["why"]
    assert outline == Outline("beamtalk", outline.diagnostics, comments=outline.comments)


@pytest.mark.parametrize("case", cases("beamtalk/faults.toml"))
def test_fault(case: dict[str, Any]) -> None:
    (fault,) = BEAMTALK.parse(case["source"]).diagnostics
    assert case["message"] in fault.message
    assert (fault.severity, fault.line, fault.column) == ("error", case["line"], case["column"])


@pytest.mark.parametrize("case", cases("beamtalk/mentions.toml"))
def test_mentions(case: dict[str, Any]) -> None:
    outline = BEAMTALK.parse(case["source"])
    assert outline.accepted
    assert sorted({mention.symbol for mention in outline.mentions}) == sorted(case["mentions"])


def test_mentions_have_lines() -> None:
    mentions = BEAMTALK.parse("x :=\n  Set new.\n\n^ x").mentions
    assert [(mention.symbol, mention.line) for mention in mentions] == [(":=", 1), ("Set", 2), ("^", 4)]


NEEDLESS = "a period before the end of a line or of a {} is not needed"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("[x. y.]", [Diagnostic("lint", NEEDLESS.format("block"), 1, 6)]),
        ("[x.\ny]", [Diagnostic("lint", NEEDLESS.format("block"), 1, 3)]),
        ("x.\ny.", []),
        (
            "Object subclass: A\n  foo =>\n    x.\n    y.\n  bar => 1",
            [
                Diagnostic("lint", NEEDLESS.format("method"), 3, 6),
                Diagnostic("lint", NEEDLESS.format("method"), 4, 6),
            ],
        ),
    ],
)
def test_lints(source: str, expected: list[Diagnostic]) -> None:
    outline = BEAMTALK.parse(source)
    assert list(outline.diagnostics) == expected
    assert outline.accepted


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("/// a\n/// b\nx", [1]),
        ("/// a\n\n/// b\nObject subclass: A", [1]),
        ("Object subclass: A\n  foo =>\n    /// a\n    1", [3]),
        ("x /// a\ny", []),
        ("/// a\nObject subclass: A\n  /// b\n  state: x\n  /// c\n  foo => 1", []),
        ("Object subclass: A\n  foo => 1\n/// a", [3]),
    ],
)
def test_warnings_for_documentation_of_nothing(source: str, lines: list[int]) -> None:
    outline = BEAMTALK.parse(source)
    assert [(d.severity, d.line) for d in outline.diagnostics] == [("warning", line) for line in lines]
    assert outline.accepted


def test_the_frontend_describes_itself() -> None:
    assert (BEAMTALK.name, BEAMTALK.title, BEAMTALK.revision) == ("beamtalk", "Beamtalk", "5e38222c")
    assert BEAMTALK.suffixes == (".bt",)
    assert BEAMTALK.fences == ("beamtalk", "bt")
    assert BEAMTALK.line_comment == "//"
    assert (BEAMTALK.data / "__init__.py").is_file()


def test_naming_the_language_loads_no_parser() -> None:
    code = (
        "import sys; from patternbook.languages import frontend; frontend('beamtalk').suffixes;"
        "print([name for name in sys.modules if name.startswith('patternbook.languages.beamtalk.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
