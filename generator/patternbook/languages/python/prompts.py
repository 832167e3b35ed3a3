"""Interactive sessions: lines after ``>>> `` and ``... `` are code, all others are what came of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FIRST, _NEXT = ">>>", "..."
_ROW = re.compile(r"[^\r\n]*(\r\n?|\n|\Z)")
"""A row, as the parser counts: a carriage return ends it too."""
_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Code:
    """The code of a text, line for line: what is no code is blank."""

    text: str
    shifts: tuple[int, ...] = ()
    """For each row the characters before the code, all of them ASCII; empty where there are none."""
    broken: int = 0
    """Row of the first prompt that is no prompt, for want of a blank after it; 0 without one."""

    @property
    def session(self) -> bool:
        """Whether the code was typed at prompts."""
        return bool(self.shifts)

    def line(self, row: int) -> int:
        """The line of a row: rows also end with carriage returns, lines with line feeds alone."""
        if "\r" not in self.text:
            return row
        ends: list[str] = [found[1] for found in _ROW.finditer(self.text)][: row - 1]
        return 1 + sum(end.endswith("\n") for end in ends)

    def row_at(self, offset: int) -> int:
        """The row on which a character of the code lies."""
        return 1 + sum(1 for _ in _END.finditer(self.text, 0, offset))

    def shift(self, row: int) -> int:
        """Characters before the code of a row."""
        return self.shifts[row - 1] if self.shifts else 0


def code_of(text: str) -> Code:
    """The code of a text, which is a session if its first line that is not blank begins with ``>>> ``."""
    if not text.lstrip().startswith(f"{_FIRST} "):
        return Code(text)
    rows: list[str] = []
    shifts: list[int] = []
    broken = 0
    within = False
    for number, found in enumerate(_ROW.finditer(text), 1):
        line = found[0][: found.start(1) - found.start()]
        bare = line.lstrip(" ")
        within = bare.startswith((_FIRST, _NEXT) if within else _FIRST)
        shift = 0
        if within:
            shift = len(line) - len(bare) + len(_FIRST)
            blank = bare[len(_FIRST) : len(_FIRST) + 1]
            shift += blank == " "
            if blank not in ("", " ") and not broken:
                broken = number
        code = line[shift:] if within else ""
        # An empty row between a carriage return and a line feed would make one end of these two.
        parted = " " if rows and rows[-1].endswith("\r") and not code else ""
        rows.append(f"{parted}{code}{found[1]}")
        shifts.append(shift)
    return Code("".join(rows), tuple(shifts), broken)
