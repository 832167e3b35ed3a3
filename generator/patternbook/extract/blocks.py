"""Fenced blocks of Markdown, each with the prose around it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patternbook.extract.prose import Section, read_markdown
from patternbook.extract.request import Request, origin_of, tidy
from patternbook.model import Snippet
from patternbook.naming import slug

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patternbook.extract.prose import Block, Document

_LEAD_LENGTH = 70
_MARKS = re.compile(r"[`*_\\]+|&\w+;")
"""Inline Markdown, which a title does not show."""
_NAMELESS = frozenset({"readme", "index"})
"""Pages named for their place, not for their matter."""


def extract_blocks(request: Request) -> Iterator[Snippet]:
    """One snippet for each fenced block in the language that is asked for."""
    document = read_markdown(request.file.text)
    for section in document.sections:
        wanted = [block for block in section.blocks if block.language in request.frontend.fences]
        for number, block in enumerate(wanted, 1):
            yield Snippet(
                kind="blocks",
                language=request.frontend.name,
                source=tidy(block.code),
                origin=origin_of(request.file, block.span),
                key=(*request.key, *section_key(section, request.key)),
                category=request.category,
                title=_title(section, block, number, len(wanted)),
                explanation=_explanation(section, block),
                topics=page_topics(document, request),
            )


def page_topics(document: Document, request: Request) -> tuple[str, ...]:
    """What a page is about: the tags of its front matter, and its own name where that says something."""
    name = request.key[-1]
    return document.tags if name in _NAMELESS else (*document.tags, name)


def section_key(section: Section, file_key: tuple[str, ...]) -> tuple[str, ...]:
    """Parts of an id for a section: its headings without the page's title; the file's name stands for it."""
    headings = section.headings[1:] if section.titled else section.headings
    parts = tuple(slug(heading) for heading in headings if heading)
    return parts[1:] if parts[:1] == file_key[-1:] else parts


def section_title(section: Section) -> str:
    """A title for a section; a heading of one word is read with the one that holds it."""
    if not section.headings:
        return ""
    own = section.headings[-1]
    if len(own.split()) == 1 and len(section.headings) > 1:
        return f"{section.headings[-2]}: {own}"
    return own


def _title(section: Section, block: Block, number: int, count: int) -> str:
    title = section_title(section)
    if count == 1 or not title:
        return title
    lead = _lead(block)
    if not lead:
        return f"{title} ({number})"
    return f"{title} – {lead}" if title.endswith(":") else f"{title}: {lead}"


def _lead(block: Block) -> str:
    """The last sentence before a block where it announces the block: short, with a colon at its end."""
    if not block.before or not block.before[-1].endswith(":"):
        return ""
    sentence = _MARKS.sub("", block.before[-1].rpartition(". ")[2].removesuffix(":"))
    return sentence if len(sentence) <= _LEAD_LENGTH and not sentence.startswith("- ") else ""


def _explanation(section: Section, block: Block) -> str:
    paragraphs = [*block.before, *block.after]
    if not paragraphs:
        paragraphs = section.blocks[0].before
    return "\n\n".join(paragraphs)
