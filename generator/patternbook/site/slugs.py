"""Names of ids, categories, tags and symbols as parts of a URL.

A name that is safe as it stands is kept. Any other name gets its readable letters and a short digest of the
whole, so that ``++`` and ``--``, or ``Set`` and ``set``, stay apart on every file system, and a link never
changes because another name came or went.
"""

from __future__ import annotations

import hashlib
import re

_SAFE = re.compile(r"[a-z0-9](?:[a-z0-9_-]{0,78}[a-z0-9])?")
_UNSAFE = re.compile(r"[^a-z0-9]+")
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))]
)
"""Names that Windows refuses for files, with any ending."""

RESERVED = frozenset(
    {"index", "readme", "search", "tags", "symbols", "category", "tag", "symbol", "data", "llms"}
)
"""Names that the section itself uses or that MkDocs gives a meaning."""


def slug(name: str) -> str:
    """Return the name's part of a URL: lower-case ASCII letters, digits, ``-`` and ``_``, at most 80."""
    if _SAFE.fullmatch(name) and name not in RESERVED and name not in _DEVICES:
        return name
    digest = hashlib.sha256(name.encode()).hexdigest()[:8]
    readable = _UNSAFE.sub("-", name.lower()).strip("-")[:60].strip("-")
    return f"{readable}-{digest}" if readable else digest
