"""What a corpus's entries define and use, and where their sources may be cut."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from patternbook.indexing.borders import marks_of
from patternbook.languages import all_frontends, frontend, names
from patternbook.languages.naming import namer_of
from patternbook.languages.symbols import defined_symbols, used_symbols
from patternbook.search.terms import symbol_names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from patternbook.corpus import Corpus
    from patternbook.languages import Frontend
    from patternbook.languages.naming import Namer
    from patternbook.model import Example, Outline

_WORD = re.compile(r"[a-z][a-z0-9]+")
_CUT_FROM = 500
"""Characters of source from which an example gets cut points."""
_TRIALS, _MORE_TRIALS = 10, 60
"""Entries of a corpus of unknown language that every frontend is tried on, and those that break a draw."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """An entry, its symbols, and the outline of its source where one was needed."""

    example: Example
    defines: tuple[str, ...]
    uses: tuple[str, ...]
    outline: Outline | None
    comment: str = ""
    """What starts a comment to the end of the line, or the empty string if the language is not known."""
    spellings: tuple[str, ...] = ()
    """How the source writes symbols that it uses, where that differs from their full names."""
    alone: frozenset[str] = frozenset()
    """Lower-case words that name one of its symbols even where a query is nothing else."""

    @property
    def cuts(self) -> str:
        """Where the source may be cut, a character a line; empty if it is short."""
        source = self.example.source
        return marks_of(source, self.outline, self.comment) if len(source) > _CUT_FROM else ""


@dataclass(frozen=True, slots=True)
class Languages:
    """The frontends that a corpus needs."""

    frontends: Mapping[str, Frontend]
    """By name, sorted."""
    default: Frontend | None
    """The one for entries that name no language."""


def languages_of(corpus: Corpus, language: str | None) -> Languages:
    """Find the frontends that a corpus needs.

    Raises:
        LanguageError: there is no frontend called ``language``.
    """
    known = names()
    found = {entry.language: None for entry in corpus.entries if entry.language in known}
    frontends = {name: frontend(name) for name in found}
    strangers = [entry for entry in corpus.entries if not entry.language]
    default = frontend(language) if language is not None else _best_reader(strangers)
    if default is not None:
        frontends[default.name] = default
    return Languages(dict(sorted(frontends.items())), default)


def _best_reader(entries: list[Example]) -> Frontend | None:
    """Return the frontend that accepts most of some entries, or ``None`` if none accepts any.

    A few entries decide unless frontends draw, for some frontends start a toolchain for each text.
    """
    readers = list(all_frontends()) if entries else []
    for trials in (_TRIALS, _MORE_TRIALS):
        trial = entries[:: max(1, len(entries) // trials)]
        accepted = [sum(reader.parse(entry.source).accepted for entry in trial) for reader in readers]
        most = max(accepted, default=0)
        readers = [reader for reader, count in zip(readers, accepted, strict=True) if most and count == most]
        if len(readers) <= 1:
            break
    return readers[0] if readers else None


def analyse(corpus: Corpus, languages: Languages) -> list[Analysis]:
    """Look at each entry; parse those whose symbols, cut points or classes are not known yet."""
    return [analyse_entry(entry, languages) for entry in corpus.entries]


def analyse_entry(entry: Example, languages: Languages) -> Analysis:
    """Look at one entry, as ``analyse`` does at each."""
    reader = languages.frontends.get(entry.language) if entry.language else languages.default
    outline = reader.parse(entry.source) if reader is not None and _needs_outline(entry) else None
    comment = reader.line_comment if reader is not None else ""
    if entry.analysed or outline is None:
        found = Analysis(entry, entry.defines, entry.uses, outline, comment)
    else:
        found = Analysis(entry, defined_symbols(outline), used_symbols(outline), outline, comment)
    namer = namer_of(reader) if reader is not None else None
    return found if namer is None else _named(found, namer)


def _named(analysis: Analysis, namer: Namer) -> Analysis:
    names = {name for symbol in analysis.uses for name in symbol_names(symbol) if _WORD.fullmatch(name)}
    return replace(
        analysis,
        spellings=namer.spellings(analysis.example.source, analysis.uses),
        alone=frozenset(name for name in names if namer.stands_alone(name)),
    )


def _needs_outline(entry: Example) -> bool:
    return (
        not entry.analysed
        or len(entry.source) > _CUT_FROM
        or any(name[:1].isupper() for name in entry.defines)
    )
