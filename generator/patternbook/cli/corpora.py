"""``patternbook corpora``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from patternbook.cli.common import say, say_json
from patternbook.opening import distinct_names, readings_here

if TYPE_CHECKING:
    import argparse

    from patternbook.opening import Reading

_ORIGINS = {
    "project": "this project's own",
    "beside": "named by this project's configuration",
    "bundled": "comes with Patternbook, and answers where there is no other",
}
_UNITS = ("bytes", "KB", "MB", "GB")
_STEP = 1000


def run(arguments: argparse.Namespace) -> int:
    """List the corpora that answer in the working directory; none is indexed."""
    readings = readings_here(Path.cwd())
    named = list(zip(distinct_names(readings), readings, strict=True))
    if arguments.json:
        say_json({"corpora": [_document(name, reading) for name, reading in named]})
        return 0
    for name, reading in named:
        _show(name, reading)
    return 0


def _document(name: str, reading: Reading) -> dict[str, Any]:
    return {
        "name": name,
        "version": reading.place.version,
        "origin": reading.place.origin,
        "package": reading.place.package,
        "path": reading.path,
        "entries": len(reading.corpus.entries),
        "size": len(reading.corpus.raw),
        "index_usable": reading.index is not None,
        "index_problem": reading.problem or None,
    }


def _show(name: str, reading: Reading) -> None:
    place, count = reading.place, len(reading.corpus.entries)
    title = f"{name} {place.version}" if place.version else name
    examples = "1 example" if count == 1 else f"{count} examples"
    origin = _ORIGINS.get(place.origin, f"from the package {place.package}")
    say(f"{title}: {examples}, {_size(len(reading.corpus.raw))}; {origin}")
    say(f"  {reading.path}")
    if reading.problem:
        say(f"  indexed anew at every start: {reading.problem}")


def _size(count: float) -> str:
    for unit in _UNITS:
        if count < _STEP or unit == _UNITS[-1]:
            break
        count /= _STEP
    return f"{count:.1f} {unit}" if unit != _UNITS[0] else f"{count:.0f} {unit}"
