"""Which construct begins here? Pure looks ahead that consume nothing and do not see line ends.

Declarations have no opening keyword: what tells a method from a statement is the ``=>`` after its header.
So these tests read a header to its end. The same header may be looked at from several places, and a header
may be as long as the text; what has been found is kept, so that all looks together stay linear.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from patternbook.languages.beamtalk.tokens import IDENTIFIER, KEYWORD, MESSAGE_OPERATORS, OPERATOR
from patternbook.languages.beamtalk.typescan import TypeScan

if TYPE_CHECKING:
    from patternbook.languages.beamtalk.lexer import Lexed

CLASS_MODIFIERS: Final = frozenset({"abstract", "sealed", "typed", "internal"})
METHOD_MODIFIERS: Final = frozenset({"sealed", "internal", "class"})
EXTENSION_MODIFIERS: Final = frozenset({"sealed", "internal"})
STATE_KEYWORDS: Final = frozenset({"state:", "field:", "classState:"})


_SECOND: Final = frozenset({IDENTIFIER, KEYWORD, "@", "(", ">>"})
"""What can follow the first name of a declaration."""


class Lookahead:
    """Tests on the tokens from an index on."""

    def __init__(self, lexed: Lexed) -> None:
        self._lexed = lexed
        self._kinds = lexed.kinds
        self._types = TypeScan(lexed)
        self._keyword_headers: dict[int, bool] = {}
        self._runs: dict[tuple[frozenset[str], int], int] = {}

    def declaration(self, at: int) -> bool:
        """Whether a class, protocol, alias or extension may begin, to save the tests for each."""
        return self._kinds[at] == IDENTIFIER and self._kinds[at + 1] in _SECOND

    def alias(self, at: int) -> bool:
        """``[internal] type Name =``."""
        if self._is(at, IDENTIFIER, "internal"):
            at += 1
        return (
            self._is(at, IDENTIFIER, "type") and self._class_name(at + 1) and self._is(at + 2, OPERATOR, "=")
        )

    def protocol(self, at: int) -> bool:
        """``Protocol define:``."""
        return self._is(at + 1, KEYWORD, "define:") and self._is(at, IDENTIFIER, "Protocol")

    def class_definition(self, at: int) -> bool:
        """``modifiers Super[@Name][(types)] subclass:``."""
        kinds = self._kinds
        at = self._after_modifiers(at, CLASS_MODIFIERS)
        if kinds[at] != IDENTIFIER:
            return False
        at += 1
        if kinds[at] == "@" and kinds[at + 1] == IDENTIFIER:
            at += 2
        return self._is(self._types.after_arguments(at), KEYWORD, "subclass:")

    def extension(self, at: int) -> bool:
        """``Name [class] >> modifiers selector … =>``."""
        kinds = self._kinds
        if self._class_name(at):
            at += 1
        elif kinds[at] == IDENTIFIER and kinds[at + 1] == "@" and self._class_name(at + 2):
            at += 3
        else:
            return False
        if self._is(at, IDENTIFIER, "class"):
            at += 1
        if kinds[at] != ">>":
            return False
        at = self._after_method_modifiers(at + 1, EXTENSION_MODIFIERS)
        if kinds[at] == IDENTIFIER:
            return self.header_end(at + 1)
        return kinds[at] in (OPERATOR, KEYWORD) and self._header_with_parameters(at)

    def method(self, at: int) -> bool:
        """``modifiers selector … =>`` in a class."""
        kinds = self._kinds
        at = self._after_method_modifiers(at, METHOD_MODIFIERS)
        kind = kinds[at]
        if kind == IDENTIFIER:
            return kinds[at + 1] == "=>" or self._returns_then_arrow(at + 1)
        return (kind == KEYWORD or kind in MESSAGE_OPERATORS) and self._header_with_parameters(at)

    def header_end(self, at: int) -> bool:
        """``=>``, or a return type and ``=>``: what ends the header of a method."""
        kind = self._kinds[at]
        if kind == "::":
            return self._returns_then_arrow(at + 1)
        return kind == "=>" or self._returns_then_arrow(at)

    def _is(self, at: int, kind: str, text: str) -> bool:
        return self._kinds[at] == kind and self._text(at) == text

    def _class_name(self, at: int) -> bool:
        return self._kinds[at] == IDENTIFIER and is_class_name(self._text(at))

    def _text(self, at: int) -> str:
        return self._lexed.text[self._lexed.starts[at] : self._lexed.ends[at]]

    def _after_modifiers(self, at: int, words: frozenset[str]) -> int:
        """The first index from ``at`` on that holds none of those words."""
        kinds = self._kinds
        if kinds[at] != IDENTIFIER or self._text(at) not in words:
            return at
        known = self._runs.get((words, at))
        if known is not None:
            return known
        end = at
        while kinds[end] == IDENTIFIER and self._text(end) in words:
            end += 1
        self._runs.update({((words, index), end) for index in range(at, end)})
        return end

    def _after_method_modifiers(self, at: int, words: frozenset[str]) -> int:
        """Like ``_after_modifiers``, but ``class =>`` and ``internal =>`` are methods of that name."""
        end = self._after_modifiers(at, words)
        if end > at and self._text(end - 1) != "sealed" and self.header_end(end):
            return end - 1
        return end

    def _returns_then_arrow(self, at: int) -> bool:
        """``-> type =>``. The type may be missing, for the header to be recognised and the fault be named."""
        if self._kinds[at] != "->":
            return False
        if self._kinds[at + 1] == "=>":
            return True
        end = self._types.after_chain(at + 1)
        return end is not None and self._kinds[end] == "=>"

    def _header_with_parameters(self, at: int) -> bool:
        """``+ other … =>`` or ``at: index put: value … =>``."""
        if self._kinds[at] != KEYWORD:
            end = self._after_parameter(at + 1)
            return end is not None and self.header_end(end)
        seen = []
        found = False
        while (known := self._keyword_headers.get(at)) is None:
            seen.append(at)
            end = self._after_parameter(at + 1)
            if end is None:
                break
            if self._kinds[end] != KEYWORD:
                found = self.header_end(end)
                break
            at = end
        else:
            found = known
        self._keyword_headers.update((index, found) for index in seen)
        return found

    def _after_parameter(self, at: int) -> int | None:
        """Skip ``name`` or ``name :: type``. Where the type is missing, only ``::`` is skipped."""
        if self._kinds[at] != IDENTIFIER:
            return None
        if self._kinds[at + 1] != "::":
            return at + 1
        return self._types.after_chain(at + 2) or at + 2


def is_class_name(name: str) -> bool:
    """Whether a name begins with a capital."""
    return "A" <= name[0] <= "Z"
