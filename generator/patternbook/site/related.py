"""Which examples are like another: they share symbols and tags, and a rare one says more."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from patternbook.site.catalog import Catalog, Entry, Group

_COMMON = 60
"""A trait of more examples than this tells nothing about one of them, and would make the work quadratic."""
_SYMBOL_WEIGHT = 1.0
_TAG_WEIGHT = 0.7


def related(catalog: Catalog, limit: int = 6) -> Mapping[str, tuple[Entry, ...]]:
    """Return for each id the examples most like it, best first.

    A shared trait adds the logarithm of how rare it is. The sum is divided by the root of the other example's
    number of traits, so that an example that does everything is not like everything.
    """
    shared: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for group, weight in _traits(catalog):
        rarity = weight * math.log(len(catalog.entries) / group.count)
        members = [entry.example.id for entry in (*group.defined_in, *group.entries)]
        for one, other in permutations(members, 2):
            shared[one][other] += rarity
    entries = {entry.example.id: entry for entry in catalog.entries}
    size = {id_: math.sqrt(1 + _trait_count(entry)) for id_, entry in entries.items()}
    return {
        one: tuple(
            entries[other]
            for other in sorted(others, key=lambda id_: (-others[id_] / size[id_], id_))[:limit]
        )
        for one, others in shared.items()
    }


def _traits(catalog: Catalog) -> list[tuple[Group, float]]:
    groups = [(g, _SYMBOL_WEIGHT) for g in catalog.symbols.values()]
    groups += [(g, _TAG_WEIGHT) for g in catalog.tags.values()]
    return [(g, w) for g, w in groups if 1 < g.count <= _COMMON]


def _trait_count(entry: Entry) -> int:
    example = entry.example
    return len(example.tags) + len(example.uses) + len(example.defines)
