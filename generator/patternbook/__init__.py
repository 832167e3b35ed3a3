"""Patternbook: a validated example corpus out of a project's tests, examples and docs.

>>> import patternbook
>>> book = patternbook.load()
>>> book.search("inject:into:").match
'exact'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from patternbook.book import Book

__all__ = ["__version__", "load"]
__version__ = "0.1.0"


def load(*paths: str | Path) -> Book:
    """Open one or several corpora for reading.

    Args:
        paths: each a ``corpus.json``, a folder that holds one, or the word ``bundled``. None at all
            means the bundled corpus.

    Raises:
        CorpusError: a corpus is missing or broken.
    """
    from patternbook.opening import open_paths

    return open_paths([str(path) for path in paths] or ["bundled"])
