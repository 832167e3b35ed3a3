"""Text → tokens. Lexing never fails: what cannot be a token becomes an ``ERROR`` token, and ends it.

Nothing that follows an error can make a text valid, so there is no need to go on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from patternbook.languages.beamtalk import numbers
from patternbook.languages.beamtalk.strings import SEGMENT, InterpolationError, Interpolations
from patternbook.languages.beamtalk.tokens import (
    CHARACTER,
    END,
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
    Token,
)

# One pattern for all that stands at the start of a token. The order of the alternatives is the order in
# which the language tests them: comments before operators, `=>` before `=:=` before a negative number
# before a run of operator characters. Possessive quantifiers (`++`, `*+`) keep matching linear.
TOKEN: Final = re.compile(
    r"""
    [ \t\r\n]*+
    (?:
      (?P<word>      [A-Za-z_][A-Za-z0-9_]*+ (?: : (?![=:]) )? )
    | (?P<comment>   //[^\n]*+ )
    | (?P<mark>      := | :: | : | \.\.\. | [.()\[\]{}^;!|] | => | -> | << | >> | \#[(\[{]
                     | (?<=[A-Za-z0-9_])@ )
    | (?P<integer>   [0-9]++ (?: r[0-9A-Za-z]*+ | (?! \.[0-9] | [eE] ) ) | -[0-9]++ (?! \.[0-9] | [eE] ) )
    | (?P<float>     -?[0-9]++ (?: \.[0-9]++ )?+ (?: [eE][+-]?[0-9]*+ )?+ )
    | (?P<string>    "[^"\\{]*+" (?!") )
    | (?P<quote>     " )
    | (?P<block>     /\* )
    | (?P<operator>  =:= | =/= | [-+*/<>=~%&?,\\]++ )
    | (?P<symbol>    \# (?: [A-Za-z_][A-Za-z0-9_]*+
                            (?: : (?!=) (?: [A-Za-z_][A-Za-z0-9_]*+ : (?!=) )*+
                                        (?: [A-Za-z_][A-Za-z0-9_]*+ )?+ )?+
                          | [-+*/<>=~%&?,\\]++
                          | '(?: [^']++ | '' )*+' ) )
    | (?P<character> \$ (?: \\. | [^\\] ) )
    | (?P<directive> @(?: primitive | intrinsic | expect )(?![A-Za-z0-9_]) )
    | (?P<end>       \Z )
    | (?P<other>     . )
    )
    """,
    re.DOTALL | re.VERBOSE,
)

STRING_NESTING: Final = 64
"""Interpolated strings inside each other. The parser allows no more levels of any kind."""

_PLAIN: Final = {"string": STRING, "operator": OPERATOR, "symbol": SYMBOL, "character": CHARACTER}
_NUMBERS: Final = {"integer": (INTEGER, numbers.integer), "float": (FLOAT, numbers.floating)}
_ENDS: Final = 5


@dataclass(slots=True)
class Lexed:
    """A text as tokens and comments."""

    text: str
    tokens: list[Token] = field(default_factory=list)
    """Ends with several ``END`` tokens, so that looking a few tokens ahead needs no test for the end."""
    comments: list[tuple[int, int]] = field(default_factory=list)
    """Offsets of each comment, in source order."""


def lex(text: str) -> Lexed:
    """Turn a text into tokens."""
    lexed = Lexed(text)
    lexer = _Lexer(lexed, Interpolations(text), len(text), 0)
    complete = lexer.read(0)
    last = lexed.tokens[-1].end if lexed.tokens else 0
    indent = lexer.indent(last, len(text)) if complete else None
    lexed.tokens.extend(Token(END, "", len(text), len(text), indent) for _ in range(_ENDS))
    return lexed


class _Lexer:
    """Reads a text up to a limit. The body of an interpolation is read by a lexer of its own."""

    def __init__(self, lexed: Lexed, interpolations: Interpolations, limit: int, nesting: int) -> None:
        self._lexed = lexed
        self._text = lexed.text
        self._ascii = lexed.text.isascii()
        self._interpolations = interpolations
        self._limit = limit
        self._nesting = nesting
        """How many strings lie around this text."""

    def indent(self, last: int, start: int) -> int | None:
        """Bytes from the last line feed between two tokens to the second one, or ``None``."""
        newline = self._text.rfind("\n", last, start)
        if newline < 0:
            return None
        if self._ascii:
            return start - newline - 1
        return len(self._text[newline + 1 : start].encode("utf-8", "surrogatepass"))

    def read(self, position: int) -> bool:
        """Read tokens from an offset up to the limit; false if there was an error."""
        text, limit, indent, match = self._text, self._limit, self.indent, TOKEN.match
        add, comments = self._lexed.tokens.append, self._lexed.comments
        last = position
        while found := match(text, position, limit):
            group = found.lastgroup or ""
            begin, position = found.span(group)
            if group == "word":
                kind = KEYWORD if text[position - 1] == ":" else IDENTIFIER
                add(Token(kind, text[begin:position], begin, position, indent(last, begin)))
            elif group == "mark":
                mark = text[begin:position]
                add(Token(mark, mark, begin, position, indent(last, begin)))
            elif group == "comment":
                comments.append((begin, position))
                continue
            elif group in _PLAIN:
                add(Token(_PLAIN[group], text[begin:position], begin, position, indent(last, begin)))
            elif group == "block":
                position = text.find("*/", position, limit) + 2
                if position < begin:
                    return self._error(begin, limit, "comment without its closing `*/`")
                comments.append((begin, position))
                continue
            elif group == "end":
                return True
            else:
                position = self._special(group, begin, position, indent(last, begin))
                if position < 0:
                    return False
            last = position
        return True

    def _special(self, group: str, begin: int, end: int, indent: int | None) -> int:
        """Read what its pattern alone does not make valid; the offset past it, negative if it is an error."""
        if group == "quote":
            return self._string(begin, indent)
        text = self._text[begin:end]
        if group == "directive":
            self._lexed.tokens.append(Token(text, text, begin, end, indent))
            return end
        if group in _NUMBERS:
            kind, value = _NUMBERS[group]
            if value(text) is not None:
                self._lexed.tokens.append(Token(kind, text, begin, end, indent))
                return end
        self._error(begin, end, complaint(self._text[begin : min(self._limit, begin + _QUOTED)]))
        return -1

    def _string(self, begin: int, indent: int | None) -> int:
        """Read a string that has escapes or interpolations; the offset past it, negative if it is none."""
        text, tokens, limit = self._text, self._lexed.tokens, self._limit
        kind, start = STRING_START, begin
        while True:
            stop = self._segment_end(start + 1)
            if stop < 0:
                self._error(begin, limit, 'string without its closing `"`')
                return -1
            if text[stop] == '"':
                break
            tokens.append(Token(kind, text[start + 1 : stop], start, stop + 1, indent))
            end = self._interpolation(stop)
            if end < 0:
                return -1
            kind, start, indent = STRING_SEGMENT, end, None
        if kind == STRING_START:
            tokens.append(Token(STRING, text[begin : stop + 1], begin, stop + 1, indent))
        else:
            tokens.append(Token(STRING_END, text[start + 1 : stop], start, stop + 1, None))
        return stop + 1

    def _segment_end(self, start: int) -> int:
        """Offset of the quote or brace that ends a segment, negative if nothing does."""
        segment = SEGMENT.match(self._text, start, self._limit)
        stop = segment.end() if segment else start
        return stop if stop < self._limit and self._text[stop] in '"{' else -1

    def _interpolation(self, brace: int) -> int:
        """Read the body of an interpolation; the offset of its closing brace, negative if it is an error."""
        if self._nesting == STRING_NESTING:
            self._error(brace, self._limit, f"strings nested more than {STRING_NESTING} deep")
            return -1
        try:
            end = self._interpolations.end(brace + 1, self._limit)
        except InterpolationError as error:
            self._error(brace, self._limit, str(error))
            return -1
        body = _Lexer(self._lexed, self._interpolations, end, self._nesting + 1)
        return end if body.read(brace + 1) else -1

    def _error(self, begin: int, end: int, complaint: str) -> bool:
        self._lexed.tokens.append(Token(ERROR, complaint, begin, end, None))
        return False


_QUOTED: Final = 40
"""Longest stretch of text that a complaint repeats, in characters."""


def complaint(text: str) -> str:
    """What is wrong with a text that does not begin with a token."""
    first = text[0]
    if first.isascii() and (first.isdigit() or first == "-"):
        number = re.match(r"[-\w.]+", text)
        return f"`{number[0] if number else text}` is not a number that Beamtalk can hold"
    return _COMPLAINTS.get(first, f"unexpected character {first!r} (U+{ord(first):04X})")


_COMPLAINTS: Final = {
    "'": "unexpected `'`: strings take double quotes",
    "$": "`$` without the character that it stands for",
    "#": "`#` begins neither a symbol nor a collection",
    "@": "unknown directive; there are `@primitive`, `@intrinsic` and `@expect`",
}
