"""Near-duplicates: examples that say the same thing in the same words."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_TOKEN = re.compile(r"\w+|[^\w\s]+")
_SHINGLE = 4
"""Tokens in a shingle."""
_ALIKE = 0.92
"""Share of shingles in common (Jaccard) from which two sources count as one."""
_FEWEST = 24
"""Shingles that a source needs before likeness counts; shorter ones must be equal token by token."""
_BANDS = 8
"""Smallest shingles by which candidates are found: sources that are so alike nearly always share one."""


def find_duplicates(sources: Sequence[str]) -> dict[int, int]:
    """Find sources that repeat an earlier one.

    Args:
        sources: code, in the order in which the first of its kind is to be kept.

    Returns:
        Position of each repetition → position of the source that it repeats.
    """
    found: dict[int, int] = {}
    exact: dict[tuple[str, ...], int] = {}
    by_shingle: dict[tuple[str, ...], list[int]] = defaultdict(list)
    shingles: dict[int, frozenset[tuple[str, ...]]] = {}
    for position, source in enumerate(sources):
        tokens = tuple(_TOKEN.findall(source))
        if tokens in exact:
            found[position] = exact[tokens]
            continue
        own = frozenset(_shingles(tokens))
        twin = _alike(own, (c for s in _smallest(own) for c in by_shingle[s]), shingles)
        if twin is not None:
            found[position] = twin
            continue
        exact[tokens] = position
        if len(own) >= _FEWEST:
            shingles[position] = own
            for shingle in _smallest(own):
                by_shingle[shingle].append(position)
    return found


def _shingles(tokens: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return (tokens[n : n + _SHINGLE] for n in range(len(tokens) - _SHINGLE + 1))


def _smallest(shingles: frozenset[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return sorted(shingles)[:_BANDS]


def _alike(
    own: frozenset[tuple[str, ...]],
    candidates: Iterable[int],
    shingles: dict[int, frozenset[tuple[str, ...]]],
) -> int | None:
    if len(own) < _FEWEST:
        return None
    for candidate in sorted(set(candidates)):
        other = shingles[candidate]
        if len(own & other) >= _ALIKE * len(own | other):
            return candidate
    return None
