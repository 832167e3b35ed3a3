"""Runs the unit tests of one file by pytest, in the interpreter that a project configures.

Like ``driver``, this file runs by itself in a scratch folder. ``job.json`` beside it holds ``file`` and
``root``, absolute, and ``samples`` (``number``, ``span``: first and last line of a test); a line of JSON is
added to ``results.jsonl`` when a test begins and when it has ended.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable


class Watcher:
    """A plugin of pytest that tells what each test came to as soon as all its parameters have run."""

    def __init__(self, job: dict[str, Any], tell: Callable[..., None]) -> None:
        self._job = job
        self._file = os.path.realpath(job["file"])
        self._tell = tell
        self._found: dict[int, list[tuple[int, str, str]]] = {}
        self._left: Counter[int] = Counter()
        self._told: set[int] = set()
        self._current: int | None = None
        self._problem = ""
        self._ended_by = ""
        self._started = False

    def pytest_configure(self, config: Any) -> None:
        """Options are known: values are to be told whole, or paths and secrets in them are not recognised."""
        config.option.verbose = 2

    def pytest_sessionstart(self) -> None:
        """The project's configuration is read."""
        self._started = True

    def pytest_collectreport(self, report: Any) -> None:
        """A file was read."""
        if report.failed:
            self._problem = self._problem or report.longreprtext

    def pytest_collection_finish(self, session: Any) -> None:
        """It is known what will run."""
        self._left = Counter(number for item in session.items for number in self._numbers(item.location))

    def pytest_runtest_logstart(self, location: Any) -> None:
        """A test begins."""
        for number in self._numbers(location):
            self._current = number
            self._tell(begin=number)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """A phase of a test is over."""
        if report.when == "call" or report.outcome != "passed":
            for number in self._numbers(report.location):
                facts = (report.location[1] + 1, report.outcome, report.longreprtext)
                self._found.setdefault(number, []).append(facts)

    def pytest_runtest_logfinish(self, location: Any) -> None:
        """A test is over."""
        for number in self._numbers(location):
            self._current = None
            self._left[number] -= 1
            if not self._left[number]:
                self._tell_of(self._job["samples"][number])

    def pytest_keyboard_interrupt(self, excinfo: Any) -> None:
        """A test, or a setting of the project, ended the run."""
        self._ended_by = excinfo.exconly()

    def pytest_internalerror(self, excrepr: Any) -> None:
        """Something else than a test failed, such as a hook of the project."""
        self._ended_by = str(excrepr)

    @property
    def ran(self) -> bool:
        """Whether any test came to something."""
        return bool(self._found)

    def tell_rest(self, errors: str) -> None:
        """The run is over: tell of the tests that did not come to their end.

        Args:
            errors: what pytest printed as such.
        """
        if not self._started:
            self._problem = self._ended_by or errors
        elif not self._left:
            self._problem = self._problem or self._ended_by
        for sample in self._job["samples"]:
            if sample["number"] not in self._told:
                self._tell_of(sample)

    def _numbers(self, location: Any) -> list[int]:
        """The samples that hold a place; a test may be inherited from another file."""
        file, line, _ = location
        if line is None or os.path.realpath(os.path.join(self._job["root"], file)) != self._file:  # noqa: PTH118
            return []
        return [s["number"] for s in self._job["samples"] if s["span"][0] <= line + 1 <= s["span"][1]]

    def _tell_of(self, sample: dict[str, Any]) -> None:
        self._told.add(sample["number"])
        self._tell(number=sample["number"], **{"line": sample["span"][0], **self._verdict(sample["number"])})

    def _verdict(self, number: int) -> dict[str, Any]:
        mine = self._found.get(number, [])
        for line, outcome, text in mine:
            if outcome == "failed":
                return {"status": "failed", "message": _said(text), "line": line, "output": text}
        if self._left[number] > 0:
            return self._unfinished(number)
        if any(outcome == "passed" for _, outcome, _ in mine):
            return {"status": "passed"}
        if self._problem and not mine:
            return _unread(self._problem)
        return {"status": "unproven", "message": "it was skipped" if mine else "pytest does not collect it"}

    def _unfinished(self, number: int) -> dict[str, Any]:
        said = _said(self._ended_by) or "pytest stopped"
        if number == self._current:
            return {"status": "failed", "message": f"ended the run: {said}", "output": self._ended_by}
        if self._current is None:
            return {"status": "failed", "message": f"was not reached: {said}", "output": self._ended_by}
        line = self._job["samples"][self._current]["span"][0]
        return {"status": "failed", "message": f"was not reached: the test at line {line} ended the run"}


class Copy(io.StringIO):
    """Keeps what is written to a stream, and passes it on."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream

    def write(self, text: str) -> int:
        """Write to both."""
        self._stream.write(text)
        return super().write(text)


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
    # What the project sets as to when to stop would leave tests unseen.
    usual = ["-p", "no:cacheprovider", "--maxfail=0", "--rootdir", job["root"], job["file"]]
    # The project's own options may need plugins that are not there.
    for more in ([], ["-o", "addopts="]):
        watcher = Watcher(job, tell)
        with contextlib.redirect_stderr(Copy(sys.stderr)) as errors:
            code = pytest.main([*usual, *more], plugins=[watcher])
        if code != pytest.ExitCode.USAGE_ERROR or watcher.ran:
            break
    watcher.tell_rest(errors.getvalue())


def _unread(text: str) -> dict[str, Any]:
    """The verdict on tests whose file, or the configuration of it, cannot be read."""
    place = re.search(r"while loading conftest '([^']+)'", text)
    where = f", on loading {place.group(1)}" if place else ""
    missing = re.search(r"ModuleNotFoundError: No module named '([\w.]+)'", text)
    if missing:
        message = f"no module named {missing.group(1)!r}{where}"
        return {"status": "import", "message": message, "output": text}
    return {"status": "failed", "message": f"{_said(text) or 'pytest cannot start'}{where}", "output": text}


def _said(text: str) -> str:
    """The line of a report of pytest that says what is wrong."""
    lines = text.strip().split("\n")
    marked = [line[1:].strip() for line in lines if line.startswith("E ")]
    errors = [line.strip() for line in lines if "error" in line.lower()]
    return marked[0] if marked else [*lines, *errors][-1]


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
