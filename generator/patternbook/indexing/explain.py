"""Why an example is found: what each clause of a plan adds to its score, and from which of its fields.

The index stores one number a term and example, in which the fields are combined already. What each field gave
is computed again from the corpus, by the formulas that made the index.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from patternbook.indexing.analysis import analyse, languages_of
from patternbook.indexing.impacts import TEXT_FIELDS, scaled_counts
from patternbook.search.storage import TEXT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from patternbook.book import Volume
    from patternbook.indexing.impacts import Counts
    from patternbook.search.plan import Clause, Plan
    from patternbook.search.together import Scale


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one clause adds to an example's score."""

    clause: Clause
    score: float
    """All contributions to an example add up to its score."""
    fields: Mapping[str, float]
    """The parts of ``score`` by the entry's fields: ``title``, ``source``, …; empty for a symbol's clause."""


class Explainer:
    """Explains the hits of one corpus."""

    def __init__(self, volume: Volume, language: str | None = None) -> None:
        self._index = volume.index
        self._numbers = {entry.id: number for number, entry in enumerate(volume.corpus.entries)}
        self._fields = scaled_counts(analyse(volume.corpus, languages_of(volume.corpus, language)))

    def contributions(
        self, plan: Plan, example_id: str, scale: Scale | None = None
    ) -> Sequence[Contribution]:
        """What each clause of a plan adds to an example's score, the most first.

        Args:
            plan: how the query is asked of this corpus.
            example_id: which example.
            scale: the one that the score was made with, where several corpora were asked.
        """
        fields = self._fields[self._numbers[example_id]]
        found = [
            Contribution(clause, score, _parts(clause, score, fields))
            for clause, score in self._index.contributions(plan.clauses, example_id, scale)
        ]
        return sorted(found, key=lambda contribution: -contribution.score)


def _parts(clause: Clause, score: float, fields: Mapping[str, Counts]) -> dict[str, float]:
    """Split a clause's score among the fields in which the term stands, by its scaled frequencies there."""
    if clause.field != TEXT:
        return {}
    frequencies = {name: fields[name].get(clause.term, 0.0) for name in TEXT_FIELDS}
    whole = sum(frequencies.values())
    return {name: score * part / whole for name, part in frequencies.items() if part}
