"""Words that a reader may be pointed to: those of titles, tags and categories, as they are written there."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from patternbook.search.terms import lower, pieces, plain, scan
from patternbook.search.words import COMMON, FILLERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from patternbook.indexing.analysis import Analysis


_SHORTEST = 3


def topics(analyses: Iterable[Analysis]) -> list[str]:
    """Words of titles, tags and categories, one for each plain form: that in which it occurs most often."""
    forms: dict[str, Counter[str]] = {}
    for analysis in analyses:
        example = analysis.example
        for token in scan("\n".join((example.title, example.category, *example.tags))):
            for piece in pieces(token.text) if token.kind == "name" else ():
                word = lower(piece)
                if len(word) >= _SHORTEST and word not in FILLERS and word not in COMMON:
                    forms.setdefault(plain(word), Counter())[word] += 1
    return sorted(min(held, key=lambda form: (-held[form], form)) for held in forms.values())
