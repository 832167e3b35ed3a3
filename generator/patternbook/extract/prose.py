"""Markdown read for its code: blocks under their headings, with the prose around them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import yaml
from markdown_it import MarkdownIt
from mdit_py_plugins.front_matter import front_matter_plugin

from patternbook.extract.request import Lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

    from patternbook.model import Span

_BOM = "\ufeff"


@dataclass(slots=True)
class Block:
    """A fenced block: its code as the reader of the page sees it, and where it stands in the file."""

    language: str
    """First word of the info string, in lower case."""
    code: str
    span: Span
    """The code's lines, fences left out."""
    before: list[str] = field(default_factory=list)
    """Paragraphs between the block and what precedes it: a block or a heading."""
    after: list[str] = field(default_factory=list)
    """Paragraphs after the last block of a section."""


@dataclass(slots=True)
class Section:
    """What stands under one heading, up to the next heading of any level."""

    headings: tuple[str, ...]
    """Its heading as plain text, after those that hold it, outermost first; empty before the first."""
    blocks: list[Block] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)
    """Paragraphs since the last block or the heading."""


@dataclass(frozen=True, slots=True)
class Document:
    """A Markdown file."""

    sections: tuple[Section, ...]
    tags: tuple[str, ...]
    """The tags that its front matter names."""


def read_markdown(text: str) -> Document:
    """Read a Markdown text by CommonMark, with YAML front matter allowed."""
    # A byte order mark would make the first heading a paragraph; a blank in its place does no harm.
    seen = " " + text[1:] if text.startswith(_BOM) else text
    reader = _Reader(Lines(text))
    # Without `text_join`, an escaped mark stays a token of its own and can be written out again as it was.
    markdown = MarkdownIt("commonmark").use(front_matter_plugin).disable("text_join")
    for token in markdown.parse(seen):
        reader.take(token)
    reader.close_section()
    return Document(tuple(reader.sections), reader.tags)


class _Reader:
    """Follows the tokens of a document and gathers sections."""

    def __init__(self, lines: Lines) -> None:
        self.sections: list[Section] = []
        self.tags: tuple[str, ...] = ()
        self._lines = lines
        self._section = Section(())
        self._headings: list[tuple[int, str]] = []
        self._heading_level = 0
        self._items = 0

    def take(self, token: Token) -> None:
        match token.type:
            case "heading_open":
                self._heading_level = int(token.tag[1])
            case "heading_close":
                self._heading_level = 0
            case "list_item_open":
                self._items += 1
            case "list_item_close":
                self._items -= 1
            case "inline" if self._heading_level and not token.level > 1:
                self._open_section(self._heading_level, plain_text(token.children or ()))
            case "inline":
                self._paragraph(inline_markdown(token.children or ()))
            case "fence":
                self._block(token)
            case "front_matter":
                self.tags = _front_matter_tags(token.content)

    def close_section(self) -> None:
        if self._section.blocks:
            self._section.blocks[-1].after = self._section.prose
            self.sections.append(self._section)

    def _open_section(self, level: int, title: str) -> None:
        self.close_section()
        self._headings = [(other, text) for other, text in self._headings if other < level]
        self._headings.append((level, title))
        self._section = Section(tuple(text for _, text in self._headings))

    def _paragraph(self, text: str) -> None:
        prose = self._section.prose
        if not self._items:
            prose.append(text)
        elif prose and prose[-1].startswith("- "):
            prose[-1] += f"\n- {text}"
        else:
            prose.append(f"- {text}")

    def _block(self, token: Token) -> None:
        if token.map is None:
            return
        first, last = self._lines.trimmed(*self._code_lines(token))
        words = token.info.strip().strip("{}").split()
        span = self._lines.span(first, max(first, last))
        code = token.content.strip("\n").rstrip()
        block = Block(words[0].lstrip(".").lower() if words else "", code, span, before=self._section.prose)
        self._section.prose = []
        self._section.blocks.append(block)

    def _code_lines(self, token: Token) -> tuple[int, int]:
        """Lines between the fences; a block that the end of the file closes has no closing fence."""
        start, end = token.map or (0, 0)
        count = token.content.count("\n") + (not token.content.endswith("\n") and bool(token.content))
        return start + 2, min(start + 1 + count, end)


def plain_text(children: Sequence[Token]) -> str:
    """The text of inline tokens without any marks."""
    parts = []
    for token in children:
        if token.type in {"text", "text_special", "code_inline"}:
            parts.append(token.content)
        elif token.type == "image":
            parts.append(plain_text(token.children or ()))
        elif token.type in {"softbreak", "hardbreak"}:
            parts.append(" ")
    return " ".join("".join(parts).split())


def inline_markdown(children: Sequence[Token]) -> str:
    """Inline tokens as Markdown on one line; links and images leave their text, whose targets stay behind."""
    parts = []
    for token in children:
        match token.type:
            case "text":
                parts.append(token.content)
            case "text_special":
                parts.append(token.markup or token.content)
            case "code_inline":
                pad = " " if token.content.startswith("`") or token.content.endswith("`") else ""
                parts.append(f"{token.markup}{pad}{token.content}{pad}{token.markup}")
            case "em_open" | "em_close" | "strong_open" | "strong_close":
                parts.append(token.markup)
            case "image":
                parts.append(plain_text(token.children or ()))
            case "softbreak" | "hardbreak":
                parts.append(" ")
    return " ".join("".join(parts).split())


def _front_matter_tags(content: str) -> tuple[str, ...]:
    try:
        values = yaml.safe_load(content)
    except yaml.YAMLError:
        return ()
    tags = values.get("tags") if isinstance(values, dict) else None
    return tuple(str(tag) for tag in tags) if isinstance(tags, list) else ()
