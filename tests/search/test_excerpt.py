from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from examples import long_source
from patternbook.search.excerpt import Excerpt, excerpt


def at_most(characters: int):  # type: ignore[no-untyped-def]
    return lambda found: len(found.text) <= characters


def test_the_whole_where_it_fits() -> None:
    assert excerpt("a\nb\nc", (), (), at_most(5)) == Excerpt("a\nb\nc", 1, 3)


def test_ends_where_a_method_begins() -> None:
    source, cuts = long_source(20)
    found = excerpt(source, cuts, (), at_most(500))
    assert found is not None
    assert found.last_line + 1 in cuts
    assert len(found.text) > 400


def test_blank_lines_are_borders_where_no_cuts_are_known() -> None:
    source = "\n\n".join(f"step{number} one\nstep{number} two" for number in range(20))
    found = excerpt(source, (), (), at_most(200))
    assert found is not None
    lines = source.split("\n")
    assert lines[found.last_line] == ""
    assert found.text == "\n".join(lines[: found.last_line])


def test_any_line_ends_it_where_borders_are_too_far_apart() -> None:
    source = "\n".join(f"line {number}" for number in range(100))
    found = excerpt(source, (1, 90), (), at_most(100))
    assert found is not None
    assert len(found.text) > 90


def test_a_line_that_is_too_long_gives_its_beginning() -> None:
    assert excerpt("x" * 50 + "\nshort", (), (), at_most(10)) == Excerpt("x" * 10, 1, 1)


def test_nothing_fits() -> None:
    assert excerpt("abc", (), (), at_most(0)) is None


def test_shows_where_the_terms_stand() -> None:
    source, cuts = long_source(40)
    lines = source.split("\n")
    lines[121] = "    items inject: 0 into: [:sum :each | sum + each]"
    found = excerpt("\n".join(lines), cuts, ("inject:into:",), at_most(300))
    assert found is not None
    assert "inject: 0 into:" in found.text
    assert found.first_line in cuts


def test_stays_at_the_head_when_it_holds_the_terms() -> None:
    source, cuts = long_source(40)
    found = excerpt(source, cuts, ("Ledger",), at_most(300))
    assert found is not None
    assert found.first_line == 1


@given(
    source=st.text("ab \n", max_size=300),
    cuts=st.lists(st.integers(1, 60), unique=True).map(sorted),
    terms=st.lists(st.text("ab:", max_size=4), max_size=3),
    limit=st.integers(0, 320),
)
def test_an_excerpt_is_what_it_says(source: str, cuts: list[int], terms: list[str], limit: int) -> None:
    found = excerpt(source, [line for line in cuts if line <= source.count("\n") + 1], terms, at_most(limit))
    if found is None:
        assert limit == 0
        return
    assert len(found.text) <= limit
    lines = source.split("\n")[found.first_line - 1 : found.last_line]
    assert "\n".join(lines).startswith(found.text)
    if len(lines) > 1:
        assert "\n".join(lines) == found.text
