"""``patternbook eval``."""

from __future__ import annotations

import math
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

from rich.console import Console
from rich.progress import Progress

from patternbook.cli.common import book, complain, say_json
from patternbook.cli.judged_tables import show_trial
from patternbook.cli.log_tables import show_report
from patternbook.errors import EvaluationError
from patternbook.evaluation.baseline import load_baseline, save_baseline
from patternbook.evaluation.judged import check_judgments, read_judged
from patternbook.evaluation.logs import named_logs
from patternbook.evaluation.page import page
from patternbook.evaluation.regression import compare
from patternbook.evaluation.report import log_report
from patternbook.evaluation.tally import Tally
from patternbook.evaluation.threshold import DEFAULT, Threshold
from patternbook.evaluation.trial import ask
from patternbook.evaluation.trial_report import TrialReport
from patternbook.files import replace_file

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from pathlib import Path

_LOG_OPTIONS = ("threshold", "low_score", "html")
_QUERY_OPTIONS = ("baseline", "save_baseline", "corpus", "language")


def run(arguments: argparse.Namespace) -> int:
    """Report on logs, or on judged queries; 1 if the threshold is missed or a figure has regressed."""
    if bool(arguments.logs) == bool(arguments.queries):
        raise EvaluationError("name either the logs to report on, or judged queries with --queries FILE")
    foreign = [
        name for name in (_LOG_OPTIONS if arguments.queries else _QUERY_OPTIONS) if getattr(arguments, name)
    ]
    if foreign:
        option = f"--{foreign[0].replace('_', '-')}"
        raise EvaluationError(f"{option} goes with {'logs' if arguments.queries else '--queries'} only")
    for file in filter(None, (arguments.html, arguments.save_baseline)):
        if file.is_dir() or not file.absolute().parent.is_dir():
            raise EvaluationError(f"{file}: cannot be written; expected a file in a folder that exists")
    return _judged(arguments) if arguments.queries else _logs(arguments)


def _logs(arguments: argparse.Namespace) -> int:
    threshold = DEFAULT if arguments.threshold is None else Threshold.parse(arguments.threshold)
    tally = Tally(None if arguments.low_score is None else _low_score(arguments.low_score))
    logs = named_logs(arguments.logs)
    with _progress() as watch:
        tally.read(logs, watch)
    report = log_report(tally, [log.name for log in logs], threshold)
    if arguments.json:
        say_json(report.facts())
    else:
        show_report(report)
    if arguments.html:
        _write(arguments.html, page(report))
    return 0 if report.passed else 1


def _judged(arguments: argparse.Namespace) -> int:
    queries = read_judged(arguments.queries)
    found = book(arguments)
    check_judgments(queries, found)
    baseline = None if arguments.baseline is None else load_baseline(arguments.baseline, found, queries)
    outcomes = ask(found, queries)
    report = TrialReport.of(
        outcomes,
        {volume.source.name: len(volume.corpus.entries) for volume in found.volumes},
        None if baseline is None else compare(outcomes, baseline),
        () if baseline is None else tuple(baseline.changed(found)),
    )
    if arguments.json:
        say_json(report.facts())
    else:
        show_trial(report)
    if report.regressed and arguments.save_baseline:
        complain(f"patternbook: {arguments.save_baseline}: not saved, since a figure has regressed")
    elif arguments.save_baseline:
        save_baseline(arguments.save_baseline, found, outcomes)
    return 1 if report.regressed else 0


def _low_score(text: str) -> float:
    try:
        score = float(text)
    except ValueError:
        score = math.nan
    if not math.isfinite(score) or score <= 0:
        raise EvaluationError(f"low score {text!r}: expected a number above 0, such as 2.5")
    return score


@contextmanager
def _progress() -> Iterator[Callable[[BinaryIO, int], BinaryIO] | None]:
    """Show how far the logs are read, on a terminal; stay quiet elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    with Progress(console=Console(stderr=True), transient=True) as bar:
        yield lambda file, size: bar.wrap_file(file, total=size, description="Reading")


def _write(file: Path, text: str) -> None:
    try:
        replace_file(file.absolute(), text.encode())
    except OSError as error:
        raise EvaluationError(f"{file}: the page cannot be written there ({error.strerror})") from None
