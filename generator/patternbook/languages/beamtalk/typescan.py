"""Skip over types without reading them, for the looks ahead.

Looser than the grammar of types: what is let through here and is wrong is found when the type is read.
"""

from __future__ import annotations

from typing import Final

from patternbook.languages.beamtalk.rules import Rule, run
from patternbook.languages.beamtalk.tokens import IDENTIFIER, OPERATOR, SYMBOL, Token

_OPERATORS: Final = frozenset({"|", "&", "\\", "\\\\"})


class TypeScan:
    """Indexes past the types that begin at an index; ``None`` where there is no type."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._arguments: dict[int, int | None] = {}
        self._groups: dict[int, int | None] = {}

    def after_chain(self, at: int) -> int | None:
        """Past operands joined by type operators."""
        tokens = self._tokens
        simple = tokens[at].kind in (IDENTIFIER, SYMBOL) and tokens[at + 1].kind == "=>"
        return at + 1 if simple else run(self._chain(at))

    def after_arguments(self, at: int) -> int:
        """Past type arguments in parentheses; ``at`` itself if there are none, or they are malformed."""
        if self._tokens[at].kind != "(":
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
        tokens = self._tokens
        kind = tokens[at].kind
        if kind == "(":
            grouped: int | None = yield self._group(at)
            return grouped
        if kind == IDENTIFIER:
            following = tokens[at + 1]
            metatype = following.text == "class" and following.kind == IDENTIFIER and following.indent is None
            at += 2 if metatype else 1
        elif kind == SYMBOL:
            at += 1
        else:
            return None
        if tokens[at].kind == "(":
            arguments: int | None = yield self._parenthesised(at)
            return arguments or at
        return at

    def _group(self, at: int) -> Rule[int | None]:
        if at not in self._groups:
            end: int | None = yield self._chain(at + 1)
            closed = end is not None and self._tokens[end].kind == ")"
            self._groups[at] = end + 1 if end is not None and closed else None
        return self._groups[at]

    def _parenthesised(self, at: int) -> Rule[int | None]:
        """``()`` or ``( argument, … )``."""
        if at not in self._arguments:
            self._arguments[at] = yield self._listed(at + 1)
        return self._arguments[at]

    def _listed(self, at: int) -> Rule[int | None]:
        tokens = self._tokens
        if tokens[at].kind == ")":
            return at + 1
        while True:
            end: int | None = yield self._argument(at)
            if end is None:
                return None
            if tokens[end].kind == ")":
                return end + 1
            if tokens[end].text != "," or tokens[end].kind != OPERATOR:
                return None
            at = end + 1

    def _argument(self, at: int) -> Rule[int | None]:
        """``operand [:: Bound] [arguments] (operator operand)*``."""
        tokens = self._tokens
        end: int | None = yield self._operand(at)
        if end is None:
            return None
        if tokens[end].kind == "::" and tokens[end + 1].kind == IDENTIFIER:
            end += 2
        if tokens[end].kind == "(":
            end = yield self._parenthesised(end)
        while end is not None and self._is_operator(end):
            end = yield self._operand(end + 1)
        return end

    def _is_operator(self, at: int) -> bool:
        token = self._tokens[at]
        return token.text in _OPERATORS and token.kind in ("|", OPERATOR)
