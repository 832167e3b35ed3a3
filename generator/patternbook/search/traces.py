"""Which lines of a source answer a query."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate
from math import log
from typing import TYPE_CHECKING

from patternbook.search.borders import DEEPEST
from patternbook.search.terms import lower

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from patternbook.search.borders import Part

_PIECE = re.compile(r"\w+:?|[^\w\s]+")
_IN_HEAD = 2.0
"""What a term counts for in the line that defines something, elsewhere being 1."""
_IN_COMMENT = 0.2
"""What it counts for in the comments before a definition: most often the explanation repeats them."""
_SEEN = 0.3
"""What a term counts for that is shown already."""


class Traces:
    """The terms of a query in a source, and what they are worth: those that few parts hold tell more.

    A term need not stand in the source as it is: the pieces of ``inject:into:`` are apart in a send, and a
    word may have an ending that its plain form lacks.
    """

    def __init__(self, lines: Sequence[str], terms: Iterable[str], parts: Sequence[Part]) -> None:
        text = _Text(lines)
        self._places = {
            term: [text.places(piece) for piece in pieces]
            for term in sorted(terms)
            if (pieces := _PIECE.findall(term.lower()))
        }
        """For each piece of each term the lines that hold it, ascending."""
        self._shares: dict[Part, dict[str, float]] = {}
        held = [term for part in parts for term in self._in(part)]
        self._weights = {term: log(1 + len(parts) / (0.5 + held.count(term))) for term in self._places}

    @property
    def found_any(self) -> bool:
        """Whether a part holds a term."""
        return any(self._shares.values())

    def found(self, part: Part) -> set[str]:
        """Terms that stand in a part."""
        return set(self._in(part))

    def worth(self, part: Part, seen: set[str]) -> float:
        """Return what showing a part adds to what is shown."""
        return sum(
            self._weights[term] * share * (_SEEN if term in seen else 1.0)
            for term, share in self._in(part).items()
        )

    def telling_line(self, first: int, last: int) -> int:
        """First of the lines whose terms are worth most; the first one if there are none."""
        worth = dict.fromkeys(range(first, last + 1), 0.0)
        for term, places in self._places.items():
            for line in {line for lines in places for line in lines if first <= line <= last}:
                worth[line] += self._weights[term] / len(places)
        return max(worth, key=lambda line: (round(worth[line], 6), -line))

    def _in(self, part: Part) -> dict[str, float]:
        """Terms that stand in a part, and what each counts for there."""
        if part not in self._shares:
            held = (term for term in self._places if self._holds(term, part.first, part.last))
            self._shares[part] = {term: self._share(term, part) for term in held}
        return self._shares[part]

    def _share(self, term: str, part: Part) -> float:
        if part.head is not None and self._holds(term, part.head, part.head):
            return _IN_HEAD
        if part.head is None:
            return 1.0 if part.depth == DEEPEST else _IN_COMMENT
        return 1.0 if self._holds(term, part.head, part.last) else _IN_COMMENT

    def _holds(self, term: str, first: int, last: int) -> bool:
        return all(bisect_left(lines, first) < bisect_right(lines, last) for lines in self._places[term])


class _Text:
    """A source in which pieces of terms are found at the beginnings of words, also within identifiers."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._written = "\n".join(lines)
        lowered = self._written.lower()
        self._lowered = lowered if len(lowered) == len(self._written) else lower(self._written)
        self._ends = list(accumulate(len(line) + 1 for line in lines))

    def places(self, piece: str) -> list[int]:
        """Return the lines that hold a piece of a term, ascending."""
        # What is plain may have lost the difference between entry and entries.
        stem = piece[:-1] if len(piece) > 1 and piece.endswith("y") else piece
        found = (bisect_right(self._ends, at) + 1 for at in self._starts(stem))
        return list(dict.fromkeys(found))

    def _starts(self, stem: str) -> Iterator[int]:
        at = self._lowered.find(stem)
        while at >= 0:
            if not stem[0].isalnum() or self._begins_word(at):
                yield at
            at = self._lowered.find(stem, at + 1)

    def _begins_word(self, at: int) -> bool:
        before, here = self._written[at - 1 : at], self._written[at]
        return not before.isalnum() or (here.isupper() and not before.isupper())
