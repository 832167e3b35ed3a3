"""The token stream as the grammar's rules see it: the current token, a look ahead, and where one stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from patternbook.languages.beamtalk.docs import doc_comment
from patternbook.languages.beamtalk.lookahead import Lookahead
from patternbook.languages.beamtalk.tokens import ERROR, IDENTIFIER, KEYWORD, OPERATOR, Token, shown_kind

if TYPE_CHECKING:
    from collections.abc import Container

    from patternbook.languages.beamtalk.lexer import Lexed
    from patternbook.model import Severity

DEEPEST: Final = 64
"""Levels of expressions, assigned values, interpolated strings and patterns inside each other."""


class ParseError(Exception):
    """The text breaks the grammar here. Nothing after it is looked at, so nothing follows from it."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        """Offset of the token that is at fault."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something worth saying about a text that is valid."""

    severity: Severity
    message: str
    at: int
    """Offset of what it is about."""


class Cursor:
    """A position among the tokens, and the context that some rules depend on."""

    def __init__(self, lexed: Lexed) -> None:
        self.text = lexed.text
        self.tokens = lexed.tokens
        self.index = 0
        self.token: Token = lexed.tokens[0]
        """The current token."""
        self.look = Lookahead(lexed.tokens)
        self.depth = 0
        self.in_class = False
        """Whether a class body is being read, its methods included."""
        self.method: str | None = None
        """Selector of the method whose body is being read."""
        self.header_indent = 0
        """Column up to which a line can begin the next member of a class."""
        self.remarks: list[Remark] = []
        self.documented: list[tuple[int, int]] = []
        """Where documentation begins that belongs to a declaration, and where that declaration begins."""

    @property
    def previous(self) -> Token:
        """The token before the current one; only after ``advance``."""
        return self.tokens[self.index - 1]

    def peek(self, ahead: int = 1) -> Token:
        """The token that many places after the current one, five at most."""
        return self.tokens[self.index + ahead]

    def advance(self) -> Token:
        """Step past the current token and return it. The end is never passed."""
        token = self.token
        self.index += 1
        self.token = self.tokens[self.index]
        return token

    def take(self, kind: str) -> Token | None:
        """Step past the current token if it is of that kind."""
        return self.advance() if self.token.kind == kind else None

    def expect(self, kind: str, where: str = "") -> Token:
        """Step past a token that must be of that kind.

        Raises:
            ParseError: it is of another.
        """
        if self.token.kind != kind:
            raise self.fault(shown_kind(kind) + where)
        return self.advance()

    def at_word(self, word: str) -> bool:
        """Whether the current token is that name or that keyword."""
        return self.token.text == word and self.token.kind in (IDENTIFIER, KEYWORD)

    def take_operator(self, operator: str) -> Token | None:
        """Step past that operator. A comma is one, and ``,-`` is another."""
        if self.token.text == operator and self.token.kind == OPERATOR:
            return self.advance()
        return None

    def take_words(self, words: Container[str]) -> tuple[str, ...]:
        """Step past names that are all among those; each once, in the order in which they come."""
        taken: dict[str, None] = {}
        while self.token.kind == IDENTIFIER and self.token.text in words:
            taken[self.advance().text] = None
        return tuple(taken)

    def adjacent(self) -> bool:
        """Whether nothing, not even a blank, stands between the current token and the next."""
        return self.token.end == self.peek().start

    def same_line(self) -> bool:
        """Whether the current token stands on the line of the one before."""
        return self.token.indent is None

    def fault(self, expected: str) -> ParseError:
        """Say that the current token is not what the grammar wants here."""
        if self.token.kind == ERROR:
            return ParseError(self.token.text, self.token.start)
        return ParseError(f"expected {expected}, found {self.token.shown()}", self.token.start)

    def enter(self) -> None:
        """Go one level deeper.

        Raises:
            ParseError: too deep; upstream's parser allows as many levels.
        """
        if self.depth == DEEPEST:
            raise ParseError(f"nested more than {DEEPEST} levels deep", self.token.start)
        self.depth += 1

    def leave(self) -> None:
        """Come back from a level."""
        self.depth -= 1

    def doc(self) -> str | None:
        """The documentation comment that belongs to the current token, without its marks."""
        end = self.token.start
        found = doc_comment(self.text, self.previous.end if self.index else 0, end)
        if found is None:
            return None
        self.documented.append((found[1], end))
        return found[0]

    def remark(self, severity: Severity, message: str, at: int) -> None:
        """Say something about the text that does not reject it."""
        self.remarks.append(Remark(severity, message, at))
