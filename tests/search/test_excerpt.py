from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import borders, long_source
from patternbook.indexing.borders import marks_of
from patternbook.languages import frontend
from patternbook.search.borders import HEADS, LEADS, PLAIN, WHOLE, Borders
from patternbook.search.excerpt import ELISION, Excerpt, excerpt
from support import cases

if TYPE_CHECKING:
    from collections.abc import Callable

NOTHING_KNOWN = Borders()


def at_most(characters: int) -> Callable[[Excerpt], bool]:
    return lambda found: len(found.text) <= characters


@pytest.mark.parametrize("case", cases("search/excerpts.toml"))
def test_what_is_shown(case: dict[str, Any]) -> None:
    source = case["source"].removeprefix("\n")
    where = borders(source) if case["language"] else Borders(marks_of(source, None, ""))
    found = excerpt(source, where, case["terms"], at_most(case["room"]))
    assert found is not None
    assert found.text == case["shown"].removeprefix("\n")
    assert found.runs == tuple(map(tuple, case["runs"]))


def test_the_whole_where_it_fits() -> None:
    assert excerpt("a\nb\nc", NOTHING_KNOWN, (), at_most(5)) == Excerpt("a\nb\nc", ((1, 3),))


def test_a_line_that_is_too_long_gives_its_beginning() -> None:
    found = excerpt("x" * 50 + "\nshort", NOTHING_KNOWN, (), at_most(10))
    assert found == Excerpt("x" * 9 + ELISION, ((1, 1),))


def test_nothing_fits() -> None:
    assert excerpt("abc", NOTHING_KNOWN, (), at_most(0)) is None


@pytest.mark.parametrize("room", [200, 400, 800, 1_600])
def test_methods_are_whole_and_what_is_shown_parses(room: int) -> None:
    source, cuts = long_source(40)
    lines = source.split("\n")
    lines[120] = "    items inject: 0 into: [:sum :each | sum + each]"
    source = "\n".join(lines)
    found = excerpt(source, borders(source), ("inject:into:",), at_most(room))
    assert found is not None
    assert "inject: 0 into:" in found.text
    assert found.runs[0] == (1, 1)
    assert all(first in cuts and last + 1 in cuts for first, last in found.runs)
    assert frontend("beamtalk").parse(found.text).accepted


def test_parts_without_a_term_are_shown_to_a_certain_length_only() -> None:
    source, _ = long_source(200)
    found = excerpt(source, borders(source), ("entry77",), at_most(5_000))
    assert found is not None
    assert "  entry77 =>" in found.text
    assert len(found.text) < 1_000


def test_without_a_term_all_the_room_is_used() -> None:
    source, _ = long_source(200)
    found = excerpt(source, borders(source), (), at_most(5_000))
    assert found is not None
    assert found.runs[0][0] == 1
    assert len(found.text) > 4_800


@settings(deadline=None)
@given(
    source=st.text("ab \n", max_size=300),
    marks=st.text(HEADS + LEADS + PLAIN + WHOLE, max_size=60),
    terms=st.lists(st.text("ab:", max_size=4), max_size=3),
    limit=st.integers(0, 320),
    comment=st.sampled_from(["", "//"]),
)
def test_an_excerpt_is_what_it_says(
    source: str, marks: str, terms: list[str], limit: int, comment: str
) -> None:
    lines = source.split("\n")
    where = Borders(marks[: len(lines)].ljust(len(lines), PLAIN), comment)
    found = excerpt(source, where, terms, at_most(limit))
    if found is None:
        assert limit == 0 or not lines[0]
        return
    assert len(found.text) <= limit
    shown = [line for line in found.text.split("\n") if line.strip() != f"{comment} {ELISION}".strip()]
    told = [line for first, last in found.runs for line in lines[first - 1 : last]]
    if not found.text.endswith(ELISION) or len(shown) == len(told):
        assert [line.removesuffix(ELISION) for line in shown] == [
            line[: len(seen.removesuffix(ELISION))] for line, seen in zip(told, shown, strict=True)
        ]
    assert all(first <= last for first, last in found.runs)
