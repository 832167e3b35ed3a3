"""What a section is made from: the examples with their symbols, and the bytes of their index."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from patternbook.errors import IndexFormatError
from patternbook.indexing import build_index
from patternbook.indexing.analysis import analyse, languages_of
from patternbook.search.engine import Index

if TYPE_CHECKING:
    from patternbook.book import Volume
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


def index_bytes(volume: Volume, language: str = "") -> bytes:
    """Return the volume's ``index.json``: the file beside its corpus if it belongs to it, else a new one."""
    try:
        raw = Path(volume.path).with_name("index.json").read_bytes()
        if Index.parse(raw, volume.path).corpus_sha256 == volume.corpus.sha256:
            return raw
    except (OSError, IndexFormatError):
        pass  # opening the volume said so already, and indexed it in memory
    return build_index(
        volume.corpus,
        name=volume.source.name,
        licence=volume.index.licence,
        language=language or None,
    )
