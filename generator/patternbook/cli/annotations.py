"""What drifted, as GitHub Actions shows it: annotations at the lines, and a summary of the job."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patternbook.config import Config
    from patternbook.corpus import Corpus, Difference
    from patternbook.model import Example

_TITLE = "Patternbook"
_SHOWN = 50
"""Annotations in the log; the service itself shows the first ten of a kind beside the code."""
_LISTED = 200
"""Entries in the summary."""
_SAID = {
    "changed": ("error", "the example has changed"),
    "removed": ("error", "the example is gone from its source"),
    "added": ("warning", "the example is not in the corpus yet"),
}
"""How an entry differs → the kind of annotation, and what it says."""


def drift(config: Config, difference: Difference, old: Corpus, new: Corpus) -> Iterator[str]:
    """The lines of a log that make annotations, one for each entry that differs."""
    drifted = list(_drifted(difference, old, new))
    for word, entry in drifted[:_SHOWN]:
        kind, said = _SAID[word]
        yield _command(kind, f"{said}: {entry.title} ({entry.id})", **_place(config, entry))
    if len(drifted) > _SHOWN:
        yield _command(
            "warning", f"{len(drifted) - _SHOWN:,} more entries differ; `patternbook check` lists them"
        )
    yield _command(
        "error", f"the corpus is stale: run `patternbook build` in {_within(config.root) or '.'} and commit"
    )


def fault(message: str) -> str:
    """The line of a log that makes an annotation of an error."""
    return _command("error", message)


def append_summary(config: Config, fresh: bool, difference: Difference, old: Corpus, new: Corpus) -> None:
    """Add Markdown to the job's summary, where the job has one."""
    file = os.environ.get("GITHUB_STEP_SUMMARY")
    if not file:
        return
    with Path(file).open("a", encoding="utf-8") as opened:
        opened.writelines(f"{line}\n" for line in _summary(config, fresh, difference, old, new))


def _summary(config: Config, fresh: bool, difference: Difference, old: Corpus, new: Corpus) -> Iterator[str]:
    name = _cell(config.name)
    if fresh:
        yield f"### {name}: the corpus is fresh\n"
        yield f"{len(new.entries):,} examples."
        return
    yield f"### {name}: the corpus is stale\n"
    yield f"Run `patternbook build` in `{_within(config.root) or '.'}` and commit what it writes.\n"
    drifted = list(_drifted(difference, old, new))
    if not drifted:
        yield "The entries are the same, but the files are missing or differ in their bytes."
        return
    yield "| | example | where |"
    yield "|---|---|---|"
    for word, entry in drifted[:_LISTED]:
        place = _place(config, entry)
        where = f"`{_cell(place['file'])}`, line {place['line']}" if place else ""
        yield f"| {word} | {_cell(entry.title)} | {where} |"
    if len(drifted) > _LISTED:
        yield f"\n… and {len(drifted) - _LISTED:,} more."


def _drifted(difference: Difference, old: Corpus, new: Corpus) -> Iterator[tuple[str, Example]]:
    for word, ids in (
        ("changed", difference.changed),
        ("removed", difference.removed),
        ("added", difference.added),
    ):
        entries = old.by_id if word == "removed" else new.by_id
        yield from ((word, entries[example_id]) for example_id in ids)


def _place(config: Config, entry: Example) -> dict[str, str]:
    """Where an entry comes from, with the file relative to the checkout."""
    if entry.origin is None:
        return {}
    file = _within(config.root / entry.origin.path)
    return {"file": file, "line": str(entry.origin.start_line), "endLine": str(entry.origin.end_line)}


def _within(path: Path) -> str:
    """A path relative to the checkout, or to the working directory where there is none."""
    base = Path(os.environ.get("GITHUB_WORKSPACE") or Path.cwd())
    try:
        relative = PurePosixPath(path.resolve().relative_to(base.resolve()).as_posix())
    except ValueError:
        return path.as_posix()
    return "" if relative == PurePosixPath() else relative.as_posix()


def _command(kind: str, message: str, **properties: str) -> str:
    named = {**properties, "title": _TITLE}
    listed = ",".join(f"{key}={_property(value)}" for key, value in named.items())
    return f"::{kind} {listed}::{_message(message)}"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")


def _cell(text: str) -> str:
    """A text that breaks neither out of a table's cell nor into markup."""
    plain = " ".join(text.split())
    return "".join(f"&#{ord(mark)};" if mark in "<>|`*_[]\\&" else mark for mark in plain)
