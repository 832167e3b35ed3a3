"""The pages of a built site written anew as Markdown by hand: the same text and links, nothing generated."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from patternbook.site.escaping import as_line
from patternbook.site.exports import fence

if TYPE_CHECKING:
    from pathlib import Path

_ARTICLE = re.compile(r"<article[^>]*>(.*)</article>", re.DOTALL)
_LANGUAGE = re.compile(r"language-(\S+) highlight")
_NOT_TEXT = frozenset({"script", "noscript", "textarea", "form", "button", "style", "svg"})
_BLOCKS = frozenset({"p", "div", "nav", "summary", "ol", "ul", "dl", "dd"})
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}


class _Writer(HTMLParser):
    """Writes an article's text, headings, lists, links and code as Markdown."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []
        self._code: list[str] | None = None
        self._language = ""
        self._link = ""
        self._skipped = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if self._skipped or tag in _NOT_TEXT or values.get("class") == "headerlink":
            self._skipped = self._skipped or tag
        elif tag == "pre":
            self._code = []
        elif tag == "div" and (found := _LANGUAGE.match(values.get("class") or "")):
            self._language = found[1]
        elif tag == "a" and self._code is None:
            self._link = re.sub(r"\.html(?=$|#)", ".md", values.get("href") or "")
            self.written.append("[")
        elif tag in _HEADINGS:
            self.written.append(f"\n\n{_HEADINGS[tag]}")
        elif tag == "li":
            self.written.append("\n- ")
        elif tag in _BLOCKS:
            self.written.append("\n\n")

    def handle_endtag(self, tag: str) -> None:
        if self._skipped:
            self._skipped = "" if tag == self._skipped else self._skipped
        elif tag == "pre" and self._code is not None:
            source = "".join(self._code).rstrip("\n")
            self.written.append(f"\n\n{fence(source)}{self._language}\n{source}\n{fence(source)}\n\n")
            self._code = None
        elif tag == "a" and self._code is None:
            self.written.append(f"]({self._link})")
        elif tag in _HEADINGS or tag in _BLOCKS:
            self.written.append("\n\n")

    def handle_data(self, data: str) -> None:
        if self._skipped:
            return
        if self._code is not None:
            self._code.append(data)
        else:
            self.written.append(as_line(re.sub(r"\s+", " ", data)))


def markdown_of(page: str) -> str:
    """Return what stands in the article of a page, as Markdown."""
    article = _ARTICLE.search(page)
    writer = _Writer()
    writer.feed(article[1] if article else "")
    return re.sub(r"(?m)^ +$|\n{3,}", "\n\n", "".join(writer.written)).strip() + "\n"


def write_by_hand(site: Path, docs: Path) -> None:
    """Write each page of a site, built for folders, into ``docs`` as a Markdown page of the same path."""
    for page in site.rglob("*.html"):
        if page.name != "404.html":
            target = docs / page.relative_to(site).with_suffix(".md")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(markdown_of(page.read_text(encoding="utf-8")), encoding="utf-8")
