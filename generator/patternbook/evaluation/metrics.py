"""How good one ranked answer is, given which examples are relevant."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

DEPTH = 10
"""Only so many results of an answer count."""

GAINS = {1: 1.0, 2: 3.0}
"""What a relevant example is worth to nDCG, by its grade."""


class Figures(NamedTuple):
    """The figures of one query, each from 0 to 1; ``empty`` is the only one where less is better."""

    success_1: float
    """1 if a relevant example is the first."""
    success_3: float
    success_5: float
    success_10: float
    mrr_10: float
    """1 divided by the rank of the first relevant example; 0 beyond rank 10."""
    ndcg_10: float
    """Gain of the first ten, discounted by 1/log2(rank + 1), over the gain of the best possible order."""
    empty: float
    """1 if nothing was found."""


LABELS = ("success@1", "success@3", "success@5", "success@10", "MRR@10", "nDCG@10", "empty")
"""What the figures are called, in their order."""


def score(grades: Mapping[str, int], ids: Iterable[str]) -> Figures:
    """The figures of an answer.

    Args:
        grades: id of each relevant example → its grade, 1 or 2; at least one.
        ids: ids of the answer, best first; an id that comes again is ignored.
    """
    top = _top(ids)
    rank = first_rank(grades, top)
    gained = sum(GAINS[grades[found]] / math.log2(k + 2) for k, found in enumerate(top) if found in grades)
    best = sorted((GAINS[grade] for grade in grades.values()), reverse=True)[:DEPTH]
    ideal = sum(gain / math.log2(k + 2) for k, gain in enumerate(best))
    return figures(rank, gained / ideal, empty=not top)


def figures(rank: int | None, ndcg: float, *, empty: bool) -> Figures:
    """The figures that follow from the rank of the first relevant example, and nDCG."""
    one, three, five, ten = (float(rank is not None and rank <= k) for k in (1, 3, 5, DEPTH))
    return Figures(one, three, five, ten, 1.0 / rank if rank else 0.0, ndcg, float(empty))


def first_rank(grades: Mapping[str, int], ids: Iterable[str]) -> int | None:
    """Rank of the first relevant example, from 1; None if it is not among the first ten."""
    return next((rank for rank, found in enumerate(_top(ids), 1) if found in grades), None)


def _top(ids: Iterable[str]) -> Sequence[str]:
    return list(dict.fromkeys(ids))[:DEPTH]
