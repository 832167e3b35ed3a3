"""Runs the examples of one document, in the interpreter that a project configures.

This file runs by itself, copied into a scratch folder; nothing of Patternbook can be imported there, and the
interpreter may be older or newer than Patternbook's own. It reads ``job.json`` beside it and appends a line
of JSON to ``results.jsonl`` before and after each example, so that what was reached is always known.

``job.json`` holds ``mode`` (``document``, ``module``), ``path`` and ``text`` of the file, ``flags`` (names of
doctest's options), ``seconds`` (that all examples have together), ``setup`` (code that precedes them),
``samples`` (``number``, ``source``, ``line``, ``lines``, ``preparation``, ``group``), and for a module its
dotted ``module`` name.
"""

from __future__ import annotations

import ast
import asyncio
import doctest
import importlib
import inspect
import json
import linecache
import os
import re
import signal
import sys
import time
import traceback
import types
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_AWAIT = getattr(ast, "PyCF_ALLOW_TOP_LEVEL_AWAIT", 0)
_PROMPT = ">>> "
_TOO_LONG = "did not end within half of the time that its file had left"
_BAD_OPTION = re.compile(r"has an invalid option: '[+-](\w+)'")


class Streams:
    """The process's standard output and error, which an example may close."""

    def __init__(self) -> None:
        self._kept = {name: os.dup(number) for name, number in (("stdout", 1), ("stderr", 2))}

    def restore(self) -> None:
        """Open anew what is closed."""
        for name, number in self._kept.items():
            if getattr(sys, name) is None or getattr(sys, name).closed:
                stream = open(os.dup(number), "w", encoding="utf-8", errors="backslashreplace")  # noqa: PTH123, SIM115
                setattr(sys, name, stream)
                setattr(sys, f"__{name}__", stream)


class Results:
    """What is told about each example."""

    def __init__(self, file: str) -> None:
        self._stream = open(file, "a", encoding="utf-8")  # noqa: PTH123, SIM115

    def tell(self, **facts: Any) -> None:
        """Write a line at once: the next statement may be the process's last."""
        self._stream.write(json.dumps(facts) + "\n")
        self._stream.flush()


class Trouble(Exception):  # noqa: N818
    """An example did not do what it says."""

    def __init__(self, status: str, message: str, line: int, output: str = "", **more: Any) -> None:
        super().__init__(message)
        facts = {"status": status, "message": message, "line": line, "output": output}
        self.facts: dict[str, Any] = {**facts, **more}
        self.missing = status == "import"


class OutOfTime(BaseException):
    """An example has used up its share of the time."""


class Clock:
    """Shares out a document's time: each example gets half of what is left.

    So one that never ends does not keep the others from their turn.
    """

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds
        self._running = False
        signal.signal(signal.SIGALRM, self._ring)

    def _ring(self, *_: object) -> None:
        if self._running:
            raise OutOfTime

    def __enter__(self) -> None:
        """Begin an example's share."""
        share = max(0.5, (self._end - time.monotonic()) / 2)
        self._running = True
        # Again and again: code that catches everything may catch the first.
        signal.setitimer(signal.ITIMER_REAL, share, 0.1)

    def __exit__(self, *_: object) -> None:
        """End it."""
        self._running = False
        signal.setitimer(signal.ITIMER_REAL, 0)


class Checker(doctest.OutputChecker):
    """Compares outputs; that a class was made at a prompt is not what an example is about.

    Some tools run documents without a name for their module, and so pages show ``<class 'A'>``.
    """

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        """Whether an output is as shown, with or without the module's name."""
        same = super().check_output
        return same(want, got, optionflags) or same(want, got.replace("__main__.", ""), optionflags)


class Session(doctest.DocTestRunner):
    """Runs an interactive session up to its first difference."""

    def __init__(self, flags: int) -> None:
        super().__init__(Checker(), verbose=False, optionflags=flags)
        self.tried = 0

    def report_start(self, out: Any, test: Any, example: Any) -> None:  # noqa: ARG002
        """Count what is really run: skipped statements never come here."""
        self.tried += 1

    def report_failure(self, out: Any, test: Any, example: Any, got: str) -> None:  # noqa: ARG002
        """Stop at a difference of output."""
        difference = Checker().output_difference(example, got, self.optionflags)
        shown = [_last_line(text) if example.exc_msg else text for text in (example.want, got)]
        # Whole values: what was cut could not be told from a path or a secret any more.
        line = test.lineno + example.lineno + 1
        raise Trouble("failed", "expected {}, got {}", line, difference, values=shown)

    def report_unexpected_exception(
        self,
        out: Any,  # noqa: ARG002
        test: Any,
        example: Any,
        exc_info: Any,
    ) -> None:
        """Stop at an exception that the session does not show."""
        line = test.lineno + example.lineno + 1
        raise _trouble(exc_info[1], lambda _: line, test.filename) from None


