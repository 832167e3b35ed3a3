"""A query to its units: words, names, code and marks, before any index is asked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from patternbook.search.terms import basic, lower, pieces, plain, scan, symbol, term

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from patternbook.search.terms import Token

LONGEST = 2000
"""Characters of a query that are looked at."""
MOST_UNITS = 64

_QUOTED = re.compile(r"`[^`\n]{1,200}`")
_NAME = re.compile(r"[A-Z][^A-Z_.:#@/>]*|[A-Z]+[0-9]*[?!]?")
_WORD = re.compile(r"[^A-Z_.:#@/>]+")
_IDENTIFIER_CHARACTER = re.compile(r"[A-Za-z0-9_]")
_SPACE = re.compile(r"[ \t\r\n]?")
_ALWAYS = ("#(", "#[", "#{", "%{", "^")
_BRACKETS = ("(", "[", "{")
_HYPHENS = ("-", "/")
_KEYWORDS = re.compile(r"(?:[A-Za-z_][A-Za-z0-9_]*:)+")
_MEMBER = re.compile(r"([A-Z]\w*)(?:::|[.#])([a-z_]\w*)", re.ASCII)
_ARITY = re.compile(r"/[0-9]+$")
_MOST_KEYWORDS = 8
_LETTERS = re.compile(r"[A-Za-z]+")
LONGEST_JOIN = 3


@dataclass(frozen=True, slots=True)
class Unit:
    """A stretch of a query that stands for one thing."""

    text: str
    kind: str
    """``word`` (lower case), ``name`` (a capital first), ``code`` (written as code) or ``mark``."""
    words: tuple[str, ...]
    """Its plain words; a mark or number is its own."""
    symbols: tuple[str, ...]
    """The spellings under which it may be a symbol, the fullest first."""


def read(query: str) -> tuple[Unit, ...]:
    """Read a query; only its beginning counts if it is very long."""
    text = basic(query[:LONGEST])
    quoted = [found.span() for found in _QUOTED.finditer(text)]
    tokens = list(scan(text))[:MOST_UNITS]
    return tuple(_unit(tokens, n, text, quoted) for n in range(len(tokens)))


def _unit(tokens: Sequence[Token], n: int, text: str, quoted: Sequence[tuple[int, int]]) -> Unit:
    token = tokens[n]
    end = token.start + len(token.text)
    in_quotes = any(start < token.start < stop for start, stop in quoted)
    if token.kind == "mark":
        named = in_quotes or len(tokens) == 1 or _stands_for_itself(token, text)
        symbols = (term(symbol(token.text)),) if named else ()
        return Unit(token.text, "code" if in_quotes else "mark", (term(token.text),), symbols)
    if token.kind in ("word", "number"):
        return Unit(token.text, "word", (lower(token.text),), ())
    as_code = in_quotes or text[end : end + 1] == "("
    words = tuple(plain(piece) for piece in pieces(token.text))
    return Unit(token.text, "code" if as_code else _kind(token.text), words, _name_symbols(token.text))


def _kind(text: str) -> str:
    if _NAME.fullmatch(text):
        return "name"
    return "word" if _WORD.fullmatch(text) else "code"


def _stands_for_itself(token: Token, text: str) -> bool:
    """Whether a mark is content: it opens a literal or has the same kind of neighbour on both sides.

    One that touches a word on one side only is punctuation or that word's own: *really?*, ``i++``.
    """
    if token.text in _ALWAYS:
        return True
    before = _neighbour(text[token.start - 1 : token.start] if token.start else "")
    after = _neighbour(text[token.start + len(token.text) :][:1])
    return (
        before == after and token.text not in _BRACKETS and not (token.text in _HYPHENS and before == "word")
    )


def _neighbour(character: str) -> str:
    if _IDENTIFIER_CHARACTER.fullmatch(character):
        return "word"
    return "space" if _SPACE.fullmatch(character) else "mark"


def _name_symbols(text: str) -> tuple[str, ...]:
    spellings = [symbol(text)]
    if text[-1] in "?!":
        spellings.append(text[:-1])
    if member := _MEMBER.fullmatch(text):
        spellings.append(f"{member[1]} >> {member[2]}")
    if text[0] in "#@":
        spellings.append(text[1:])
    if ":" in text and text[-1] != ":":
        spellings.append(f"{text}:")  # the last colon of a selector is often forgotten
    spellings.append(_ARITY.sub("", text))
    return tuple(dict.fromkeys(term(spelling) for spelling in spellings))


def keyword_selectors(units: Sequence[Unit]) -> tuple[str, ...]:
    """Selectors that keywords of a query make together: ``inject: 0 into: […]`` makes ``inject:into:``."""
    parts = [unit.text for unit in units if unit.kind == "code" and _KEYWORDS.fullmatch(unit.text)][
        :_MOST_KEYWORDS
    ]
    return tuple(
        "".join(parts[start:stop]) for start in range(len(parts)) for stop in range(start + 2, len(parts) + 1)
    )


def joined_words(units: Sequence[Unit]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Terms that words may make as one identifier, and these words in their plain form.

    *each with index* may be ``eachwithindex:``, *is empty* ``isempty``, *sub class* the word ``subclas``. A
    word alone may be an identifier that only looks inflected: *printstring*.
    """
    for start in range(len(units)):
        run: list[Unit] = []
        for unit in units[start : start + LONGEST_JOIN]:
            if unit.kind not in ("word", "name") or not _LETTERS.fullmatch(unit.text):
                break
            run.append(unit)
            joined = "".join(unit.text for unit in run).lower()
            words = tuple(word for unit in run for word in unit.words)
            if (joined,) != words:
                yield joined, words
            if len(run) > 1:
                yield plain(joined), words
                yield f"{joined}:", words
