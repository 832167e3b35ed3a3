"""The host's side of running Python examples: which program to start, and what its results say."""

from __future__ import annotations

import doctest
import json
import os
import re
import shutil
import signal
import sys
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from patternbook.errors import ConfigError
from patternbook.languages.python.running.docstrings import Docstrings
from patternbook.languages.running import Job, Toolchain, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from patternbook.languages.running import Document, Outcome, Settings, Status
    from patternbook.model import Snippet

_DRIVER, _PYTEST = (Path(__file__).with_name(name) for name in ("driver.py", "pytest_driver.py"))
_RESULTS = "results.jsonl"
_SIGNALLED = 128
"""What a signal's number is added to in an exit code."""
_SCRIPTS = frozenset({"file", "patterns"})
_MISSING = re.compile(r"^ModuleNotFoundError: No module named '([\w.]+)'", re.MULTILINE)

_ASK = """
import importlib.metadata as m, json, platform, sys
names = sorted({(d.metadata["Name"] or "").lower(): d.version for d in m.distributions()}.items())
print(json.dumps({"version": platform.python_version(), "implementation": platform.python_implementation(),
"packages": dict(n for n in names if n[0])}))
"""


class PythonRunner:
    """Fulfils ``patternbook.languages.running.Runner`` for Python."""

    def toolchain_job(self, settings: Settings) -> Job:
        """A program that prints the interpreter's version and its packages."""
        for name in settings.execution.doctest:
            if name not in doctest.OPTIONFLAGS_BY_NAME:
                known = ", ".join(sorted(doctest.OPTIONFLAGS_BY_NAME))
                raise ConfigError(f"{settings.key('doctest')}: expected names of {known}; found {name!r}")
        return Job((_interpreter(settings), "-c", _ASK), _environment(settings))

    def toolchain(self, outcome: Outcome, settings: Settings) -> Toolchain:
        """What the interpreter said of itself."""
        try:
            facts = json.loads(outcome.output)
            major, minor = facts["version"].split(".")[:2]
        except (ValueError, KeyError, TypeError, AttributeError):
            last = outcome.output.strip().rpartition("\n")[2] or f"exit code {outcome.code}"
            raise ConfigError(
                f"{settings.key('python')}: expected an interpreter of Python 3.8 or later; asked for its "
                f"version it said: {last[:200]}"
            ) from None
        return Toolchain(f"python@{major}.{minor}", facts)

    def job(self, document: Document, settings: Settings) -> Job:
        """The program that runs a document's examples."""
        interpreter, environment = _interpreter(settings), _environment(settings)
        path = document.file.path
        kind = document.snippets[0].kind
        if kind in _SCRIPTS:
            return Job((interpreter, str(settings.root / path)), environment)
        description: dict[str, Any] = {
            "mode": "document",
            "path": path,
            "text": document.file.text,
            "flags": list(settings.execution.doctest),
            "seconds": settings.execution.timeout,
            "setup": settings.execution.setup,
        }
        groups = None
        if kind == "tests":
            description = {"file": str(settings.root / path), "root": str(settings.root)}
        elif path.endswith(".py"):
            base, description["module"] = _module(path, settings)
            environment = _environment(settings, base)
            description["mode"] = "module"
            groups = Docstrings(document.file.text)
        description["samples"] = [
            _sample(number, snippet, groups) for number, snippet in enumerate(document.snippets)
        ]
        driver = _PYTEST if kind == "tests" else _DRIVER
        files = {"driver.py": driver.read_text(encoding="utf-8"), "job.json": json.dumps(description)}
        return Job((interpreter, "../driver.py"), environment, files)

    def verdicts(self, document: Document, outcome: Outcome) -> Sequence[Verdict]:
        """One verdict for each of the document's examples, in their order."""
        if document.snippets[0].kind in _SCRIPTS:
            return [_script_verdict(snippet, outcome) for snippet in document.snippets]
        told, begun = _read_results(outcome.scratch / _RESULTS)
        stuck = next((number for number in reversed(begun) if number not in told), None)
        verdicts = []
        for number, snippet in enumerate(document.snippets):
            if number in told:
                verdicts.append(told[number])
            elif number == stuck or not begun:
                verdicts.append(_cut_off(outcome, snippet))
            else:
                verdicts.append(_not_reached(outcome, document.snippets[stuck or 0], snippet))
        return verdicts


