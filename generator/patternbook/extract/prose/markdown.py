"""Markdown read for its code: CommonMark, and the containers that documentation tools add to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import yaml
from markdown_it import MarkdownIt
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin
from mdit_py_plugins.myst_role import myst_role_plugin

from patternbook.extract.prose.code import SESSION, is_session, make_block
from patternbook.extract.prose.containers import containers_plugin
from patternbook.extract.prose.directives import HIDING, OPTION
from patternbook.extract.prose.document import Document, Gatherer
from patternbook.extract.prose.info import read_info
from patternbook.extract.prose.inline import heading_text, inline_markdown
from patternbook.extract.prose.restructured import gather_restructured
from patternbook.extract.prose.sessions import sessions_plugin
from patternbook.extract.request import Lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from markdown_it.token import Token

    from patternbook.extract.prose.code import Row

_MAY_HOLD_CODE = re.compile(r"```|~~~|:::|>>>")
_RESTRUCTURED = "{eval-rst}"
_BOM = "\ufeff"
_LONGEST_PARAGRAPH = 20_000
"""Characters beyond which a paragraph is no prose that anyone reads."""
_COMMENT_OR_RAW = re.compile(r"\s*<(?:!--|[?!]|script|pre|style|textarea)", re.IGNORECASE)


def read_markdown(
    text: str, languages: frozenset[str] = frozenset(), *, documentation: bool = False
) -> Document:
    """Read a Markdown text, with YAML front matter allowed.

    Args:
        text: the file.
        languages: names that in braces (```` ```{python} ````) say a language and no directive.
        documentation: whether it is that of a definition, where sessions need no fence.
    """
    if not _MAY_HOLD_CODE.search(text):
        return Document(())
    gatherer = Gatherer()
    lines = Lines(text)
    reader = MarkdownReader(gatherer, lines, languages)
    if documentation:
        reader.allow_sessions()
    # A byte order mark would make the first heading a paragraph; a blank in its place does no harm.
    reader.read(" " + text[1:] if text.startswith(_BOM) else text)
    gatherer.close_section()
    return Document(tuple(gatherer.sections), reader.tags)


class MarkdownReader:
    """Follows the tokens of Markdown texts and tells a gatherer what they hold."""

    def __init__(self, gatherer: Gatherer, lines: Lines, languages: frozenset[str]) -> None:
        """Read into a gatherer; ``lines`` is the file that the line numbers of blocks are of."""
        self.tags: tuple[str, ...] = ()
        self._gatherer = gatherer
        self._lines = lines
        self._markdown = MarkdownIt("commonmark").enable("table").use(front_matter_plugin)
        self._markdown.use(myst_role_plugin).use(myst_block_plugin)
        self._markdown.use(containers_plugin, languages=languages)
        # Without `text_join`, an escaped mark stays a token of its own and can be written out as it was.
        self._markdown.disable("text_join")
        self._markdown.core.ruler.disable("inline")
        self._env: dict[str, object] = {}
        self._heading_level = 0
        self._in_table = False
        self._line_of: Callable[[int], int] = lambda row: row + 1
        self._text: list[str] = []

    def allow_sessions(self) -> None:
        """From here on, sessions need no fence."""
        self._markdown.use(sessions_plugin)

    def read(self, text: str, line_of: Callable[[int], int] = lambda row: row + 1) -> None:
        """Read a text.

        Args:
            text: Markdown.
            line_of: the file's line of a row of the text, which count from 0.
        """
        self._env, self._line_of, self._text = {}, line_of, text.split("\n")
        for token in self._markdown.parse(text, self._env):
            self._take(token)

    def _take(self, token: Token) -> None:
        match token.type:
            case "heading_open":
                self._heading_level = int(token.tag[1])
            case "heading_close":
                self._heading_level = 0
            case "inline" if self._heading_level and not token.level > 1:
                self._gatherer.heading(self._heading_level, heading_text(self._inline(token)))
            case "inline" if not self._in_table:
                self._gatherer.paragraph(inline_markdown(self._inline(token)))
            case "fence":
                self._fence(token)
            case "code_block":
                self._indented(token)
            case "front_matter":
                self.tags = _front_matter_tags(token.content)
            case "html_block":
                self._html(token)
            case _:
                self._structure(token)

    def _structure(self, token: Token) -> None:
        match token.type:
            case "ordered_list_open":
                self._gatherer.open_list(int(token.attrGet("start") or 1))
            case "bullet_list_open":
                self._gatherer.open_list()
            case "ordered_list_close" | "bullet_list_close":
                self._gatherer.close_list()
            case "list_item_open":
                self._gatherer.item()
            case "table_open":
                first, last = token.map or (0, 0)
                self._gatherer.verbatim("\n".join(self._text[first:last]).rstrip())
                self._in_table = True
            case "table_close":
                self._in_table = False
            case "container_open":
                self._gatherer.open_label(token.content)
            case "container_close":
                self._gatherer.close_label()

    def _inline(self, token: Token) -> list[Token]:
        children: list[Token] = []
        if len(token.content) <= _LONGEST_PARAGRAPH:
            self._markdown.inline.parse(token.content, self._markdown, self._env, children)
        return children

    def _fence(self, token: Token) -> None:
        start, end = token.map or (0, 0)
        rows = self._rows(token.content, start + 1, end)
        if token.info.strip() == _RESTRUCTURED:
            # As many blank lines before it as stand before it in the file, and its lines are the file's.
            text = "\n" * (self._line_of(start + 1) - 1) + token.content
            gather_restructured(text, self._lines, self._gatherer)
            return
        info = read_info(token.info)
        hidden = info.hidden
        if token.info.lstrip().startswith("{"):
            code = _without_options(rows)
            hidden = hidden or any(HIDING.search(text) for _, text in rows[: len(rows) - len(code)])
            rows = code
        at = self._line_of(min(start + 1, len(self._text) - 1))
        block = make_block(rows, info.language, self._lines, at=at, stated=info.stated)
        block.label, block.hidden, block.run = info.title, hidden, info.run
        self._gatherer.block(block)

    def _indented(self, token: Token) -> None:
        """Indented code is of no known language; a session is one by itself."""
        if is_session(token.content):
            start, end = token.map or (0, 0)
            rows = self._rows(token.content, start, end)
            self._gatherer.block(make_block(rows, SESSION, self._lines, at=self._line_of(start)))

    def _rows(self, content: str, start: int, end: int) -> list[Row]:
        texts = content.split("\n")
        return [(self._line_of(row), text) for row, text in zip(range(start, end), texts, strict=False)]

    def _html(self, token: Token) -> None:
        """Markdown directly below a tag, as ``<details>`` often has it."""
        if _COMMENT_OR_RAW.match(token.content) or not _MAY_HOLD_CODE.search(token.content):
            return
        outer, start = self._line_of, (token.map or (0, 0))[0]
        text, env = self._text, self._env
        with self._markdown.reset_rules():
            self._markdown.disable("html_block")
            self.read(token.content, lambda row: outer(row + start))
        self._line_of, self._text, self._env = outer, text, env


def _without_options(rows: list[Row]) -> list[Row]:
    """A directive's content without the options that precede it, as ``:key: value`` or as YAML."""
    first = 0
    if rows and rows[0][1].strip() == "---":
        closing = next((n for n, row in enumerate(rows[1:], 1) if row[1].strip() == "---"), None)
        return rows if closing is None else rows[closing + 1 :]
    while first < len(rows) and OPTION.match(rows[first][1]):
        first += 1
    return rows[first:]


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
