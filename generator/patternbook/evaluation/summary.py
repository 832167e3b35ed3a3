"""The figures of a whole trial: overall and by kind, with their intervals."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from patternbook.evaluation.intervals import Estimate, estimates
from patternbook.evaluation.metrics import LABELS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patternbook.evaluation.trial import Outcome

OVERALL = "all"
TOLD = "level right"
"""The share of queries whose level is right: sure where there is an answer, unsure where there is none."""


@dataclass(frozen=True, slots=True)
class Slice:
    """The figures of some queries."""

    name: str
    """A kind of queries, or ``all``."""
    queries: int
    figures: dict[str, Estimate]
    """Label → figure. For queries that the corpus cannot answer, ``level right`` alone."""
    levels: dict[str, int]
    """Level → how many answers had it."""

    def facts(self) -> dict[str, Any]:
        """As plain values."""
        figures = {label: estimate._asdict() for label, estimate in self.figures.items()}
        return {"name": self.name, "queries": self.queries, "figures": figures, "levels": self.levels}


def slices(outcomes: Sequence[Outcome]) -> list[Slice]:
    """Overall, then each kind in order of appearance; nothing if there are no outcomes.

    The outcomes are either all of queries with an answer or all of queries without one.
    """
    if not outcomes:
        return []
    kinds = by_kind(outcomes)
    chosen = [(OVERALL, outcomes), *(kinds.items() if len(kinds) > 1 else ())]
    return [_slice(name, members) for name, members in chosen]


def by_kind(outcomes: Sequence[Outcome]) -> dict[str, list[Outcome]]:
    """Kind → its outcomes."""
    kinds: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        kinds.setdefault(outcome.case.kind, []).append(outcome)
    return kinds


def row(outcome: Outcome) -> tuple[float, ...]:
    """The figures of one outcome, as ``labels`` names them."""
    return (*(outcome.figures or ()), float(outcome.told))


def labels(outcome: Outcome) -> tuple[str, ...]:
    """What the values of ``row`` are called."""
    return (TOLD,) if outcome.figures is None else (*LABELS, TOLD)


def _slice(name: str, outcomes: Sequence[Outcome]) -> Slice:
    found = estimates([row(outcome) for outcome in outcomes], [outcome.case.group for outcome in outcomes])
    counts = Counter(outcome.match for outcome in outcomes)
    levels = {level: counts[level] for level in ("exact", "strong", "weak", "none")}
    return Slice(name, len(outcomes), dict(zip(labels(outcomes[0]), found, strict=True)), levels)
