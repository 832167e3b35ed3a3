"""String literals: their segments, the extent of interpolations, and the text that they stand for."""

from __future__ import annotations

import re
from typing import Final

SEGMENT: Final = re.compile(r'(?:[^"\\{]++|""|\\.)*+', re.DOTALL)
"""Text of a string up to its closing quote, an interpolation, or the end of the source."""

_BLANK_BODY: Final = re.compile(r"[ \t\r\n]*+\}")

_BODY_PART: Final = re.compile(
    r"""
      [^"{}/$\\]++
    | "(?:[^"\\]++|""|\\.)*+"      # a nested string, braces and all
    | //[^\n]*+
    | /\*(?:[^*]++|\*(?!/))*+\*/
    | \$(?:\\.|[^\\])              # a character, which may be a brace or a quote
    | \\.
    | /(?!\*)
    | (?P<open>\{)
    | (?P<close>\})
    """,
    re.DOTALL | re.VERBOSE,
)

_ESCAPE: Final = re.compile(r'""|\\([{}])|\\.', re.DOTALL)


class InterpolationError(Exception):
    """An interpolation cannot be read; the message says why."""


class Interpolations:
    """Finds where the interpolations of a text end.

    An interpolation may hold strings with interpolations of their own, each read anew from its text, so
    the same braces are met once a level. What is known about a brace is kept to stay linear.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._closing: dict[int, int] = {}

    def end(self, start: int, limit: int) -> int:
        """Offset of the ``}`` that ends the interpolation whose body begins at ``start``.

        Raises:
            InterpolationError: the body is blank, begins with a brace, or does not end before ``limit``.
        """
        if _BLANK_BODY.match(self._text, start, limit):
            raise InterpolationError("empty interpolation; write `\\{` for a brace in a string")
        if self._text.startswith("{", start, limit):
            raise InterpolationError("doubled `{` in a string; write `\\{` for a brace")
        known = self._closing.get(start)
        if known is not None and known < limit:
            return known
        return self._scan(start, limit)

    def _scan(self, start: int, limit: int) -> int:
        opened = [start]
        position = start
        while part := _BODY_PART.match(self._text, position, limit):
            position = part.end()
            if part.lastgroup == "open":
                known = self._closing.get(position)
                if known is not None and known < limit:
                    position = known + 1
                else:
                    opened.append(position)
            elif part.lastgroup == "close":
                self._closing[opened.pop()] = part.start()
                if not opened:
                    return part.start()
        raise InterpolationError("interpolation without its closing `}`; write `\\{` for a brace in a string")


def unescaped(segment: str) -> str:
    """The text that a segment of a string stands for.

    ``""`` is a quote and a backslash before a brace goes away; any other backslash stays, with the
    character after it.
    """
    if "\\" not in segment and '"' not in segment:
        return segment
    return _ESCAPE.sub(_escape, segment)


def _escape(match: re.Match[str]) -> str:
    brace: str | None = match[1]
    if brace is not None:
        return brace
    whole: str = match[0]
    return '"' if whole == '""' else whole
