"""Single tests, each with the context that it needs to be valid and to make sense."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patternbook.extract.borrowing import Borrowed, borrow, part_imports, rows_of
from patternbook.extract.request import Lines, Request, origin_of, split_sentence, tidy, unwrap
from patternbook.model import Rejection, Snippet
from patternbook.naming import sentence_case, slug, words

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from patternbook.model import Outline, Span, UnitTest

    _Row = tuple[str, int | None]

_TITLE_LENGTH = 100
_ROOM = 120
"""Lines up to which a test is filled with what it takes from neighbour files."""
_REFERENCE = re.compile(
    r"https?://\S+|(?:(?:regression )?tests? for |see |fix(?:es)? )*(?:(?:issue|bug|pr|gh)\W*)*#?\d+\S*",
    re.IGNORECASE,
)
"""What refers to a discussion elsewhere."""
_WORD = re.compile(r"[^\W\d_]{2}")
_VAGUE = frozenset(
    ("basic", "simple", "default", "defaults", "init", "repr", "str", "call", "all", "main", "works", "error")
)
"""Names of tests that say nothing without what they are about."""


def extract_tests(request: Request) -> Iterator[Snippet | Rejection]:
    """One snippet for each test of the file; a test that shows nothing is a rejection that says why."""
    outline = request.outline
    if outline is None:
        return
    error = outline.error
    if error is not None and not outline.tests:
        yield Rejection(request.file.path, error.line, "syntax", error.message)
    lines = Lines(request.file.text)
    for test in outline.tests:
        if test.unfit is not None:
            yield Rejection(request.file.path, test.span.start_line, *test.unfit)
        else:
            yield _snippet(request, outline, lines, test)


def _snippet(request: Request, outline: Outline, lines: Lines, test: UnitTest) -> Snippet:
    name = _words_of(test)
    title, explanation = split_sentence(test.doc)
    if not _WORD.search(_REFERENCE.sub("", title)) or len(title) > _TITLE_LENGTH:
        title, explanation = sentence_case(_told(name, request, test)), unwrap(test.doc)
    own = _own_spans(test)
    borrowed = borrow(request, test.needs, own, _ROOM) if test.needs else Borrowed()
    rows = _rows(lines, own, borrowed, outline)
    return Snippet(
        kind="tests",
        language=request.frontend.name,
        source=tidy("\n".join(row for row, _ in rows)),
        origin=origin_of(request.file, test.span),
        key=(*request.key, *(slug(words(part)) for part in test.within), slug(name)),
        category=request.category,
        title=title,
        explanation=explanation or unwrap(test.comment),
        topics=test.topics,
        lines=tuple(number or 0 for _, number in rows),
        note=" ".join((*test.notes, *borrowed.notes)),
    )


def _words_of(test: UnitTest) -> str:
    name = words(test.name)
    return name.removeprefix("test ").strip() or name


def _told(name: str, request: Request, test: UnitTest) -> str:
    """The name with what the test is about, where the name alone says little and more is known."""
    if test.owner and not test.within:
        return name
    first, *more = name.split()
    if more and first not in _VAGUE:
        return name
    about = words(test.within[-1] if test.within else request.key[-1])
    about = re.sub(r"^tests? | tests?$|^tests?$", "", about).strip()
    return f"{about}: {name}" if about and about != name else name


def _own_spans(test: UnitTest) -> list[Span]:
    """The context and the test's own lines in source order, what is left out taken away."""
    spans = [*test.context]
    whole = test.lines or test.span
    start = whole.start_line
    for gap in test.left_out:
        spans.append(_part(whole, start, gap.start_line - 1))
        start = gap.end_line + 1
    spans.append(_part(whole, start, whole.end_line))
    return sorted(spans, key=lambda span: (span.start_line, span.end_line))


def _part(whole: Span, start: int, end: int) -> Span:
    return type(whole)(start, end, whole.start_byte, whole.end_byte)


def _rows(lines: Lines, own: Sequence[Span], borrowed: Borrowed, outline: Outline) -> list[_Row]:
    """Lines of the snippet, each with its line number in the file; ``None`` where it is not of the file.

    Imports come first where something is taken from other files, then that, then the rest.
    """
    imports = {row for item in outline.imports for row in rows_of([item.span])}
    numbers = rows_of(_trimmed(lines, [*own, *borrowed.own]))
    if not borrowed.code:
        return _of_file(lines, numbers, imports)
    statements, rest = part_imports(outline, numbers)
    head = _of_file(lines, [row for statement in statements for row in statement], imports)
    known = {"\n".join(lines.text(row, row) for row in statement) for statement in statements}
    rows = [*head, *_foreign(text for text in dict.fromkeys(borrowed.imports) if text not in known)]
    for text in borrowed.code:
        rows += [*_gap(rows), *_foreign([text])]
    return [*rows, *_gap(rows), *_of_file(lines, rest, imports)]


def _trimmed(lines: Lines, spans: Iterable[Span]) -> Iterator[Span]:
    for span in spans:
        yield _part(span, *lines.trimmed(span.start_line, span.end_line))


def _gap(rows: Sequence[_Row]) -> list[_Row]:
    return [("", None)] if rows else []


def _foreign(texts: Iterable[str]) -> list[_Row]:
    return [(line, None) for text in texts for line in text.split("\n")]


def _of_file(lines: Lines, numbers: Iterable[int], imports: Container[int]) -> list[_Row]:
    """Lines of the file; a blank one where something was left out, but not between imports."""
    rows: list[_Row] = []
    before = 0
    for number in numbers:
        if rows and number != before + 1 and not (number in imports and before in imports):
            rows.append(("", None))
        rows.append((lines.text(number, number), number))
        before = number
    return rows
