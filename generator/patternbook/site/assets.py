"""Style sheets and scripts of the site, as files."""

from __future__ import annotations

from importlib.resources import files as package_files
from typing import TYPE_CHECKING

from patternbook.site.templates import template_root

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STYLESHEETS = ("patternbook.css", "lists.css", "search.css")
"""Style sheets of every page."""

_FOLDERS = ("theme/css", "theme/js", "search")
_SEARCH_PAGE = (
    "loader.js",
    "dom.js",
    "preview.js",
    "facets.js",
    "search-state.js",
    "filters.js",
    "results.js",
    "search-page.js",
)
"""Scripts of the search page, in the order in which they need each other."""


def assets(overrides: Path | None) -> Iterator[tuple[str, bytes]]:
    """Every style sheet and script, by the name under which pages load it.

    Args:
        overrides: a folder whose files come before those of the same path in ``site-templates``.
    """
    found: dict[str, bytes] = {}
    for folder in _FOLDERS:
        for file in sorted(f for f in (template_root() / folder).iterdir() if f.is_file()):
            own = overrides / folder / file.name if overrides else file
            found[file.name] = (own if own.is_file() else file).read_bytes()
    yield from found.items()
    # One file: where a theme replaces pages without loading them anew, it runs their scripts in any order.
    yield "search.js", b"\n".join(found[name] for name in _SEARCH_PAGE)
    yield "lunr.js", _lunr()


def _lunr() -> bytes:
    """The Lunr that MkDocs ships; the index is in the format of its version."""
    return (package_files("mkdocs.contrib.search") / "templates" / "search" / "lunr.js").read_bytes()
