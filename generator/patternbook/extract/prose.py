"""Markdown read for its code: blocks under their headings, with the prose around them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import count, repeat
from typing import TYPE_CHECKING

import yaml
from markdown_it import MarkdownIt
from mdit_py_plugins.front_matter import front_matter_plugin

from patternbook.extract.request import Lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.token import Token

    from patternbook.model import Span

_INFO = re.compile(r"[^\s,:{}.]+")
"""The language in an info string: ``beamtalk title="x"``, ``beamtalk,ignore``, ``{.beamtalk}``."""
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
    titled: bool = False
    """Whether the first of its headings is the page's title: the only one of the first level, at the top."""
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
    markdown = MarkdownIt("commonmark").enable("table").use(front_matter_plugin).disable("text_join")
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
        self._lists: list[Iterator[str]] = []
        """For each list that is open, the bullets of its items to come."""
        self._bullet = ""
        self._continues = False
        """Whether the last paragraph of prose is of the list that is open."""
        self._in_table = False
        self._seen = 0
        self._titled = False

    def take(self, token: Token) -> None:
        match token.type:
            case "heading_open":
                self._heading_level = int(token.tag[1])
            case "heading_close":
                self._heading_level = 0
            case "inline" if self._heading_level and not token.level > 1:
                self._open_section(self._heading_level, plain_text(token.children or ()))
            case "inline" if not self._in_table:
                self._paragraph(inline_markdown(token.children or ()))
            case "fence":
                self._block(token)
            case "front_matter":
                self.tags = _front_matter_tags(token.content)
            case _:
                self._structure(token)

    def _structure(self, token: Token) -> None:
        match token.type:
            case "ordered_list_open" | "bullet_list_open":
                self._lists.append(_bullets(token))
                self._continues = self._continues and len(self._lists) > 1
            case "ordered_list_close" | "bullet_list_close":
                self._lists.pop()
            case "list_item_open":
                self._bullet = next(self._lists[-1])
            case "table_open":
                first, last = token.map or (0, 0)
                self._section.prose.append(self._lines.text(first + 1, last).rstrip())
                self._in_table = True
            case "table_close":
                self._in_table = False

    def close_section(self) -> None:
        if self._section.blocks:
            self._section.blocks[-1].after = self._section.prose
            self.sections.append(self._section)

    def _open_section(self, level: int, title: str) -> None:
        self.close_section()
        self._continues = False
        self._headings = [(other, text) for other, text in self._headings if other < level]
        self._headings.append((level, title))
        self._seen += 1
        if level == 1:
            self._titled = self._seen == 1
        self._section = Section(tuple(text for _, text in self._headings), titled=self._titled)

    def _paragraph(self, text: str) -> None:
        prose = self._section.prose
        if not self._lists:
            prose.append(text)
            return
        line = "  " * (len(self._lists) - 1) + self._bullet + text
        self._bullet = " " * len(self._bullet)
        if self._continues:
            prose[-1] += f"\n{line}"
        else:
            prose.append(line)
        self._continues = True

    def _block(self, token: Token) -> None:
        if token.map is None:
            return
        first, last = self._lines.trimmed(*self._code_lines(token))
        language = _INFO.search(token.info)
        span = self._lines.span(first, max(first, last))
        code = token.content.strip("\n").rstrip()
        block = Block(language[0].lower() if language else "", code, span, before=self._section.prose)
        self._section.prose = []
        self._continues = False
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


def _bullets(token: Token) -> Iterator[str]:
    if token.type == "bullet_list_open":
        return repeat("- ")
    return (f"{number}. " for number in count(int(token.attrGet("start") or 1)))


def _front_matter_tags(content: str) -> tuple[str, ...]:
    """The tags of a page's front matter: a YAML list, or words between commas. Broken YAML has none."""
    try:
        # Everything stays a string: a date that does not exist is no reason to refuse a page.
        values = yaml.load(content, Loader=yaml.BaseLoader)  # noqa: S506 - it makes strings, lists, dicts
    except (yaml.YAMLError, ValueError, RecursionError):
        return ()
    tags = values.get("tags") if isinstance(values, dict) else None
    found = tags.split(",") if isinstance(tags, str) else tags if isinstance(tags, list) else ()
    return tuple(tag.strip() for tag in found if isinstance(tag, str) and tag.strip())
