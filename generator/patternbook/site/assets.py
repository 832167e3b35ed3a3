"""Style sheets and scripts of the site, as files."""

from __future__ import annotations

from importlib.resources import files as package_files
from typing import TYPE_CHECKING

from patternbook.site.templates import template_root

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

_MENDS = "mends.css"
_MENDS_OF_PAGES = "mends-pages.css"
_PAGES_OF_OURS = "html:has(.pb-path, .pb-search-form)"
"""Selects the document of a page that has breadcrumbs or a search form, as each of ours has."""
STYLESHEETS = ("patternbook.css", "code.css", "lists.css", "search.css", _MENDS_OF_PAGES)
"""Style sheets of every page."""

_PUBLISHED = ("theme/css", "theme/js")
"""Folders whose files are published one by one."""
_SEARCH = "search"
"""The folder of the parts of ``engine.js``."""
ENGINE_PARTS = (
    "terms.js",
    "reading.js",
    "spelling.js",
    "lexicon.js",
    "roles.js",
    "phrases.js",
    "naming.js",
    "plan.js",
    "levels.js",
    "engine.js",
)
"""Parts of the published ``engine.js``, each after those that it needs."""
_SEARCH_PAGE = (
    "loader.js",
    "dom.js",
    "preview.js",
    "facets.js",
    "searcher.js",
    "connection.js",
    "search-state.js",
    "filters.js",
    "results.js",
    "search-page.js",
)
"""Scripts of the search page, in the order in which they need each other."""
_SEARCH_WORKER = ("loader.js", "facets.js", "searcher.js", "search-worker.js")
"""Scripts of its worker."""


def assets(overrides: Path | None) -> Iterator[tuple[str, bytes]]:
    """Every style sheet and script, by the name under which pages load it.

    Args:
        overrides: a folder whose files come before those of the same path in ``site-templates``.
    """
    found: dict[str, bytes] = {}
    for folder in _PUBLISHED:
        found |= _contents(folder, overrides)
    yield from (item for item in found.items() if item[0] != _SEARCH_WORKER[-1])
    # For the pages of a site that are not ours its owner decides.
    yield _MENDS_OF_PAGES, b"%s {\n%s}\n" % (_PAGES_OF_OURS.encode(), found[_MENDS])
    # One file: where a theme replaces pages without loading them anew, it runs their scripts in any order.
    yield "search.js", _joined(found, _SEARCH_PAGE)
    yield _SEARCH_WORKER[-1], _joined(found, _SEARCH_WORKER)
    yield "engine.js", engine(overrides)
    yield "lunr.js", _lunr()


def engine(overrides: Path | None) -> bytes:
    """The browser's side of search, for pages, workers and Node: its parts in a scope of their own.

    Args:
        overrides: a folder whose files come before those of the same path in ``site-templates``.
    """
    parts = _joined(_contents(_SEARCH, overrides), ENGINE_PARTS)
    return b'(() => {\n"use strict";\n\n' + parts + b"\n})();\n"


def _contents(folder: str, overrides: Path | None) -> dict[str, bytes]:
    """The files of a folder of ``site-templates`` by their names, a project's own before ours."""
    found = {}
    for file in sorted(f for f in (template_root() / folder).iterdir() if f.is_file()):
        own = overrides / folder / file.name if overrides else file
        found[file.name] = (own if own.is_file() else file).read_bytes()
    return found


def _joined(contents: Mapping[str, bytes], names: Iterable[str]) -> bytes:
    return b"\n".join(contents[name] for name in names)


def _lunr() -> bytes:
    """The Lunr that MkDocs ships, of the version that the index is made for, under a name of our own.

    A theme's worker has a Lunr too. What looks like a module to it leaves the name of the other alone.
    """
    stock = (package_files("mkdocs.contrib.search") / "templates" / "search" / "lunr.js").read_bytes()
    start = b"((module, exports, define) => {\n"
    return start + stock + b"\nself.PatternbookLunr = module.exports;\n})({ exports: {} }, {});\n"
