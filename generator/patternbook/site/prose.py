"""Explanations as HTML: Markdown in, safe HTML out, nothing fetched and no dead links."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from markdown_it.token import Token

_MARKDOWN = MarkdownIt("zero").enable(
    ["paragraph", "list", "fence", "backticks", "emphasis", "escape", "entity", "link", "autolink", "newline"]
)
"""No headings, for the page has its own; no raw HTML; no images, for a page loads nothing from afar."""

_ABSOLUTE = re.compile(r"(?:https?|mailto):", re.IGNORECASE)
_SENTENCE = re.compile(r".+?[.!?](?=\s+[A-Z\"“(]|\s*$)", re.DOTALL)
"""A mark that no capital follows ends no sentence: it may be code, as in *a ! after a message*."""
_SUMMARY_LENGTH = 180
_ITEM = re.compile(r"(?m)^ *(?:[-*+]|\d{1,9}[.)]) +")
"""How an item of a list begins."""


def render(text: str) -> Markup:
    """Render an explanation as paragraphs and lists."""
    tokens = _MARKDOWN.parse(text)
    for token in tokens:
        if token.children:
            token.children = list(_without_relative_links(token.children))
    return Markup(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))  # noqa: S704 - escaped by markdown-it


def summary(text: str) -> str:
    """Return the first sentence as plain text, at most some 180 characters."""
    paragraph = _on_a_line(text.strip().split("\n\n", 1)[0])
    found = _SENTENCE.match(paragraph)
    sentence = found.group() if found else paragraph
    if len(sentence) <= _SUMMARY_LENGTH:
        return sentence
    return sentence[:_SUMMARY_LENGTH].rsplit(" ", 1)[0].rstrip(",;:") + " …"


def _on_a_line(paragraph: str) -> str:
    """A paragraph, or a list with its items after one another, without marks."""
    if not _ITEM.match(paragraph):
        return plain(paragraph)
    items = (plain(item) for item in _ITEM.split(paragraph))
    return ", ".join(item for item in items if item).replace(":, ", ": ")


def plain(text: str) -> str:
    """Return the text without its marks, on one line."""
    words = "".join(_text(_MARKDOWN.parseInline(text)))
    return " ".join(words.split())


def _text(tokens: Iterable[Token]) -> Iterator[str]:
    for token in tokens:
        if token.children:
            yield from _text(token.children)
        elif token.type in ("softbreak", "hardbreak"):
            yield " "
        else:
            yield token.content


def _without_relative_links(tokens: Iterable[Token]) -> Iterator[Token]:
    """A relative link leads somewhere in the source tree, not on this site: its text stays."""
    kept: list[bool] = []
    for token in tokens:
        if token.type == "link_open":
            kept.append(bool(_ABSOLUTE.match(str(token.attrGet("href")))))
            if kept[-1]:
                yield token
        elif token.type != "link_close" or kept.pop():
            yield token