class Runner:
    """Runs the examples of a document, one after the other."""

    def __init__(self, job: dict[str, Any]) -> None:
        self.path = job["path"]
        self.flags = 0
        for name in job["flags"]:
            self.flags |= doctest.OPTIONFLAGS_BY_NAME[name]
        self._loop: asyncio.AbstractEventLoop | None = None
        self._line = 1
        self._setup = job["setup"]
        self._failed_setup: dict[str, Any] | None = None
        self._clock = Clock(job["seconds"])
        self._streams = Streams()
        self._failed_import: tuple[int, str] | None = None

    def set_up(self, namespace: dict[str, Any]) -> None:
        """Run what the project has run before its examples."""
        if self._failed_setup is None:
            try:
                self._run(self._setup, list(range(1, self._setup.count("\n") + 2)), namespace)
            except Trouble as trouble:
                facts = trouble.facts
                self._failed_setup = {**facts, "message": f"{facts['message']}, in the setup"}

    def verdict(self, sample: dict[str, Any], namespace: dict[str, Any]) -> dict[str, Any]:
        """The facts about one example."""
        line, lines = sample["line"], sample["lines"]
        self._line = line
        if self._failed_setup is not None:
            return {**self._failed_setup, "line": line}
        try:
            with self._clock:
                for code in sample["preparation"]:
                    self._prepare(code, line, namespace)
                tried = self._run(sample["source"], lines, namespace)
        except OutOfTime:
            return {"status": "timeout", "message": _TOO_LONG, "line": line}
        except Trouble as trouble:
            return self._traced_to_import(trouble, line)
        finally:
            self._streams.restore()
        if not tried:
            return {"status": "unproven", "message": "all of it is marked to be skipped", "line": line}
        return {"status": "passed", "message": "", "line": line}

    def _prepare(self, code: str, line: int, namespace: dict[str, Any]) -> None:
        """Run what is no example: where it fails, the examples that need it do."""
        try:
            self._run(code, [line] * (code.count("\n") + 1), namespace)
        except Trouble as trouble:
            self._traced_to_import(trouble, line)

    def _traced_to_import(self, trouble: Trouble, line: int) -> dict[str, Any]:
        facts = trouble.facts
        if trouble.missing and self._failed_import is None:
            self._failed_import = (line, facts["message"])
        elif facts["message"].startswith("NameError:") and self._failed_import is not None:
            first, message = self._failed_import
            facts = {**facts, "status": "import", "message": f"{message}, which line {first} imports"}
        return facts

    def _run(self, source: str, lines: list[int], namespace: dict[str, Any]) -> int:
        if source.lstrip().startswith(_PROMPT):
            return self._run_session(source, lines, namespace)
        self._run_plain(source, lines, namespace)
        return 1

    def _run_session(self, source: str, lines: list[int], namespace: dict[str, Any]) -> int:
        test = self._parsed(source)
        # A DocTest copies what it is given; the document's examples share one namespace.
        test.globs = namespace
        session = Session(self.flags)
        try:
            session.run(test, out=lambda _: None, clear_globs=False)
        except Trouble as trouble:
            trouble.facts["line"] = _line_in(lines, trouble.facts["line"])
            raise
        except ValueError as error:
            # The session closed the stream that its output goes to.
            raise _trouble(error, lambda _: lines[0], self.path) from None
        return session.tried

    def _parsed(self, source: str) -> doctest.DocTest:
        while True:
            try:
                return doctest.DocTestParser().get_doctest(source, {}, self.path, self.path, 0)
            except ValueError as error:
                unknown = _BAD_OPTION.search(str(error))
                if unknown is None:
                    raise Trouble("failed", f"not a session: {error}", self._line) from None
                # Another tool's option, which changes nothing here.
                doctest.register_optionflag(unknown.group(1))

    def _run_plain(self, source: str, lines: list[int], namespace: dict[str, Any]) -> None:
        try:
            tree = compile(source, self.path, "exec", ast.PyCF_ONLY_AST | _AWAIT, dont_inherit=True)
            _renumber(tree, lines)
            code = compile(tree, self.path, "exec", _AWAIT, dont_inherit=True)
            result = eval(code, namespace)  # noqa: S307
            if code.co_flags & inspect.CO_COROUTINE:
                self._wait_for(result)
        except SystemExit as end:
            if end.code not in (None, 0):
                raise Trouble("failed", f"ended with exit code {end.code!r}", self._line) from None
        except SyntaxError as error:
            if error.filename != self.path:
                raise _trouble(error, lambda seen: seen or self._line, self.path) from None
            line = error.lineno or 1
            where = line if line in lines else _line_in(lines, line)
            raise Trouble("failed", f"SyntaxError: {error.msg}", where) from None
        except BaseException as error:  # noqa: BLE001
            raise _trouble(error, lambda seen: seen or self._line, self.path) from None

    def _wait_for(self, awaitable: Any) -> None:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
        self._loop.run_until_complete(awaitable)


