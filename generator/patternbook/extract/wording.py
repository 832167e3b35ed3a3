"""Keys, titles and explanations of a document's blocks, from the headings and the prose around them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patternbook.naming import slug

if TYPE_CHECKING:
    from patternbook.extract.prose import Block, Document, Section
    from patternbook.extract.request import Request

_LEAD_LENGTH = 70
_MARKS = re.compile(r"[`*_\\]+|&\w+;")
"""Inline Markdown, which a title does not show."""
_NAMELESS = frozenset({"readme", "index"})
"""Pages named for their place, not for their matter."""


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


def block_title(section: Section, block: Block, count: int) -> tuple[str, bool]:
    """A title for a block: the section's, and what tells it from the others; and whether that takes a number.

    Args:
        section: where the block stands.
        block: the block.
        count: how many blocks the section has.
    """
    title = section_title(section)
    if not title:
        return block.label, False
    if count == 1 and not block.label:
        return title, False
    lead = block.label or lead_of(block)
    if not lead or lead == title:
        return title, count > 1
    return (f"{title} – {lead}" if title.endswith(":") else f"{title}: {lead}"), False


def lead_of(block: Block) -> str:
    """The last sentence before a block where it announces the block: short, with a colon at its end."""
    if not block.before or not block.before[-1].endswith(":"):
        return ""
    sentence = _MARKS.sub("", block.before[-1].rpartition(". ")[2].removesuffix(":"))
    return sentence if len(sentence) <= _LEAD_LENGTH and not sentence.startswith("- ") else ""


def block_explanation(section: Section, block: Block) -> str:
    """The prose before a block and after it, or else that before the section's first block."""
    paragraphs = [*block.before, *block.after]
    if not paragraphs:
        paragraphs = section.blocks[0].before
    return "\n\n".join(paragraphs)
