"""What makes the scores of several indexes comparable: as if their examples stood in one.

A stored weight holds the rarity of its term in its own corpus, so that what is common in a small corpus and
rare in a large one would weigh more in the large one. And Lunr divides a score by the length of the query's
vector, in which only the terms that an index has are counted, so that a corpus that lacks half of a query
would score the other half higher. Both are put right when a query is asked, for each index knows how many of
its examples hold a term.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from patternbook.search.rarity import rarity
from patternbook.search.storage import FIELDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from patternbook.search.engine import Index
    from patternbook.search.plan import Clause, Plan

_DECIMALS = 6
"""Logarithms differ in their last bit between machines; rounded, scores do not."""

Key = tuple[str, str]
"""A field and a term."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How one index scores one query so that others that are asked the same can be compared with it."""

    factors: Mapping[Key, float]
    """What the stored weights of a term are multiplied by."""
    magnitudes: Mapping[str, float]
    """Length of the query's vector by field, the same for all indexes."""


def common_scales(asked: Sequence[tuple[Index, Plan]]) -> list[Scale]:
    """Return a scale for each index, given how each plans the query."""
    documents = sum(index.lexicon.documents for index, _ in asked)
    indexes = [index for index, _ in asked]
    magnitudes = _magnitudes([clause for _, planned in asked for clause in planned.clauses])
    return [Scale(_factors(index, planned, indexes, documents), magnitudes) for index, planned in asked]


def _magnitudes(clauses: Sequence[Clause]) -> dict[str, float]:
    """Length of the vector that holds what any of the indexes is asked for."""
    boosts: dict[Key, float] = {}
    for clause in clauses:
        key = clause.field, clause.term
        boosts[key] = max(clause.boost, boosts.get(key, 0.0))
    return {
        name: sqrt(sum(boost * boost for (field, _), boost in boosts.items() if field == name))
        for name in FIELDS
    }


def _factors(index: Index, planned: Plan, indexes: Sequence[Index], documents: int) -> dict[Key, float]:
    factors = {}
    for clause in planned.clauses:
        # The weight of a definition holds the rarity of the symbol, whoever defines it.
        term = planned.symbols[0] if clause.why == "definition" else clause.term
        own = index.holders(term, clause.field)
        anywhere = sum(other.holders(term, clause.field) for other in indexes)
        ratio = rarity(anywhere, documents) / rarity(own, index.lexicon.documents)
        factors[clause.field, clause.term] = round(ratio, _DECIMALS)
    return factors
