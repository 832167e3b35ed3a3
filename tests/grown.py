"""A corpus as it would be with more examples: copies, a share of whose names are new, for words grow with a corpus."""

from __future__ import annotations

import re
import zlib
from dataclasses import replace
from typing import TYPE_CHECKING

from patternbook.corpus import Corpus

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patternbook.model import Example

NEW_NAMES = 5
"""One name in so many is new in each copy of a grown corpus."""
_NAME = re.compile(r"[A-Za-z]{4,}")


def grown(corpus: Corpus, times: int) -> Corpus:
    """Return a corpus of so many times the entries."""
    return Corpus.of([entry for number in range(times) for entry in _copy(corpus, number)])


def _copy(corpus: Corpus, number: int) -> Iterator[Example]:
    """Copy the entries, a share of their names made new."""

    def renamed(found: re.Match[str]) -> str:
        name = found[0]
        return f"{name}{chr(97 + number)}q" if zlib.crc32(name.encode()) % NEW_NAMES == 0 else name

    for entry in corpus.entries:
        if number == 0:
            yield entry
        else:
            yield replace(
                entry,
                id=f"{entry.id}-{number}",
                title=_NAME.sub(renamed, entry.title),
                explanation=_NAME.sub(renamed, entry.explanation),
                source=_NAME.sub(renamed, entry.source),
                defines=tuple(sorted(_NAME.sub(renamed, name) for name in entry.defines)),
                uses=tuple(sorted(_NAME.sub(renamed, name) for name in entry.uses)),
            )
