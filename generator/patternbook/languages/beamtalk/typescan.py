"""Skip over types without reading them, for the looks ahead.

Looser than the grammar of types: what is let through here and is wrong is found when the type is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from patternbook.languages.beamtalk.rules import Rule, run
from patternbook.languages.beamtalk.tokens import IDENTIFIER, OPERATOR, SYMBOL

if TYPE_CHECKING:
    from patternbook.languages.beamtalk.lexer import Lexed

_OPERATORS: Final = frozenset({"|", "&", "\\", "\\\\"})


class TypeScan:
    """Indexes past the types that begin at an index; ``None`` where there is no type."""

    def __init__(self, lexed: Lexed) -> None:
        self._lexed = lexed
        self._kinds = lexed.kinds
        self._arguments: dict[int, int | None] = {}
        self._groups: dict[int, int | None] = {}

    def after_chain(self, at: int) -> int | None:
        """Past operands joined by type operators."""
        kinds = self._kinds
        simple = kinds[at] in (IDENTIFIER, SYMBOL) and kinds[at + 1] == "=>"
        return at + 1 if simple else run(self._chain(at))

    def after_arguments(self, at: int) -> int:
        """Past type arguments in parentheses; ``at`` itself if there are none, or they are malformed."""
        if self._kinds[at] != "(":
            return at
        return run(self._parenthesised(at)) or at

    def _chain(self, at: int) -> Rule[int | None]:
        """``operand (operator operand)*``."""
        end: int | None = yield self._operand(at)
        while end is not None and self._is_operator(end):
            end = yield self._operand(end + 1)
        return end

    def _operand(self, at: int) -> Rule[int | None]:
        """``( chain )``, or a name or symbol with its arguments. Malformed arguments are left unread."""
        kinds = self._kinds
        kind = kinds[at]
        if kind == "(":
            grouped: int | None = yield self._group(at)
            return grouped
        if kind == IDENTIFIER:
            at += 2 if self._is_class_word(at + 1) else 1
        elif kind == SYMBOL:
            at += 1
        else:
            return None
        if kinds[at] == "(":
            arguments: int | None = yield self._parenthesised(at)
            return arguments or at
        return at

    def _group(self, at: int) -> Rule[int | None]:
        if at not in self._groups:
            end: int | None = yield self._chain(at + 1)
            closed = end is not None and self._kinds[end] == ")"
            self._groups[at] = end + 1 if end is not None and closed else None
        return self._groups[at]

    def _parenthesised(self, at: int) -> Rule[int | None]:
        """``()`` or ``( argument, … )``."""
        if at not in self._arguments:
            self._arguments[at] = yield self._listed(at + 1)
        return self._arguments[at]

    def _listed(self, at: int) -> Rule[int | None]:
        kinds = self._kinds
        if kinds[at] == ")":
            return at + 1
        while True:
            end: int | None = yield self._argument(at)
            if end is None:
                return None
            if kinds[end] == ")":
                return end + 1
            if kinds[end] != OPERATOR or self._text(end) != ",":
                return None
            at = end + 1

    def _argument(self, at: int) -> Rule[int | None]:
        """``operand [:: Bound] [arguments] (operator operand)*``."""
        kinds = self._kinds
        end: int | None = yield self._operand(at)
        if end is None:
            return None
        if kinds[end] == "::" and kinds[end + 1] == IDENTIFIER:
            end += 2
        if kinds[end] == "(":
            end = yield self._parenthesised(end)
        while end is not None and self._is_operator(end):
            end = yield self._operand(end + 1)
        return end

    def _is_operator(self, at: int) -> bool:
        return self._kinds[at] in ("|", OPERATOR) and self._text(at) in _OPERATORS

    def _is_class_word(self, at: int) -> bool:
        """Whether ``class`` follows on the same line and makes a metatype of the name before it."""
        return self._kinds[at] == IDENTIFIER and self._text(at) == "class" and self._lexed.indent(at) is None

    def _text(self, at: int) -> str:
        return self._lexed.text[self._lexed.starts[at] : self._lexed.ends[at]]
