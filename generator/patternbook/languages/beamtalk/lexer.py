"""Text → tokens. Lexing never fails: what cannot be a token becomes an ``ERROR`` token, and ends it.

Nothing that follows an error can make a text valid, so there is no need to go on.
"""

from __future__ import annotations

import re
from array import array
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

_PLAIN: Final = {
    "string": STRING,
    "operator": OPERATOR,
    "symbol": SYMBOL,
    "character": CHARACTER,
}
"""Kinds of the tokens that their pattern alone makes valid."""
_NUMBERS: Final = {"integer": (INTEGER, numbers.integer), "float": (FLOAT, numbers.floating)}
_ENDS: Final = 5

_OPENING: Final = ("(", "[", "{", "#(", "#[", "#{")
_CLOSING: Final = (")", "]", "}")


class Lexed:
    """A text as tokens and comments.

    Tokens are columns, not objects: a text may have as many tokens as characters.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.kinds: list[str] = []
        """Ends with several ``END``, so that looking a few tokens ahead needs no test for the end."""
        self.starts = array("Q")
        self.ends = array("Q")
        self.comments: list[tuple[int, int]] = []
        """Offsets of each comment, in source order."""
        self.stop = len(text)
        """Offset at which lexing ended: past the ``ERROR`` token, if there is one."""
        self.complaint = ""
        """What is wrong with the ``ERROR`` token, if there is one."""
        self._ascii = text.isascii()

    def add(self, kind: str, start: int, end: int) -> None:
        """Add a token."""
        self.kinds.append(kind)
        self.starts.append(start)
        self.ends.append(end)

    def token(self, at: int) -> Token:
        """The token at an index."""
        start, end = self.starts[at], self.ends[at]
        return Token(self.kinds[at], self.text[start:end], start, end)

    def gap(self, at: int) -> int:
        """Where the stretch of blanks and comments before a token begins."""
        return self.ends[at - 1] if at else 0

    def indent(self, at: int) -> int | None:
        """Bytes between the last line feed and a token; ``None`` if no line feed precedes it."""
        start = self.starts[at]
        newline = self.text.rfind("\n", self.ends[at - 1] if at else 0, start)
        if newline < 0 or self.kinds[at] in (STRING_SEGMENT, STRING_END):
            return None
        if self._ascii:
            return start - newline - 1
        return len(self.text[newline + 1 : start].encode("utf-8", "surrogatepass"))

    def unclosed(self) -> int:
        """How many more brackets are opened than closed."""
        count = self.kinds.count
        return sum(map(count, _OPENING)) - sum(map(count, _CLOSING))


def lex(text: str, start: int = 0) -> Lexed:
    """Turn a text, from an offset on, into tokens."""
    lexed = Lexed(text)
    if not _Lexer(lexed, Interpolations(text), len(text), 0).read(start):
        lexed.stop = lexed.ends[-1]
    for _ in range(_ENDS):
        lexed.add(END, lexed.stop, lexed.stop)
    return lexed


class _Lexer:
    """Reads a text up to a limit. The body of an interpolation is read by a lexer of its own."""

    def __init__(self, lexed: Lexed, interpolations: Interpolations, limit: int, nesting: int) -> None:
        self._lexed = lexed
        self._text = lexed.text
        self._interpolations = interpolations
        self._limit = limit
        self._nesting = nesting
        """How many strings lie around this text."""

    def read(self, position: int) -> bool:
        """Read tokens from an offset up to the limit; false if there was an error."""
        text, limit, lexed, match = self._text, self._limit, self._lexed, TOKEN.match
        kinds, starts, ends = lexed.kinds.append, lexed.starts.append, lexed.ends.append
        while found := match(text, position, limit):
            group = found.lastgroup or ""
            begin, position = found.span(group)
            if group == "word":
                kinds(KEYWORD if text[position - 1] == ":" else IDENTIFIER)
            elif group == "mark":
                kinds(text[begin:position])
            elif group in _PLAIN:
                kinds(_PLAIN[group])
            elif group == "comment":
                lexed.comments.append((begin, position))
                continue
            elif group == "end":
                return True
            else:
                position = self._special(group, begin, position)
                if position < 0:
                    return False
                continue
            starts(begin)
            ends(position)
        return True

    def _special(self, group: str, begin: int, end: int) -> int:
        """Read what its pattern alone does not make valid; the offset past it, negative if it is an error."""
        if group == "block":
            return self._block_comment(begin, end)
        if group == "quote":
            return self._string(begin)
        text = self._text[begin:end]
        if group == "directive":
            self._lexed.add(text, begin, end)
            return end
        if group in _NUMBERS:
            kind, value = _NUMBERS[group]
            if value(text) is not None:
                self._lexed.add(kind, begin, end)
                return end
        return self._error(begin, end, complaint(self._text[begin : min(self._limit, begin + _QUOTED)]))

    def _block_comment(self, begin: int, position: int) -> int:
        end = self._text.find("*/", position, self._limit) + 2
        if end < position:
            return self._error(begin, self._limit, "comment without its closing `*/`")
        self._lexed.comments.append((begin, end))
        return end

    def _string(self, begin: int) -> int:
        """Read a string with escapes or interpolations; the offset past it, negative if it is an error."""
        text, add = self._text, self._lexed.add
        kind, start = STRING_START, begin
        while True:
            stop = self._segment_end(start + 1)
            if stop < 0:
                return self._error(begin, self._limit, 'string without its closing `"`')
            if text[stop] == '"':
                break
            add(kind, start, stop + 1)
            end = self._interpolation(stop)
            if end < 0:
                return end
            kind, start = STRING_SEGMENT, end
        add(STRING if kind == STRING_START else STRING_END, start, stop + 1)
        return stop + 1

    def _segment_end(self, start: int) -> int:
        """Offset of the quote or brace that ends a segment, negative if nothing does."""
        segment = SEGMENT.match(self._text, start, self._limit)
        stop = segment.end() if segment else start
        return stop if stop < self._limit and self._text[stop] in '"{' else -1

    def _interpolation(self, brace: int) -> int:
        """Read the body of an interpolation; the offset of its closing brace, negative if it is an error."""
        if self._nesting == STRING_NESTING:
            return self._error(brace + 1, self._limit, f"strings nested more than {STRING_NESTING} deep")
        try:
            end = self._interpolations.end(brace + 1, self._limit)
        except InterpolationError as error:
            return self._error(brace + 1, self._limit, str(error))
        body = _Lexer(self._lexed, self._interpolations, end, self._nesting + 1)
        return end if body.read(brace + 1) else -1

    def _error(self, begin: int, end: int, complaint: str) -> int:
        self._lexed.add(ERROR, begin, end)
        self._lexed.complaint = complaint
        return -1


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
