"""Where files of a kind lie, as patterns.

Each function takes the files that such patterns may match, those of them that hold examples and end alike,
and how these end.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from patternbook.starting.habits import habits
from patternbook.starting.kinds import folders_of
from patternbook.starting.patterns import below, common_folder, forms, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FEW = 4
"""Files and folders that are named one by one."""


def at_the_top(_wanted: Sequence[str], holding: Sequence[str], suffix: str) -> list[str]:
    """Files in the project's own folder: by name where they are few."""
    return [quoted(path) for path in holding] if len(holding) <= FEW else [f"*{suffix}"]


def in_folders(wanted: Sequence[str], holding: Sequence[str], suffix: str) -> list[str]:
    """Files at any depth: one pattern for each folder at the top."""
    patterns = []
    for top, paths in by_top(holding).items():
        if not top:
            patterns += at_the_top(wanted, paths, suffix)
            continue
        all_there = [path for path in wanted if path.startswith(f"{top}/")]
        patterns.append(below(common_folder(all_there), f"*{suffix}"))
    return patterns


def tests(_wanted: Sequence[str], holding: Sequence[str], suffix: str) -> list[str]:
    """Tests: by the folder that holds them and the form of their names."""
    patterns = []
    for (top, name), paths in _by_anchor(holding).items():
        names = forms(paths, suffix, habits().test_names)
        anchors = {_anchor(path) for path in paths}
        if not name:
            folder = common_folder(paths)
        elif len(anchors) == 1:
            folder = anchors.pop()
        else:
            base = common_folder(sorted(f"{anchor}/x" for anchor in anchors))
            base = base if name not in base.split("/") else top
            patterns += [f"{quoted(base)}/**/{quoted(name)}/**/{form}" for form in names]
            continue
        patterns += [below(folder, form) for form in names]
    return patterns


def _anchor(path: str) -> str:
    """The outermost folder of tests on a file's way; empty where there is none."""
    folders = folders_of(path)
    for depth, folder in enumerate(folders):
        if habits().holds("tests", folder):
            return "/".join(folders[: depth + 1])
    return ""


def _by_anchor(paths: Sequence[str]) -> dict[tuple[str, str], list[str]]:
    """Tests by the folder at the top and the name of their folder of tests."""
    groups: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for path in paths:
        top = folders_of(path)[:1]
        groups[top[0] if top else "", _anchor(path).rpartition("/")[2]].append(path)
    return dict(groups)


def scripts(wanted: Sequence[str], holding: Sequence[str], suffix: str) -> list[str]:
    """Example scripts: everything below folders of examples, and what is called so beside them."""
    return _below_examples(wanted, holding, f"**/*{suffix}", suffix)


def programs(wanted: Sequence[str], holding: Sequence[str], suffix: str) -> list[str]:
    """Example projects: each folder below one of examples is a project."""
    return _below_examples(wanted, holding, f"*/**/*{suffix}", suffix)


def _below_examples(wanted: Sequence[str], holding: Sequence[str], tail: str, suffix: str) -> list[str]:
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for path in holding:
        groups[examples_folder(path)].append(path)
    patterns = [] if "" not in groups else at_the_top(wanted, groups.pop(""), suffix)
    if len(groups) <= FEW:
        return patterns + [f"{quoted(folder)}/{tail}" for folder in groups]
    for (top, name), folders in _alike(groups).items():
        wide = f"{quoted(top)}/**/{quoted(name)}/{tail}"
        patterns += [wide] if len(folders) > 1 else [f"{quoted(folders[0])}/{tail}"]
    return patterns


def _alike(folders: Iterable[str]) -> dict[tuple[str, str], list[str]]:
    groups: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for folder in folders:
        groups[folder.partition("/")[0], folder.rpartition("/")[2]].append(folder)
    return dict(groups)


def examples_folder(path: str) -> str:
    """The folder of examples on a file's way; empty where there is none."""
    folders = folders_of(path)
    for what in ("examples", "among_documents"):
        at = next((n for n, folder in enumerate(folders) if habits().holds(what, folder)), None)
        if at is not None:
            return "/".join(folders[: at + 1])
    return ""


def by_top(paths: Sequence[str]) -> dict[str, list[str]]:
    """Paths by their folder at the top; those in the project's own folder under the empty name."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for path in paths:
        groups["".join(folders_of(path)[:1])].append(path)
    return dict(groups)
