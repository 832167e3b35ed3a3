"""What a section is made from: the examples with their symbols."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from patternbook.indexing.analysis import analyse, languages_of

if TYPE_CHECKING:
    from patternbook.corpus import Corpus
    from patternbook.model import Example


def analysed(corpus: Corpus, language: str = "") -> tuple[Example, ...]:
    """Return a corpus's examples; those of a foreign corpus with the symbols that a frontend sees.

    Args:
        corpus: the corpus.
        language: frontend of examples that name none; empty for the one that accepts most of them.

    Raises:
        LanguageError: there is no such frontend.
    """
    if all(entry.analysed for entry in corpus.entries):
        return corpus.entries
    languages = languages_of(corpus, language or None)
    default = languages.default.name if languages.default else ""
    return tuple(
        replace(
            analysis.example,
            defines=analysis.defines,
            uses=analysis.uses,
            language=analysis.example.language or default,
        )
        for analysis in analyse(corpus, languages)
    )
