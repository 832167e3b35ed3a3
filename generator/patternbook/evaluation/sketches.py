"""What is remembered of a stream of any length, in memory of a fixed size."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from datasketches import NO_FALSE_NEGATIVES, frequent_strings_sketch, hll_sketch
from hdrh.histogram import HdrHistogram

if TYPE_CHECKING:
    from collections.abc import Sequence

_LG_ITEMS = 15
"""The sketch is exact up to three quarters of 2^15 distinct items."""
_LG_REGISTERS = 14
_DIGITS = 4
_WAITING = 5_000


@dataclass(frozen=True, slots=True)
class Counted:
    """An item of a stream."""

    item: str
    count: int
    """How often it came, at least."""
    most: int
    """How often it came, at most: more than ``count`` only where more distinct items came than are kept."""


class Frequent:
    """The most frequent strings of a stream, and how many distinct ones it had."""

    def __init__(self) -> None:
        self._items = frequent_strings_sketch(_LG_ITEMS)
        self._distinct = hll_sketch(_LG_REGISTERS)

    def add(self, item: str) -> None:
        """Count one item."""
        self._items.update(item)
        self._distinct.update(item)

    def distinct(self) -> int:
        """Number of distinct items: exact while all are kept, else within 1 in 100."""
        kept: int = self._items.num_active_items
        return kept if self.exact else max(kept, round(self._distinct.get_estimate()))

    @property
    def exact(self) -> bool:
        """Whether every item is kept, so that all counts are exact."""
        return self._error() == 0

    def most_frequent(self, number: int | None = None) -> list[Counted]:
        """The most frequent items that are kept, by count, then by name; all of them without a number."""
        found = self._items.get_frequent_items(NO_FALSE_NEGATIVES, 0 if self.exact else self._error())
        rows = sorted(found, key=lambda row: (-row[2], row[0]))[:number]
        return [Counted(item, low, high) for item, _, low, high in rows]

    def _error(self) -> int:
        """By how much a count may be off."""
        absent = self._items.get_upper_bound("")
        return int(absent - self._items.get_lower_bound(""))


class Distribution:
    """Numbers from 0 up, to four significant digits; exact up to some 30,000 units."""

    def __init__(self, unit: float, highest: float) -> None:
        """Remember numbers.

        Args:
            unit: the finest difference that is told apart.
            highest: larger numbers count as this one.
        """
        self._unit = unit
        self._highest = round(highest / unit)
        self._recorded = HdrHistogram(1, self._highest, _DIGITS)
        self._waiting: Counter[int] = Counter()

    def add(self, value: float) -> None:
        """Count one number."""
        self._waiting[min(round(value / self._unit), self._highest)] += 1
        if len(self._waiting) >= _WAITING:
            self._record()

    @property
    def count(self) -> int:
        """How many numbers there were."""
        return int(self._histogram().get_total_count())

    def quantiles(self, shares: Sequence[float]) -> list[float]:
        """The numbers that each share of all (0 to 1) does not exceed; zeros if there were none."""
        percentiles = [100 * share for share in shares]
        found = self._histogram().get_percentile_to_value_dict(percentiles)
        return [min(found.get(percentile, 0), self._highest) * self._unit for percentile in percentiles]

    def counts(self, borders: Sequence[float]) -> list[int]:
        """How many numbers lie in each bin.

        Args:
            borders: where one bin ends and the next begins, rising; a number on a border is in the upper bin.

        Returns:
            One count more than there are borders.
        """
        bins = [0] * (len(borders) + 1)
        limits = [round(border / self._unit) for border in borders]
        histogram = self._histogram()
        index, left = 0, self.count
        # The library's own iterator goes through every empty place beyond the last number.
        while left:
            count = histogram.get_count_at_index(index)
            if count:
                bins[bisect_right(limits, histogram.get_value_from_index(index))] += count
                left -= count
            index += 1
        return bins

    def _histogram(self) -> HdrHistogram:
        self._record()
        return self._recorded

    def _record(self) -> None:
        """Numbers come again and again, and the histogram takes a number many times as fast as once."""
        for value, times in self._waiting.items():
            self._recorded.record_value(value, times)
        self._waiting.clear()
