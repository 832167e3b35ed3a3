"""The answer to one query, in both forms, and what is worth knowing of it besides."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from patternbook.errors import UnknownExampleError
from patternbook.search.borders import Borders
from patternbook.search.budget import Answer, fit
from patternbook.search.results import Hit, Results
from patternbook.server import render
from patternbook.server.arguments import MOST_RESULTS
from patternbook.server.lookup import examples_asked_for
from patternbook.server.options import MOST_BUDGET
from patternbook.server.sizes import Sizes
from patternbook.server.structured import shown_score, structured

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patternbook.book import Book, Volume
    from patternbook.model import Example
    from patternbook.search.results import Match
    from patternbook.server.options import ServerOptions

LONGEST_QUERY = 2_000
"""Characters of a query that are looked at."""

_MOST_KEPT = 128
"""Answers that are kept for the case that the same is asked again."""
_LONGEST_KEPT = 200
"""Characters of a query up to which its answer is kept."""

_SCORE_OF_LOOKUP = 1.0
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Reply:
    """What a tool answers, in both forms."""

    text: str
    data: dict[str, Any] | None = None
    """The structured form; ``None`` for an error, or where the text alone is wanted."""
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """A reply, and what is logged of it."""

    reply: Reply
    event: Literal["search", "lookup"]
    result_count: int = 0
    top_score: float = 0
    match: Match = "none"


class Answering:
    """Answers queries from a book. The book never changes, so neither does an answer."""

    def __init__(self, book: Book, options: ServerOptions) -> None:
        self._book = book
        self._options = options
        self._kept = lru_cache(_MOST_KEPT)(self._answer)

    def __call__(self, query: str, limit: int) -> Answered:
        """Answer a query that is not blank."""
        return (self._kept if len(query) <= _LONGEST_KEPT else self._answer)(query, limit)

    def _answer(self, query: str, limit: int) -> Answered:
        try:
            found = examples_asked_for(self._book, query)
        except UnknownExampleError as error:
            return Answered(Reply(str(error), is_error=True), "lookup")
        if found:
            return self._answered("lookup", _whole(query, found), MOST_BUDGET)
        return self._answered("search", _found(self._book, query, limit), self._options.budget)

    def _answered(self, event: Literal["search", "lookup"], results: Results, budget: int) -> Answered:
        answer = self._fitted(results, budget)
        hits = answer.results.hits
        return Answered(
            Reply(render.text(answer), None if self._options.text_only else structured(answer)),
            event,
            result_count=len(answer.portions),
            top_score=shown_score(hits[0].score) if hits else 0,
            match=answer.results.match,
        )

    def _fitted(self, results: Results, budget: int) -> Answer:
        def borders(hit: Hit) -> Borders:
            volumes = (volume for volume in self._book.volumes if volume.source == hit.corpus)
            volume = next((volume for volume in volumes if hit.example.id in volume.corpus.by_id), None)
            return volume.index.borders(hit.example) if volume else Borders()

        return fit(results, budget, Sizes(self._options.text_only), borders)


def _found(book: Book, query: str, limit: int) -> Results:
    # A lone surrogate is no character and could not be sent back.
    readable = _SURROGATE.sub("\ufffd", query.strip()[:LONGEST_QUERY])
    return book.search(readable, limit)


def _whole(query: str, found: Sequence[tuple[Volume, Example]]) -> Results:
    hits = [Hit(example, _SCORE_OF_LOOKUP, exact=True, corpus=volume.source) for volume, example in found]
    return Results(query, "exact", tuple(hits[:MOST_RESULTS]), total=len(hits), exact_total=len(hits))
