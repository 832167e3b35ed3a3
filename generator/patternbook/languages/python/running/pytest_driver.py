"""Runs the unit tests of one file by pytest, in the interpreter that a project configures.

Like ``driver``, this file runs by itself in a scratch folder. ``job.json`` beside it holds ``file`` and
``root``, absolute, and ``samples`` (``number``, ``span``: first and last line of a test); each gets a line of
JSON in ``results.jsonl``.
"""

from __future__ import annotations

import json
import os
import re
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


class Watcher:
    """A plugin of pytest that keeps what each test came to, by the line of its function."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str, str]] = []
        self.problems: list[str] = []

    def pytest_configure(self, config: Any) -> None:
        """Options are known: values are to be told whole, or paths and secrets in them are not recognised."""
        config.option.verbose = 2

    def pytest_runtest_logreport(self, report: Any) -> None:
        """A phase of a test is over."""
        if report.when == "call" or report.outcome != "passed":
            _, line, _ = report.location
            self.found.append(((line or 0) + 1, report.outcome, report.longreprtext))

    def pytest_collectreport(self, report: Any) -> None:
        """A file was read."""
        if report.failed:
            self.problems.append(report.longreprtext)


def run_tests(job: dict[str, Any], tell: Callable[..., None]) -> None:
    """Run a file of unit tests, and tell what each came to."""
    try:
        import pytest
    except ImportError:
        for sample in job["samples"]:
            tell(
                number=sample["number"],
                status="unproven",
                message="pytest is not installed in the interpreter",
                line=1,
            )
        return
    watcher = Watcher()
    usual = ["-q", "-p", "no:cacheprovider", "--rootdir", job["root"], job["file"]]
    tell(begin=job["samples"][0]["number"])
    code = pytest.main([*usual], plugins=[watcher])
    if code == pytest.ExitCode.USAGE_ERROR and not watcher.found:
        # The project's own options may need plugins that are not there. (It had a copy: it adds to its list.)
        pytest.main([*usual, "-o", "addopts="], plugins=[watcher])
    for sample in job["samples"]:
        tell(number=sample["number"], **_test_verdict(sample, watcher))


def _test_verdict(sample: dict[str, Any], watcher: Watcher) -> dict[str, Any]:
    first, last = sample["span"]
    mine = [(line, outcome, text) for line, outcome, text in watcher.found if first <= line <= last]
    for line, outcome, text in mine:
        if outcome == "failed":
            return {"status": "failed", "message": _said(text), "line": line, "output": text}
    if any(outcome == "passed" for _, outcome, _ in mine):
        return {"status": "passed", "message": "", "line": first}
    if watcher.problems and not mine:
        text = watcher.problems[0]
        missing = re.search(r"ModuleNotFoundError: No module named '([\w.]+)'", text)
        if missing:
            message = f"no module named {missing.group(1)!r}"
            return {"status": "import", "message": message, "line": first, "output": text}
        return {"status": "failed", "message": _said(text), "line": first, "output": text}
    why = "it was skipped" if mine else "pytest does not collect it"
    return {"status": "unproven", "message": why, "line": first}


def _said(text: str) -> str:
    """The line of a report of pytest that says what is wrong."""
    marked = [line[1:].strip() for line in text.split("\n") if line.startswith("E ")]
    return marked[0] if marked else text.strip().rpartition("\n")[2]


def main() -> None:
    """Carry out the job."""
    folder = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120
    with open(os.path.join(folder, "job.json"), encoding="utf-8") as stream:  # noqa: PTH118, PTH123
        job = json.load(stream)
    sys.path[0] = ""
    with open(os.path.join(folder, "results.jsonl"), "a", encoding="utf-8") as results:  # noqa: PTH118, PTH123

        def tell(**facts: Any) -> None:
            results.write(json.dumps(facts) + "\n")
            results.flush()

        run_tests(job, tell)
    sys.stdout.flush()
    # Threads that a test left behind would hold up the end.
    os._exit(0)


if __name__ == "__main__":
    main()
