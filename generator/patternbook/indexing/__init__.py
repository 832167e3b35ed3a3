"""A corpus to the bytes of its ``index.json``: analysis, impacts, synonyms and cards in Lunr's format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.indexing.analysis import analyse, languages_of
from patternbook.indexing.cards import cards
from patternbook.indexing.impacts import symbol_weights, text_weights
from patternbook.indexing.layout import lay_out
from patternbook.indexing.phrases import gathered, phrase_table
from patternbook.indexing.topics import topics
from patternbook.search.borders import packed
from patternbook.search.plan import BOOSTS
from patternbook.search.storage import ref_of
from patternbook.search.synonyms import SynonymTable
from patternbook.search.terms import plain
from patternbook.search.words import COMMON, FILLERS, HOMES, PUNCTUATION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patternbook.corpus import Corpus
    from patternbook.indexing.analysis import Analysis, Languages

_SYNONYMS = "synonyms.toml"

__all__ = ["build_index"]


def build_index(
    corpus: Corpus,
    *,
    name: str,
    licence: str = "",
    language: str | None = None,
    synonyms: Sequence[SynonymTable] = (),
) -> bytes:
    """Index a corpus.

    Args:
        corpus: what to index; entries without symbols are parsed to learn them.
        name: the corpus's name, kept in the index.
        licence: SPDX expression of the examples' licence, kept in the index.
        language: the frontend for entries that name no language; without it, the one that accepts most.
        synonyms: tables on top of those that the languages' frontends bring.

    Returns:
        JSON of a Lunr 2.3.9 index with the extra key ``patternbook``: ASCII, the same bytes each time.

    Raises:
        LanguageError: there is no frontend called ``language``.
        ConfigError: a synonyms file is broken.
    """
    languages = languages_of(corpus, language)
    analyses = analyse(corpus, languages)
    text = text_weights(analyses)
    symbols = symbol_weights(analyses)
    tables = (*_own_synonyms(languages), *synonyms)
    extra = {
        "corpus": corpus.sha256,
        "name": name,
        "licence": licence,
        "ids": [entry.id for entry in corpus.entries],
        "categories": list(corpus.categories),
        "cuts": {ref_of(number): packed(cuts) for number, a in enumerate(analyses) if (cuts := a.cuts)},
        "comments": {a.example.language: a.comment for a in analyses if a.comment},
        "cards": cards(analyses),
        "topics": topics(analyses),
        "synonyms": gathered(phrase_table(tables, text.keys())),
        "words": _word_lists(languages, analyses),
        "boosts": BOOSTS,
    }
    return lay_out(len(analyses), text, symbols, extra)


def _own_synonyms(languages: Languages) -> list[SynonymTable]:
    paths = [frontend.data / _SYNONYMS for frontend in languages.frontends.values()]
    return [SynonymTable.load(path) for path in paths if path.is_file()]


def _word_lists(languages: Languages, analyses: Sequence[Analysis]) -> dict[str, list[str]]:
    own = {
        word.lower() for frontend in languages.frontends.values() for word in (frontend.name, frontend.title)
    }
    lists = {
        "fillers": sorted({plain(word) for word in FILLERS | own}),
        "punctuation": sorted(PUNCTUATION),
        "common": sorted({plain(word) for word in COMMON}),
        "homes": sorted({plain(word) for word in HOMES - own}),
    }
    names = sorted(frozenset[str]().union(*(analysis.alone for analysis in analyses)))
    return lists | {"names": names} if names else lists
