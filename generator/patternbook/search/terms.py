r"""Text to terms: identifiers whole and in parts, marks of syntax, words in their plain form.

Everything here has a twin in ``site-templates/search/terms.js``. Both see text as characters of the basic
plane and use explicit character ranges, because ``\w``, case mapping and sorting differ between the two
languages and between their versions. What is not in the ranges, emoji among it, only separates.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_LETTER = (
    r"A-Za-z_\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff"
    r"\u2c00-\u2fef\u3005-\u3007\u3031-\u3035\u3040-\ud7ff"
)
_STAND_IN = "\u00aa"
"""Stands for every letter beyond ASCII while a text is scanned: a pattern that names each range of them in
each place takes longer to compile than everything else that starts the server."""
_SEEN = rf"A-Za-z_{_STAND_IN}"
_IDENT = rf"[{_SEEN}][{_SEEN}0-9]*"
_OPERATOR = r"[+\-*/<>=~%&|^:\\!?]+"

_SCAN = re.compile(
    # A method with its class: Counter >> increment, Counter class >> new, Counter >> at:put:
    rf"([A-Z][{_SEEN}0-9]*(?: class)? ?>> ?(?:{_IDENT}(?::{_IDENT})*:?|{_OPERATOR}))"
    # Names of languages that would fall apart.
    rf"|((?:Java|Type)Script(?![{_SEEN}0-9])|[CcFf]#(?![{_SEEN}0-9({{\[])|[Cc]\+\+(?![{_SEEN}0-9+]))"
    # An identifier with what belongs to it: inject:into:, json.loads, lists:map/2, @expect, #name, empty?
    rf"|([@#]?{_IDENT}(?:(?:::|>>|[.:#@]){_IDENT})*(?:/[0-9]+|:(?![:=])|[?!](?![={_SEEN}]))?)"
    rf"|([0-9][{_SEEN}0-9]*)"
    # The head of a block with parameters: [:x | …]
    rf"|(\[ ?:{_IDENT}[^|\[\]\n]{{0,80}}\|)"
    rf"|([#%]?[({{\[]|{_OPERATOR}|[;,]|\.\.+|[@$])"
)
_KINDS = ("", "method", "word", "name", "number", "mark", "mark")

_PIECE = re.compile(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+")
_WORD_BREAK = re.compile(r"[_.:#@/>?! ]+")
# Scripts whose case pairs have been the same in every version of Unicode that can still be met.
_FOLDED = re.compile(r"[\u00c0-\u024f\u0370-\u03ff\u0400-\u052f\u0531-\u0556\u1e00-\u1eff]")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_ASTRAL = re.compile(r"[\U00010000-\U0010ffff]")
_PLAIN_WORD = re.compile(r"[a-z]+")
_BARE, _SHORT, _LONG = 3, 4, 6
"""Letters up to which a word is left alone, and up to which it keeps some endings that longer words lose."""
_ADVERB = 8
"""Letters from which *-ly* makes an adverb: *apply*, *only* and *finally* stand for themselves."""
_SPELLED_TWO_WAYS = 6
_BRITISH = re.compile(r"is(at)?$")
_PLURALS_IN_ES = ("sses", "shes", "ches", "xes", "zes", "iases", "uses")
_NO_PLURALS = ("ss", "us", "is", "ias", "vas")
_ONE_WORD = re.compile(r"[A-Za-z][a-z]*")
_VOWEL = re.compile(r"[aeiouy]")
_DOUBLED = re.compile(r"([bcdfghjklmnpqrstvwxz])\1$")
_CALLED = re.compile(rf"[{_SEEN}0-9]\(\)$")
_QUALIFIED = re.compile(rf"({_IDENT}(?:(?:::|[.:#@]){_IDENT})*[?!]?)(/[0-9]+)?")


class Token(NamedTuple):
    """A stretch of a text that means something in code or in prose."""

    text: str
    kind: str
    """``method`` (``Counter >> increment``), ``name`` (an identifier with its qualifiers and colons),
    ``word``, ``number``, or ``mark`` (an operator or an opening bracket)."""
    start: int
    """Where it begins, in characters."""


def scan(text: str) -> Iterator[Token]:
    """Find the tokens of a text, in order. Linear in its length; never fails."""
    for found in _SCAN.finditer(_seen(text)):
        yield Token(text[found.start() : found.end()], _KINDS[found.lastindex or 0], found.start())


def _seen(text: str) -> str:
    """The text as the patterns see it, character by character."""
    return text if text.isascii() else _foreign_letter().sub(_STAND_IN, text)


@lru_cache(maxsize=1)
def _foreign_letter() -> re.Pattern[str]:
    return re.compile(rf"(?![A-Za-z_])[{_LETTER}]")


def lower(text: str) -> str:
    """Lower case, for the scripts whose case pairs never changed; each character stays one character."""
    lowered = (
        "".join([c.lower() if c < "\x80" else c for c in text]) if _NOT_ASCII.search(text) else text.lower()
    )
    return _FOLDED.sub(_lower_one, lowered)


def _lower_one(found: re.Match[str]) -> str:
    small = found[0].lower()
    return small if len(small) == 1 else found[0]


@lru_cache(maxsize=1 << 16)
def plain(word: str) -> str:
    """Bring the forms of a lower-case word together: ``classes`` and ``class``, ``mapping`` and ``map``.

    Plural, -ing and -ed go, -ation and -ator become -at, adverbs become adjectives; then a final e and the
    doubling of a final consonant go, so that ``caching`` meets ``cache``, ``stopped`` meets ``stop`` and
    ``iteration`` meets ``iterate``. The result need not be a word. Only ASCII words change.
    """
    if len(word) <= _BARE or not _PLAIN_WORD.fullmatch(word):
        return word
    word = _without_inflection(_adjective(_without_plural(word)))
    if len(word) > _BARE and word[-1] == "e" and word[-2] != "e":
        word = word[:-1]
    word = word[:-1] if len(word) > _BARE and _DOUBLED.search(word) else word
    return _one_spelling(word) if len(word) >= _SPELLED_TWO_WAYS else word


def _one_spelling(word: str) -> str:
    """Bring British spellings to American ones: ``serialis`` to ``serializ``, ``colour`` to ``color``."""
    return f"{word[:-3]}or" if word.endswith("our") else _BRITISH.sub(r"iz\1", word)


def _without_plural(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > _SHORT else word[:-1]
    if word.endswith(_PLURALS_IN_ES) and len(word) > _SHORT:
        return word[:-2]
    if word.endswith("s") and not word.endswith(_NO_PLURALS):
        return word[:-1]
    return word


def _adjective(word: str) -> str:
    """Bring an adverb to its adjective: ``lazily`` to ``lazy``, ``periodically`` to ``periodic``."""
    if word.endswith("ily") and len(word) >= _ADVERB - 2:
        return word[:-3] + "y"
    if word.endswith("ly") and len(word) >= _ADVERB:
        return word[:-4] if word.endswith("ically") else word[:-2]
    return word


def _without_inflection(word: str) -> str:
    if word.endswith("ied") and len(word) > _SHORT:
        return word[:-3] + "y"
    if word.endswith(("ation", "ator")) and len(word) > _LONG:
        return word[: word.rindex("at") + 2]
    for ending in ("ing", "ed"):
        stem = word[: -len(ending)]
        if word.endswith(ending) and len(stem) >= _BARE and _VOWEL.search(stem) and not stem.endswith("e"):
            return stem
    return word


@lru_cache(maxsize=1 << 16)
def pieces(identifier: str) -> tuple[str, ...]:
    """The lower-case words of an identifier, not yet plain: ``getUserName`` gives get, user, name."""
    if _NOT_ASCII.search(identifier):
        return tuple(lower(piece) for piece in _WORD_BREAK.split(identifier) if piece)
    return tuple(piece.lower() for piece in _PIECE.findall(identifier))


def whole(text: str) -> str:
    """The term of a symbol or identifier as a whole in the field ``text``.

    A one-word class keeps its capital (``Set`` is not the word *set*), a lower-case word is plain like any
    word, and whatever has parts or marks is lower case: ``inject:into:``, ``httpserver``.
    """
    if _ONE_WORD.fullmatch(text):
        return text if text[0] < "a" else plain(text)
    return term(lower(symbol(text)))


def term(text: str) -> str:
    """Write a text so that it can stand as a term in both Lunrs.

    An asterisk would be a wildcard, even in a clause made by program.
    """
    return basic(text).replace("*", "\u2217")


def definition(name: str) -> str:
    """The term of the field ``symbols`` that those examples hold that define a symbol."""
    return f"defines {name}"


def basic(text: str) -> str:
    """Replace each character beyond the basic plane by U+FFFD: both languages then count the same.

    Such characters also sort differently in Python and in JavaScript.
    """
    return text if text.isascii() else _ASTRAL.sub("\ufffd", text)


def symbol(text: str) -> str:
    """The one spelling of a symbol: ``Counter>>increment`` as ``Counter >> increment``, ``#()`` as ``#(``."""
    name, arrows, selector = text.strip().partition(">>")
    if arrows and name and selector:
        return f"{name.strip()} >> {selector.strip()}"
    text = text.strip()
    if text.startswith("[") and text.endswith("|"):
        return "[:x |"
    if text.endswith(("()", "[]", "{}")):
        return text[:-2] if _CALLED.search(_seen(text)) else text[:-1]
    return text


