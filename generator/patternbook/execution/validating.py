"""A project's own command as a second gate: its compiler or checker, run over all examples of a language."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from patternbook.errors import ConfigError, ExecutionError
from patternbook.execution.batches import Said, batches, rejected
from patternbook.execution.findings import Findings
from patternbook.execution.process import Limits, Place, run_process
from patternbook.execution.wording import Wording, short_message
from patternbook.languages import frontend
from patternbook.languages.running import program_of
from patternbook.model import Rejection, Validation

if TYPE_CHECKING:
    import threading
    from collections.abc import Sequence

    from patternbook.config import Config, Validator
    from patternbook.model import Checked, Snippet

_FILES = "{files}"
_VERSION = re.compile(r"\d+(?:\.\d+)*")
_ERROR = re.compile(r"error", re.IGNORECASE)
_VERSION_SECONDS = 60.0
_NAME_LENGTH = 60


def validate(
    config: Config, validator: Validator, items: Sequence[Checked], jobs: int, halt: threading.Event
) -> Findings:
    """Run a validator over all examples of its language.

    Args:
        config: the project's configuration.
        validator: the command.
        items: all examples of the build; their positions are their numbers.
        jobs: how many batches run at a time.
        halt: when set, nothing goes on running.

    Raises:
        ConfigError: the command is not there, or its version cannot be had.
        ExecutionError: it did not end in time.
    """
    found = Findings()
    numbers = [number for number, item in enumerate(items) if item.snippet.language == validator.language]
    if not numbers:
        key = f"{config.prefix}validators.{validator.language}"
        found.warnings.append(f"{config.file}: key '{key}': there are no examples in {validator.language}")
        return found
    folder = Path(tempfile.mkdtemp(prefix="patternbook-")).resolve()
    try:
        command = _Command(config, validator, folder, halt)
        version = command.version()
        files = _place(folder, [items[number].snippet for number in numbers], validator)
        verdicts = _run(command, list(files), jobs)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    release = ".".join(version.split(".")[:2])
    by = f"{validator.name}@{release}" if release else validator.name
    for number, (path, snippet) in zip(numbers, files.items(), strict=True):
        if path in verdicts:
            found.rejections[number] = command.rejection(snippet, path, verdicts[path])
        else:
            found.grants[number] = Validation(validator.level, by)
    facts = {"name": validator.name, "version": version, "examples": len(numbers)}
    found.facts["validators"] = {validator.language: facts}
    return found


def _run(command: _Command, paths: list[str], jobs: int) -> dict[str, str]:
    verdicts: dict[str, str] = {}
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        for some in pool.map(lambda batch: rejected(batch, command.run), batches(paths)):
            verdicts |= some
    return verdicts


def _place(folder: Path, snippets: Sequence[Snippet], validator: Validator) -> dict[str, Snippet]:
    """Write each example to a file of its own, named by where it comes from."""
    files: dict[str, Snippet] = {}
    language = frontend(validator.language)
    suffix = validator.suffix or language.suffixes[0]
    for snippet in snippets:
        stem = re.sub(r"[^a-z0-9]+", "_", snippet.origin.path.rpartition(".")[0].lower()).strip("_")
        stem = f"x_{stem[-_NAME_LENGTH:].strip('_')}_{snippet.origin.start_line}"
        path = folder / f"{stem}{suffix}"
        count = 1
        while str(path) in files:
            count += 1
            path = folder / f"{stem}_{count}{suffix}"
        path.write_text(program_of(language, snippet.source) + "\n", encoding="utf-8")
        files[str(path)] = snippet
    return files


class _Command:
    """The validator's command, ready to run in the project's folder."""

    def __init__(self, config: Config, validator: Validator, folder: Path, halt: threading.Event) -> None:
        self._validator = validator
        self._key = f"{config.file}: key '{config.prefix}validators.{validator.language}"
        self._root = config.root
        self._halt = halt
        self._wording = Wording(config.root, folder)
        self._place = Place(config.root, os.environ, folder)
        self._program = self._found(validator.command[0], "command")

    def _found(self, name: str, key: str) -> str:
        """A program by its name on PATH, or by its path from the project's folder."""
        inside = self._root / name
        found = shutil.which(str(inside)) if "/" in name else shutil.which(name)
        if found is None:
            raise ConfigError(
                f"{self._key}.{key}': there is no program {name!r}; install it, or give its path from the "
                "project's folder"
            )
        return found

    def version(self) -> str:
        """The full version that the program gives itself, or nothing where the project asks for none."""
        asked = self._validator.version
        if not asked:
            return ""
        program = self._found(asked[0], "version")
        ended = run_process([program, *asked[1:]], self._place, Limits(_VERSION_SECONDS), self._halt)
        number = _VERSION.search(ended.output)
        if ended.code != 0 or ended.stopped or number is None:
            said = short_message(self._wording.message(ended.output)) or "nothing"
            raise ConfigError(
                f"{self._key}.version': expected a command that prints a version and ends with exit code 0; "
                f"it ended with {ended.code} and said {said}"
            )
        return number.group()

    def run(self, paths: Sequence[str]) -> Said:
        """Run the command over files."""
        arguments: list[str] = []
        for argument in self._validator.command[1:]:
            arguments += paths if argument == _FILES else [argument]
        limits = Limits(self._validator.timeout)
        ended = run_process([self._program, *arguments], self._place, limits, self._halt)
        if ended.stopped == "timeout":
            self._halt.set()
            count = "1 example" if len(paths) == 1 else f"{len(paths)} examples"
            raise ExecutionError(
                f"{self._key}.timeout': {self._validator.name} did not end within "
                f"{self._validator.timeout:g} seconds on {count}; give it more, or mend the command"
            )
        if not ended.found:
            raise ConfigError(f"{self._key}.command': {ended.output.strip()[-200:]}")
        return Said(ended.code == 0 and not ended.stopped, ended.output)

    def rejection(self, snippet: Snippet, path: str, output: str) -> Rejection:
        """What the command said about an example, on the example's own terms."""
        text, line = _at_origin(output, path, snippet)
        shown = self._wording.output(text)
        message = self._wording.message(_telling(shown, snippet.origin.path)) or "no message"
        return Rejection(
            snippet.origin.path,
            line,
            "validator",
            f"{self._validator.name}: {message}",
            shown,
        )


def _telling(output: str, path: str) -> str:
    """The row of an output that says what is wrong, without the place, which stands before it anyway."""
    rows = [row.strip() for row in output.split("\n") if row.strip()]
    placed = re.compile(rf"{re.escape(path)}(?:[:\d]*|\([\d,]+\):?)\s+(?P<said>.*\w.*)")
    for row in rows:
        found = placed.match(row)
        if found:
            return found["said"]
    return next((row for row in rows if _ERROR.search(row)), rows[0] if rows else "")


def _at_origin(output: str, path: str, snippet: Snippet) -> tuple[str, int]:
    """Output with the example's path and lines in place of the scratch file's, and the first line named."""
    name = re.escape(path.rpartition("/")[2])
    place = re.compile(rf"(?:[^\s\"'()=:<>\[\]]*/)?{name}(?:(?P<between>:|\", line |\()(?P<line>\d+))?")
    first: list[int] = []

    def put(match: re.Match[str]) -> str:
        if match["line"] is None:
            return snippet.origin.path
        line = snippet.file_line(max(1, int(match["line"])))
        first.append(line)
        return f"{snippet.origin.path}{match['between']}{line}"

    text = place.sub(put, output)
    return text, first[0] if first else snippet.origin.start_line
