"""Real corpora on disk and real books in memory, built from the examples that tests share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from examples import SHOP, corpus
from patternbook.book import Book, Volume
from patternbook.indexing import build_index
from patternbook.search.engine import Index

if TYPE_CHECKING:
    from pathlib import Path

    from patternbook.corpus import Corpus
    from patternbook.search.results import Source


def volume(source: Source = SHOP, entries: Corpus | None = None) -> Volume:
    """A volume with an index of its own."""
    entries = entries or corpus()
    return Volume(
        source, entries, Index.parse(build_index(entries, name=source.name), "in memory"), "in memory"
    )


def book(*volumes: Volume) -> Book:
    """A book of the volumes, or of one with every shared example."""
    return Book(volumes or (volume(),))


def write(folder: Path, name: str = SHOP.name) -> Path:
    """Write the shared corpus and its index to a folder; returns the corpus's path."""
    entries = corpus()
    path = folder / "corpus.json"
    path.write_bytes(entries.raw)
    (folder / "index.json").write_bytes(build_index(entries, name=name))
    return path
