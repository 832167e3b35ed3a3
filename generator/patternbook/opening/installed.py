"""Corpora that installed packages ship, found by entry points; no package is imported.

A package announces a corpus with an entry point in the group ``patternbook.corpora`` whose value is the
dotted path of the folder that holds it: ``examples = "mylib.examples"`` for ``mylib/examples/corpus.json``.
"""

from __future__ import annotations

import logging
import os
import re
import sys
from importlib.metadata import Distribution, EntryPoint, distributions
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from patternbook.errors import CorpusError
from patternbook.opening.places import CORPUS_FILE, INDEX_FILE, Place, distribution_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.resources.abc import Traversable

_log = logging.getLogger(__name__)

GROUP = "patternbook.corpora"
_ENTRY_POINTS = "entry_points.txt"
_METADATA = (".dist-info", ".egg-info")
_FOLDER = re.compile(r"[^\W\d]\w*(\.\w+)*")


def installed_places(path: Sequence[str] | None = None) -> list[Place]:
    """Return the corpora of installed packages, by the names of package and entry point.

    One that cannot be found is left out with a warning.

    Args:
        path: folders and archives to look for packages in; ``None`` means those that Python imports from.
    """
    places = []
    for distribution, point in sorted(_announced(sys.path if path is None else path), key=_position):
        try:
            places.append(_place(distribution, point))
        except CorpusError as error:
            _log.warning("%s; it is left out", error)
    return places


def skipped(place: Place, error: Exception) -> None:
    """Warn that an installed corpus is left out since it cannot be used."""
    _log.warning("%s %s: %s; it is left out", place.package, place.version or "", error)


def _position(pair: tuple[Distribution, EntryPoint]) -> tuple[str, str]:
    return distribution_name(pair[0].name), pair[1].name


def _announced(path: Sequence[str]) -> Iterator[tuple[Distribution, EntryPoint]]:
    for distribution in _distributions(path):
        for point in distribution.entry_points:
            if point.group == GROUP:
                yield distribution, point


def _distributions(path: Sequence[str]) -> Iterator[Distribution]:
    """Find the packages that name our group, the first of each name.

    ``importlib.metadata.entry_points`` does the same for every group, and takes several times as long.
    """
    seen: set[str] = set()
    for entry in dict.fromkeys(path):
        if Path(entry).is_file():
            # An archive, such as a wheel that is imported from without being unpacked.
            yield from (d for d in distributions(path=[entry]) if GROUP in (d.read_text(_ENTRY_POINTS) or ""))
            continue
        for folder in _metadata_folders(entry):
            name = distribution_name(Path(folder).name.partition("-")[0])
            if name not in seen and _names_group(folder):
                yield Distribution.at(folder)
            seen.add(name)


def _metadata_folders(entry: str) -> list[str]:
    try:
        with os.scandir(entry or ".") as members:
            return sorted(member.path for member in members if member.name.endswith(_METADATA))
    except OSError:
        return []


def _names_group(folder: str) -> bool:
    try:
        with open(f"{folder}/{_ENTRY_POINTS}", "rb") as file:  # noqa: PTH123 - there may be thousands
            return GROUP.encode() in file.read()
    except OSError:
        return False


def _place(distribution: Distribution, point: EntryPoint) -> Place:
    what = f"{distribution.name} {distribution.version}: entry point {point.name!r} of {GROUP}"
    if not _FOLDER.fullmatch(point.value):
        raise CorpusError(
            f"{what}: expected the dotted path of a folder, such as 'mylib.examples'; found {point.value!r}"
        )
    folder = _folder(distribution, point.value.split("."))
    if folder is None:
        raise CorpusError(f"{what}: there is no {CORPUS_FILE} in {point.value.replace('.', '/')}")
    return Place(
        folder / CORPUS_FILE,
        folder / INDEX_FILE,
        "installed",
        point.name,
        package=distribution.name,
        version=distribution.version,
    )


def _folder(distribution: Distribution, parts: Sequence[str]) -> Traversable | None:
    """The folder of a dotted path: beside the package's metadata, else where an editable install points."""
    # In an archive this is a path inside it; the declared type is narrower than what is returned.
    beside: Traversable = distribution.locate_file("/".join(parts))  # type: ignore[assignment]
    candidates = [beside, *(Path(root, *parts[1:]) for root in _roots(parts[0]))]
    return next((folder for folder in candidates if (folder / CORPUS_FILE).is_file()), None)


def _roots(package: str) -> list[str]:
    """The folders of a top-level package. Finding it does not run it, whichever way it is installed."""
    try:
        spec = find_spec(package)
    except Exception:  # noqa: BLE001 - import hooks of other packages may raise anything
        return []
    return list(spec.submodule_search_locations or ()) if spec else []
