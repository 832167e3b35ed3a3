"""Neighbour files that a file's tests take things from, read once for all files that share them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.languages import frontend
from patternbook.languages.companions import companions_of
from patternbook.model import SourceFile

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from patternbook.config import SourceRule


class Companions:
    """Reads neighbour files. One that is missing, leads out of the project or is not UTF-8 counts as none."""

    def __init__(self, root: Path, decode: Callable[[bytes], str]) -> None:
        """Begin with nothing read.

        Args:
            root: the project's folder.
            decode: from the bytes of a file to its text.
        """
        self._root = root
        self._decode = decode
        self._known: dict[str, SourceFile | None] = {}

    def of(self, rule: SourceRule, path: str) -> tuple[SourceFile, ...]:
        """The neighbours of a file that a rule chose, nearest first; empty unless it takes tests."""
        if rule.extract != "tests":
            return ()
        files = (self._file(name) for name in companions_of(frontend(rule.language), path))
        return tuple(file for file in files if file is not None)

    def _file(self, path: str) -> SourceFile | None:
        if path not in self._known:
            self._known[path] = self._read(path)
        return self._known[path]

    def _read(self, path: str) -> SourceFile | None:
        file = self._root / path
        try:
            if not file.is_file() or not file.resolve().is_relative_to(self._root.resolve()):
                return None
            return SourceFile(path, self._decode(file.read_bytes()))
        except (OSError, UnicodeDecodeError):
            return None
