"""Which of many files a command rejects, found with few runs of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_MOST_FILES = 200
_MOST_CHARACTERS = 60_000
"""Of paths on one command line. Systems allow at least twice as much, the environment included."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a command said about files."""

    accepted: bool
    output: str


def batches(paths: Sequence[str]) -> Iterator[list[str]]:
    """The paths in portions that fit on a command line."""
    batch: list[str] = []
    size = 0
    for path in paths:
        if batch and (len(batch) == _MOST_FILES or size + len(path) + 1 > _MOST_CHARACTERS):
            yield batch
            batch, size = [], 0
        batch.append(path)
        size += len(path) + 1
    if batch:
        yield batch


def rejected(paths: Sequence[str], run: Callable[[Sequence[str]], Said]) -> dict[str, str]:
    """The paths of the files that a command rejects by themselves, each with what it says.

    Those that its output names are tried one by one; where it names none, halves are. Files that it rejects
    only beside each other are not wrong by themselves, and so not among them.

    Args:
        paths: the files' paths; their last parts differ.
        run: runs the command over some of them.
    """
    said = run(paths)
    if said.accepted:
        return {}
    if len(paths) == 1:
        return {paths[0]: said.output}
    found: dict[str, str] = {}
    for path in _named(paths, said.output):
        alone = run([path])
        if not alone.accepted:
            found[path] = alone.output
    rest = [path for path in paths if path not in found]
    if not found:
        middle = len(rest) // 2
        return rejected(rest[:middle], run) | rejected(rest[middle:], run)
    return found | rejected(rest, run) if rest else found


def _named(paths: Sequence[str], output: str) -> list[str]:
    words = set(re.findall(r"[\w.]+", output))
    trimmed = words | {word.rstrip(".") for word in words}
    return [path for path in paths if path.rpartition("/")[2] in trimmed]
