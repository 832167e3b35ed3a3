"""What each page shows: a template and the values that it needs.

Pages are Markdown for MkDocs. Whatever must not be read as Markdown, code above all, passes through the
filter ``html``: it leaves a mark in the Markdown, and ``Rendered.fill`` puts the HTML there once MkDocs has
made its HTML of the rest. A Markdown extension of the surrounding site can so never change an example.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup

from patternbook.errors import SourceError
from patternbook.site import sessions
from patternbook.site.escaping import as_line
from patternbook.site.excerpt import excerpt
from patternbook.site.exports import call, twin
from patternbook.site.related import related

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping

    from patternbook.site.catalog import Entry, Group
    from patternbook.site.layout import Address
    from patternbook.site.section import Section

_MARK = re.compile(r'<div data-patternbook="(\d+)"></div>')
_MAYBE_A_MARK = re.compile(r"[^A-Za-z0-9 \x80-\x9f]")
"""All but what HTML has no number for: it reads those of the last range as letters of an old code page."""
_VISIBLE = 12
"""Uses of a symbol that its page shows with code; the rest are folded."""
_LONG = 40
"""Lines of code from which an example is folded."""
_MOST_IN_NAVIGATION = 40
"""Categories that the navigation lists. MkDocs writes all of it into every page: with more of them, the work
would grow by their number times that of the pages."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page to be rendered."""

    address: Address
    template: str
    """``example`` stands for ``pages/example.md.jinja``."""
    values: Mapping[str, Any]
    in_navigation: bool = False
    under: Address | None = None
    """For a page outside the navigation: the page of the navigation that it belongs to."""
    shows: Hashable = None
    """What our templates show of the corpus on it: as long as that is the same, so is the page. ``None`` for
    a page that shows something of each example."""


@dataclass(slots=True)
class Rendered:
    """A page as Markdown, and the HTML that it holds back."""

    markdown: str
    held: list[str] = field(default_factory=list)

    def fill(self, html: str) -> str:
        """Put the HTML that was held back where its marks stand."""
        return _MARK.sub(lambda mark: self.held[int(mark[1])], html)


def pages(section: Section) -> Iterator[Page]:
    """Every page of a section; those in the navigation come first, in its order."""
    catalog = section.catalog
    yield Page(section.home, "home", {"title": section.title}, in_navigation=True)
    yield Page(section.search, "search", {"title": "Search"}, in_navigation=True)
    for group in catalog.categories.values():
        yield from _group_page(group, _parent(section))
    if catalog.symbols:
        yield Page(section.symbols, "symbols", {"title": "Symbols"}, in_navigation=True)
    if catalog.tags:
        yield Page(section.tags, "tags", {"title": "Tags"}, in_navigation=True)
    for group in catalog.tags.values():
        yield from _group_page(group, section.tags)
    for group in catalog.symbols.values():
        yield from _group_page(group, section.symbols)
    alike = related(catalog)
    for entry in catalog.entries:
        yield _example_page(section, entry, alike.get(entry.example.id, ()))


def render(page: Page, section: Section, env: jinja2.Environment) -> Rendered:
    """Render a page to Markdown with HTML held back.

    Raises:
        SourceError: the template is broken.
    """
    result = Rendered("")
    name = f"pages/{page.template}.md.jinja"
    try:
        result.markdown = env.get_template(name).render(
            page.values, section=section, catalog=section.catalog, root=page.address.root, held=result.held
        )
    except jinja2.TemplateError as error:
        raise SourceError(f"{name}: cannot make the page {page.address.name!r} ({error})") from error
    return result


@jinja2.pass_context
def _hold(context: jinja2.runtime.Context, html: str) -> Markup:
    held: list[str] = context["held"]
    held.append(str(html))
    return Markup('\n<div data-patternbook="{}"></div>\n').format(len(held) - 1)


def _as_text(value: str) -> Markup:
    """Spell a text so that neither Markdown nor its extensions find marks in it."""
    return Markup(_MAYBE_A_MARK.sub(lambda found: f"&#{ord(found[0])};", value))  # noqa: S704 - no mark is left


FILTERS: Mapping[str, Callable[..., object]] = {"html": _hold, "text": _as_text, "line": as_line}
"""Filters that page templates use beside Jinja's own."""


def _parent(section: Section) -> Address | None:
    """The page of the navigation that categories belong to; none where they are in it themselves."""
    return section.home if len(section.catalog.categories) > _MOST_IN_NAVIGATION else None


def _group_page(group: Group, under: Address | None) -> Iterator[Page]:
    if group.address is not None:
        values = {"title": group.title, "group": group, "shown": _VISIBLE, "excerpt": excerpt}
        shows = (group.title, group.defined_in, group.entries)
        yield Page(group.address, group.kind, values, in_navigation=under is None, under=under, shows=shows)


def _example_page(section: Section, entry: Entry, alike: tuple[Entry, ...]) -> Page:
    example, catalog = entry.example, section.catalog
    category = catalog.categories[example.category]
    before, after = catalog.neighbours[example.id]
    tags = [catalog.tags[name] for name in dict.fromkeys(example.tags)]
    defines = [catalog.symbols[name] for name in dict.fromkeys(example.defines)]
    uses = [catalog.symbols[name] for name in dict.fromkeys(example.uses) if name not in example.defines]
    values = {
        "title": example.title,
        "entry": entry,
        "category": category,
        "tags": tags,
        "defines": defines,
        "uses": uses,
        "before": before,
        "after": after,
        "alike": alike,
        "origin_url": section.origin_url(example),
        "call": call(entry),
        "twin": twin(entry),
        "bare": sessions.code(example.source) if entry.is_session else "",
        "folded": len(entry.source_lines) > _LONG,
    }
    links = tuple(group.address for group in (*tags, *defines, *uses))
    return Page(
        entry.address,
        "example",
        values,
        under=_parent(section) or category.address,
        shows=(entry, links, before, after, alike),
    )
