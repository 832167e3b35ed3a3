"""Tests found in Beamtalk classes, and the context with which each stands by itself."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from patternbook.languages import frontend
from support import ROOT, cases

if TYPE_CHECKING:
    from patternbook.model import UnitTest

BEAMTALK = frontend("beamtalk")
CHECKOUT = os.environ.get("PATTERNBOOK_BEAMTALK_CHECKOUT")


def joined(source: str, test: UnitTest) -> str:
    """Context and test in source order, as the lines say and as the bytes say."""
    assert test.lines is not None
    spans = sorted([*test.context, test.lines], key=lambda span: span.start_line)
    for before, after in pairwise(spans):
        assert before.end_line < after.start_line
    lines = source.split("\n")
    text = "\n".join("\n".join(lines[span.start_line - 1 : span.end_line]) for span in spans) + "\n"
    raw = source.encode()
    assert text.encode() == b"\n".join(raw[span.start_byte : span.end_byte] for span in spans) + b"\n"
    return text


def stands_by_itself(source: str, test: UnitTest) -> bool:
    outline = BEAMTALK.parse(joined(source, test))
    return outline.accepted and (test.name, test.owner) in {(t.name, t.owner) for t in outline.tests}


@pytest.mark.parametrize("case", cases("beamtalk/contexts.toml"))
def test_context(case: dict[str, Any]) -> None:
    source = case["source"]
    (test,) = [test for test in BEAMTALK.parse(source).tests if test.name == case["test"]]
    assert joined(source, test) == case["joined"]
    assert test.doc == case.get("doc", "")
    if case.get("parses_as_test", True):
        assert stands_by_itself(source, test)


def test_what_is_a_test() -> None:
    source = """\
TestCase subclass: A
  testOne => 1
  testWith: x => 2
  class testClassSide => 3
  tested => 4
  checkFive => 5
A subclass: B
  testSix => 6
B subclass: C
  testSeven => 7
Object subclass: D
  testEight => 8
"""
    found = [(test.owner, test.name) for test in BEAMTALK.parse(source).tests]
    assert found == [("A", "testOne"), ("A", "tested"), ("B", "testSix"), ("C", "testSeven")]


def test_spans_of_a_test() -> None:
    source = "TestCase subclass: T\n  /// Why.\n  testA =>\n    1. // end\n"
    (test,) = BEAMTALK.parse(source).tests
    assert source[test.span.start_byte : test.span.end_byte] == "testA =>\n    1"
    assert test.lines is not None
    assert source[test.lines.start_byte : test.lines.end_byte] == "  /// Why.\n  testA =>\n    1. // end"


def test_a_context_of_too_many_parts_is_the_rest_of_the_file() -> None:
    helpers = "".join(f"  m{i} => self m{i + 1}\n" for i in range(200))
    source = f"TestCase subclass: T\n{helpers}  testA => self m0\n  testB => 1\n  testC => self m190\n"
    first, second, third = BEAMTALK.parse(source).tests
    assert joined(source, first) == source
    assert joined(source, second) == "TestCase subclass: T\n  testB => 1\n"
    assert len(third.context) == 11


def test_every_test_of_our_own_stands_by_itself() -> None:
    sources = [path.read_text("utf-8") for path in sorted((ROOT / "docs/beamtalk").rglob("*.bt"))]
    tests = [(source, test) for source in sources for test in BEAMTALK.parse(source).tests]
    assert len(tests) > 20
    for source, test in tests:
        assert stands_by_itself(source, test), (test.owner, test.name)


@pytest.mark.skipif(CHECKOUT is None, reason="set PATTERNBOOK_BEAMTALK_CHECKOUT to a checkout of Beamtalk")
def test_every_public_test_stands_by_itself() -> None:
    count = 0
    for path in sorted((Path(str(CHECKOUT)) / "stdlib/test").rglob("*.bt")):
        source = path.read_text("utf-8")
        for test in BEAMTALK.parse(source).tests:
            count += 1
            assert stands_by_itself(source, test), (path.name, test.owner, test.name)
    assert count > 1000
