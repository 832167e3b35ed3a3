"""What a trial found, as plain values: the same for the terminal and for JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from patternbook.evaluation.summary import Slice, slices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patternbook.evaluation.regression import Comparison
    from patternbook.evaluation.trial import Outcome


@dataclass(frozen=True, slots=True)
class TrialReport:
    """What a trial found."""

    outcomes: tuple[Outcome, ...]
    corpora: dict[str, int]
    """Name of each corpus that answered → its entries."""
    judged: tuple[Slice, ...]
    """Queries with an answer: overall, then by kind."""
    absent: tuple[Slice, ...]
    """Queries that the corpus cannot answer: overall, then by kind."""
    comparison: Comparison | None = None
    """None without a baseline."""
    changed_corpora: tuple[str, ...] = ()
    """Corpora that are not what they were when the baseline was saved."""

    @classmethod
    def of(
        cls,
        outcomes: Sequence[Outcome],
        corpora: dict[str, int],
        comparison: Comparison | None = None,
        changed_corpora: tuple[str, ...] = (),
    ) -> TrialReport:
        """Sum up a trial."""
        judged = slices([outcome for outcome in outcomes if not outcome.case.absent])
        absent = slices([outcome for outcome in outcomes if outcome.case.absent])
        return cls(tuple(outcomes), corpora, tuple(judged), tuple(absent), comparison, changed_corpora)

    @property
    def regressed(self) -> bool:
        """Whether a figure fell since the baseline by more than may be."""
        return self.comparison is not None and bool(self.comparison.regressions)

    @property
    def missed(self) -> tuple[Outcome, ...]:
        """Queries without a relevant example among the first ten."""
        return tuple(o for o in self.outcomes if not o.case.absent and o.rank is None)

    @property
    def mistold(self) -> tuple[Outcome, ...]:
        """Queries whose level is wrong: unsure of an answer that is there, or sure of one that is not."""
        return tuple(outcome for outcome in self.outcomes if not outcome.told)

    def facts(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "queries": len(self.outcomes),
            "corpora": self.corpora,
            "judged": [some.facts() for some in self.judged],
            "absent": [some.facts() for some in self.absent],
            "missed": [outcome.facts() for outcome in self.missed],
            "level_wrong": [outcome.facts() for outcome in self.mistold],
            "baseline": None
            if self.comparison is None
            else self.comparison.facts() | {"changed_corpora": list(self.changed_corpora)},
        }
