"""What a document is, whatever its format: blocks of code under headings, with the prose around them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count, repeat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patternbook.model import Span


@dataclass(slots=True)
class Block:
    """A block of code as the reader of the page sees it, and where it stands in the file."""

    language: str
    """First word of the info string, in lower case; ``pycon`` for a session; or the page's default."""
    code: str
    span: Span
    """The code's whole lines, fences left out."""
    before: list[str] = field(default_factory=list)
    """Paragraphs between the block and what precedes it: a block or a heading."""
    after: list[str] = field(default_factory=list)
    """Paragraphs after the last block of a section."""
    numbers: tuple[int, ...] = ()
    """The file's line of each line of ``code``."""
    stated: bool = True
    """Whether the page names the block's language. Where it does not, the block may be anything."""
    label: str = ""
    """The title of what holds the block: of an admonition, a content tab, a described function."""
    hidden: bool = False
    """Whether the page runs the block without showing it: it gives context and is no example."""
    run: bool = True
    """Whether it may be run; an info string can say no."""


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
class Skipped:
    """Something in a document, or all of it, that cannot be read as code, and why."""

    line: int
    reason: str
    """A short word to count by, as a rejection has it."""
    message: str


@dataclass(frozen=True, slots=True)
class Document:
    """A document's sections that hold blocks, in the order of the file."""

    sections: tuple[Section, ...]
    tags: tuple[str, ...] = ()
    """The tags that its front matter names."""
    skipped: tuple[Skipped, ...] = ()


class Gatherer:
    """Takes headings, paragraphs and blocks in the order of the page, and makes sections of them."""

    def __init__(self) -> None:
        self.sections: list[Section] = []
        self._section = Section(())
        self._headings: list[tuple[int, str]] = []
        self._lists: list[Iterator[str]] = []
        """For each list that is open, the bullets of its items to come."""
        self._bullet = ""
        self._continues = False
        """Whether the last paragraph of prose is of the list that is open."""
        self._labels: list[str] = []
        self._seen = 0
        self._titled = False

    def heading(self, level: int, title: str) -> None:
        """Begin a section."""
        self.close_section()
        self._continues = False
        self._headings = [(other, text) for other, text in self._headings if other < level]
        self._headings.append((level, title))
        self._seen += 1
        if level == 1:
            self._titled = self._seen == 1
        self._section = Section(tuple(text for _, text in self._headings), titled=self._titled)

    def close_section(self) -> None:
        """End the section that is open; one without blocks is forgotten."""
        if self._section.blocks:
            self._section.blocks[-1].after = self._section.prose
            self.sections.append(self._section)
        self._section = Section((), titled=self._titled)

    def paragraph(self, text: str) -> None:
        """Take a paragraph of Markdown, as an item's text where a list is open."""
        if not text:
            return
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

    def verbatim(self, text: str) -> None:
        """Take text that keeps its lines, such as a table."""
        self._section.prose.append(text)

    def open_list(self, start: int | None = None) -> None:
        """Begin a list: numbered from ``start``, or with bullets."""
        numbered = (f"{number}. " for number in count(start)) if start is not None else None
        self._lists.append(numbered or repeat("- "))
        self._continues = self._continues and len(self._lists) > 1

    def item(self) -> None:
        """Begin an item of the list that is open."""
        self._bullet = next(self._lists[-1])

    def close_list(self) -> None:
        """End the list that was opened last."""
        self._lists.pop()

    def open_label(self, label: str) -> None:
        """Begin something with a title that is no heading."""
        self._labels.append(label)

    def close_label(self) -> None:
        """End what was begun last with a label."""
        self._labels.pop()

    def block(self, block: Block) -> None:
        """Take a block of code, and give it the prose since the last one."""
        block.before = self._section.prose
        block.label = next((label for label in reversed(self._labels) if label), block.label)
        self._section.prose = []
        self._continues = False
        self._section.blocks.append(block)
