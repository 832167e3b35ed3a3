"""The habits of projects, from ``habits.toml``: what files and folders are for, by their names."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Literal

_TABLE = Path(__file__).with_name("habits.toml")

Kind = Literal["code", "documents", "tests"]
"""What a name is asked about: a file of code, a document, a file of tests."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why files of some names hold no examples."""

    text: str
    """As people read it."""
    folders: frozenset[str]
    files: frozenset[str]
    of: str
    """The kind of files of which it says so; ``both`` stands for code and documents."""
    at_the_top: bool
    """Whether its names count only in the project's own folder."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What in a language's files says what they hold."""

    tests: re.Pattern[str] | None = None
    documentation: re.Pattern[str] | None = None
    package: str = ""
    """The file that makes a folder a package."""


@dataclass(frozen=True, slots=True)
class Habits:
    """The whole table."""

    folders: dict[str, frozenset[str]]
    """What lies in a folder (``tests``, ``examples``, ``documents``) → names of such folders."""
    reasons: tuple[Reason, ...]
    translations: frozenset[str]
    codes: frozenset[str]
    test_names: tuple[str, ...]
    example_names: tuple[str, ...]
    manifests: frozenset[str]
    languages: dict[str, Signs]

    def signs(self, language: str) -> Signs:
        """The signs of a language; none for one that the table does not know."""
        return self.languages.get(language, Signs())

    def holds(self, what: str, folder: str) -> bool:
        """Whether a folder goes by a name of those that hold ``tests``, ``examples`` or ``documents``."""
        name = plain(folder)
        return name in self.folders[what] or (what == "examples" and name.startswith("examples-"))

    def is_test(self, path: str) -> bool:
        """Whether a file of code goes by the name of a test."""
        return _named(path, self.test_names)

    def is_example(self, path: str) -> bool:
        """Whether a file of code goes by the name of an example."""
        return _named(path, self.example_names)

    def why_not(self, path: str, kind: Kind) -> str:
        """Why a file holds no examples, by its name or its folders' names; empty where nothing says so."""
        *above, name = path.split("/")
        folders = [plain(folder) for folder in above]
        stem = plain(name.partition(".")[0]) or plain(name)
        for reason in self.reasons:
            if reason.of not in {kind, "both"} or (reason.of == "both" and kind == "tests"):
                continue
            asked = folders[:1] if reason.at_the_top else folders
            named = stem in reason.files and not (reason.at_the_top and folders)
            if named or not reason.folders.isdisjoint(asked):
                return reason.text
        return ""


@cache
def plain(name: str) -> str:
    """A file's or folder's name as the table has it."""
    return re.sub(r"[_ ]+", "-", name.lower()).strip("-")


@cache
def habits() -> Habits:
    """The table, read once."""
    table = tomllib.loads(_TABLE.read_text(encoding="utf-8"))
    reasons = tuple(
        Reason(
            text=item["text"],
            folders=frozenset(item.get("folders", ())),
            files=frozenset(item.get("files", ())),
            of=item["of"],
            at_the_top=item.get("at_the_top", False),
        )
        for item in table["reason"]
    )
    return Habits(
        folders={what: frozenset(names) for what, names in table["folders"].items()},
        reasons=reasons,
        translations=frozenset(table["translations"]["folders"]),
        codes=frozenset(table["translations"]["codes"]),
        test_names=tuple(table["names"]["test"]),
        example_names=tuple(table["names"]["example"]),
        manifests=frozenset(table["manifests"]["names"]),
        languages={name: _signs(signs) for name, signs in table["languages"].items()},
    )


def _signs(table: dict[str, str]) -> Signs:
    tests, documentation = table.get("tests"), table.get("documentation")
    return Signs(
        tests=re.compile(tests) if tests else None,
        documentation=re.compile(documentation) if documentation else None,
        package=table.get("package", ""),
    )


def _named(path: str, forms: tuple[str, ...]) -> bool:
    stem = path.rpartition("/")[2].partition(".")[0]
    return any(fnmatchcase(stem, form) for form in forms)
