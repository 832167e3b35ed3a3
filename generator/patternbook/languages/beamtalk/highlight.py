"""Highlighting: a Pygments lexer for Beamtalk on the frontend's own token rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from pygments.lexer import Lexer
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
)

from patternbook.languages.beamtalk.docs import is_documentation
from patternbook.languages.beamtalk.lexer import Lexed, lex
from patternbook.languages.beamtalk.tokens import (
    CHARACTER,
    ERROR,
    FLOAT,
    IDENTIFIER,
    INTEGER,
    KEYWORD,
    OPERATOR,
    STRING,
    STRING_END,
    STRING_SEGMENT,
    STRING_START,
    SYMBOL,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    TokenType = Any
    """Pygments' own, which has no published type."""
    Piece = tuple[int, TokenType, str]

_KINDS: Final = {
    INTEGER: Number.Integer,
    FLOAT: Number.Float,
    CHARACTER: String.Char,
    SYMBOL: String.Symbol,
    STRING: String.Double,
    STRING_START: String.Double,
    STRING_SEGMENT: String.Double,
    STRING_END: String.Double,
    OPERATOR: Operator,
    ERROR: Error,
    **dict.fromkeys((":=", "->", "=>", "^", "!", ">>", "<<", "|", "::", "..."), Operator),
    **dict.fromkeys(("@primitive", "@intrinsic", "@expect"), Name.Decorator),
}
"""How tokens of a kind are shown; all others are punctuation."""

_WORDS: Final = {
    **dict.fromkeys(("self", "super", "thisContext"), Name.Builtin.Pseudo),
    **dict.fromkeys(("nil", "true", "false"), Keyword.Constant),
}
_DECLARING: Final = frozenset(
    {"subclass:", "state:", "field:", "classState:", "native:", "handleScope:", "define:", "extending:"}
)
_CHOOSING: Final = frozenset({"match:", "matchExhaustive:", "when:"})
_MODIFIERS: Final = frozenset({"abstract", "sealed", "typed", "internal", "class", "type"})
"""Names that declare something where another name, an operator or a keyword follows."""


class BeamtalkLexer(Lexer):  # type: ignore[misc]
    """Highlights Beamtalk. What the language cannot read is an error token; what follows is read again."""

    name = "Beamtalk"
    aliases: ClassVar[list[str]] = ["beamtalk", "bt"]
    filenames: ClassVar[list[str]] = ["*.bt"]
    url = "https://github.com/jamesc/beamtalk"

    def get_tokens_unprocessed(self, text: str) -> Iterator[Piece]:
        """Offset, type and text of each piece; together they are the text."""
        position = 0
        while position < len(text):
            lexed = lex(text, position)
            yield from _pieces(lexed, position)
            position = lexed.stop


def _pieces(lexed: Lexed, position: int) -> Iterator[Piece]:
    """Tokens, comments and the blanks between them."""
    comments = iter([*lexed.comments, (lexed.stop, lexed.stop)])
    comment = next(comments)
    for at, kind in enumerate(lexed.kinds):
        start, end = lexed.starts[at], lexed.ends[at]
        while comment[0] < start:
            yield from _blank(lexed.text, position, comment[0])
            yield comment[0], _comment_type(lexed.text, comment[0]), lexed.text[comment[0] : comment[1]]
            position, comment = comment[1], next(comments)
        yield from _blank(lexed.text, position, start)
        if start < end:
            yield from _token(lexed, at, kind)
        position = end


def _blank(text: str, start: int, end: int) -> Iterator[Piece]:
    if start < end:
        yield start, Whitespace, text[start:end]


def _comment_type(text: str, start: int) -> TokenType:
    if text.startswith("/*", start):
        return Comment.Multiline
    return String.Doc if is_documentation(text, start) else Comment.Single


def _token(lexed: Lexed, at: int, kind: str) -> Iterator[Piece]:
    token = lexed.token(at)
    if kind in (STRING_START, STRING_SEGMENT, STRING_END):
        yield from _string(token.start, token.text)
    elif kind == IDENTIFIER:
        before = lexed.kinds[at - 1] if at else ""
        yield token.start, _name_type(token.text, before, lexed.kinds[at + 1]), token.text
    elif kind == KEYWORD:
        yield token.start, _keyword_type(token.text), token.text
    else:
        yield token.start, _KINDS.get(kind, Punctuation), token.text


def _string(start: int, text: str) -> Iterator[Piece]:
    """A part of an interpolated string: its braces stand out."""
    first = 1 if text.startswith("}") else 0
    last = len(text) - 1 if text.endswith("{") else len(text)
    if first:
        yield start, String.Interpol, "}"
    if first < last:
        yield start + first, String.Double, text[first:last]
    if last < len(text):
        yield start + last, String.Interpol, "{"


def _name_type(name: str, before: str, following: str) -> TokenType:
    """The type of a name between a token of one kind and a token of another."""
    if name in _WORDS:
        return _WORDS[name]
    if "A" <= name[0] <= "Z":
        return Name.Class
    if name in _MODIFIERS and following in (IDENTIFIER, KEYWORD, OPERATOR, ">>"):
        return Keyword.Declaration
    is_selector = following == "=>" and before not in (KEYWORD, OPERATOR)
    return Name.Function if is_selector else Name


def _keyword_type(keyword: str) -> TokenType:
    if keyword in _DECLARING:
        return Keyword.Declaration
    return Keyword if keyword in _CHOOSING else Name.Function
