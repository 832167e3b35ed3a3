"""Near-duplicates: examples that say the same thing in the same words.

Two sources are alike when the shingles (runs of tokens) that they share are most of those that either has
(Jaccard). Pairs are found by the prefix filter of set similarity joins: sets that are that much alike share
one of their few rarest members, so each source is compared only with those that share such a one.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from heapq import nsmallest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_TOKEN = re.compile(r"\w+|[^\w\s]+")
_SHINGLE = 4
"""Tokens in a shingle."""
_ALIKE = 0.92
"""Share of shingles in common from which two sources count as one."""
_FEWEST = 24
"""Shingles that a source needs before likeness counts; shorter ones must be equal token by token."""

Shingles = frozenset[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Text:
    """A source as it is compared."""

    source: str
    own: str
    """The part of it that is the example's own: without the context that its siblings may have too."""


def find_duplicates(texts: Sequence[Text]) -> dict[int, int]:
    """Find sources that repeat an earlier one.

    Two that differ a little are one only if their own parts differ a little as well: a short test among a
    long context is all that tells it from its siblings.

    Args:
        texts: in the order in which the first of its kind is to be kept.

    Returns:
        Position of each repetition → position of the source that it repeats.
    """
    tokens = [tuple(_TOKEN.findall(text.source)) for text in texts]
    shingles = [frozenset(_shingles(of_text)) for of_text in tokens]
    frequency = Counter(shingle for of_text in shingles for shingle in of_text)
    found: dict[int, int] = {}
    exact: dict[tuple[str, ...], int] = {}
    sharing: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for position, own in enumerate(shingles):
        twin = exact.setdefault(tokens[position], position)
        if twin != position:
            found[position] = twin
            continue
        if len(own) < _FEWEST:
            continue
        rarest = nsmallest(_prefix(own), own, key=lambda shingle: (frequency[shingle], shingle))
        candidates = (candidate for shingle in rarest for candidate in sharing[shingle])
        near = _first_alike(position, candidates, shingles, texts)
        if near is not None:
            found[position] = near
            continue
        for shingle in rarest:
            sharing[shingle].append(position)
    return found


def _shingles(tokens: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return (tokens[n : n + _SHINGLE] for n in range(len(tokens) - _SHINGLE + 1))


def _prefix(own: Shingles) -> int:
    """How many of its members a set has to share one of with every set that is alike."""
    return len(own) - math.ceil(_ALIKE * len(own)) + 1


def _first_alike(
    position: int, candidates: Iterable[int], shingles: Sequence[Shingles], texts: Sequence[Text]
) -> int | None:
    own = shingles[position]
    for candidate in sorted(set(candidates)):
        if _alike(own, shingles[candidate]) and _own_parts_alike(texts[position], texts[candidate]):
            return candidate
    return None


def _alike(one: Shingles, other: Shingles) -> bool:
    least, most = sorted((len(one), len(other)))
    return least >= _ALIKE * most and len(one & other) >= _ALIKE * len(one | other)


def _own_parts_alike(one: Text, other: Text) -> bool:
    if (one.own, other.own) == (one.source, other.source):
        return True
    tokens = [tuple(_TOKEN.findall(text.own)) for text in (one, other)]
    first, second = (frozenset(_shingles(of_text)) for of_text in tokens)
    few = min(len(first), len(second)) < _FEWEST
    return tokens[0] == tokens[1] if few else _alike(first, second)
