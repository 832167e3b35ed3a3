"""Single tests, each with the context that it needs to be valid and to make sense."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.extract.request import Lines, Request, origin_of, split_sentence, tidy, unwrap
from patternbook.model import Snippet
from patternbook.naming import sentence_case, slug, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patternbook.model import Span, UnitTest

_TITLE_LENGTH = 100


def extract_tests(request: Request) -> Iterator[Snippet]:
    """One snippet for each test of the file."""
    outline = request.outline
    if outline is None:
        return
    lines = Lines(request.file.text)
    for test in outline.tests:
        name = _words_of(test)
        title, explanation = split_sentence(test.doc)
        if not title or len(title) > _TITLE_LENGTH:
            title, explanation = sentence_case(name), unwrap(test.doc)
        numbers = _line_numbers(lines, test)
        yield Snippet(
            kind="tests",
            language=request.frontend.name,
            source=tidy("\n".join(lines.text(n, n) if n else "" for n in numbers)),
            origin=origin_of(request.file, test.span),
            key=(*request.key, slug(name)),
            category=request.category,
            title=title,
            explanation=explanation,
            lines=tuple(n or test.span.start_line for n in numbers),
        )


def _words_of(test: UnitTest) -> str:
    name = words(test.name)
    return name.removeprefix("test ").strip() or name


def _line_numbers(lines: Lines, test: UnitTest) -> list[int | None]:
    """The context's lines and the test's own in source order; ``None`` where something was left out."""
    parts = sorted({_rows(span) for span in test.context} | {_rows(test.lines or test.span)})
    numbers: list[int | None] = []
    for start, end in parts:
        first, last = lines.trimmed(start, end)
        if numbers and first != numbers[-1] + 1:  # type: ignore[operator]  # a part ends with a line
            numbers.append(None)
        numbers.extend(range(first, last + 1))
    return numbers


def _rows(span: Span) -> tuple[int, int]:
    return span.start_line, span.end_line
