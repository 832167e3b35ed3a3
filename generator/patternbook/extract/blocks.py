"""The blocks of code in documents, each with the prose around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.extract.docstrings import extract_docstrings
from patternbook.extract.judging import pieces_of, turned_away
from patternbook.extract.prose import read_document
from patternbook.extract.request import Request, origin_of
from patternbook.extract.standalone import Earlier, Ready
from patternbook.extract.wording import block_explanation, block_title, page_topics, section_key
from patternbook.model import Rejection, Snippet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patternbook.extract.judging import Piece
    from patternbook.extract.prose import Document, Section


def extract_blocks(request: Request) -> Iterator[Snippet | Rejection]:
    """One snippet for each block in the language that is asked for."""
    if is_code_file(request):
        yield from extract_docstrings(request)
        return
    document = read_document(request.file, request.frontend)
    yield from skipped_in(document, request)
    earlier = Earlier(request.frontend)
    unshown: list[str] = []
    for section in document.sections:
        ready: list[tuple[Piece, Ready, tuple[str, ...]]] = []
        for piece in pieces_of(section.blocks, request.frontend):
            rejection = None if piece.block.hidden else turned_away(piece, request)
            if rejection is not None:
                yield rejection
            if rejection is None and not piece.block.hidden:
                ready.append((piece, earlier.put_before(piece), tuple(unshown)))
                unshown.clear()
            elif piece.outline.accepted and piece.block.run:
                unshown.append(piece.source)
            earlier.add(piece)
        yield from _snippets(section, ready, document, request)


def is_code_file(request: Request) -> bool:
    """Whether a file is code, whose documentation holds the examples."""
    return request.file.path.lower().endswith(request.frontend.suffixes)


def skipped_in(document: Document, request: Request) -> Iterator[Rejection]:
    """What the reader of a document passed over."""
    for skipped in document.skipped:
        yield Rejection(request.file.path, skipped.line, skipped.reason, skipped.message)


def _snippets(
    section: Section,
    ready: list[tuple[Piece, Ready, tuple[str, ...]]],
    document: Document,
    request: Request,
) -> Iterator[Snippet]:
    for piece, found, unshown in ready:
        title, counted = block_title(section, piece.block, len(ready))
        yield Snippet(
            kind="blocks",
            language=request.frontend.name,
            source=found.source,
            origin=origin_of(request.file, piece.block.span),
            key=(*request.key, *section_key(section, request.key)),
            category=request.category,
            title=title,
            explanation=block_explanation(section, piece.block),
            topics=page_topics(document, request),
            outline=found.outline,
            lines=found.numbers,
            run=piece.block.run,
            preparation=unshown,
            counted=counted,
        )