def _interpreter(settings: Settings) -> str:
    name = settings.execution.python
    if not name:
        return sys.executable
    if "/" in name or os.sep in name:
        # Not resolved: an environment's interpreter is a link, and its place says which packages it has.
        found: str | None = str(settings.root / name) if os.access(settings.root / name, os.X_OK) else None
    else:
        found = shutil.which(name)
    if found is None:
        raise ConfigError(
            f"{settings.key('python')}: there is no program {name!r}; expected an interpreter's path from "
            "the project's folder, such as '.venv/bin/python', or its name on PATH"
        )
    return found


def _folders(settings: Settings) -> list[str]:
    """The folders, relative to the project, from which examples import."""
    given = list(settings.execution.path)
    return given or (["src"] if (settings.root / "src").is_dir() else ["."])


def _environment(settings: Settings, base: str | None = None) -> Mapping[str, str]:
    folders = _folders(settings)
    if base is not None and base not in folders:
        folders.append(base)
    binaries = str(Path(_interpreter(settings)).parent)
    return {
        "PATH": os.pathsep.join((binaries, os.environ.get("PATH", os.defpath))),
        "PYTHONPATH": os.pathsep.join(str(settings.root / folder) for folder in folders),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONIOENCODING": "utf-8",
        # Figures are drawn, but no window opens.
        "MPLBACKEND": "Agg",
    }


def _module(path: str, settings: Settings) -> tuple[str, str]:
    """The folder to import a file from, and its dotted name there."""
    whole = PurePosixPath(path)
    holding = [folder for folder in _folders(settings) if whole.is_relative_to(folder)]
    base = max(holding, key=len, default=".")
    parts = list(whole.relative_to(base).with_suffix("").parts)
    if len(parts) > 1 and parts[-1] == "__init__":
        parts.pop()
    return base, ".".join(parts)


def _sample(number: int, snippet: Snippet, groups: Docstrings | None) -> dict[str, Any]:
    count = snippet.source.count("\n") + 1
    return {
        "number": number,
        "source": snippet.source,
        "lines": [snippet.file_line(line) for line in range(1, count + 1)],
        "preparation": list(snippet.preparation),
        "line": snippet.origin.start_line,
        "group": groups.at(snippet.origin.start_line) if groups else 0,
        "span": [snippet.origin.start_line, snippet.origin.end_line],
    }


def _read_results(file: Path) -> tuple[dict[int, Verdict], list[int]]:
    """Verdicts by number, and the numbers of the examples that were begun."""
    told: dict[int, Verdict] = {}
    begun: list[int] = []
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError:
        lines = []
    for line in lines:
        try:
            facts = json.loads(line)
            if "begin" in facts:
                begun.append(int(facts["begin"]))
            else:
                number = int(facts.pop("number"))
                told[number] = Verdict(**facts)
        except (ValueError, TypeError, KeyError):
            # The last line of a process that was killed, or something that an example wrote there.
            continue
    return told, begun


def _script_verdict(snippet: Snippet, outcome: Outcome) -> Verdict:
    line = snippet.origin.start_line
    if outcome.code == 0 and not outcome.stopped:
        return Verdict("passed", line=line)
    missing = _MISSING.findall(outcome.output)
    if missing and not outcome.stopped:
        return Verdict("import", f"no module named {missing[-1]!r}", line, outcome.output)
    if re.search(r"^MemoryError\b", outcome.output, re.MULTILINE):
        return Verdict("memory", "needs more memory than it may use", line, outcome.output)
    return _cut_off(outcome, snippet)


def _cut_off(outcome: Outcome, snippet: Snippet) -> Verdict:
    """The verdict on an example during which its process ended."""
    line = snippet.origin.start_line
    if outcome.stopped == "timeout":
        return Verdict("timeout", "did not end within the time that its file has", line, outcome.output)
    if outcome.stopped == "output":
        return Verdict("failed", "printed without end", line, outcome.output)
    last = outcome.output.strip().rpartition("\n")[2]
    said = f": {last}" if last else ""
    return Verdict("failed", f"{_ending(outcome.code)}{said}", line, outcome.output)


def _ending(code: int) -> str:
    number = code - _SIGNALLED
    if number in set(signal.Signals):
        return f"was ended by {signal.Signals(number).name}"
    return f"ended with exit code {code}"


def _not_reached(outcome: Outcome, culprit: Snippet, snippet: Snippet) -> Verdict:
    why = "did not end in time" if outcome.stopped == "timeout" else "ended the process"
    message = f"was not reached: the example at line {culprit.origin.start_line} {why}"
    status: Status = "timeout" if outcome.stopped == "timeout" else "failed"
    return Verdict(status, message, snippet.origin.start_line)
