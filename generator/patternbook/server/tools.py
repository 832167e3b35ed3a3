"""What the server can do, as plain functions: answer a search, and write one example whole."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from patternbook.errors import QueryError
from patternbook.server import render
from patternbook.server.answering import Answering, Reply
from patternbook.server.arguments import limit_of, query_of
from patternbook.server.lookup import locate
from patternbook.telemetry import SearchRecord

if TYPE_CHECKING:
    from collections.abc import Mapping

    from patternbook.book import Book
    from patternbook.server.options import ServerOptions
    from patternbook.telemetry import Telemetry

__all__ = ["Context", "Reply", "read_example", "search_examples"]


@dataclass(frozen=True, slots=True)
class Context:
    """What the tools work with."""

    book: Book
    options: ServerOptions
    telemetry: Telemetry
    answer: Answering = field(init=False, repr=False, compare=False)
    """Answers from the book within the options."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "answer", Answering(self.book, self.options))


def search_examples(context: Context, arguments: Mapping[str, object]) -> Reply:
    """Answer a call of the tool, and log it.

    A call that cannot be answered gets a reply that says what to send instead; nothing is raised.
    """
    started = time.perf_counter_ns()
    try:
        query, limit = query_of(arguments), limit_of(arguments)
    except QueryError as error:
        return Reply(str(error), is_error=True)
    answered = context.answer(query, limit)
    record = SearchRecord(
        query=query,
        result_count=answered.result_count,
        top_score=answered.top_score,
        match=answered.match,
        limit=limit,
        corpora=tuple(volume.source.name for volume in context.book.volumes),
        duration_us=(time.perf_counter_ns() - started) // 1_000,
    )
    context.telemetry.search(record, answered.event)
    return answered.reply


def read_example(book: Book, uri: str) -> str:
    """Write the example at an address whole, as Markdown.

    Raises:
        UnknownExampleError: nothing is there.
    """
    volume, example = locate(book, uri)
    return render.document(example, volume.source)
