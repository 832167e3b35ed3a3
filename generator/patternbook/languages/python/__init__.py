"""The Python frontend: the standard library's own parser.

``frontend`` is all that the rest of Patternbook sees. The parser is imported when the first text is parsed,
so that naming the language costs nothing.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patternbook.languages.naming import Namer
    from patternbook.languages.running import Runner
    from patternbook.model import Outline


@dataclass(frozen=True, slots=True)
class PythonFrontend:
    """What Patternbook needs to know of Python; fulfils ``patternbook.languages.Frontend``."""

    name: str = "python"
    title: str = "Python"
    revision: str = f"{sys.version_info.major}.{sys.version_info.minor}"
    """The interpreter's minor version: it is the language that ``ast`` reads."""
    suffixes: tuple[str, ...] = (".py",)
    fences: tuple[str, ...] = ("python", "py", "python3", "pycon")
    line_comment: str = "#"
    data: Path = Path(__file__).parent

    def parse(self, text: str) -> Outline:
        """Parse a whole text. Never raises: what is wrong stands in the outline's diagnostics."""
        from patternbook.languages.python.outline import outline

        return outline(_without_mark(text))

    def parse_with_tests(self, text: str) -> Outline:
        """Parse a whole text, and find the tests of pytest and unittest in it with what each needs."""
        from patternbook.languages.python.outline import outline

        return outline(_without_mark(text), tests=True)

    def companions(self, path: str) -> tuple[str, ...]:
        """Paths of the files whose fixtures the tests of a file may use, nearest first."""
        folders = PurePosixPath(path).parents
        return tuple(str(folder / "conftest.py") for folder in folders)

    def program(self, text: str) -> str:
        """A text as a program: of a session what was typed, line for line."""
        from patternbook.languages.python.prompts import code_of

        return code_of(text).text

    @property
    def namer(self) -> Namer:
        """How symbols are written and asked for."""
        from patternbook.languages.python.naming import PythonNamer

        return PythonNamer()

    @property
    def runner(self) -> Runner:
        """How examples are run."""
        from patternbook.languages.python.running import PythonRunner

        return PythonRunner()


def _without_mark(text: str) -> str:
    """A text whose byte order mark became as many bytes of what Python passes over at the start of a line."""
    return f"\f\f\f{text[1:]}" if text.startswith("\ufeff") else text


frontend = PythonFrontend()
