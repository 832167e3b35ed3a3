"""Where sources may be cut: what the index keeps of their structure, and the parts that it tells."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patternbook.indexing.borders import marks_of
from patternbook.languages import frontend
from patternbook.search.borders import HEADS, LEADS, PLAIN, WHOLE, Borders, packed, unpacked
from support import cases

BEAMTALK = frontend("beamtalk")


def marks(source: str, language: str) -> str:
    if not language:
        return marks_of(source, None, "")
    reader = frontend(language)
    return marks_of(source, reader.parse(source), reader.line_comment)


@pytest.mark.parametrize("case", cases("search/borders.toml"))
def test_marks(case: dict[str, Any]) -> None:
    lines = [line.split("|", 1) for line in case["marked"].removeprefix("\n").split("\n")]
    found = marks("\n".join(line for _, line in lines), case["language"])
    assert found == "".join(mark for mark, _ in lines)


def test_a_part_knows_what_it_stands_in() -> None:
    parts = Borders('a-01-b"12-0').parts(11)
    assert [(p.first, p.last, p.depth, p.head, p.above) for p in parts] == [
        (1, 2, 0, None, ()),
        (3, 3, 0, 3, ()),
        (4, 5, 1, 4, (3,)),
        (6, 8, 1, 8, (3,)),
        (9, 10, 2, 9, (3, 8)),
        (11, 11, 0, 11, ()),
    ]


def test_marks_of_another_source_are_not_used() -> None:
    (part,) = Borders("00").parts(3)
    assert (part.first, part.last, part.head) == (1, 3, None)


@settings(deadline=None)
@given(st.text(HEADS + LEADS + PLAIN + WHOLE, min_size=1, max_size=30))
def test_parts_cover_a_source_without_a_gap(marks: str) -> None:
    parts = Borders(marks).parts(len(marks))
    assert [line for part in parts for line in range(part.first, part.last + 1)] == [
        *range(1, len(marks) + 1)
    ]
    for part in parts:
        assert part.head is None or part.first <= part.head <= part.last
        assert all(line < part.first for line in part.above)


_WORDS = [
    "Object subclass: A",
    "  state: b = 1",
    "  m =>",
    "    x := 1",
    '"',
    "//",
    "///",
    "```",
    "",
    "/*",
    "*/",
]


@settings(deadline=None)
@given(st.lists(st.sampled_from(_WORDS), max_size=20).map("\n".join), st.sampled_from(["", "beamtalk"]))
def test_every_line_of_any_text_has_a_mark(source: str, language: str) -> None:
    found = marks(source, language)
    assert len(found) == source.count("\n") + 1
    assert set(found) <= set(HEADS + LEADS + PLAIN + WHOLE)


@settings(deadline=None)
@given(st.lists(st.sampled_from(_WORDS), max_size=20).map("\n".join))
def test_what_comes_before_a_definition_or_a_statement_still_parses(source: str) -> None:
    outline = BEAMTALK.parse(source)
    if not outline.accepted:
        return
    lines = source.split("\n")
    for number, mark in enumerate(marks(source, "beamtalk"), 1):
        if mark in HEADS:
            assert BEAMTALK.parse("\n".join(lines[: number - 1])).accepted


@pytest.mark.parametrize("marks", ["", "-", "0--1---2", "a0" + 27 * "-", '0"-""--c' + 60 * "-"])
def test_marks_are_packed_and_unpacked(marks: str) -> None:
    assert unpacked(packed(marks)) == marks
    assert len(packed(marks)) <= len(marks)
