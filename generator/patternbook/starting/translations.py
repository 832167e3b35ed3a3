"""Which documents say in another language what a document beside them says."""

from __future__ import annotations

from collections import defaultdict
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from patternbook.starting.habits import habits, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_ORIGINAL = "en"


def translations(documents: Sequence[str]) -> frozenset[str]:
    """The documents whose folder or ending names a language other than English."""
    return frozenset((*_by_ending(documents), *_by_folder(documents)))


def _by_ending(documents: Sequence[str]) -> Iterable[str]:
    """``README.de.md`` beside ``README.md``."""
    codes = habits().codes
    there = frozenset(documents)
    for path in documents:
        file = PurePosixPath(path)
        stem, dot, ending = file.stem.rpartition(".")
        if not dot:
            stem, _, ending = file.stem.partition("_") if "_" in file.stem else file.stem.partition("-")
        if plain(ending) in codes - {_ORIGINAL}:
            originals = (file.with_name(f"{stem}{extra}{file.suffix}") for extra in ("", ".en", "_en", "-en"))
            if any(original.as_posix() in there for original in originals):
                yield path


def _by_folder(documents: Sequence[str]) -> Iterable[str]:
    """``docs/de/`` beside ``docs/en/`` or beside folders of two other languages; and ``locale/``."""
    table = habits()
    tongues: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    for path in documents:
        folders = PurePosixPath(path).parts[:-1]
        for depth, folder in enumerate(folders):
            if plain(folder) in table.codes:
                tongues[folders[:depth]].add(plain(folder))
    for path in documents:
        folders = PurePosixPath(path).parts[:-1]
        for depth, folder in enumerate(folders):
            name = plain(folder)
            beside = tongues.get(folders[:depth], set()) - {name}
            told = _ORIGINAL in beside or len(beside) > 1
            if name in table.translations or (name in table.codes and name != _ORIGINAL and told):
                yield path
                break
