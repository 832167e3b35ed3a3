"""The files of a project, and those that are not its own."""

from __future__ import annotations

import os
import stat
from collections import defaultdict
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from patternbook.sources.foreign import foreign_folder
from patternbook.starting import git

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_GIT = ".git"
_HIDDEN = "hidden folders"
_FOREIGN = "vendored code, environments and build output"
_IGNORED = "ignored by git"
_LINKS = "symbolic links"
_UNREADABLE = "cannot be read"


@dataclass(frozen=True, slots=True)
class Listing:
    """What lies in a project's folder."""

    root: Path
    files: tuple[str, ...]
    """Its own files: regular, relative to the folder, with ``/``, sorted."""
    present: tuple[str, ...]
    """These and the files that git ignores: all that a pattern may meet."""
    linked_folders: tuple[str, ...]
    """Symbolic links to folders, which are not followed."""
    left_out: Mapping[str, Sequence[str]]
    """Why → what was left out; folders end with ``/``."""
    repository: bool
    """Whether git knows the project."""


def list_files(root: Path) -> Listing:
    """List a project's files. Symbolic links are not followed, and folders of others are not entered."""
    walk = _Walk(root)
    walk.run()
    tracked = git.tracked_files(root)
    present = tuple(sorted(walk.files))
    # A repository around that ignores the whole folder says nothing about what lies in it.
    files = tuple(path for path in present if path in tracked) if tracked else present
    own = frozenset(files)
    walk.left_out[_IGNORED].extend(path for path in present if path not in own)
    return Listing(
        root=root,
        files=files,
        present=present,
        linked_folders=tuple(sorted(walk.linked_folders)),
        left_out={why: sorted(paths) for why, paths in walk.left_out.items() if paths},
        repository=bool(tracked),
    )


class _Walk:
    def __init__(self, root: Path) -> None:
        self._root = root
        self.files: list[str] = []
        self.linked_folders: list[str] = []
        self.left_out: defaultdict[str, list[str]] = defaultdict(list)

    def run(self) -> None:
        waiting = [""]
        while waiting:
            folder = waiting.pop()
            waiting.extend(path for path in self._folders_in(folder) if self._enters(path))

    def _folders_in(self, folder: str) -> list[str]:
        """Take a folder's files; return its folders."""
        folders = []
        try:
            with os.scandir(self._root / folder) as entries:
                for entry in entries:
                    path = f"{folder}/{entry.name}" if folder else entry.name
                    if entry.is_symlink():
                        self.left_out[_LINKS].append(path)
                        if entry.is_dir():
                            self.linked_folders.append(path)
                    elif entry.is_dir(follow_symlinks=False):
                        folders.append(path)
                    elif stat.S_ISREG(entry.stat(follow_symlinks=False).st_mode):
                        self.files.append(path)
        except OSError:
            self.left_out[_UNREADABLE].append(f"{folder}/")
        return folders

    def _enters(self, path: str) -> bool:
        foreign = foreign_folder(self._root, f"{path}/x", PurePosixPath(path).parent)
        if foreign is None:
            return True
        name = PurePosixPath(path).name
        if name != _GIT:
            self.left_out[_HIDDEN if name.startswith(".") else _FOREIGN].append(f"{path}/")
        return False
