"""95 % confidence intervals of means, by a seeded bootstrap over groups of queries.

Queries that share their answers rise and fall together, so whole groups are drawn, not single queries.
"""

from __future__ import annotations

import random
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

SAMPLES = 2000
_SEED = 0
_LOW, _HIGH = 0.025, 0.975


class Estimate(NamedTuple):
    """A mean, and the interval that holds it in 95 of 100 samples of such queries."""

    mean: float
    low: float
    high: float


def estimates(rows: Sequence[Sequence[float]], groups: Sequence[Hashable]) -> list[Estimate]:
    """Mean and interval of each column.

    Args:
        rows: the values of each query; at least one row, all of one length.
        groups: the group of each row.
    """
    members: defaultdict[Hashable, list[Sequence[float]]] = defaultdict(list)
    for row, group in zip(rows, groups, strict=True):
        members[group].append(row)
    samples = _sampled(list(members.values()), len(rows[0]))
    return [
        Estimate(sum(column) / len(column), means[int(_LOW * SAMPLES)], means[int(_HIGH * SAMPLES) - 1])
        for column, means in zip(zip(*rows, strict=True), samples, strict=True)
    ]


def _sampled(members: Sequence[Sequence[Sequence[float]]], width: int) -> list[list[float]]:
    """The sorted means of each column over all samples."""
    chance = random.Random(_SEED)  # noqa: S311 - the same figures on every run; nothing here is secret
    means: list[list[float]] = [[] for _ in range(width)]
    for _ in range(SAMPLES):
        drawn = [row for _ in members for row in members[chance.randrange(len(members))]]
        for column, values in zip(means, zip(*drawn, strict=True), strict=True):
            column.append(sum(values) / len(values))
    return [sorted(column) for column in means]
