"""Tokens, and the names of their kinds.

A kind is a string. Punctuation is its own kind (``":="``, ``"#("``), so that the grammar reads as it is
written; the kinds below stand for tokens whose text varies, and are worded to be shown in a diagnostic.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

IDENTIFIER: Final = "a name"
KEYWORD: Final = "a keyword"
"""A name and its colon: ``at:``."""
INTEGER: Final = "an integer"
FLOAT: Final = "a float"
CHARACTER: Final = "a character"
SYMBOL: Final = "a symbol"
STRING: Final = "a string"
"""A string without interpolation."""
STRING_START: Final = "an interpolated string"
STRING_SEGMENT: Final = "a part of an interpolated string"
STRING_END: Final = "the end of an interpolated string"
OPERATOR: Final = "an operator"
"""A run of operator characters; ``->``, ``>>``, ``<<`` and ``=>`` are punctuation."""
ERROR: Final = "an error"
"""What cannot be a token. Always the last one but for the end."""
END: Final = "the end of the text"

LITERALS: Final = frozenset({INTEGER, FLOAT, CHARACTER, SYMBOL, STRING})
MESSAGE_OPERATORS: Final = frozenset({OPERATOR, "->", ">>"})
"""Kinds whose text can be a binary selector."""


@dataclass(slots=True)
class Token:
    """A token and where it stands. Not frozen only because that would double the cost of making one."""

    kind: str
    text: str
    start: int
    """Offset of its first character."""
    end: int
    """Offset past its last character."""

    def shown(self) -> str:
        """The token as a diagnostic names it."""
        if self.kind in (END, STRING_START, STRING_SEGMENT, STRING_END):
            return self.kind
        text = self.text if len(self.text) <= _SHOWN else self.text[:_SHOWN] + "…"
        return f"`{text}`"


_SHOWN: Final = 40
"""Longest text of a token that a diagnostic repeats, in characters."""


def shown_kind(kind: str) -> str:
    """Show a kind as a diagnostic names it: punctuation in quotes, the others as they are."""
    return kind if " " in kind else f"`{kind}`"