def _tails(bare: str) -> tuple[str, ...]:
    """The last two parts of a name in dots, and the last part of any."""
    parts = bare.split(".")
    two = (".".join(parts[-2:]),) if parts[:-2] else ()
    return (*two, re.split(r"::|[.:#@]", bare)[-1])


@lru_cache(maxsize=1 << 14)
def symbol_names(text: str) -> tuple[str, ...]:
    """The names under which a symbol may be asked for, the fullest first.

    ``Counter >> increment`` also answers to ``increment``; ``lists:map/2`` to ``lists:map`` and ``map``;
    ``json.loads`` to ``loads``, ``flask.Flask.route`` also to ``Flask.route``, ``.models.User`` to
    ``models.User``. A keyword selector is never cut: ``to:do:`` does not answer to ``do:``.
    """
    full = symbol(text)
    names = [full]
    if " >> " in full:
        names.append(full.partition(" >> ")[2])
    elif found := _QUALIFIED.fullmatch(_seen(full)):
        bare = full[: found.end(1)]
        names.append(bare)
        names += _tails(bare)
    elif full.startswith(".") and _QUALIFIED.fullmatch(_seen(known := full.lstrip("."))):
        names.append(known)  # a module that is named from within its package
        names += _tails(known)
    return tuple(dict.fromkeys(names))
