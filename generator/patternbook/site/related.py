"""Which examples are alike: they share symbols, tags and words of their titles, and a rare one says more."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from itertools import permutations
from typing import TYPE_CHECKING

from patternbook.search.terms import lower, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from patternbook.site.catalog import Catalog, Entry

_COMMON = 60
"""A trait of more examples than this tells nothing about one of them, and would make the work quadratic."""
_WEIGHTS = {"symbol": 1.0, "tag": 0.7, "word": 0.7}
_WORD = re.compile(r"[^\W\d_]{3,}")


def related(catalog: Catalog, limit: int = 6) -> Mapping[str, tuple[Entry, ...]]:
    """Return for each id the examples most like it, best first.

    A shared trait adds the logarithm of how rare it is. The sum is divided by the root of the other example's
    number of traits, so that an example that does everything is not like everything.
    """
    holders: dict[tuple[str, str], list[str]] = defaultdict(list)
    size: dict[str, float] = {}
    for entry in catalog.entries:
        traits = set(_traits(entry))
        size[entry.example.id] = math.sqrt(1 + len(traits))
        for trait in sorted(traits):
            holders[trait].append(entry.example.id)
    shared: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for (kind, _), ids in holders.items():
        if 1 < len(ids) <= _COMMON:
            rarity = _WEIGHTS[kind] * math.log(len(catalog.entries) / len(ids))
            for one, other in permutations(ids, 2):
                shared[one][other] += rarity
    entries = {entry.example.id: entry for entry in catalog.entries}
    return {
        one: tuple(
            entries[other]
            for other in sorted(others, key=lambda id_: (-others[id_] / size[id_], id_))[:limit]
        )
        for one, others in shared.items()
    }


def _traits(entry: Entry) -> Iterator[tuple[str, str]]:
    example = entry.example
    yield from (("symbol", name) for name in (*example.defines, *example.uses))
    yield from (("tag", name) for name in example.tags)
    yield from (("word", plain(lower(word))) for word in _WORD.findall(example.title))
