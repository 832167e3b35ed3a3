"""Names of ids, categories, tags and symbols as parts of a URL.

A name that is safe as it stands is kept. Any other name gets its readable letters and a short digest of the
whole, so that ``++`` and ``--``, or ``Set`` and ``set``, stay apart on every file system, and a link never
changes because another name came or went.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

_SAFE = re.compile(r"[a-z0-9](?:[a-z0-9_-]{0,78}[a-z0-9])?")
_ENDS_LIKE_A_DIGEST = re.compile(r"(?:^|-)[0-9a-f]{8}$")
_UNSAFE = re.compile(r"[^a-z0-9]+")
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))]
)
"""Names that Windows refuses for files, with any ending."""

_INDEXES = frozenset({"index", "readme"})
"""Names that MkDocs gives to the page of a folder."""


def slug(name: str, taken: Collection[str] = ()) -> str:
    """Return the name's part of a URL: lower-case ASCII letters, digits, ``-`` and ``_``, at most 80.

    Args:
        name: any text.
        taken: parts that stand for something else, so that a name of that spelling gets a digest.
    """
    is_plain = _SAFE.fullmatch(name) and not _ENDS_LIKE_A_DIGEST.search(name)
    if is_plain and name not in taken and name not in _INDEXES and name not in _DEVICES:
        return name
    digest = hashlib.sha256(name.encode()).hexdigest()[:8]
    return "-".join(part for part in (_readable(name), digest) if part)


def _readable(name: str) -> str:
    """The name's letters and digits; of a name that has none, what its marks are called: ``plus-plus``."""
    words = _UNSAFE.sub("-", name.lower()).strip("-")
    if not words and not any(character.isalnum() for character in name):
        called = (unicodedata.name(mark, "").removesuffix(" SIGN") for mark in name)
        words = _UNSAFE.sub("-", " ".join(called).lower()).strip("-")
    return words[:60].strip("-")
