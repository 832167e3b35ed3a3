"""A trial against its baseline: what moved, and whether that is a regression.

The search itself is deterministic, so every difference is real; what is in question is whether it is large,
or tells of queries beyond these. A figure has regressed if

- overall, it fell by more than ``TOLERANCE``; or
- overall or in one kind, it fell by at least ``NOTICE``, and the whole 95 % interval of the difference lies
  below 0.

The interval comes from a bootstrap over the differences of each query to itself, so that hard and easy
queries do not blur it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from patternbook.evaluation.intervals import Estimate, estimates
from patternbook.evaluation.summary import OVERALL, TOLD, by_kind, labels, row

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from patternbook.evaluation.baseline import Baseline, Before
    from patternbook.evaluation.trial import Outcome

TOLERANCE = 0.02
"""An overall fall beyond this is a regression by itself."""
NOTICE = 0.005
"""A smaller fall is no regression, however regular."""
WATCHED = ("success@1", "success@5", "MRR@10", "nDCG@10", TOLD)
"""The figures that can regress; the others follow from them."""
_HAIR = 1e-9


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure of some queries, then and now."""

    part: str
    """``judged`` or ``absent`` queries."""
    name: str
    """The kind, or ``all``."""
    figure: str
    before: float
    after: float
    change: Estimate
    """``after - before``."""
    regressed: bool

    def facts(self) -> dict[str, Any]:
        """As plain values."""
        chosen = ("part", "name", "figure", "before", "after")
        change = {f"change_{key}": value for key, value in self.change._asdict().items()}
        return {key: getattr(self, key) for key in chosen} | change | {"regressed": self.regressed}


@dataclass(frozen=True, slots=True)
class Move:
    """A query that got better or worse."""

    outcome: Outcome
    before: Before

    @property
    def change(self) -> float:
        """Below 0 if it got worse: the change of nDCG, or, where that is the same, of the level."""
        now = self.outcome.figures.ndcg_10 if self.outcome.figures else 0.0
        return (now - self.before.ndcg) or float(self.outcome.told) - float(
            self.before.told(self.outcome.case)
        )

    def facts(self) -> dict[str, Any]:
        """As plain values."""
        case = self.outcome.case
        return {
            "qid": case.qid,
            "query": case.query,
            "kind": case.kind,
            "rank_before": self.before.rank,
            "rank_after": self.outcome.rank,
            "ndcg_before": self.before.ndcg,
            "ndcg_after": self.outcome.figures.ndcg_10 if self.outcome.figures else 0.0,
            "match_before": self.before.match,
            "match_after": self.outcome.match,
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """A trial beside its baseline."""

    differences: tuple[Difference, ...]
    worse: tuple[Move, ...]
    """Worst first."""
    better: tuple[Move, ...]
    """Best first."""

    @property
    def regressions(self) -> tuple[Difference, ...]:
        """What makes the comparison fail."""
        return tuple(difference for difference in self.differences if difference.regressed)

    def facts(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "regressed": bool(self.regressions),
            "differences": [difference.facts() for difference in self.differences],
            "worse": [move.facts() for move in self.worse],
            "better": [move.facts() for move in self.better],
        }


def compare(outcomes: Sequence[Outcome], baseline: Baseline) -> Comparison:
    """Compare a trial with a baseline of the same queries."""
    differences: list[Difference] = []
    for part, absent in (("judged", False), ("absent", True)):
        members = [outcome for outcome in outcomes if outcome.case.absent == absent]
        if members:
            differences += _differences(part, OVERALL, members, baseline)
            kinds = by_kind(members)
            for kind, some in kinds.items() if len(kinds) > 1 else ():
                differences += _differences(part, kind, some, baseline)
    moves = [Move(outcome, baseline.queries[outcome.case.qid]) for outcome in outcomes]
    worse = sorted((move for move in moves if move.change < 0), key=lambda move: move.change)
    better = sorted((move for move in moves if move.change > 0), key=lambda move: -move.change)
    return Comparison(tuple(differences), tuple(worse), tuple(better))


def _differences(part: str, name: str, outcomes: list[Outcome], baseline: Baseline) -> Iterator[Difference]:
    now = [row(outcome) for outcome in outcomes]
    then = [_row_before(outcome, baseline.queries[outcome.case.qid]) for outcome in outcomes]
    moved = [[a - b for a, b in zip(*pair, strict=True)] for pair in zip(now, then, strict=True)]
    changes = estimates(moved, [outcome.case.group for outcome in outcomes])
    for index, figure in enumerate(labels(outcomes[0])):
        if figure in WATCHED:
            before, after = (sum(values[index] for values in rows) / len(rows) for rows in (then, now))
            fallen = _regressed(changes[index], overall=name == OVERALL)
            yield Difference(part, name, figure, before, after, changes[index], fallen)


def _row_before(outcome: Outcome, before: Before) -> tuple[float, ...]:
    return (*(() if outcome.figures is None else before.figures), float(before.told(outcome.case)))


def _regressed(change: Estimate, *, overall: bool) -> bool:
    if overall and change.mean < -TOLERANCE - _HAIR:
        return True
    return change.mean <= -NOTICE + _HAIR and change.high < 0
