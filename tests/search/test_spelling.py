"""Words that a word which the index lacks may stand for."""

from __future__ import annotations

import pytest

from patternbook.search.spelling import BEGINNING, KIN, ONE_EDIT, TWO_EDITS, Vocabulary

_COUNTS = {
    "immutabl": 9, "overrid": 4, "subclas": 7, "subscrib": 5, "string": 40, "concatenat": 6, "system": 12,
    "serializ": 3, "value": 30, "valuat": 1, "loop": 20, "look": 9, "iterat": 8, "closur": 4,
}  # fmt: skip
_VOCABULARY = Vocabulary(lambda letter: [w for w in _COUNTS if w[0] == letter], lambda word: _COUNTS[word])


@pytest.mark.parametrize(
    ("word", "meant", "quality"),
    [
        ("immutabel", "immutabl", ONE_EDIT),  # a letter too many
        ("overid", "overrid", ONE_EDIT),  # a letter left out
        ("clousr", "closur", ONE_EDIT),  # two letters swapped
        ("concatinat", "concatenat", ONE_EDIT),  # a wrong letter in a long word
        ("subscribng", "subscrib", TWO_EDITS),
        ("concat", "concatenat", BEGINNING),
        ("serializabl", "serializ", KIN),
    ],
)
def test_near(word: str, meant: str, quality: float) -> None:
    assert _VOCABULARY.near(word)[0] == (meant, quality)


@pytest.mark.parametrize("word", ["spring", "lopk", "systemd", "xyzzy", "ab", "émut", "12", ""])
def test_nothing_is_near_enough(word: str) -> None:
    assert all(quality < ONE_EDIT for _, quality in _VOCABULARY.near(word))


def test_the_commoner_of_equals_comes_first_and_three_are_enough() -> None:
    words = ["stella", "stellb", "stellc", "stelld"]
    vocabulary = Vocabulary(lambda _: words, lambda word: 2 if word == "stellc" else 1)
    assert [word for word, _ in vocabulary.near("stell")] == ["stellc", "stella", "stellb"]
