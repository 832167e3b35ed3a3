"""Asking a book the judged queries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from patternbook.evaluation.metrics import DEPTH, Figures, first_rank, score

if TYPE_CHECKING:
    from collections.abc import Iterable

    from patternbook.book import Book
    from patternbook.evaluation.judged import JudgedQuery
    from patternbook.search.results import Match

SURE: tuple[Match, ...] = ("exact", "strong")
"""Levels that promise an answer."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a judged query."""

    case: JudgedQuery
    match: Match
    ids: tuple[str, ...]
    """The answer, best first; at most ten."""
    figures: Figures | None
    """None for a query that the corpus cannot answer: there is nothing to rank."""

    @property
    def rank(self) -> int | None:
        """Rank of the first relevant example."""
        return first_rank(self.case.grades, self.ids)

    @property
    def told(self) -> bool:
        """Whether the level is right: sure where there is an answer, unsure where there is none."""
        return (self.match in SURE) != self.case.absent

    def facts(self) -> dict[str, Any]:
        """As plain values."""
        case = self.case
        facts = {"qid": case.qid, "query": case.query, "kind": case.kind, "match": self.match}
        return facts | {"rank": self.rank, "ids": list(self.ids)}


def ask(book: Book, queries: Iterable[JudgedQuery]) -> list[Outcome]:
    """Ask every query, in order."""
    return [_asked(book, case) for case in queries]


def _asked(book: Book, case: JudgedQuery) -> Outcome:
    results = book.search(case.query, DEPTH)
    ids = tuple(hit.example.id for hit in results)
    return Outcome(case, results.match, ids, None if case.absent else score(case.grades, ids))
