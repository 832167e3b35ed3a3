"""Patterns for sets of files: as a person would write them, and such that they match what is meant."""

from __future__ import annotations

import re
from collections import defaultdict
from fnmatch import fnmatchcase
from functools import cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

_MOST = 0.75
_WILD = re.compile(r"[*?\[]")


def matches(pattern: str, paths: Iterable[str]) -> list[str]:
    """The paths that a pattern of the configuration matches, in their order."""
    compiled = _compiled(pattern)
    return [path for path in paths if compiled.fullmatch(path)]


def quoted(path: str) -> str:
    """A path as a pattern that matches it alone."""
    return _WILD.sub(lambda mark: f"[{mark[0]}]", path)


def common_folder(paths: Collection[str]) -> str:
    """The deepest folder that holds all paths; empty for the project's own."""
    parts = [path.split("/")[:-1] for path in paths]
    shared: list[str] = []
    for level in zip(*parts, strict=False):
        if len(set(level)) > 1:
            break
        shared.append(level[0])
    return "/".join(shared)


def below(folder: str, name: str) -> str:
    """A pattern for files of a form at any depth below a folder; below the project's own, in it alone."""
    return f"{quoted(folder)}/**/{name}" if folder else name


def forms(paths: Sequence[str], suffix: str, usual: Sequence[str]) -> list[str]:
    """File name patterns for tests: the usual forms where most follow one, else every file of the language.

    Args:
        paths: the tests.
        suffix: the language's file name ending.
        usual: forms of names without the ending, such as ``test_*``.
    """
    names = [path.rpartition("/")[2].removesuffix(suffix) for path in paths]
    used = [form for form in usual if any(fnmatchcase(name, form) for name in names)]
    follow = sum(any(fnmatchcase(name, form) for form in used) for name in names)
    if follow >= len(names) * _MOST:
        return [f"{form}{suffix}" for form in used]
    return [f"*{suffix}"]


def excluding(
    include: Sequence[str], present: Sequence[str], unwanted: Collection[str], usual: Sequence[str] = ()
) -> list[str]:
    """Patterns that take unwanted files out of what patterns match, and no other file.

    A folder whose matched files are all unwanted is named as a whole; folders and files of one name or form
    are named once, wherever they lie.

    Args:
        include: the patterns.
        present: all files.
        unwanted: those that must not be taken.
        usual: forms of file names by which several may be named at once, such as ``test_*.py``.
    """
    matched = {path for pattern in include for path in matches(pattern, present)}
    bad = matched & set(unwanted)
    if not bad:
        return []
    good = matched - bad
    tree: defaultdict[str, bool] = defaultdict(bool)
    for path in good:
        for parent in PurePosixPath(path).parents:
            tree[parent.as_posix()] = True
    folders = sorted({_outermost_bad(path, tree) for path in bad} - {""})
    files = sorted(path for path in bad if not _outermost_bad(path, tree))
    base = common_folder(sorted(matched))
    named = _by_name([f"{quoted(folder)}/**" for folder in folders], base, 2, good)
    for form in usual:
        wide = below(base, form) if base else f"**/{form}"
        alike = matches(wide, files)
        if len(alike) > 1 and not matches(wide, good):
            named.append(wide)
            files = [path for path in files if path not in alike]
    return named + _by_name([quoted(path) for path in files], base, 1, good)


def _outermost_bad(path: str, has_good: dict[str, bool]) -> str:
    """The outermost folder on a file's way without any good file; empty where its own folder has one."""
    parents = [parent.as_posix() for parent in PurePosixPath(path).parents]
    for parent in reversed(parents):
        if parent != "." and not has_good.get(parent, False):
            return parent
    return ""


def _by_name(patterns: Sequence[str], base: str, parts: int, good: Collection[str]) -> list[str]:
    """Join patterns that end alike into one for any depth, where that hits no good file."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for pattern in patterns:
        groups["/".join(pattern.split("/")[-parts:])].append(pattern)
    joined: list[str] = []
    for ending, members in groups.items():
        wide = below(base, ending) if base else f"**/{ending}"
        joined.extend([wide] if len(members) > 1 and not matches(wide, good) else members)
    return joined


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    pattern = f"{pattern}/*" if pattern.endswith("**") else pattern
    parts = pattern.split("/")
    regex = ""
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        if part == "**":
            regex += "(?:[^/]+/)*"
        else:
            regex += _segment(part) + ("" if last else "/")
    return re.compile(regex, re.DOTALL)


def _segment(part: str) -> str:
    pieces = re.split(r"(\[[^\]]\]|\*|\?)", part)
    return "".join(_piece(piece) for piece in pieces)


def _piece(piece: str) -> str:
    if piece == "*":
        return "[^/]*"
    if piece == "?":
        return "[^/]"
    return re.escape(piece[1] if len(piece) == 3 and piece.startswith("[") else piece)  # noqa: PLR2004
