"""What the server can do, as plain functions: answer a search, and write one example whole."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from patternbook.errors import QueryError, UnknownExampleError
from patternbook.search.borders import Borders
from patternbook.search.budget import Answer, fit
from patternbook.search.results import Hit, Results
from patternbook.server import render
from patternbook.server.arguments import MOST_RESULTS, limit_of, query_of
from patternbook.server.lookup import examples_asked_for, locate
from patternbook.server.options import MOST_BUDGET
from patternbook.server.sizes import Sizes
from patternbook.server.structured import shown_score, structured
from patternbook.telemetry import SearchRecord

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from patternbook.book import Book, Volume
    from patternbook.model import Example
    from patternbook.server.options import ServerOptions
    from patternbook.telemetry import Telemetry

LONGEST_QUERY = 2_000
"""Characters of a query that are looked at."""

_SCORE_OF_LOOKUP = 1.0
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Context:
    """What the tools work with."""

    book: Book
    options: ServerOptions
    telemetry: Telemetry


@dataclass(frozen=True, slots=True)
class Reply:
    """What a tool answers, in both forms."""

    text: str
    data: dict[str, Any] | None = None
    """The structured form; ``None`` for an error, or where the text alone is wanted."""
    is_error: bool = False


def search_examples(context: Context, arguments: Mapping[str, object]) -> Reply:
    """Answer a call of the tool, and log it.

    A call that cannot be answered gets a reply that says what to send instead; nothing is raised.
    """
    started = time.perf_counter_ns()
    try:
        query, limit = query_of(arguments), limit_of(arguments)
    except QueryError as error:
        return Reply(str(error), is_error=True)
    try:
        found = examples_asked_for(context.book, query)
    except UnknownExampleError as error:
        _log(context, "lookup", started, _Outcome(query, limit))
        return Reply(str(error), is_error=True)
    if found:
        answer = _fitted(context, _whole(query, found), MOST_BUDGET)
    else:
        answer = _fitted(context, _found(context.book, query, limit), context.options.budget)
    reply = Reply(render.text(answer), None if context.options.text_only else structured(answer))
    _log(context, "lookup" if found else "search", started, _Outcome(query, limit, answer))
    return reply


def read_example(book: Book, uri: str) -> str:
    """Write the example at an address whole, as Markdown.

    Raises:
        UnknownExampleError: nothing is there.
    """
    volume, example = locate(book, uri)
    return render.document(example, volume.source)


def _found(book: Book, query: str, limit: int) -> Results:
    # A lone surrogate is no character and could not be sent back.
    readable = _SURROGATE.sub("\ufffd", query.strip()[:LONGEST_QUERY])
    return book.search(readable, limit)


def _whole(query: str, found: Sequence[tuple[Volume, Example]]) -> Results:
    hits = [Hit(example, _SCORE_OF_LOOKUP, exact=True, corpus=volume.source) for volume, example in found]
    return Results(query, "exact", tuple(hits[:MOST_RESULTS]), total=len(hits), exact_total=len(hits))


def _fitted(context: Context, results: Results, budget: int) -> Answer:
    def borders(hit: Hit) -> Borders:
        volumes = (volume for volume in context.book.volumes if volume.source == hit.corpus)
        volume = next((volume for volume in volumes if hit.example.id in volume.corpus.by_id), None)
        return volume.index.borders(hit.example) if volume else Borders()

    return fit(results, budget, Sizes(context.options.text_only), borders)


@dataclass(frozen=True, slots=True)
class _Outcome:
    query: str
    limit: int
    answer: Answer | None = None
    """``None`` if there is nothing at the address that was looked up."""


def _log(context: Context, event: Literal["search", "lookup"], started: int, outcome: _Outcome) -> None:
    answer = outcome.answer
    hits = answer.results.hits if answer else ()
    record = SearchRecord(
        query=outcome.query,
        result_count=len(answer.portions) if answer else 0,
        top_score=shown_score(hits[0].score) if hits else 0,
        match=answer.results.match if answer else "none",
        limit=outcome.limit,
        corpora=tuple(volume.source.name for volume in context.book.volumes),
        duration_us=(time.perf_counter_ns() - started) // 1_000,
    )
    context.telemetry.search(record, event)
