"""Style sheets and scripts of the site, as files."""

from __future__ import annotations

from importlib.resources import files as package_files
from typing import TYPE_CHECKING

from patternbook.site.templates import template_root

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STYLESHEETS = ("patternbook.css", "search.css")
"""Style sheets of every page."""


def assets(overrides: Path | None) -> Iterator[tuple[str, bytes]]:
    """Every style sheet and script, by the name under which pages load it.

    Args:
        overrides: a folder whose files come before those of the same path in ``site-templates``.
    """
    for folder in ("theme/css", "theme/js", "search"):
        for file in sorted((template_root() / folder).glob("*.[cj]s*")):
            own = overrides / folder / file.name if overrides else file
            yield file.name, (own if own.is_file() else file).read_bytes()
    yield "lunr.js", _lunr()


def _lunr() -> bytes:
    """The Lunr that MkDocs ships; the index is in the format of its version."""
    return (package_files("mkdocs.contrib.search") / "templates" / "search" / "lunr.js").read_bytes()
