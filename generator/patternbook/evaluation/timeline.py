"""Searches over time: as fine as the span allows, in memory of a fixed size."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_UNITS = ("hour", "day", "month", "year")
_LENGTHS = {"hour": 13, "day": 10, "month": 7, "year": 4}
"""How much of a stamp such as 2026-11-30T19:46 names a period of the unit."""
_KEPT = 2_000
"""Periods in memory; with more, they are joined to longer ones. The calendar has 9,999 years at most."""
_SHOWN = 92


@dataclass(frozen=True, slots=True)
class Period:
    """Some hour, day, month or year."""

    name: str
    """Its beginning, as much of it as the unit needs: 2026-11-30T19, 2026-11-30, 2026-11, 2026."""
    searches: int
    empty: int
    """Searches without a result."""


class Timeline:
    """Counts searches by the time that they were made."""

    def __init__(self) -> None:
        self._unit = 0
        self._periods: dict[str, tuple[int, int]] = {}
        self.first: datetime | None = None
        self.last: datetime | None = None

    def add(self, stamp: datetime, *, empty: bool) -> None:
        """Count one search.

        Args:
            stamp: when it was made, in UTC.
            empty: whether it had no result.
        """
        self.first = min(self.first or stamp, stamp)
        self.last = max(self.last or stamp, stamp)
        name = stamp.isoformat()[: _LENGTHS[_UNITS[self._unit]]]
        searches, without = self._periods.get(name, (0, 0))
        self._periods[name] = searches + 1, without + empty
        if len(self._periods) > _KEPT and self._unit + 1 < len(_UNITS):
            self._unit += 1
            self._periods = _joined(self._periods, _LENGTHS[_UNITS[self._unit]])

    def periods(self) -> tuple[str, list[Period]]:
        """The unit, and every period from the first to the last, those without a search too.

        The unit is the finest of hour, day, month and year that needs no more than 92 periods; of years there
        may be more.
        """
        if self.first is None or self.last is None:
            return _UNITS[0], []
        for unit in _UNITS[self._unit :]:
            names = []
            for name in _names(self.first, self.last, unit):
                names.append(name)
                if len(names) > _SHOWN and unit != _UNITS[-1]:
                    break
            else:
                counts = _joined(self._periods, _LENGTHS[unit])
                return unit, [Period(name, *counts.get(name, (0, 0))) for name in names]
        raise AssertionError("years always fit")


def _joined(periods: dict[str, tuple[int, int]], length: int) -> dict[str, tuple[int, int]]:
    joined: dict[str, tuple[int, int]] = {}
    for name, (searches, empty) in periods.items():
        before = joined.get(name[:length], (0, 0))
        joined[name[:length]] = before[0] + searches, before[1] + empty
    return joined


def _names(first: datetime, last: datetime, unit: str) -> Iterator[str]:
    length = _LENGTHS[unit]
    end = last.isoformat()[:length]
    at = first
    while True:
        name = at.isoformat()[:length]
        yield name
        if name >= end:
            return
        at = _next(at, unit)


def _next(at: datetime, unit: str) -> datetime:
    if unit in ("hour", "day"):
        return at + (timedelta(hours=1) if unit == "hour" else timedelta(days=1))
    months = 1 if unit == "month" else 12
    years, month = divmod(at.month - 1 + months, 12)
    return datetime(at.year + years, month + 1, 1, tzinfo=UTC)
