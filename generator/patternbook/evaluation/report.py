"""What logs tell, as plain values: the same for the terminal, for JSON and for the page."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from patternbook.evaluation.entries import MATCHES
from patternbook.evaluation.scales import latency_edges, score_edges
from patternbook.evaluation.tally import MOST_RESULTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from patternbook.evaluation.sketches import Distribution, Frequent
    from patternbook.evaluation.tally import Tally
    from patternbook.evaluation.threshold import Threshold
    from patternbook.evaluation.timeline import Period

SHOWN = 20
"""Queries that a list names."""
QUANTILES = {
    "min": 0.0,
    "p25": 0.25,
    "p50": 0.5,
    "p75": 0.75,
    "p90": 0.9,
    "p95": 0.95,
    "p99": 0.99,
    "max": 1.0,
}
_COVERED = (1, 2, 5, 10, 20, 50, 100)


@dataclass(frozen=True, slots=True)
class QueryCount:
    """A query and how often it was sent."""

    query_hash: str
    query: str | None
    """Its text, where a line of the level DEBUG holds it."""
    count: int
    """At least."""
    most: int
    """At most; the same as ``count`` unless the log has more distinct queries than are kept apart."""


@dataclass(frozen=True, slots=True)
class QueryList:
    """Some queries, most frequent first."""

    searches: int
    share: float
    """Of all searches, from 0 to 1."""
    distinct: int
    exact: bool
    """Whether ``distinct`` and the counts are exact."""
    queries: tuple[QueryCount, ...]


@dataclass(frozen=True, slots=True)
class Bin:
    """Numbers from ``low`` to below ``high``."""

    low: float
    high: float | None
    """None: no upper end."""
    count: int


@dataclass(frozen=True, slots=True)
class Spread:
    """A distribution."""

    count: int
    quantiles: dict[str, float]
    """Empty without a value."""
    bins: tuple[Bin, ...]


@dataclass(frozen=True, slots=True)
class LogReport:
    """What some logs tell."""

    logs: tuple[str, ...]
    searches: int
    lookups: int
    """Examples fetched by their id."""
    other_lines: int
    damaged_lines: int
    damage: dict[str, int]
    """Reason → lines that were skipped for it."""
    first_damaged: tuple[str, ...]
    """Where the first ones stand."""
    cut_short: tuple[str, ...]
    """Gzipped logs that break off."""
    first: str | None
    """When the earliest search was made, UTC."""
    last: str | None
    corpora: dict[str, int]
    """Name → searches; the twenty most frequent."""
    threshold_percent: float
    passed: bool
    """Whether no more searches were empty than the threshold lets pass."""
    low_rule: str
    empty: QueryList
    low: QueryList
    frequent: QueryList
    coverage: dict[str, int]
    """``10`` → how many searches the ten most frequent queries make up, and so on up to a hundred queries."""
    matches: dict[str, int]
    result_counts: dict[str, int]
    """Number of results, ``20+`` beyond twenty → searches."""
    scores: Spread
    """Best scores of searches with results."""
    latency_ms: Spread
    timeline_unit: str
    timeline: tuple[Period, ...]

    def facts(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)


def log_report(tally: Tally, logs: Sequence[str], threshold: Threshold) -> LogReport:
    """Sum up what was counted."""
    texts = tally.text_of()
    searches = tally.lines["search"]
    unit, periods = tally.timeline.periods()
    return LogReport(
        logs=tuple(logs),
        searches=searches,
        lookups=tally.lines["lookup"],
        other_lines=tally.lines["other"],
        damaged_lines=tally.damaged.total(),
        damage=dict(tally.damaged.most_common()),
        first_damaged=tuple(f"{log}: line {line}: {reason}" for log, line, reason in tally.damaged_places),
        cut_short=tuple(tally.cut_short),
        first=tally.timeline.first.isoformat() if tally.timeline.first else None,
        last=tally.timeline.last.isoformat() if tally.timeline.last else None,
        corpora={counted.item: counted.count for counted in tally.corpora.most_frequent(SHOWN)},
        threshold_percent=float(100 * threshold.share),
        passed=threshold.met(tally.empty, searches),
        low_rule="match is weak" if tally.low_score is None else f"score below {tally.low_score:g}",
        empty=_list(tally.empty_queries, tally.empty, searches, texts),
        low=_list(tally.low_queries, tally.low, searches, texts),
        frequent=_list(tally.queries, searches, searches, texts),
        coverage=_coverage(tally.queries),
        matches={
            name: tally.matches[name]
            for name in (*MATCHES, "unknown")
            if name in MATCHES or tally.matches[name]
        },
        result_counts=_result_counts(tally),
        scores=_spread(tally.scores, 1.0, score_edges),
        latency_ms=_spread(tally.durations_us, 0.001, latency_edges),
        timeline_unit=unit,
        timeline=tuple(periods),
    )


def _list(found: Frequent, searches: int, of: int, texts: dict[str, str]) -> QueryList:
    queries = tuple(
        QueryCount(counted.item, texts.get(counted.item), counted.count, counted.most)
        for counted in found.most_frequent(SHOWN)
    )
    return QueryList(searches, searches / of if of else 0.0, found.distinct(), found.exact, queries)


def _result_counts(tally: Tally) -> dict[str, int]:
    highest = max(tally.result_counts, default=-1)
    names = {
        count: str(count) if count <= MOST_RESULTS else f"{MOST_RESULTS}+" for count in range(highest + 1)
    }
    return {name: tally.result_counts[count] for count, name in names.items()}


def _spread(found: Distribution, scale: float, edges_for: Callable[[float, float], list[float]]) -> Spread:
    """Sum up a distribution; ``scale`` turns what was recorded into what is reported."""
    if not found.count:
        return Spread(0, {}, ())
    values = found.quantiles(list(QUANTILES.values()))
    quantiles = {name: round(value * scale, 6) for name, value in zip(QUANTILES, values, strict=True)}
    edges = edges_for(quantiles["min"], quantiles["max"])
    _below, *counts = found.counts([edge / scale for edge in edges])
    ends = [*edges[1:], None]
    bins = tuple(Bin(low, high, n) for low, high, n in zip(edges, ends, counts, strict=True))
    return Spread(found.count, quantiles, bins)


def _coverage(found: Frequent) -> dict[str, int]:
    """How many searches the most frequent queries make up, at least."""
    counts = [counted.count for counted in found.most_frequent(_COVERED[-1])]
    steps = [step for step in _COVERED if step < len(counts)] + [len(counts)] * (
        0 < len(counts) <= _COVERED[-1]
    )
    return {str(step): sum(counts[:step]) for step in dict.fromkeys(steps)}
