"""A docutils tree as sections, paragraphs and blocks.

docutils is imported with this module.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes

from patternbook.extract.prose.code import make_block
from patternbook.extract.prose.locating import locate
from patternbook.extract.prose.roles import code_span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from patternbook.extract.prose.document import Block, Gatherer
    from patternbook.extract.request import Lines

DEFAULT = "default"
"""The language of literal blocks in documents that say nothing about it."""

_NO_PROSE = (
    nodes.Invisible,
    nodes.system_message,
    nodes.field_list,
    nodes.docinfo,
    nodes.option_list,
    nodes.footnote,
    nodes.citation,
    nodes.image,
    nodes.figure,
    nodes.math_block,
    nodes.attribution,
    nodes.raw,
)
_Kinds = type[Any] | tuple[type[Any], ...]

_NO_TEXT = (nodes.footnote_reference, nodes.citation_reference, nodes.target, nodes.raw, nodes.system_message)
_MARKDOWN_MARKS = re.compile(r"[\\*`<]|(?<![^\W_])_|_(?![^\W_])")
_NAME = re.compile(r"[\w.]+(?:\(\))?")


class Code(nodes.General, nodes.Element):
    """A block of code that a directive made."""

    def __init__(self, block: Block) -> None:
        super().__init__()
        self.block = block


class Holder(nodes.General, nodes.Element):
    """What a directive holds, with its title."""

    def __init__(self, label: str = "") -> None:
        super().__init__()
        self.label = label


class Language(nodes.General, nodes.Element):
    """From here on, literal blocks are in another language."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        super().__init__()
        self.name = next((name.lower() for name in names), DEFAULT)


class Walk:
    """Goes through a tree in the order of the text and tells a gatherer what it meets."""

    def __init__(self, tree: nodes.document, lines: Lines, gatherer: Gatherer) -> None:
        self._tree = tree
        self._lines = lines
        self._gatherer = gatherer
        self._language = DEFAULT
        self._level = 0
        handlers: tuple[tuple[_Kinds, Callable[[Any], None]], ...] = (
            (Code, self._code),
            (Holder, self._holder),
            (Language, self._turn),
            (_NO_PROSE, _nothing),
            (nodes.section, self._section),
            (nodes.title, self._title),
            ((nodes.paragraph, nodes.term, nodes.line_block), self._paragraph),
            ((nodes.bullet_list, nodes.enumerated_list, nodes.definition_list), self._bullets),
            ((nodes.literal_block, nodes.doctest_block), self._literal),
            (nodes.table, self._table),
            (nodes.Element, self._children),
        )
        self._handlers = handlers

    def run(self) -> None:
        """Go through the whole tree."""
        self._children(self._tree)

    def _children(self, node: nodes.Node) -> None:
        for child in node.children:
            self._take(child)

    def _take(self, node: nodes.Node) -> None:
        for kinds, handle in self._handlers:
            if isinstance(node, kinds):
                handle(node)
                return

    def _section(self, node: nodes.Element) -> None:
        self._level += 1
        self._children(node)
        self._level -= 1

    def _title(self, node: nodes.Element) -> None:
        if self._level:
            self._gatherer.heading(self._level, " ".join(plain(node).split()))

    def _paragraph(self, node: nodes.Element) -> None:
        self._gatherer.paragraph(" ".join(self._inline(node).split()))

    def _bullets(self, node: nodes.Element) -> None:
        numbered = isinstance(node, nodes.enumerated_list)
        self._gatherer.open_list(int(node.get("start", 1)) if numbered else None)
        for item in node.children:
            self._gatherer.item()
            self._children(item)
        self._gatherer.close_list()

    def _code(self, node: Code) -> None:
        if not node.block.language:
            node.block.language = self._language
        self._gatherer.block(node.block)

    def _literal(self, node: nodes.Element) -> None:
        session = isinstance(node, nodes.doctest_block)
        texts = node.astext().split("\n")
        first = locate(self._lines, texts, near=node.line or 1)
        if first is not None:
            rows = list(enumerate(texts, first))
            language = "pycon" if session else self._language
            self._gatherer.block(make_block(rows, language, self._lines, at=first, stated=session))

    def _holder(self, node: Holder) -> None:
        self._gatherer.open_label(node.label)
        self._children(node)
        self._gatherer.close_label()

    def _turn(self, node: Language) -> None:
        self._language = node.name

    def _table(self, node: nodes.Element) -> None:
        """Tables are taken for their code alone: a cell's text means little without its neighbours."""
        for block in node.findall(
            lambda inner: isinstance(inner, Code | nodes.literal_block | nodes.doctest_block)
        ):
            self._take(block)

    def _inline(self, node: nodes.Element) -> str:
        return "".join(self._span(child) for child in node.children)

    def _span(self, node: nodes.Node) -> str:
        match node:
            case nodes.Text():
                text = _MARKDOWN_MARKS.sub(r"\\\g<0>", node.astext())
            case nodes.literal() | nodes.math():
                text = code_span(node.astext())
            case nodes.title_reference() if _NAME.fullmatch(node.astext()):
                text = code_span(node.astext())
            case nodes.emphasis():
                text = f"*{self._inline(node)}*"
            case nodes.strong():
                text = f"**{self._inline(node)}**"
            case nodes.substitution_reference():
                text = self._substituted(node)
            case nodes.image():
                text = str(node.get("alt", ""))
            case nodes.Element() if not isinstance(node, _NO_TEXT):
                text = self._inline(node)
            case _:
                text = ""
        return text

    def _substituted(self, node: nodes.Element) -> str:
        name = self._tree.substitution_names.get(nodes.fully_normalize_name(node.astext()), "")
        found = self._tree.substitution_defs.get(name)
        # A substitution may name another one, or itself; one step serves.
        return plain(found) if found is not None and found is not node else node.astext()


def _nothing(_node: nodes.Element) -> None:
    """What is neither prose nor code."""


def plain(node: nodes.Element) -> str:
    """The text of inline nodes without marks, notes and targets."""
    return "".join(
        text.astext() for text in node.findall(nodes.Text) if not isinstance(text.parent, _NO_TEXT)
    )
