"""From paths, projects and packages to a Book: which corpora answer, and from where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.book import Book
from patternbook.config import find_config, load_config
from patternbook.opening.places import (
    BUNDLED,
    CORPUS_FILE,
    INDEX_FILE,
    bundled_corpus,
    bundled_place,
    named_places,
    project_places,
    without_copies,
)
from patternbook.opening.volumes import Reading, distinct_names, read, volumes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from patternbook.opening.volumes import Later

__all__ = [
    "BUNDLED",
    "CORPUS_FILE",
    "INDEX_FILE",
    "Reading",
    "bundled_corpus",
    "distinct_names",
    "named_places",
    "open_here",
    "open_paths",
    "open_project",
    "readings_here",
]


def open_paths(paths: Sequence[str], language: str | None = None, later: Later | None = None) -> Book:
    """Open the corpora at some paths, in the order given.

    Args:
        paths: each a ``corpus.json``, a folder that holds one, or the word ``bundled``.
        language: frontend for entries that name no language; otherwise the one that accepts most of them.
        later: puts off work until after the return, which is to index what has no usable index.

    Raises:
        CorpusError: a corpus is missing or broken.
        LanguageError: there is no frontend for the language.
    """
    _must_exist(language)
    return Book(volumes([read(place) for place in named_places(paths, language)], later))


def open_project(folder: Path, language: str | None = None, later: Later | None = None) -> Book:
    """Open the corpora of the project around a folder, else the bundled one; installed ones stay out.

    ``later`` is as for ``open_paths``.

    Raises:
        ConfigError: the project's configuration is wrong.
        CorpusError: one of its corpora is missing or broken.
        LanguageError: there is no frontend for the language.
    """
    _must_exist(language)
    file = find_config(folder.absolute())
    places = [bundled_place(language)] if file is None else project_places(load_config(file), language)
    return Book(volumes([read(place) for place in places], later))


def open_here(folder: Path, language: str | None = None, later: Later | None = None) -> Book:
    """Open the corpora that answer in a folder.

    These are the ones of the project around it and of installed packages; the bundled one only where there
    is neither. An installed one that cannot be used is left out with a warning. ``later`` is as for
    ``open_paths``.

    Raises:
        ConfigError: the project's configuration is wrong.
        CorpusError: one of its corpora is missing or broken.
        LanguageError: there is no frontend for the language.
    """
    _must_exist(language)
    return Book(volumes(readings_here(folder, language), later))


def readings_here(folder: Path, language: str | None = None) -> list[Reading]:
    """Read the corpora that answer in a folder, as ``open_here`` does, and index none."""
    from patternbook.opening.installed import installed_places, skipped

    file = find_config(folder.absolute())
    config = load_config(file) if file else None
    own = project_places(config, language) if config else []
    readings = [read(place) for place in own]
    known = {reading.corpus.sha256 for reading in readings}
    installed = installed_places()
    for place in without_copies(config, own, installed) if config else installed:
        try:
            reading = read(place)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one package, the others answer
            skipped(place, error)
            continue
        if reading.corpus.sha256 not in known:
            known.add(reading.corpus.sha256)
            readings.append(reading)
    return readings or [read(bundled_place(language))]


def _must_exist(language: str | None) -> None:
    if language is not None:
        from patternbook.languages import frontend

        frontend(language)  # a name that no frontend has is an error, needed or not
