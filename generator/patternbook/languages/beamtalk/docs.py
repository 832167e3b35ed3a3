"""Documentation comments: ``///`` lines right above a declaration."""

from __future__ import annotations

import re
from typing import Final

_TRAILING: Final = re.compile(r"[ \t]*+(?://[^\n]*+)?")
_PIECE: Final = re.compile(
    r"(?P<doc>///(?!/)\ ?(?P<line>[^\n]*+))|(?P<blank>[ \t\r\n]++)|//[^\n]*+|/\*.*?\*/", re.DOTALL
)


def is_documentation(text: str, at: int) -> bool:
    """Whether the comment at an offset is a documentation comment: three slashes, not four."""
    return text.startswith("///", at) and not text.startswith("////", at)


def doc_comment(text: str, start: int, end: int) -> tuple[str, int] | None:
    """The documentation in the gap before a declaration and where it begins, or ``None``.

    It is the last run of ``///`` lines that nothing breaks: no blank line, no other comment. A comment
    that ends the line of the token before the gap belongs to that token.

    Args:
        text: the whole text.
        start: where the token before the declaration ends; 0 if there is none.
        end: where the declaration begins.
    """
    if text.find("///", start, end) < 0:
        return None
    if start > 0 and (trailing := _TRAILING.match(text, start, end)):
        start = trailing.end()
    lines: list[str] = []
    begins = start
    for piece in _PIECE.finditer(text, start, end):
        if piece["doc"] is not None:
            begins = begins if lines else piece.start()
            lines.append(piece["line"])
        elif piece["blank"] is None or piece["blank"].count("\n") > 1:
            lines.clear()
    return ("\n".join(lines), begins) if lines else None
