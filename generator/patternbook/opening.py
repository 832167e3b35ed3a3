"""From paths and projects to a Book: which corpora answer, and from where."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from patternbook.book import Book, Volume
from patternbook.config import find_config, load_config
from patternbook.corpus import Corpus
from patternbook.errors import CorpusError, IndexFormatError
from patternbook.search.engine import Index
from patternbook.search.results import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patternbook.config import Config

_log = logging.getLogger(__name__)

CORPUS_FILE = "corpus.json"
INDEX_FILE = "index.json"
BUNDLED = "bundled"
"""The word that stands for the corpus that every installation carries."""


def bundled_corpus() -> Path:
    """The corpus that this installation carries."""
    return Path(__file__).parent / "bundled" / CORPUS_FILE


def open_paths(paths: Sequence[str], language: str | None = None) -> Book:
    """Open the corpora at some paths, in the order given.

    Args:
        paths: each a ``corpus.json``, a folder that holds one, or the word ``bundled``.
        language: frontend for entries that name no language; otherwise the one that accepts most of them.

    Raises:
        CorpusError: a corpus is missing or broken.
    """
    if language is not None:
        from patternbook.languages import frontend

        frontend(language)  # a name that no frontend has is an error, needed or not
    files = dict.fromkeys(_corpus_file(path) for path in paths)
    return Book(tuple(_open(file, language) for file in files))


def open_here(folder: Path, language: str | None = None) -> Book:
    """Open the corpora that answer in a folder: those of the project around it, else the bundled one.

    Raises:
        ConfigError: the project's configuration is wrong.
        CorpusError: one of its corpora is missing or broken.
    """
    file = find_config(folder.absolute())
    if file is None:
        return open_paths([BUNDLED], language)
    config = load_config(file)
    if not (config.output / CORPUS_FILE).is_file():
        raise CorpusError(
            f"{config.output / CORPUS_FILE}: not built yet; run `patternbook build` in {config.root}"
        )
    return open_paths([str(config.output), *_beside(config)], language or config.language or None)


def _beside(config: Config) -> list[str]:
    """The corpora that a configuration serves beside its own, sorted within each pattern."""
    found: list[str] = []
    for pattern in config.corpora:
        if Path(pattern).is_absolute():
            found.append(pattern)
            continue
        matches = sorted(str(path) for path in config.root.glob(pattern))
        if not matches:
            _log.warning("%s: corpora: the pattern %r matches nothing", config.file, pattern)
        found.extend(matches)
    return found


def _corpus_file(path: str) -> Path:
    if path == BUNDLED:
        return bundled_corpus()
    file = Path(path).absolute()
    try:
        if file.is_dir():
            file = file / CORPUS_FILE
        found = file.is_file()
    except (OSError, ValueError) as error:
        raise CorpusError(f"{path[:100]}: cannot be read ({error})") from None
    if not found:
        raise CorpusError(
            f"{path}: there is no corpus here; expected a {CORPUS_FILE} or a folder that holds one"
        )
    return file


def _open(file: Path, language: str | None) -> Volume:
    corpus = Corpus.load(file)
    index = _usable_index(file.with_name(INDEX_FILE), corpus)
    if index is None:
        index = _index_in_memory(file, corpus, language)
    return Volume(Source(index.name or _name(file)), corpus, index, str(file))


def _usable_index(file: Path, corpus: Corpus) -> Index | None:
    try:
        raw = file.read_bytes()
    except FileNotFoundError:
        _log.warning("%s: there is no index; indexing in memory (`patternbook build` writes one)", file)
        return None
    except OSError as error:
        _log.warning("%s: cannot be read (%s); indexing in memory", file, error.strerror)
        return None
    try:
        index = Index.parse(raw, str(file))
    except IndexFormatError as error:
        _log.warning("%s; indexing in memory meanwhile", error)
        return None
    if index.corpus_sha256 != corpus.sha256:
        _log.warning(
            "%s: belongs to another corpus; indexing in memory (`patternbook build` writes it anew)", file
        )
        return None
    return index


def _index_in_memory(file: Path, corpus: Corpus, language: str | None) -> Index:
    from patternbook.indexing import build_index

    raw = build_index(corpus, name=_name(file), language=language)
    return Index.parse(raw, str(file))


def _name(file: Path) -> str:
    """A corpus's name where no index says it: its folder's."""
    return file.parent.name or "corpus"
