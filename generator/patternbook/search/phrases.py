"""Which phrases of the synonym table stand in a query."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patternbook.search.lexicon import Lexicon

Phrase = tuple[str, Mapping[str, float]]
"""A phrase of the table, and the terms that it means with their weights."""


def phrases_in(words: Sequence[str], lexicon: Lexicon) -> tuple[Phrase, ...]:
    """Find the phrases that stand in a run of plain words, in order; none that lies within a longer one."""
    found: list[tuple[int, int, str]] = []
    for start in range(len(words)):
        for stop in range(min(len(words), start + lexicon.longest_phrase), start, -1):
            phrase = " ".join(words[start:stop])
            if phrase in lexicon.phrases:
                if not any(stop <= earlier_stop for _, earlier_stop, _ in found):
                    found.append((start, stop, phrase))
                break
    return tuple((phrase, lexicon.phrases[phrase]) for _, _, phrase in found)
