"""Corpora that installed packages ship, found by entry points; no package is imported.

A package announces a corpus with an entry point in the group ``patternbook.corpora`` whose value is the
dotted path of the folder that holds it: ``examples = "mylib.examples"`` for ``mylib/examples/corpus.json``.
"""

from __future__ import annotations

import logging
import re
import sys
from importlib.metadata import Distribution, EntryPoint, distributions
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from patternbook.errors import CorpusError
from patternbook.opening.places import CORPUS_FILE, INDEX_FILE, Place, distribution_name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.resources.abc import Traversable

_log = logging.getLogger(__name__)

GROUP = "patternbook.corpora"
_FOLDER = re.compile(r"[^\W\d]\w*(\.\w+)*")


def installed_places(path: list[str] | None = None) -> list[Place]:
    """Return the corpora of installed packages, by the names of package and entry point.

    One that cannot be found is left out with a warning.

    Args:
        path: folders and archives to look for packages in; ``None`` means those that Python imports from.
    """
    places = []
    for distribution in _announcing(sys.path if path is None else path).values():
        for point in sorted(distribution.entry_points.select(group=GROUP), key=lambda point: point.name):
            try:
                places.append(_place(distribution, point))
            except CorpusError as error:
                _log.warning("%s; it is left out", error)
    return places


def skipped(place: Place, error: Exception) -> None:
    """Warn that an installed corpus is left out since it cannot be used."""
    _log.warning("%s %s: %s; it is left out", place.package, place.version or "", error)


def _announcing(path: list[str]) -> dict[str, Distribution]:
    """The packages that announce corpora, by their names, in that order; of one name, the first counts."""
    found: dict[str, Distribution] = {}
    for distribution in distributions(path=path):
        try:
            # Most packages have other entry points or none, and are not read any further.
            if GROUP in (distribution.read_text("entry_points.txt") or ""):
                found.setdefault(distribution_name(distribution.name), distribution)
        except Exception as error:  # noqa: BLE001 - a damaged package must not keep the others out
            where = distribution.locate_file("")
            _log.warning("%s: the metadata of a package cannot be read (%s); it is left out", where, error)
    return dict(sorted(found.items()))


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
