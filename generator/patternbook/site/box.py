"""Material's search box on our index: which worker answers it. No other module knows that theme's files."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from patternbook.site.section import Section

_THEME_WORKER = re.compile(r"assets/javascripts/workers/search\.\w+\.min\.js")
"""The name changes with each release of the theme."""
_DIALOG = '<div class="md-search" data-md-component="search" role="dialog"'
WORKER = "assets/javascripts/workers/patternbook.js"
"""Our worker, beside the theme's, which looks for its parts from there."""
WORKER_SOURCE = "box-worker.js"
CONFIGURATION = "box-config.js"
FRAME_WORKER = "iframe-worker.js"
"""What stands in for workers on pages opened from a folder. The offline plugin looks for this name, and
loads one from a CDN where it finds none."""


def theme_worker(uris: Iterable[str]) -> str | None:
    """Return the theme's own worker among the files of a site."""
    return next((uri for uri in uris if _THEME_WORKER.fullmatch(uri)), None)


def take_over(html: str) -> str:
    """Name our worker where a page names the theme's, and the box's dialog for screen readers."""
    return _THEME_WORKER.sub(WORKER, html).replace(_DIALOG, f'{_DIALOG} aria-label="Search"', 1)


def configuration(worker: str, sections: Sequence[Section]) -> bytes:
    """Return the script that tells our worker of the theme's worker and of the pattern books of the site."""
    books = [{"path": f"{s.path}/" if s.path else "", "search": s.search.url, "key": s.key} for s in sections]
    return f"self.PatternbookBoxConfig = {json.dumps({'worker': worker, 'sections': books})};\n".encode()


def polyfills(present: Iterable[str], ours: str) -> list[str]:
    """Return a site's polyfills with ours, and without one that a page would fetch from elsewhere.

    A site that brings a stand-in for workers of its own keeps it.
    """
    kept = [path for path in present if "iframe-worker" not in path or not path.startswith("http")]
    return kept if any("iframe-worker" in path for path in kept) else [*kept, ours]
