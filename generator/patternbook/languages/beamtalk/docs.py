"""Documentation comments: ``///`` lines right above a declaration."""

from __future__ import annotations

import re
from typing import Final

_TRAILING: Final = re.compile(r"[ \t]*+(?://[^\n]*+)?")
_PIECE: Final = re.compile(
    r"(?P<doc>///(?!/)\ ?(?P<line>[^\n]*+))|(?P<blank>[ \t\r\n]++)|//[^\n]*+|/\*.*?\*/", re.DOTALL
)


def doc_comment(gap: str, after_token: bool) -> str | None:
    """The documentation in the gap before a declaration, or ``None``.

    It is the last run of ``///`` lines that nothing breaks: no blank line, no other comment. A comment
    that ends the line of the token before the gap belongs to that token.
    """
    if "///" not in gap:
        return None
    trailing = _TRAILING.match(gap) if after_token else None
    lines: list[str] = []
    for piece in _PIECE.finditer(gap, trailing.end() if trailing else 0):
        if piece["doc"] is not None:
            lines.append(piece["line"])
        elif piece["blank"] is None or piece["blank"].count("\n") > 1:
            lines.clear()
    return "\n".join(lines) if lines else None
