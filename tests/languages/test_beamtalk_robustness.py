"""Any text gets a verdict, and the work that it takes grows no faster than the text."""

from __future__ import annotations

import json
import random
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patternbook.languages import frontend
from patternbook.languages.beamtalk.declarations import Header, Method
from patternbook.languages.beamtalk.lexer import Lexed, lex
from patternbook.languages.beamtalk.parser import parse
from patternbook.languages.beamtalk.syntax import walk
from patternbook.languages.beamtalk.tokens import END, ERROR
from support import CASES

if TYPE_CHECKING:
    from collections.abc import Callable

    from patternbook.model import Outline

BEAMTALK = frontend("beamtalk")

# Texts of any length: how each is made of a number.
ACCEPTED: dict[str, Callable[[int], str]] = {
    "nothing": lambda _: "",
    "spaces": lambda n: " " * n,
    "one long name": lambda n: "a" * n,
    "one long string": lambda n: '"' + "é" * n + '"',
    "one long line": lambda n: "x foo: 1 bar: 2. " * n,
    "lists in lists": lambda n: "#(" * n + ")" * n,
    "arrays in arrays": lambda n: "#[1, " * n + "2" + "]" * n,
    "maps in maps": lambda n: "#{#a => " * n + "1" + "}" * n,
    "lists in arguments": lambda n: "#(x k: " * n + "1" + ")" * n,
    "matches in matches": lambda n: "x match: [_ -> " * n + "1" + "]" * n,
    "powers of powers": lambda n: "1" + " ** 1" * n,
    "sums": lambda n: "1" + " + 1" * n,
    "all powers of operators": lambda n: "1" + " < 1 + 2 * 3 ** 4 -> 5" * n,
    "unary messages": lambda n: "x" + " foo" * n,
    "keyword parts on lines": lambda n: "x" + "\nk: y" * n,
    "operators on lines": lambda n: "x" + "\n+ y" * n,
    "fields": lambda n: "x" + ".y" * n,
    "a cascade": lambda n: "x foo" + "; bar" * n,
    "arms": lambda n: "x match: [" + "_ -> 1; " * n + "]",
    "statements without separators": lambda n: "x\n" * n,
    "modifiers of nothing": lambda n: "sealed\n" * n,
    "types in parentheses": lambda n: "type Foo = " + "(" * n + "A" + ")" * n,
    "type arguments": lambda n: "type Foo = " + "L(" * n + "A" + ")" * n,
    "a union": lambda n: "type Foo = A" + " | A" * n,
    "a header of many parts": lambda n: "Object subclass: A\n  " + "k: y " * n + "=> 1",
    "signatures": lambda n: "Protocol define: P\n" + "class -> A\n" * n,
    "classes": lambda n: "Object subclass: A\n" * n,
    "a chain of test classes": lambda n: (
        "TestCase subclass: T0\n" + "".join(f"T{i} subclass: T{i + 1}\n" for i in range(n))
    ),
    "methods on one line": lambda n: "TestCase subclass: A " + "testFoo => self bar. " * n,
    "tests": lambda n: "TestCase subclass: A\n" + "".join(f"  test{i} => self foo\n" for i in range(n)),
    "tests with a long fixture": lambda n: (
        "TestCase subclass: A\n  setUp => " + "self foo. " * n + "1\n" + "  testFoo => self bar\n" * n
    ),
    "tests that need every class": lambda n: (
        "".join(f"Object subclass: C{i}\n" for i in range(n))
        + "TestCase subclass: T\n  setUp => #("
        + "".join(f"C{i}, " for i in range(n))
        + ")\n"
        + "".join(f"  test{i} => 1\n" for i in range(n))
    ),
    "tests that need every method": lambda n: (
        "TestCase subclass: T\n"
        + "".join(f"  m{i} => self m{i + 1}\n" for i in range(n))
        + "".join(f"  test{i} => self m0\n" for i in range(n))
    ),
    "documentation of nothing": lambda n: "/// a\n\n" * n,
    "block comments on one line": lambda n: "/* a */" * n,
    "interpolations": lambda n: '"' + "{x}" * n + '"',
    "strings in interpolations": lambda n: ('"{' * 60 + "x" + '}"' * 60 + "\n") * (n // 60 + 1),
    "parts of a symbol": lambda n: "#a" + ":b" * n,
    "block parameters": lambda n: "[" + ":x " * n + "| 1]",
    "segments": lambda n: "x match: [<<" + "a:8, " * n + "b>> -> 1]",
    "zeros": lambda n: "0" * n + "1",
}
REJECTED: dict[str, Callable[[int], str]] = {
    "nul": lambda n: "\0" * n,
    "surrogates": lambda n: "\ud800" * n,
    "parentheses": lambda n: "(" * n,
    "blocks": lambda n: "[" * n,
    "braces": lambda n: "{" * n,
    "closing brackets": lambda n: ")" * n,
    "lists never closed": lambda n: "#(" * n,
    "all brackets": lambda n: "([{#(#[#{" * n,
    "balanced parentheses": lambda n: "(" * n + "1" + ")" * n,
    "assignments": lambda n: "a := " * n + "1",
    "patterns": lambda n: "x match: [" + "{" * n,
    "quotes, an odd number": lambda n: '"' * (2 * n + 1),
    "quotes and braces": lambda n: '"{' * n,
    "strings nested without end": lambda n: '"{' * n + "x" + '}"' * n,
    "malformed type arguments": lambda n: "A(" * n + "subclass: B",
    "malformed headers": lambda n: "Object subclass: A\n" + "  foo -> L(\n" * n,
    "keywords that are no header": lambda n: "Object subclass: A\n" + "  k: y\n" * n,
    "operators that are no header": lambda n: "x" + "\n+ y :: L(" * n,
    "digits": lambda n: "1" * (n + 20),
    "exponents": lambda n: "1e" + "9" * (n + 20),
    "a comment never closed": lambda n: "x /*" + "*" * n,
    "a quoted symbol never closed": lambda n: "#'" + "''" * n,
    "backslashes in a string": lambda n: '"' + "\\" * n,
}
TEXTS = ACCEPTED | REJECTED


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("size", [100, 2000])
def test_verdict(name: str, size: int) -> None:
    assert BEAMTALK.parse(TEXTS[name](size)).accepted is (name in ACCEPTED)


def test_a_hundred_thousand_quotes() -> None:
    assert BEAMTALK.parse('"' * 100_000).accepted
    assert not BEAMTALK.parse('"{' * 100_000).accepted
    assert not BEAMTALK.parse('"{' * 50_000 + "x" + '}"' * 50_000).accepted


def test_ten_megabytes() -> None:
    assert BEAMTALK.parse('"' + "x" * 10_000_000 + '"').accepted
    assert not BEAMTALK.parse("\0" * 10_000_000).accepted
    assert not BEAMTALK.parse('"' * 10_000_001).accepted


def work(text: str) -> int:
    """Calls of functions, Python's and C's, that parsing a text takes."""
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        BEAMTALK.parse(text)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("name", TEXTS)
def test_work_grows_with_the_text(name: str) -> None:
    base = work(TEXTS[name](0))
    once, twice = work(TEXTS[name](300)) - base, work(TEXTS[name](600)) - base
    assert twice <= 2.2 * once + 200


def test_depth_does_not_depend_on_the_stack_that_is_left() -> None:
    """Sixty-four levels take few frames, so a caller that is deep in recursion itself can parse."""

    def from_depth(frames: int) -> Outline:
        return from_depth(frames - 1) if frames else BEAMTALK.parse('"{#((' * 15 + "x" + '))}"' * 15)

    assert from_depth(sys.getrecursionlimit() // 2).accepted


PROBES = (CASES / "beamtalk/snippets.jsonl").read_text("utf-8").rstrip("\n").split("\n")
SOURCES: list[str] = [json.loads(line)["source"] for line in PROBES]
FRAGMENTS = [
    *"()[]{}^;!|.:,+-*/<>=~%&?\\#@$\"'_ \n\t",
    *("#(", "#[", "#{", ":=", "::", "...", "->", "=>", ">>", "<<", "//", "///", "/*", "*/", "\n  ", "\n    "),
    *("foo", "x", "A", "Object", "class", "sealed", "internal", "type", "self", "super", "nil", "true"),
    *("at:", "put:", "match:", "when:", "subclass:", "state:", "field:", "classState:", "native:"),
    *("Protocol", "define:", "extending:", "@primitive", "@expect", "dnu", "1", "-2", "3.5", "16rFF", "1e"),
    *('"a"', '"{x}"', "$a", "#a", "#'b'", "é", "\0"),
]


@given(st.text())
@settings(deadline=None)
def test_any_text(text: str) -> None:
    check(text)


@given(st.lists(st.sampled_from(FRAGMENTS)).map("".join))
@settings(max_examples=300, deadline=None)
def test_any_fragments(text: str) -> None:
    check(text)


@given(st.sampled_from(SOURCES), st.randoms(use_true_random=False))
@settings(max_examples=300, deadline=None)
def test_any_mutation(source: str, chance: random.Random) -> None:
    check(mutated(source, chance))


def mutated(source: str, chance: random.Random) -> str:
    """A probe with a stretch of it left out, doubled, moved, or replaced by a fragment."""
    start, end = sorted(chance.choices(range(len(source) + 1), k=2))
    piece = source[start:end]
    middle: str = chance.choice(["", piece * 2, chance.choice(FRAGMENTS), piece + chance.choice(FRAGMENTS)])
    return source[:start] + middle + source[end:]


def check(text: str) -> None:
    """What holds of every text."""
    outline = BEAMTALK.parse(text)
    assert outline == BEAMTALK.parse(text)
    lexed = lex(text)
    check_tokens(text, lexed)
    raw = len(text.encode("utf-8", "surrogatepass"))
    lines = text.count("\n") + 1
    for span in [
        *outline.statements,
        *(d.span for d in outline.definitions),
        *(c.span for c in outline.comments),
    ]:
        assert 0 <= span.start_byte < span.end_byte <= raw
        assert 1 <= span.start_line <= span.end_line <= lines
    for diagnostic in outline.diagnostics:
        assert 1 <= diagnostic.line <= lines
        assert diagnostic.column >= 1
    if outline.accepted:
        assert ERROR not in lexed.kinds
        check_tree(text)
        # A comment on a line of its own at the end of a text says nothing.
        assert BEAMTALK.parse(text + "\n// end\n").accepted


def check_tokens(text: str, lexed: Lexed) -> None:
    """Tokens follow each other, and between them stand blanks and comments alone."""
    end = 0
    for at, kind in enumerate(lexed.kinds):
        # An error begins where the string begins that does not end, before the tokens inside of it.
        assert end <= lexed.starts[at] or kind == ERROR
        assert lexed.starts[at] <= lexed.ends[at] <= len(text)
        end = lexed.ends[at]
        assert (lexed.starts[at] < end) or kind in (END, ERROR)


def check_tree(text: str) -> None:
    """Parts lie inside of what they are parts of."""
    for node in walk(parse(text).module):
        if isinstance(node, Method) and not node.body:
            continue  # spans its first token alone
        for part in node.children():
            assert node.start <= part.start < part.end
            # A class ends with its name or its last member; type parameters after the name lie outside.
            assert part.end <= node.end or isinstance(part, Header)
