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
        self._lexed = lexed
        self._kinds = lexed.kinds
        self.index = 0
        self.kind = lexed.kinds[0]
        """Kind of the current token."""
        self.look = Lookahead(lexed)
        self.in_class = False
        """Whether a class body is being read, its methods included."""
        self.method: str | None = None
        """Selector of the method whose body is being read."""
        self.header_indent = 0
        """Column up to which a line can begin the next member of a class."""
        self.remarks: list[Remark] = []
        self.documented: list[tuple[int, int]] = []
        """Where documentation begins that belongs to a declaration, and where that declaration begins."""
        self._depth = 0

    @property
    def token(self) -> Token:
        """The current token."""
        return self._lexed.token(self.index)

    @property
    def text(self) -> str:
        """Text of the current token."""
        return self._lexed.text[self.start : self._lexed.ends[self.index]]

    @property
    def start(self) -> int:
        """Offset at which the current token begins."""
        return self._lexed.starts[self.index]

    @property
    def previous_end(self) -> int:
        """Offset past the token before the current one."""
        return self._lexed.gap(self.index)

    @property
    def indent(self) -> int | None:
        """Bytes between the last line feed and the current token; ``None`` if it does not begin a line."""
        return self._lexed.indent(self.index)

    def same_line(self) -> bool:
        """Whether the current token stands on the line of the one before."""
        return self._lexed.indent(self.index) is None

    def peek(self) -> str:
        """Kind of the next token."""
        return self._kinds[self.index + 1]

    def adjacent(self) -> bool:
        """Whether nothing, not even a blank, stands between the current token and the next."""
        return self._lexed.ends[self.index] == self._lexed.starts[self.index + 1]

    def skip(self) -> None:
        """Step past the current token. No rule steps past the end."""
        self.index += 1
        self.kind = self._kinds[self.index]

    def advance(self) -> Token:
        """Step past the current token and return it."""
        token = self._lexed.token(self.index)
        self.skip()
        return token

    def take(self, kind: str) -> bool:
        """Step past the current token if it is of that kind."""
        if self.kind != kind:
            return False
        self.skip()
        return True

    def expect(self, kind: str, where: str = "") -> Token:
        """Step past a token that must be of that kind.

        Raises:
            ParseError: it is of another.
        """
        if self.kind != kind:
            raise self.fault(shown_kind(kind) + where)
        return self.advance()

    def close(self, kind: str, where: str = "") -> int:
        """Step past a closing mark that must be there; the offset past it.

        Raises:
            ParseError: something else is there.
        """
        if self.kind != kind:
            raise self.fault(shown_kind(kind) + where)
        self.skip()
        return self.previous_end

    def at_word(self, word: str) -> bool:
        """Whether the current token is that name or that keyword."""
        return self.kind in (IDENTIFIER, KEYWORD) and self.text == word

    def take_word(self, word: str) -> bool:
        """Step past that name or that keyword."""
        if not self.at_word(word):
            return False
        self.skip()
        return True

    def take_words(self, words: Container[str]) -> tuple[str, ...]:
        """Step past names that are all among those; each once, in the order in which they come."""
        taken: dict[str, None] = {}
        while self.kind == IDENTIFIER and self.text in words:
            taken[self.advance().text] = None
        return tuple(taken)

    def take_operator(self, operator: str) -> bool:
        """Step past that operator. A comma is one, and ``,-`` is another."""
        if self.kind != OPERATOR or self.text != operator:
            return False
        self.skip()
        return True

    def fault(self, expected: str, hint: str = "") -> ParseError:
        """Say that the current token is not what the grammar wants here."""
        if self.kind == ERROR:
            return ParseError(self._lexed.complaint, self.start)
        return ParseError(f"expected {expected}, found {self.token.shown()}{hint}", self.start)

    def enter(self) -> None:
        """Go one level deeper.

        Raises:
            ParseError: it would be a level too many.
        """
        if self._depth == DEEPEST:
            raise ParseError(f"nested more than {DEEPEST} levels deep", self.start)
        self._depth += 1

    def leave(self) -> None:
        """Come back from a level."""
        self._depth -= 1

    def doc(self, otherwise: str | None = None) -> str | None:
        """The documentation comment that belongs to the current token, without its marks."""
        found = doc_comment(self._lexed.text, self.previous_end, self.start)
        if found is None:
            return otherwise
        self.documented.append((found[1], self.start))
        return found[0]

    def remark(self, severity: Severity, message: str, at: int) -> None:
        """Say something about the text that does not reject it."""
        self.remarks.append(Remark(severity, message, at))
