"""Words near a word that the index does not have: forgiveness for typos, beginnings and other endings.

Only a word that the index lacks comes here, so a word that is known is never bent to another.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

MOST = 3
ONE_EDIT, TWO_EDITS, BEGINNING, KIN = 0.8, 0.6, 0.6, 0.5

_WORD = re.compile(r"[a-z]{3,}")
_TYPO_FROM = 5
"""Shorter words have too many neighbours that mean something else."""
_SUBSTITUTION_FROM = 7
"""*spring* is no typo of *string*; in a longer word a wrong letter mostly is one."""
_MOST_EDITS = 2
_TWO_EDITS_FROM = 8
_BEGINNING_FROM = 4
_KIN_FROM = 5
_KIN_SHARE = 0.65


class Vocabulary:
    """The words that a query may have meant."""

    def __init__(self, terms: Callable[[str], Iterable[str]], frequency: Callable[[str], int]) -> None:
        """Take the terms by their first letter (only ASCII words matter) and how many documents hold one."""
        self._terms = terms
        self._frequency = frequency
        self._groups: dict[str, list[str]] = {}

    def _beginning_with(self, letter: str) -> list[str]:
        if letter not in self._groups:
            self._groups[letter] = sorted({term for term in self._terms(letter) if _WORD.fullmatch(term)})
        return self._groups[letter]

    def near(self, word: str) -> tuple[tuple[str, float], ...]:
        """Find at most three words that a word may stand for, with a quality below 1; the best first."""
        if not _WORD.fullmatch(word):
            return ()
        candidates = self._beginning_with(word[0])
        found = {term: quality for term in candidates if (quality := _likeness(word, term))}
        if len(word) >= _TWO_EDITS_FROM and ONE_EDIT not in found.values():
            for term in candidates:
                if found.get(term, 0.0) < TWO_EDITS and _within_two_edits(word, term):
                    found[term] = TWO_EDITS
        best = sorted(found.items(), key=lambda pair: (-pair[1], -self._frequency(pair[0]), pair[0]))
        return tuple(best[:MOST])


def _likeness(word: str, term: str) -> float:
    if len(word) >= _TYPO_FROM and -1 <= len(word) - len(term) <= 1 and _one_edit(word, term):
        return ONE_EDIT
    if len(word) >= _BEGINNING_FROM and term.startswith(word):
        return BEGINNING
    if word[:_KIN_FROM] != term[:_KIN_FROM]:
        return 0.0
    shared = _shared_beginning(word, term)
    return KIN if shared >= _KIN_FROM and shared >= _KIN_SHARE * max(len(word), len(term)) else 0.0


def _shared_beginning(word: str, term: str) -> int:
    shared = 0
    for one, other in zip(word, term, strict=False):
        if one != other:
            break
        shared += 1
    return shared


def _one_edit(word: str, term: str) -> bool:
    """Whether a letter left out, put in, swapped with its neighbour or, in a long word, wrong explains it.

    The lengths differ by one at most. A letter more at the end is another word: *systemd* is not *system*.
    """
    difference = len(word) - len(term)
    at = _shared_beginning(word, term)
    if difference == 1:
        return at < len(term) and word[at + 1 :] == term[at:]
    if difference == -1:
        return word[at:] == term[at + 1 :]
    if word[at + 1 :] == term[at + 1 :]:
        return len(word) >= _SUBSTITUTION_FROM
    return word[at : at + 2] == term[at + 1 : at + 2] + term[at : at + 1] and word[at + 2 :] == term[at + 2 :]


def _within_two_edits(word: str, term: str) -> bool:
    """Whether the optimal string alignment distance is at most two."""
    if abs(len(word) - len(term)) > _MOST_EDITS or len(set(word) ^ set(term)) > 2 * _MOST_EDITS:
        return False
    before: list[int] = []
    above = list(range(len(term) + 1))
    for i, letter in enumerate(word, 1):
        row = [i]
        for j, other in enumerate(term, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == term[j - 2] and word[i - 2] == other:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > _MOST_EDITS:
            return False
        before, above = above, row
    return above[-1] <= _MOST_EDITS
