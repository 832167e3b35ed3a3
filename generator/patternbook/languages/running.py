"""How a language's examples are run: what a frontend may offer beside parsing.

A frontend with an attribute ``runner`` says which program runs the examples of one document, and reads what
came of it. It starts nothing itself: limits, isolation and scratch folders are the same for every language.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from patternbook.config import Execution
    from patternbook.languages import Frontend
    from patternbook.model import Snippet, SourceFile

Status = Literal["passed", "unproven", "failed", "timeout", "memory", "import"]
"""``unproven``: nothing of it was run, so it stays as valid as it was; ``import``: a package is missing.
All after it are rejections."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file and the examples that were taken from it by one source."""

    file: SourceFile
    snippets: tuple[Snippet, ...]
    """In the order of the file."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the project says about running."""

    root: Path
    """The project's folder, absolute."""
    execution: Execution
    table: str
    """How the table ``execution`` is named in messages: its file, and its key without the closing quote."""

    def key(self, name: str) -> str:
        """How one of its keys is named in messages."""
        return f"{self.table}.{name}'"


@dataclass(frozen=True, slots=True)
class Job:
    """A program that runs a document's examples."""

    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables beside those that every program gets."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Name → text of files that are to lie in the scratch folder, beside the working directory."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a job ended."""

    code: int
    """Exit code; 128 + N after signal N."""
    stopped: Literal["", "timeout", "output"]
    """Why it was ended; empty where it ended by itself."""
    output: str
    """What it printed."""
    scratch: Path
    """The scratch folder, as the job left it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What running says about one example."""

    status: Status
    message: str = ""
    """One line: what was expected, what happened."""
    line: int = 1
    """Line of the file at which it happened, 1-based."""
    output: str = ""
    """What the program said, whole; it is made short and free of paths elsewhere."""
    values: Sequence[str] = ()
    """What stands for each ``{}`` of the message, whole, as the output is; empty where the message is
    complete."""


@dataclass(frozen=True, slots=True)
class Toolchain:
    """What ran the examples."""

    by: str
    """For the entries: name and version without its last part, such as ``python@3.11``."""
    details: Mapping[str, object]
    """For the report: the full version and those of installed packages."""


class Runner(Protocol):
    """How a language's examples are run."""

    def toolchain_job(self, settings: Settings) -> Job:
        """A program that prints what ``toolchain`` reads.

        Raises:
            ConfigError: the configuration names a program that is not there.
        """

    def toolchain(self, outcome: Outcome, settings: Settings) -> Toolchain:
        """What the program of ``toolchain_job`` printed.

        Raises:
            ConfigError: it is no program of this language.
        """

    def job(self, document: Document, settings: Settings) -> Job:
        """The program that runs a document's examples."""

    def verdicts(self, document: Document, outcome: Outcome) -> Sequence[Verdict]:
        """One verdict for each of the document's examples, in their order."""


def runner_of(frontend: Frontend) -> Runner | None:
    """The frontend's runner, if it has one."""
    runner: Runner | None = getattr(frontend, "runner", None)
    return runner


def program_of(frontend: Frontend, source: str) -> str:
    """An example's source as a program that the language's own tools read, with as many lines.

    A frontend whose examples may be something else, such as interactive sessions, has a method ``program``.
    """
    convert: Callable[[str], str] | None = getattr(frontend, "program", None)
    return convert(source) if convert is not None else source