def _renumber(tree: ast.AST, lines: list[int]) -> None:
    """Give each node the line of the file at which it stands, so that tracebacks are right."""
    for node in ast.walk(tree):
        for name in ("lineno", "end_lineno"):
            line = getattr(node, name, None)
            if line is not None:
                setattr(node, name, _line_in(lines, line))


def _line_in(lines: list[int], line: int) -> int:
    return lines[min(line, len(lines)) - 1]


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2]


def _trouble(error: BaseException, line_of: Callable[[int | None], int], path: str) -> Trouble:
    """What an exception means for the example that raised it."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    line = line_of(frames[-1].lineno if frames else None)
    inner = error.__traceback__
    while inner is not None and inner.tb_frame.f_code.co_filename in (__file__, doctest.__file__):
        inner = inner.tb_next
    output = "".join(traceback.format_exception(type(error), error, inner))
    if isinstance(error, OutOfTime):
        return Trouble("timeout", _TOO_LONG, line, output)
    missing = _missing_module(error)
    if missing:
        return Trouble("import", f"no module named {missing!r}", line, output)
    if isinstance(error, MemoryError):
        return Trouble("memory", "needs more memory than it may use", line, output)
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    first = said.strip().partition("\n")[0]
    kind = type(error).__name__
    return Trouble("failed", f"{kind}: {first}" if first else kind, line, output)


def _missing_module(error: BaseException | None) -> str:
    """The module whose absence is behind an exception, or nothing."""
    while isinstance(error, ImportError):
        if isinstance(error, ModuleNotFoundError) and error.name:
            return error.name
        error = error.__cause__ or error.__context__
    return ""


def run_document(job: dict[str, Any], results: Results) -> None:
    """All examples in one namespace, as somebody has it who pastes them one after the other."""
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    runner = Runner(job)
    runner.set_up(module.__dict__)
    for sample in job["samples"]:
        results.tell(begin=sample["number"])
        results.tell(number=sample["number"], **runner.verdict(sample, module.__dict__))


def run_module(job: dict[str, Any], results: Results) -> None:
    """The examples of each docstring in a copy of the module's namespace."""
    runner = Runner(job)
    spaces: dict[int, dict[str, Any]] = {}
    results.tell(begin=job["samples"][0]["number"])
    try:
        module = importlib.import_module(job["module"])
    except BaseException as error:  # noqa: BLE001
        facts = _trouble(error, lambda seen: seen or 1, job["path"]).facts
        facts["message"] = f"{facts['message']}, on importing {job['module']}"
        for sample in job["samples"]:
            results.tell(number=sample["number"], **{**facts, "line": sample["line"]})
        return
    for sample in job["samples"]:
        results.tell(begin=sample["number"])
        space = spaces.get(sample["group"])
        if space is None:
            space = spaces[sample["group"]] = dict(module.__dict__)
            runner.set_up(space)
        results.tell(number=sample["number"], **runner.verdict(sample, space))


def main() -> None:
    """Carry out the job."""
    folder = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120
    with open(os.path.join(folder, "job.json"), encoding="utf-8") as stream:  # noqa: PTH118, PTH123
        job = json.load(stream)
    sys.path[0] = ""
    sys.argv = [""]
    text = job["text"]
    # Tracebacks and inspect.getsource find the document under its own name.
    linecache.cache[job["path"]] = (len(text), None, text.splitlines(True), job["path"])
    results = Results(os.path.join(folder, "results.jsonl"))  # noqa: PTH118
    {"document": run_document, "module": run_module}[job["mode"]](job, results)
    sys.stdout.flush()
    sys.stderr.flush()
    # Threads that an example left behind would hold up the end.
    os._exit(0)


if __name__ == "__main__":
    main()
