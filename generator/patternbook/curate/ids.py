"""Ids: slugs that are unique, and that stay when unrelated content changes."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from patternbook.naming import slug

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patternbook.model import Checked


def assign_ids(items: Sequence[Checked]) -> list[str]:
    """An id for each snippet, in the order given, which must be canonical.

    An id is the snippet's key. Snippets of one file with the same key (two blocks under one heading) are
    numbered in their order, those of each extraction by themselves. Where files share a key, all of them get
    as many of their folders in front as tell them apart, so that no file takes the plain id from another.
    """
    plain = _told_apart_by_kind(_numbered_within_files(items), items)
    ids = list(plain)
    shared = defaultdict(list)
    for position, found in enumerate(plain):
        shared[found].append(position)
    for positions in shared.values():
        if len(positions) > 1:
            for position, qualified in zip(positions, _qualified(positions, plain, items), strict=True):
                ids[position] = qualified
    return _numbered(ids)


def numbered_title(item: Checked, number: int, count: int) -> str:
    """A snippet's title with its number in the id, where the title needs one to tell it from the others."""
    title = item.snippet.title
    return f"{title} ({number})" if title and item.snippet.counted and count > 1 else title


def numbers_of(items: Sequence[Checked]) -> list[tuple[int, int]]:
    """For each snippet its number among those of one file, extraction and key, and how many these are."""
    places = [(item.snippet.origin.path, item.snippet.kind, "-".join(item.snippet.key)) for item in items]
    counts = Counter(places)
    seen: Counter[tuple[str, str, str]] = Counter()
    numbers = []
    for place in places:
        seen[place] += 1
        numbers.append((seen[place], counts[place]))
    return numbers


def _numbered_within_files(items: Sequence[Checked]) -> list[str]:
    own = ("-".join(item.snippet.key) for item in items)
    return [
        name if number == 1 else f"{name}-{number}"
        for name, (number, _) in zip(own, numbers_of(items), strict=True)
    ]


def _told_apart_by_kind(ids: Sequence[str], items: Sequence[Checked]) -> list[str]:
    """Where two extractions read one file, the first by name keeps the plain id, the other adds its name."""
    kinds: dict[tuple[str, str], set[str]] = defaultdict(set)
    for found, item in zip(ids, items, strict=True):
        kinds[item.snippet.origin.path, found].add(item.snippet.kind)

    def told(found: str, item: Checked) -> str:
        first = min(kinds[item.snippet.origin.path, found])
        return found if item.snippet.kind == first else f"{found}-{item.snippet.kind}"

    return [told(found, item) for found, item in zip(ids, items, strict=True)]


def _qualified(positions: Sequence[int], plain: Sequence[str], items: Sequence[Checked]) -> list[str]:
    folders = [PurePosixPath(items[p].snippet.origin.path).parent.parts[::-1] for p in positions]
    deepest = max(len(parts) for parts in folders)
    qualified = [plain[p] for p in positions]
    for depth in range(1, deepest + 1):
        qualified = [
            "-".join([*(slug(part) for part in parts[:depth][::-1]), plain[p]])
            for p, parts in zip(positions, folders, strict=True)
        ]
        if len(set(qualified)) == len(qualified):
            return qualified
    # Files whose names differ only in the numbers that order them: the numbers tell them apart.
    names = [PurePosixPath(items[p].snippet.origin.path).stem for p in positions]
    return [f"{slug(name)}-{plain[p]}" for p, name in zip(positions, names, strict=True)]


def _numbered(ids: Sequence[str]) -> list[str]:
    """What the steps before could not tell apart, numbered in order."""
    taken: set[str] = set()
    result = []
    for found in ids:
        unique, count = found, 2
        while unique in taken:
            unique, count = f"{found}-{count}", count + 1
        taken.add(unique)
        result.append(unique)
    return result
