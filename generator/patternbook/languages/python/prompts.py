"""Interactive sessions: lines after ``>>> `` and ``... `` are code, all others are what came of it."""

from __future__ import annotations

from dataclasses import dataclass

_FIRST, _NEXT = ">>>", "..."


@dataclass(frozen=True, slots=True)
class Code:
    """The code of a text, line for line: what is no code is blank."""

    text: str
    shifts: tuple[int, ...] = ()
    """For each line the characters before the code, all of them ASCII; empty where there are none."""
    broken: int = 0
    """Line of the first prompt that is no prompt, for want of a blank after it; 0 without one."""

    @property
    def session(self) -> bool:
        """Whether the code was typed at prompts."""
        return bool(self.shifts)


def code_of(text: str) -> Code:
    """The code of a text, which is a session if its first line that is not blank begins with ``>>> ``."""
    if not text.lstrip().startswith(f"{_FIRST} "):
        return Code(text)
    lines: list[str] = []
    shifts: list[int] = []
    broken = 0
    within = False
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.lstrip(" ")
        within = bare.startswith((_FIRST, _NEXT) if within else _FIRST)
        shift = 0
        if within:
            shift = len(line) - len(bare) + len(_FIRST)
            blank = bare[len(_FIRST) : len(_FIRST) + 1]
            shift += blank == " "
            if blank not in ("", " ") and not broken:
                broken = number
        lines.append(line[shift:] if within else "")
        shifts.append(shift)
    return Code("\n".join(lines), tuple(shifts), broken)
