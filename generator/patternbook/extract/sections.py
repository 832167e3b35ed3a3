"""One example for each section of a reference document: all its blocks, joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.extract.blocks import page_topics, section_key, section_title
from patternbook.extract.prose import read_markdown
from patternbook.extract.request import Request, origin_of, tidy
from patternbook.model import Snippet, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from patternbook.extract.prose import Block


def extract_sections(request: Request) -> Iterator[Snippet]:
    """One snippet for each heading that has blocks in the language directly below it."""
    document = read_markdown(request.file.text)
    for section in document.sections:
        wanted = [block for block in section.blocks if block.language in request.frontend.fences]
        if not wanted:
            continue
        first, last = wanted[0].span, wanted[-1].span
        prose = [text for block in wanted for text in block.before] + wanted[-1].after
        yield Snippet(
            kind="sections",
            language=request.frontend.name,
            source="\n\n".join(tidy(block.code) for block in wanted),
            origin=origin_of(
                request.file, Span(first.start_line, last.end_line, first.start_byte, last.end_byte)
            ),
            key=(*request.key, *section_key(section, request.key)),
            category=request.category,
            title=section_title(section),
            explanation="\n\n".join(prose),
            topics=page_topics(document, request),
            lines=tuple(_line_numbers(wanted)),
        )


def _line_numbers(blocks: Sequence[Block]) -> Iterator[int]:
    """The file's line of each line of the joined blocks; a blank one counts as the next block's first."""
    for position, block in enumerate(blocks):
        if position:
            yield block.span.start_line
        yield from range(block.span.start_line, block.span.end_line + 1)
