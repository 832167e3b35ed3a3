"""``patternbook build``."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import Progress

from patternbook.cli.common import complain, configuration, say, say_json
from patternbook.errors import ConfigError
from patternbook.files import replace_file
from patternbook.pipeline import build

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from patternbook.pipeline import Report

_SHOWN = 20
"""Rejections shown one by one; the report holds all."""


def run(arguments: argparse.Namespace) -> int:
    """Build and write corpus and index."""
    config = configuration(arguments)
    if arguments.report and not arguments.report.absolute().parent.is_dir():
        raise ConfigError(f"{arguments.report}: cannot be written: its folder does not exist")
    output = arguments.output.absolute() if arguments.output else config.output
    with shown_progress() as progress:
        made = build(config, jobs=arguments.jobs, use_cache=not arguments.no_cache, progress=progress)
    made.write(output)
    if arguments.report:
        _write_report(arguments.report, made.report)
    _tell_rejections(made.report)
    if arguments.json:
        say_json(
            {
                "files": made.report.files,
                "entries": len(made.corpus.entries),
                "rejected": made.report.rejected,
                "seconds": round(made.report.seconds, 3),
                "output": str(output),
                **made.report.proof,
            }
        )
    else:
        _say_counts(made.report, len(made.corpus.entries), output)
    return 0


@contextmanager
def shown_progress() -> Iterator[Callable[[int, int], None]]:
    """Show a bar on a terminal; stay quiet elsewhere."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("Building", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _tell_rejections(report: Report) -> None:
    for warning in report.warnings:
        complain(f"patternbook: {warning}")
    for rejection in report.rejections[:_SHOWN]:
        complain(f"{rejection.path}:{rejection.line}: {rejection.reason}: {rejection.message}")
    rest = len(report.rejections) - _SHOWN
    if rest > 0:
        complain(f"… and {rest} more; --report FILE writes all of them")


def _say_counts(report: Report, entries: int, output: Path) -> None:
    files = "1 file" if report.files == 1 else f"{report.files} files"
    examples = "1 example" if entries == 1 else f"{entries} examples"
    say(f"{files} → {examples} in {report.seconds:.1f} s")
    levels = report.proof.get("levels")
    if isinstance(levels, dict) and levels:
        say(", ".join(f"{count} {level}" for level, count in levels.items()))
    if report.rejected:
        reasons = ", ".join(f"{count} {reason}" for reason, count in report.rejected.items())
        say(f"rejected or left out: {reasons}")
    say(f"written: {output}/corpus.json and index.json")


def _write_report(file: Path, report: Report) -> None:
    document = {
        "files": report.files,
        "rejected": report.rejected,
        "rejections": [asdict(rejection) for rejection in report.rejections],
        "warnings": list(report.warnings),
        **report.proof,
    }
    try:
        replace_file(file.absolute(), (json.dumps(document, indent=2, ensure_ascii=False) + "\n").encode())
    except OSError as error:
        raise ConfigError(f"{file}: the report cannot be written there ({error.strerror})") from None
