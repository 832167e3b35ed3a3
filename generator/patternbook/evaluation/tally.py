"""Counting what logs hold, line by line, in memory of a fixed size."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, BinaryIO

from patternbook.evaluation.entries import DamagedError, Search, read_entry
from patternbook.evaluation.logs import CutShortError, read_lines
from patternbook.evaluation.sketches import Distribution, Frequent
from patternbook.evaluation.timeline import Timeline

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from patternbook.evaluation.logs import LogFile

MOST_RESULTS = 20
"""What no answer exceeds; larger counts, which other tools may log, are counted together."""
_HIGHEST_SCORE = 1e6
_SCORE_UNIT = 0.001
_HOUR_US = 3_600_000_000
_KEPT_PLACES = 5
_SEPARATOR = "\n"


class Tally:
    """What has been seen so far."""

    def __init__(self, low_score: float | None = None) -> None:
        """Begin to count.

        Args:
            low_score: answers with results whose best score is below this are low; without it, those whose
                match is weak.
        """
        self.low_score = low_score
        self.lines: Counter[str] = Counter()
        """How many lines were ``search``, ``lookup``, ``other``, ``blank``."""
        self.damaged: Counter[str] = Counter()
        """Reason → lines."""
        self.damaged_places: list[tuple[str, int, str]] = []
        """The first damaged lines: log, line, reason."""
        self.cut_short: list[str] = []
        """Gzipped logs that end before their end."""
        self.empty = 0
        """Searches without a result."""
        self.low = 0
        self.matches: Counter[str] = Counter()
        self.result_counts: Counter[int] = Counter()
        self.queries = Frequent()
        self.empty_queries = Frequent()
        self.low_queries = Frequent()
        self.texts = Frequent()
        """Hash, a line end, and the query's text, of lines that hold it."""
        self.corpora = Frequent()
        self.scores = Distribution(_SCORE_UNIT, _HIGHEST_SCORE)
        """Best scores of answers with results."""
        self.durations_us = Distribution(1, _HOUR_US)
        self.timeline = Timeline()

    def read(self, logs: Iterable[LogFile], watch: Callable[[BinaryIO, int], BinaryIO] | None = None) -> None:
        """Count all lines of some logs; ``watch`` as in ``read_lines``.

        Raises:
            EvaluationError: a log cannot be read.
        """
        for log in logs:
            try:
                for line in read_lines(log, watch):
                    try:
                        entry = read_entry(line)
                    except DamagedError as damage:
                        self._count_damage(log.name, line.number, damage.reason)
                        continue
                    if isinstance(entry, Search):
                        self.count(entry)
                    else:
                        self.lines[entry] += 1
            except CutShortError:
                self.cut_short.append(log.name)

    def count(self, search: Search) -> None:
        """Count one search."""
        empty = search.result_count == 0
        self.lines["search"] += 1
        self.matches[search.match or "unknown"] += 1
        self.result_counts[min(search.result_count, MOST_RESULTS + 1)] += 1
        self.queries.add(search.query_hash)
        if empty:
            self.empty += 1
            self.empty_queries.add(search.query_hash)
        elif self._low(search):
            self.low += 1
            self.low_queries.add(search.query_hash)
        if search.query is not None:
            self.texts.add(f"{search.query_hash}{_SEPARATOR}{search.query}")
        for name in search.corpora:
            self.corpora.add(name)
        if search.top_score is not None and not empty:
            self.scores.add(search.top_score)
        if search.duration_us is not None:
            self.durations_us.add(search.duration_us)
        if search.stamp is not None:
            self.timeline.add(search.stamp, empty=empty)

    def text_of(self) -> dict[str, str]:
        """Hash → text, of the queries whose text is known."""
        pairs = (counted.item.partition(_SEPARATOR) for counted in self.texts.most_frequent())
        return {query_hash: text for query_hash, _, text in pairs}

    def _low(self, search: Search) -> bool:
        if self.low_score is None:
            return search.match == "weak"
        return search.top_score is not None and search.top_score < self.low_score

    def _count_damage(self, log: str, number: int, reason: str) -> None:
        self.damaged[reason] += 1
        if len(self.damaged_places) < _KEPT_PLACES:
            self.damaged_places.append((log, number, reason))
