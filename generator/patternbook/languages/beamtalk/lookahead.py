"""Which construct begins here? Pure looks ahead that consume nothing and do not see line ends.

Declarations have no opening keyword: what tells a method from a statement is the ``=>`` after its header.
So these tests read a header to its end. The same header may be looked at from several places, and a header
may be as long as the text; what has been found is kept, so that all looks together stay linear.
"""

from __future__ import annotations

from typing import Final

from patternbook.languages.beamtalk.tokens import IDENTIFIER, KEYWORD, MESSAGE_OPERATORS, OPERATOR, Token
from patternbook.languages.beamtalk.typescan import TypeScan

CLASS_MODIFIERS: Final = frozenset({"abstract", "sealed", "typed", "internal"})
METHOD_MODIFIERS: Final = frozenset({"sealed", "internal", "class"})
EXTENSION_MODIFIERS: Final = frozenset({"sealed", "internal"})
STATE_KEYWORDS: Final = frozenset({"state:", "field:", "classState:"})


class Lookahead:
    """Tests on the tokens from an index on."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._types = TypeScan(tokens)
        self._keyword_headers: dict[int, bool] = {}
        self._runs: dict[tuple[frozenset[str], int], int] = {}

    def alias(self, at: int) -> bool:
        """``[internal] type Name =``."""
        tokens = self._tokens
        if self._word(at, "internal"):
            at += 1
        return (
            self._word(at, "type")
            and is_class_name(tokens[at + 1])
            and tokens[at + 2].kind == OPERATOR
            and tokens[at + 2].text == "="
        )

    def protocol(self, at: int) -> bool:
        """``Protocol define:``."""
        following = self._tokens[at + 1]
        return self._word(at, "Protocol") and following.kind == KEYWORD and following.text == "define:"

    def class_definition(self, at: int) -> bool:
        """``modifiers Super[@Name][(types)] subclass:``."""
        tokens = self._tokens
        if tokens[at].kind != IDENTIFIER:
            return False
        at = self._after_modifiers(at, CLASS_MODIFIERS)
        if tokens[at].kind != IDENTIFIER:
            return False
        at += 1
        if tokens[at].kind == "@" and tokens[at + 1].kind == IDENTIFIER:
            at += 2
        at = self._types.after_arguments(at)
        return tokens[at].kind == KEYWORD and tokens[at].text == "subclass:"

    def extension(self, at: int) -> bool:
        """``Name [class] >> modifiers selector … =>``."""
        tokens = self._tokens
        if tokens[at].kind != IDENTIFIER:
            return False
        if is_class_name(tokens[at]):
            at += 1
        elif tokens[at + 1].kind == "@" and is_class_name(tokens[at + 2]):
            at += 3
        else:
            return False
        if self._word(at, "class"):
            at += 1
        if tokens[at].kind != ">>":
            return False
        at = self._after_method_modifiers(at + 1, EXTENSION_MODIFIERS)
        kind = tokens[at].kind
        if kind == IDENTIFIER:
            return self.header_end(at + 1)
        return kind in (OPERATOR, KEYWORD) and self._header_with_parameters(at)

    def method(self, at: int) -> bool:
        """``modifiers selector … =>`` in a class."""
        kind = self._tokens[at].kind
        if kind == IDENTIFIER:
            at = self._after_method_modifiers(at, METHOD_MODIFIERS)
            kind = self._tokens[at].kind
            if kind == IDENTIFIER:
                return self._tokens[at + 1].kind == "=>" or self._returns_then_arrow(at + 1)
        return (kind == KEYWORD or kind in MESSAGE_OPERATORS) and self._header_with_parameters(at)

    def header_end(self, at: int) -> bool:
        """``=>``, or a return type and ``=>``: what ends the header of a method."""
        kind = self._tokens[at].kind
        if kind == "::":
            return self._returns_then_arrow(at + 1)
        return kind == "=>" or self._returns_then_arrow(at)

    def _word(self, at: int, word: str) -> bool:
        token = self._tokens[at]
        return token.text == word and token.kind == IDENTIFIER

    def _after_modifiers(self, at: int, words: frozenset[str]) -> int:
        """The first index from ``at`` on that holds none of those words."""
        tokens = self._tokens
        if tokens[at].text not in words:
            return at
        known = self._runs.get((words, at))
        if known is not None:
            return known
        end = at
        while tokens[end].kind == IDENTIFIER and tokens[end].text in words:
            end += 1
        self._runs.update({((words, index), end) for index in range(at, end)})
        return end

    def _after_method_modifiers(self, at: int, words: frozenset[str]) -> int:
        """Like ``_after_modifiers``, but ``class =>`` and ``internal =>`` are methods of that name."""
        end = self._after_modifiers(at, words)
        if end > at and self._tokens[end - 1].text != "sealed" and self.header_end(end):
            return end - 1
        return end

    def _returns_then_arrow(self, at: int) -> bool:
        """``-> type =>``. The type may be missing, for the header to be recognised and the fault be named."""
        tokens = self._tokens
        if tokens[at].kind != "->":
            return False
        if tokens[at + 1].kind == "=>":
            return True
        end = self._types.after_chain(at + 1)
        return end is not None and tokens[end].kind == "=>"

    def _header_with_parameters(self, at: int) -> bool:
        """``+ other … =>`` or ``at: index put: value … =>``."""
        if self._tokens[at].kind != KEYWORD:
            end = self._after_parameter(at + 1)
            return end is not None and self.header_end(end)
        seen = []
        found = False
        while (known := self._keyword_headers.get(at)) is None:
            seen.append(at)
            end = self._after_parameter(at + 1)
            if end is None:
                break
            if self._tokens[end].kind != KEYWORD:
                found = self.header_end(end)
                break
            at = end
        else:
            found = known
        self._keyword_headers.update((index, found) for index in seen)
        return found

    def _after_parameter(self, at: int) -> int | None:
        """Skip ``name`` or ``name :: type``. Where the type is missing, only ``::`` is skipped."""
        tokens = self._tokens
        if tokens[at].kind != IDENTIFIER:
            return None
        if tokens[at + 1].kind != "::":
            return at + 1
        return self._types.after_chain(at + 2) or at + 2


def is_class_name(token: Token) -> bool:
    """Whether a token is a name with a capital."""
    return token.kind == IDENTIFIER and "A" <= token.text[0] <= "Z"
