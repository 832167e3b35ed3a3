"""One example for each section of a reference document: all its blocks, joined."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from patternbook.extract.blocks import is_code_file, skipped_in
from patternbook.extract.docstrings import extract_docstrings
from patternbook.extract.judging import Piece, join, only_imports, pieces_of, turned_away
from patternbook.extract.prose import read_document
from patternbook.extract.request import Request, origin_of
from patternbook.extract.standalone import Earlier
from patternbook.extract.wording import page_topics, section_key, section_title
from patternbook.model import Rejection, Snippet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from patternbook.extract.prose import Document, Section


def extract_sections(request: Request) -> Iterator[Snippet | Rejection]:
    """One snippet for each heading that has blocks in the language directly below it.

    Where a section has both plain code and sessions, each run of blocks of one form is a snippet. Of code
    files, the documentation of each definition is read as by ``blocks``.
    """
    if is_code_file(request):
        yield from extract_docstrings(request)
        return
    document = read_document(request.file, request.frontend)
    yield from skipped_in(document, request)
    earlier = Earlier(request.frontend)
    for section in document.sections:
        pieces = list(pieces_of(section.blocks, request.frontend))
        yield from _not_code(pieces, request)
        usable = [piece for piece in pieces if piece.outline.accepted or piece.block.stated]
        for _, run in groupby(usable, key=lambda piece: piece.session):
            shown = [piece for piece in run if not piece.block.hidden]
            if shown:
                yield from _joined(shown, section, document, request, earlier)
        for piece in pieces:
            earlier.add(piece)


def _not_code(pieces: Sequence[Piece], request: Request) -> Iterator[Rejection]:
    for piece in pieces:
        rejection = turned_away(piece, request)
        if rejection is not None and rejection.reason == "not code":
            yield rejection


def _joined(
    pieces: list[Piece], section: Section, document: Document, request: Request, earlier: Earlier
) -> Iterator[Snippet | Rejection]:
    whole = join(pieces, request.frontend)
    if not whole.outline.accepted and any(piece.outline.accepted for piece in pieces):
        # One wrong block takes only itself away.
        for piece in pieces:
            error = piece.outline.error
            if error is not None:
                line = piece.numbers[min(error.line, len(piece.numbers)) - 1]
                yield Rejection(request.file.path, line, "syntax", error.message)
        pieces = [piece for piece in pieces if piece.outline.accepted]
        whole = join(pieces, request.frontend)
    if whole.outline.accepted and only_imports(whole.outline):
        line = whole.block.span.start_line
        yield Rejection(request.file.path, line, "trivial", "only imports; sections that need them have them")
        return
    ready = earlier.put_before(whole)
    prose = [text for piece in pieces for text in piece.block.before] + pieces[-1].block.after
    yield Snippet(
        kind="sections",
        language=request.frontend.name,
        source=ready.source,
        origin=origin_of(request.file, whole.block.span),
        key=(*request.key, *section_key(section, request.key)),
        category=request.category,
        title=section_title(section),
        explanation="\n\n".join(prose),
        topics=page_topics(document, request),
        outline=ready.outline,
        lines=ready.numbers,
        run=all(piece.block.run for piece in pieces),
    )
