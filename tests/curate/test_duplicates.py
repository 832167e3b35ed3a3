"""Near-duplicates are folded; examples that differ in a detail that teaches are not."""

from __future__ import annotations

import random

from patternbook.curate.duplicates import find_duplicates

_LONG = "\n".join(f"  step{n} := items at: {n} ifAbsent: [self missing: {n}]" for n in range(30))


def test_the_same_tokens_are_one() -> None:
    assert find_duplicates(["x := 1", "x  :=\n1", "x := 2"]) == {1: 0}


def test_short_ones_that_differ_stay() -> None:
    assert find_duplicates(["#(1, 2) sum", "#(1, 2) max", "#(1, 2) min"]) == {}


def test_long_ones_that_hardly_differ_are_one() -> None:
    assert find_duplicates([_LONG, _LONG.replace("step7 ", "stage7 ")]) == {1: 0}


def test_long_ones_that_differ_stay() -> None:
    other = _LONG.replace("ifAbsent:", "ifNone:")
    assert find_duplicates([_LONG, other]) == {}


def test_a_repetition_points_to_the_first() -> None:
    assert find_duplicates([_LONG, "y", _LONG, _LONG]) == {2: 0, 3: 0}


def test_many_distinct_sources() -> None:
    rng = random.Random(7)
    sources = [" ".join(f"w{rng.randrange(500)}" for _ in range(60)) for _ in range(400)]
    assert find_duplicates(sources) == {}
