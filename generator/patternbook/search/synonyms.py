"""Synonyms: what newcomers call things, and what this language calls them. One reviewed TOML file a language.

::

    [[concept]]
    says = ["for loop", "for i in range"]
    means = { "to:do:" = 1.0, "timesRepeat:" = 0.8 }
    note = "`to:do:` includes both ends"
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from patternbook.errors import ConfigError
from patternbook.search.terms import lower, pieces, plain, scan, term, whole
from patternbook.search.words import FILLERS, PUNCTUATION

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

CLASS_AS_WORD = 0.6
"""What the name of a class counts for where it is only a word: in titles and prose."""
_KEYS = ("says", "means", "note")


@dataclass(frozen=True, slots=True)
class Concept:
    """Phrases that newcomers use, and the terms that they mean here."""

    says: tuple[str, ...]
    means: tuple[tuple[str, float], ...]
    """Selectors, classes, marks or words, each with a weight in 0 < w ≤ 1: how much of the concept it is."""
    note: str = ""
    """Where the mapping is loose, how."""


@dataclass(frozen=True, slots=True)
class SynonymTable:
    """The concepts of one file, in its order."""

    concepts: tuple[Concept, ...]

    @classmethod
    def load(cls, path: Path) -> SynonymTable:
        """Read a synonyms file.

        Raises:
            ConfigError: it cannot be read, or an entry breaks the format; the message names entry and key.
        """
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"{path}: cannot be read ({error}); expected a synonyms file in TOML") from None
        return cls.parse(text, str(path))

    @classmethod
    def parse(cls, text: str, where: str) -> SynonymTable:
        """Read synonyms from TOML text; ``where`` names it in errors.

        Raises:
            ConfigError: it is no TOML, or an entry breaks the format.
        """
        try:
            document = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ConfigError(f"{where}: not TOML: {error}") from None
        for key in document:
            if key != "concept":
                raise ConfigError(f"{where}: unknown key {key!r}; expected [[concept]] entries only")
        entries = document.get("concept", [])
        if not isinstance(entries, list):
            raise ConfigError(f"{where}: key 'concept': expected [[concept]] entries, found a single value")
        concepts = tuple(_concept(item, f"{where}: concept {n}") for n, item in enumerate(entries, 1))
        _check_shortened(concepts, where)
        return cls(concepts)


def _concept(item: object, where: str) -> Concept:
    if not isinstance(item, dict):
        raise ConfigError(f"{where}: expected a table")
    for key in item:
        if key not in _KEYS:
            raise ConfigError(f"{where}: unknown key {key!r}; expected {', '.join(_KEYS)}")
    note = item.get("note", "")
    if not isinstance(note, str):
        raise ConfigError(f"{where}: key 'note': expected a string")
    says = _says(item, where)
    return Concept(says, _means(item, f"{where} ({says[0]!r})"), note)


def _says(item: dict[str, Any], where: str) -> tuple[str, ...]:
    says = item.get("says")
    if not isinstance(says, list) or not says or not all(isinstance(s, str) for s in says):
        raise ConfigError(f"{where}: key 'says': expected a list of phrases that is not empty")
    for said in says:
        if not phrase(said):
            raise ConfigError(f"{where}: key 'says': {said!r} holds no word")
    return tuple(says)


def _means(item: dict[str, Any], where: str) -> tuple[tuple[str, float], ...]:
    means = item.get("means")
    if not isinstance(means, dict) or not means:
        raise ConfigError(f"{where}: key 'means': expected a table of terms and weights that is not empty")
    for target, weight in means.items():
        if not targets(target):
            raise ConfigError(f"{where}: key 'means': {target!r} holds no term")
        if not isinstance(weight, int | float) or isinstance(weight, bool) or not 0 < weight <= 1:
            raise ConfigError(
                f"{where}: key 'means.{target}': expected a weight above 0, at most 1; found {weight!r}"
            )
    return tuple((target, float(weight)) for target, weight in means.items())


def _check_shortened(concepts: Sequence[Concept], where: str) -> None:
    """Refuse phrases that would claim more than they say once the words that do not count are left out.

    *in list* would claim every query with *list*, and *classes are objects* those for *class of object*. A
    concept that is meant to have such a short phrase says so in full view.
    """
    owners: dict[str, set[int]] = defaultdict(set)
    for number, concept in enumerate(concepts, 1):
        for said in concept.says:
            owners[phrase(said)].add(number)
    for number, concept in enumerate(concepts, 1):
        for said in concept.says:
            left = phrase(said)
            if left == " ".join(phrase_words(said)):
                continue
            others = owners[left] - {number}
            if others:
                reason = f"means the same as a phrase of concept {min(others)}"
            elif " " not in left:
                reason = "stands for one word"
            else:
                continue
            raise ConfigError(
                f"{where}: concept {number}: key 'says': {said!r} {reason}: {left!r} is left without "
                "its filler words and punctuation; remove it, or say what is left"
            )


def phrase(said: str) -> str:
    """A phrase as queries are compared with it: plain words and marks, fillers left out if others remain."""
    words = phrase_words(said)
    return " ".join([word for word in words if word not in _SKIPPED] or words)


def phrase_words(said: str) -> list[str]:
    """The plain words of a text, identifiers in their parts, and its marks of syntax."""
    words: list[str] = []
    for token in scan(said):
        if token.kind in ("name", "method"):
            words.extend(plain(piece) for piece in pieces(token.text))
        else:
            words.append(term(lower(token.text)))
    return words


def targets(meant: str) -> tuple[tuple[str, float], ...]:
    """The terms of the field ``text`` that a target stands for, and their shares.

    A symbol stands for itself whole, and a class also for its name as a word; prose stands for each of its
    words, which share its weight.
    """
    tokens = list(scan(meant))
    if len(tokens) == 1:
        term_ = whole(meant)
        return (
            ((term_, 1.0), (plain(meant.lower()), CLASS_AS_WORD)) if term_[0].isupper() else ((term_, 1.0),)
        )
    words = [plain(piece) for token in tokens for piece in pieces(token.text)]
    return tuple((word, 1 / len(words)) for word in words)


_SKIPPED = PUNCTUATION | {plain(word) for word in FILLERS}
