"""Where a long source may be cut: what the index keeps of its structure, a character a line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

HEADS: Final = "012"
"""The line begins a part of this depth: something at the top level, a member of it, a step of a member."""
LEADS: Final = "abc"
"""The same, but comments come first; the part's own line follows."""
PLAIN: Final = "-"
"""Nothing begins here; a cut before this line is a last resort."""
WHOLE: Final = '"'
"""A cut before this line would go through a string or a fence."""
DEEPEST: Final = len(HEADS) - 1

_MOST_PACKED = 26
_RUN = re.compile(rf"{PLAIN}{{2,{_MOST_PACKED}}}")
_PACKED = re.compile(r"[A-Z]")


def packed(marks: str) -> str:
    """Write a run of plain lines as a capital letter: ``B`` for two, ``Z`` for twenty-six."""
    return _RUN.sub(lambda run: chr(ord("A") - 1 + len(run[0])), marks)


def unpacked(marks: str) -> str:
    """Undo ``packed``."""
    return _PACKED.sub(lambda run: PLAIN * (ord(run[0]) - ord("A") + 1), marks)


@dataclass(frozen=True, slots=True)
class Borders:
    """What is known of one source."""

    marks: str = ""
    """A mark for each line; empty if nothing is known."""
    comment: str = ""
    """What starts a comment in its language; empty if that is not known."""

    def parts(self, line_count: int) -> list[Part]:
        """Take a source apart; the parts follow each other without a gap."""
        marks = self.marks if len(self.marks) == line_count else PLAIN * line_count
        begins = _beginnings(marks)
        ends = [following.first - 1 for following in begins[1:]] + [line_count]
        parts: list[Part] = []
        heads: list[int | None] = [None] * len(HEADS)
        for (first, depth, head), last in zip(begins, ends, strict=True):
            above = tuple(line for line in heads[:depth] if line is not None)
            parts.append(Part(first, last, depth, head, above))
            heads[depth:] = [head, *[None] * (DEEPEST - depth)]
        return parts

    def cuttable(self, line: int) -> bool:
        """Whether the source may be cut before a line if need be."""
        return self.marks[line - 1 : line] != WHOLE


class _Beginning(NamedTuple):
    """Where a part begins."""

    first: int
    depth: int
    head: int | None

    @property
    def is_led(self) -> bool:
        return self.head is not None and self.head > self.first


@dataclass(frozen=True, slots=True)
class Part:
    """Lines that belong together, 1-based and inclusive; a deeper part belongs to what stands before it."""

    first: int
    last: int
    depth: int
    head: int | None
    """The line of the definition itself, after its comments; ``None`` if there is no definition."""
    above: tuple[int, ...]
    """Heads of what it stands in, outermost first."""


def _beginnings(marks: str) -> list[_Beginning]:
    found: list[_Beginning] = []
    for number, mark in enumerate(marks, 1):
        if mark in LEADS:
            found.append(_Beginning(number, LEADS.index(mark), None))
        elif mark in HEADS:
            depth = HEADS.index(mark)
            if depth == 1 and found and found[-1].depth == 0 and found[-1].is_led:
                # What leads to a whole class is a part of its own, for it may be long.
                found.append(_Beginning(found[-1].head or 0, 0, found[-1].head))
                found[-2] = found[-2]._replace(head=None)
            if found and found[-1].head is None and found[-1].depth == depth:
                found[-1] = found[-1]._replace(head=number)
            else:
                found.append(_Beginning(number, depth, number))
    if not found or found[0].first > 1:
        found.insert(0, _Beginning(1, 0, None))
    return found
