"""Divisions between colons (``::: {.callout}``, ``::: columns``): which line closes which.

They nest whatever the number of their colons: what is alone on its line closes the division opened last.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

_MARK = re.compile(r":{3,}+[ \t]*+(?:\{[^{}]*\}|[\w.-]++(?:[ \t]*+\{[^{}]*\})?)?[ \t]*+:*+[ \t]*+")
_BRACED_NAME = re.compile(r":{3,}[ \t]*\{[A-Za-z][\w:+.-]*\}")
_TITLE = re.compile(r"""\btitle=(?:"([^"]*)"|'([^']*)')""")
_OPENING = re.compile(r":{3,}+[ \t]*+\S")
_CLOSING = re.compile(r":{3,}[ \t]*")
_FENCE = re.compile(r"(`{3,}|~{3,})[^`]*")


def is_division_mark(line: str) -> bool:
    """Whether a line opens or closes a division, one that names a directive in braces left out."""
    return _MARK.fullmatch(line) is not None and not _BRACED_NAME.match(line)


def division_at(state: StateBlock, start: int) -> tuple[str, int | None]:
    """The title of the division that a line opens, and the line that closes it; ``None`` where none does."""
    pairs: dict[int, int] | None = state.env.get("patternbook_divisions")
    if pairs is None:
        pairs = state.env["patternbook_divisions"] = _pairs(state)
    title = _TITLE.search(_line(state, start))
    return (title[1] or title[2] or "") if title else "", pairs.get(start)


def _pairs(state: StateBlock) -> dict[int, int]:
    """For each line that opens a division, the one that closes it."""
    pairs: dict[int, int] = {}
    unclosed: list[int] = []
    fence = ""
    for number in range(state.lineMax):
        line = _line(state, number).rstrip()
        marks = _FENCE.fullmatch(line)
        if fence:
            fence = "" if marks and line.startswith(fence) and not line.strip(fence[0]) else fence
        elif marks:
            fence = marks[1]
        elif _CLOSING.fullmatch(line):
            if unclosed:
                pairs[unclosed.pop()] = number
        elif _OPENING.match(line):
            unclosed.append(number)
    return pairs


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]
