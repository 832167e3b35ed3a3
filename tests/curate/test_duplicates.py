"""Near-duplicates are folded; examples that differ in a detail that teaches are not."""

from __future__ import annotations

import random

from patternbook.curate.duplicates import Text
from patternbook.curate.duplicates import find_duplicates as find


def find_duplicates(sources: list[str]) -> dict[int, int]:
    return find([Text(source, source) for source in sources])


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


def test_short_tests_in_the_same_long_context_stay() -> None:
    tests = [f"testSum{n} => self assert: (self items sum: {n}) equals: {n}" for n in range(3)]
    assert find([Text(f"{_LONG}\n{test}", test) for test in tests]) == {}


def test_the_same_test_in_contexts_that_hardly_differ_is_one() -> None:
    test = "testSum => self assert: self items sum equals: 6"
    contexts = [_LONG, _LONG.replace("step7 ", "stage7 ")]
    assert find([Text(f"{context}\n{test}", test) for context in contexts]) == {1: 0}


def test_the_same_test_in_other_contexts_stays() -> None:
    test = "testSum => self assert: self items sum equals: 6"
    contexts = [_LONG, _LONG.replace("ifAbsent:", "ifNone:")]
    assert find([Text(f"{context}\n{test}", test) for context in contexts]) == {}


def test_every_pair_that_is_alike_is_found() -> None:
    rng = random.Random(11)
    sources = []
    for _ in range(60):
        words = [f"w{rng.randrange(40)}" for _ in range(80)]
        for _ in range(4):
            near = list(words)
            for place in rng.sample(range(80), rng.randrange(3)):
                near[place] = f"n{rng.randrange(40)}"
            sources.append(" ".join(near))
    rng.shuffle(sources)
    found = find_duplicates(sources)
    kept = [n for n in range(len(sources)) if n not in found]
    assert found
    for place, n in enumerate(kept):
        assert not any(_alike(sources[n], sources[other]) for other in kept[:place])


def _alike(one: str, other: str) -> bool:
    first, second = (
        {tuple(words[n : n + 4]) for n in range(len(words) - 3)} for words in (one.split(), other.split())
    )
    return len(first & second) >= 0.92 * len(first | second)
