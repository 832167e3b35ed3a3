"""From a place to a volume: the corpus is read, its index used if it can be, made anew if not."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from patternbook.book import Volume
from patternbook.corpus import Corpus
from patternbook.errors import IndexFormatError
from patternbook.search.engine import Index
from patternbook.search.results import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.resources.abc import Traversable

    from patternbook.opening.places import Place

    Later = Callable[[Callable[[], Index]], Callable[[], Index]]
    """Puts off some work and returns a function that waits for its result."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reading:
    """A corpus that was read, and its index if that can be used."""

    place: Place
    corpus: Corpus
    index: Index | None
    problem: str
    """Why the index cannot be used; empty if it can."""

    @property
    def name(self) -> str:
        """The corpus's own name, which another corpus may have too."""
        return (self.index.name if self.index else "") or self.place.name

    @property
    def path(self) -> str:
        """Where the corpus was read."""
        return str(self.place.corpus)


def read(place: Place) -> Reading:
    """Read the corpus at a place, and its index.

    Raises:
        CorpusError: the corpus is missing or broken.
    """
    corpus = Corpus.load(place.corpus)
    try:
        index = _usable_index(place.index, corpus)
    except IndexFormatError as error:
        return Reading(place, corpus, None, str(error))
    return Reading(place, corpus, index, "")


def volumes(readings: Sequence[Reading], later: Later | None = None) -> tuple[Volume, ...]:
    """Make volumes of readings; a corpus without a usable index is indexed in memory, with a warning.

    Args:
        readings: what was read.
        later: puts off the indexing until after the return; without it, all is indexed when this returns.

    Raises:
        PatternbookError: a corpus cannot be indexed.
    """
    named = zip(readings, distinct_names(readings), strict=True)
    return tuple(_volume(reading, name, later) for reading, name in named)


def distinct_names(readings: Sequence[Reading]) -> list[str]:
    """Name each corpus so that no two are called the same, in any case of their letters.

    A name is part of the address of each example. The first corpus of a name keeps it; a later one gets its
    package's name on top, or a number.
    """
    taken: set[str] = set()
    names = []
    for reading in readings:
        package = reading.place.package
        candidates = [reading.name, *([f"{reading.name}-{package}"] if package else [])]
        candidates += [f"{reading.name}-{number}" for number in range(2, len(readings) + 1)]
        name = next(name for name in candidates if name.lower() not in taken)
        taken.add(name.lower())
        names.append(name)
    return names


def _volume(reading: Reading, name: str, later: Later | None) -> Volume:
    index: Index | Callable[[], Index] | None = reading.index
    if index is None:
        _log.warning("%s; indexing in memory", reading.problem)
        make = partial(_index_in_memory, reading)
        index = later(make) if later else make()
    return Volume(Source(name, reading.place.version), reading.corpus, index, reading.path)


def _usable_index(file: Traversable, corpus: Corpus) -> Index:
    try:
        raw = file.read_bytes()
    except FileNotFoundError:
        raise IndexFormatError(f"{file}: there is no index; `patternbook build` writes one") from None
    except OSError as error:
        raise IndexFormatError(f"{file}: cannot be read ({error.strerror})") from None
    index = Index.parse(raw, str(file))
    if index.corpus_sha256 != corpus.sha256:
        raise IndexFormatError(f"{file}: belongs to another corpus; `patternbook build` writes it anew")
    return index


def _index_in_memory(reading: Reading) -> Index:
    from patternbook.indexing import build_index

    raw = build_index(reading.corpus, name=reading.place.name, language=reading.place.language)
    return Index.parse(raw, reading.path)
