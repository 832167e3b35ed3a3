"""Where the bins of a chart begin: round numbers, and few."""

from __future__ import annotations

import math
from itertools import count

_MOST_BINS = 12
_STEPS = (1, 2, 5)


def score_edges(_lowest: float, highest: float) -> list[float]:
    """Where equal bins of a round width begin, from 0 to the highest number, at most twelve of them."""
    for exponent in count(-1):
        for step in _STEPS:
            width = step * 10.0**exponent
            bins = math.floor(highest / width) + 1
            if bins <= _MOST_BINS:
                return [round(width * k, 6) for k in range(bins)]
    raise AssertionError("a width always fits")


def latency_edges(lowest: float, highest: float) -> list[float]:
    """Where bins of 1, 2, 5, 10, 20, 50 … begin around the numbers: latencies spread over powers of ten."""
    rungs = [0.0, *(round(step * 10.0**exponent, 6) for exponent in range(-3, 8) for step in _STEPS)]
    first = max(rung for rung in rungs if rung <= lowest)
    return [rung for rung in rungs if first <= rung <= highest]
