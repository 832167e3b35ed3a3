from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import borders, example, hit, long_source, results
from patternbook.search.borders import Borders
from patternbook.search.budget import Answer, Portion, fit
from patternbook.search.results import Card

if TYPE_CHECKING:
    from patternbook.search.results import Hit


class Plain:
    """Measures every text of a portion and nothing else."""

    def frame(self, answer: Answer) -> int:
        return len("".join((*answer.suggestions, *answer.categories)))

    def portion(self, portion: Portion) -> int:
        return len(portion.title + portion.explanation + "".join(portion.tags) + portion.source)


def unknown(_: Hit) -> Borders:
    return Borders()


def known(found: Hit) -> Borders:
    return borders(found.example.source)


def length(answer: Answer) -> int:
    return Plain().frame(answer) + sum(map(Plain().portion, answer.portions))


def test_what_fits_is_whole() -> None:
    found = results(*(hit(example(number)) for number in range(3)))
    answer = fit(found, 2_000, Plain(), unknown)
    assert answer.portions == tuple(Portion.whole(each) for each in found)
    assert answer.omitted == 0
    assert not any(portion.truncated for portion in answer.portions)


def test_the_best_is_whole_before_the_rest() -> None:
    source, _ = long_source(60)
    found = results(*(hit(example(number, source=source)) for number in range(5)))
    answer = fit(found, len(source) + 3_000, Plain(), known)
    first, *rest = answer.portions
    assert not first.truncated
    assert len(rest) == 4
    assert all(portion.excerpted for portion in rest)


def test_what_does_not_fit_at_all_is_counted() -> None:
    source, _ = long_source(60)
    found = results(*(hit(example(number, source=source)) for number in range(20)))
    answer = fit(found, 1_500, Plain(), known)
    assert 0 < len(answer.portions) < 20
    assert answer.omitted == 20 - len(answer.portions)
    assert [portion.hit for portion in answer.portions] == list(found)[: len(answer.portions)]


def test_as_many_as_can_be_are_named_before_the_best_is_long() -> None:
    source, _ = long_source(60)
    found = results(*(hit(example(number, source=source)) for number in range(20)))
    answer = fit(found, 4_000, Plain(), known)
    assert answer.omitted == 0
    lengths = [len(portion.source) for portion in answer.portions]
    assert lengths[0] > 2 * max(lengths[3:])


def test_a_lower_rank_is_shown_shorter_though_there_is_room() -> None:
    source, _ = long_source(60)
    found = results(*(hit(example(number, source=source), matched=("entry7",)) for number in range(5)))
    answer = fit(found, 20_000, Plain(), known)
    assert not answer.portions[0].truncated
    assert all(portion.truncated for portion in answer.portions[1:])
    assert all("entry7 =>" in portion.source for portion in answer.portions)
    assert length(answer) < 14_000


def test_short_ones_are_whole_whatever_their_rank() -> None:
    source, _ = long_source(10)
    found = results(*(hit(example(number, source=source)) for number in range(5)))
    needed = sum(Plain().portion(Portion.whole(each)) for each in found)
    answer = fit(found, 2 * needed, Plain(), known)
    assert not any(portion.truncated for portion in answer.portions)


def test_one_alone_may_take_all() -> None:
    source, _ = long_source(60)
    answer = fit(results(hit(example(1, source=source))), len(source) + 200, Plain(), known)
    assert not answer.portions[0].truncated


def test_an_explanation_gives_way_to_code() -> None:
    found = results(hit(example(1, source="x := 1\n" * 20 + "x", explanation="It counts. " * 100)))
    answer = fit(found, 400, Plain(), unknown)
    assert answer.portions[0].explanation == "It counts."
    assert not answer.portions[0].excerpted
    assert answer.portions[0].truncated


@pytest.mark.parametrize("budget", [0, 10, 100])
def test_the_first_is_always_there(budget: int) -> None:
    found = results(hit(example(1, title="t" * 5_000)), hit(example(2)))
    answer = fit(found, budget, Plain(), unknown)
    assert len(answer.portions) == 1
    assert answer.omitted == 1


def test_nothing_found_is_nothing_shown() -> None:
    answer = fit(results(match="none", suggestions=("count",)), 1_000, Plain(), unknown)
    assert answer.portions == ()
    assert answer.omitted == 0
    assert answer.suggestions == ("count",)


def test_hints_are_shortened_from_the_end() -> None:
    names = tuple(f"category-{number}" for number in range(1_000))
    answer = fit(results(match="none", categories=names), 1_000, Plain(), unknown)
    assert answer.categories
    assert answer.categories == (*names[: len(answer.categories) - 1], "…")
    assert length(answer) < 400


def test_a_card_is_shortened_like_the_lists() -> None:
    card = Card("Counter", ("Object",), "It counts. " * 100, tuple(f"add{n}:" for n in range(500)), "counter")
    answer = fit(results(hit(example(1)), card=card), 2_500, Plain(), unknown)
    assert answer.card is not None
    assert answer.card.supers == ("Object",)
    assert answer.card.selectors[:2] == ("add0:", "add1:")
    assert answer.card.selectors[-1] == "…"
    assert len("".join(answer.card.selectors)) < 250
    assert answer.card.doc.endswith("…")


examples_of_any_size = st.builds(
    example,
    st.integers(0, 99),
    source=st.text("ab \n", max_size=3_000),
    title=st.text(max_size=300),
    explanation=st.text(max_size=500),
    tags=st.lists(st.text(max_size=20), max_size=20).map(tuple),
)


def _without_blank_end(portion: Portion) -> Portion:
    return replace(portion, source=portion.source.rstrip(), runs=())


@given(st.lists(examples_of_any_size, min_size=1, max_size=20), st.integers(100, 5_000))
def test_never_longer_than_the_budget(found: list, budget: int) -> None:  # type: ignore[type-arg]
    hits = [hit(replace(each, id=f"id-{number}")) for number, each in enumerate(found)]
    answer = fit(results(*hits), budget, Plain(), unknown)
    assert length(answer) <= budget
    assert answer.portions
    assert answer.omitted + len(answer.portions) == len(hits)
    for portion in answer.portions:
        lines = portion.hit.example.source.split("\n")
        for first, last in portion.runs:
            assert lines[first - 1 : last] or not portion.source
        # Blank lines at the end are no loss.
        assert portion.truncated or _without_blank_end(portion) == _without_blank_end(
            Portion.whole(portion.hit)
        )
