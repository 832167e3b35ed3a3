"""``[tool.patternbook]`` in ``pyproject.toml``, or ``patternbook.toml``, as checked values."""

from __future__ import annotations

import logging
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from patternbook.config_values import Values
from patternbook.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from patternbook.model import Level

_log = logging.getLogger(__name__)

EXTRACTIONS = ("file", "tests", "patterns", "blocks", "sections")
"""The kinds of extraction that a source can ask for."""

_FILES = ("patternbook.toml", "pyproject.toml")
_PROJECT_KEYS = (
    "name",
    "language",
    "output",
    "licence",
    "source_url",
    "corpora",
    "synonyms",
    "overrides",
    "sources",
    "execution",
    "validators",
)
_SOURCE_KEYS = ("include", "exclude", "extract", "category", "language", "execute")
_EXECUTION_KEYS = ("python", "path", "timeout", "memory", "doctest", "setup")
_VALIDATOR_KEYS = ("command", "version", "timeout", "name", "level", "suffix")
_FILES_PLACE = "{files}"
_SUFFIX = re.compile(r"(\.\w+)+")
_VALIDATOR_SECONDS = 120.0
_CATEGORY_FIELDS = ("topic", "stem", "parent", "project")


@dataclass(frozen=True, slots=True)
class SourceRule:
    """Which files to read, and what to take from them: one ``[[tool.patternbook.sources]]``."""

    include: tuple[str, ...]
    """Glob patterns relative to the project; ``**`` matches any number of folders."""
    exclude: tuple[str, ...]
    extract: str
    """One of ``EXTRACTIONS``."""
    category: str
    """The category of its examples; may hold ``{topic}``, ``{stem}``, ``{parent}`` and ``{project}``."""
    language: str
    """Name of the frontend for its code."""
    number: int
    """Its position among the sources, from 1, for error messages."""
    execute: bool = False
    """Whether its examples are run."""


@dataclass(frozen=True, slots=True)
class Execution:
    """How examples are run, where a source asks for it: ``[tool.patternbook.execution]``."""

    python: str = ""
    """The interpreter: a path relative to the project, or a name to look up; empty means the one that runs
    Patternbook."""
    path: tuple[str, ...] = ()
    """Folders, relative to the project, from which examples import; empty means ``src``, or else the
    project itself."""
    timeout: float = 60.0
    """Seconds for all examples of one file together."""
    memory: int = 2048
    """Megabytes of address space for each process."""
    doctest: tuple[str, ...] = ("ELLIPSIS", "NORMALIZE_WHITESPACE")
    """Names of the option flags that sessions are compared with."""
    setup: str = ""
    """Code that is run before the examples of each document."""


@dataclass(frozen=True, slots=True)
class Validator:
    """A command that examples of a language must pass: one key of ``[tool.patternbook.validators]``."""

    language: str
    command: tuple[str, ...]
    """The program and its arguments; the argument ``{files}`` stands for the examples' files."""
    version: tuple[str, ...] = ()
    """A command that prints the program's version, or nothing."""
    timeout: float = _VALIDATOR_SECONDS
    """Seconds for one run over a batch of files."""
    name: str = ""
    """What it is called on the entries."""
    level: Level = "compiled"
    """The level that it proves."""
    suffix: str = ""
    """Ending of the files' names; empty means the first that the language has."""


@dataclass(frozen=True, slots=True)
class Config:
    """A project's configuration."""

    file: Path
    """The file that it was read from, absolute."""
    name: str
    """What the corpus is called."""
    language: str
    output: Path
    """Folder of ``corpus.json`` and ``index.json``, absolute."""
    licence: str
    """SPDX expression of the examples' licence, or empty."""
    source_url: str
    """Link to source lines with ``{path}``, ``{start}`` and ``{end}``, or empty."""
    corpora: tuple[str, ...]
    """Glob patterns of other corpora to serve beside this one."""
    synonyms: Path | None
    overrides: Path | None
    sources: tuple[SourceRule, ...]
    execution: Execution = Execution()
    validators: tuple[Validator, ...] = ()
    """By language."""
    prefix: str = ""
    """What its keys begin with in messages: empty, or ``tool.patternbook.``."""

    @property
    def root(self) -> Path:
        """The project's folder, to which all paths and patterns are relative."""
        return self.file.parent


def find_config(start: Path) -> Path | None:
    """Find the configuration that governs a folder: its own, or the nearest above it."""
    for folder in (start, *start.parents):
        for name in _FILES:
            file = folder / name
            if file.is_file() and _holds_configuration(file):
                return file
    return None


def load_config(file: Path) -> Config:
    """Read and check a configuration.

    Raises:
        ConfigError: it cannot be read, or a key or value in it is not allowed.
    """
    file = file.absolute()
    document = _read(file)
    if file.name == "pyproject.toml":
        tool = document.get("tool")
        table = tool.get("patternbook") if isinstance(tool, dict) else None
        prefix = "tool.patternbook"
        if not isinstance(table, dict):
            raise ConfigError(f"{file}: there is no table [{prefix}]; see the README for one to start from")
    else:
        tool = document.get("tool")
        nested = isinstance(tool, dict) and "patternbook" in tool
        table = tool["patternbook"] if isinstance(tool, dict) and nested else document
        prefix = "tool.patternbook" if nested else ""
    return _Reader(file, prefix).config(table)


def _holds_configuration(file: Path) -> bool:
    if file.name != "pyproject.toml":
        return True
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        _log.warning("%s: passed over, since it cannot be read as TOML: %s", file, error)
        return False
    tool = document.get("tool")
    return isinstance(tool, dict) and "patternbook" in tool


def _read(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(file.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file}: not UTF-8 at byte {error.start}; TOML is UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file}: not TOML: {error}") from None


class _Reader(Values):
    """Takes a configuration out of its table."""

    def config(self, table: object) -> Config:
        if not isinstance(table, dict):
            raise ConfigError(f"{self.file}: expected a table [{self.prefix.rstrip('.')}]")
        self.known_keys(table, _PROJECT_KEYS, self.prefix)
        folder = self.file.parent
        language = self.text(table, "language", self.prefix, "")
        return Config(
            file=self.file,
            name=self.text(table, "name", self.prefix, folder.name),
            language=language,
            output=folder / self._relative(table, "output", "_patternbook"),
            licence=self.text(table, "licence", self.prefix, ""),
            source_url=self.text(table, "source_url", self.prefix, ""),
            corpora=self.texts(table, "corpora", self.prefix),
            synonyms=self._optional_path(table, "synonyms"),
            overrides=self._optional_path(table, "overrides"),
            sources=self._sources(table, language),
            execution=self._execution(table),
            validators=self._validators(table),
            prefix=self.prefix,
        )

    def _sources(self, table: Mapping[str, object], language: str) -> tuple[SourceRule, ...]:
        sources = table.get("sources")
        key = f"{self.prefix}sources"
        if not isinstance(sources, list) or not sources or not all(isinstance(s, dict) for s in sources):
            raise ConfigError(f"{self.file}: key '{key}': expected at least one table [[{key}]]")
        return tuple(self._source(source, number, language) for number, source in enumerate(sources, 1))

    def _source(self, table: Mapping[str, object], number: int, language: str) -> SourceRule:
        prefix = f"{self.prefix}sources[{number}]."
        self.known_keys(table, _SOURCE_KEYS, prefix)
        include = self.texts(table, "include", prefix)
        if not include:
            raise ConfigError(f"{self.file}: key '{prefix}include': expected at least one pattern")
        exclude = self.texts(table, "exclude", prefix)
        for key, patterns in (("include", include), ("exclude", exclude)):
            for pattern in patterns:
                self._inside(pattern, f"{prefix}{key}")
        extract = self.text(table, "extract", prefix, "")
        if extract not in EXTRACTIONS:
            allowed = ", ".join(EXTRACTIONS)
            raise ConfigError(
                f"{self.file}: key '{prefix}extract': expected one of {allowed}; found {extract!r}"
            )
        own_language = self.text(table, "language", prefix, language)
        if not own_language:
            raise ConfigError(
                f"{self.file}: key '{prefix}language' is missing; "
                f"set it here or once as '{self.prefix}language'"
            )
        category = self.text(table, "category", prefix, "{parent}")
        self._category(category, f"{prefix}category")
        return SourceRule(
            include=include,
            exclude=exclude,
            extract=extract,
            category=category,
            language=own_language,
            number=number,
            execute=self.flag(table, "execute", prefix),
        )

    def _execution(self, table: Mapping[str, object]) -> Execution:
        inner = self.table(table, "execution", self.prefix)
        prefix = f"{self.prefix}execution."
        self.known_keys(inner, _EXECUTION_KEYS, prefix)
        usual = Execution()
        path = self.texts(inner, "path", prefix)
        for folder in path:
            if PurePosixPath(folder).is_absolute() or ".." in PurePosixPath(folder).parts:
                raise ConfigError(
                    f"{self.file}: key '{prefix}path': expected folders inside the project; found {folder!r}"
                )
        return Execution(
            python=self.text(inner, "python", prefix, ""),
            path=path,
            timeout=self.number(inner, "timeout", prefix, usual.timeout, "seconds"),
            memory=int(self.number(inner, "memory", prefix, usual.memory, "megabytes")),
            doctest=self.texts(inner, "doctest", prefix) if "doctest" in inner else usual.doctest,
            setup=self.text(inner, "setup", prefix, ""),
        )

    def _validators(self, table: Mapping[str, object]) -> tuple[Validator, ...]:
        inner = self.table(table, "validators", self.prefix)
        return tuple(
            self._validator(self.table(inner, language, f"{self.prefix}validators."), language)
            for language in sorted(inner)
        )

    def _validator(self, table: Mapping[str, object], language: str) -> Validator:
        prefix = f"{self.prefix}validators.{language}."
        self.known_keys(table, _VALIDATOR_KEYS, prefix)
        command, version = (self.texts(table, key, prefix) for key in ("command", "version"))
        if _FILES_PLACE not in command[1:]:
            raise ConfigError(
                f"{self.file}: key '{prefix}command': expected a list of a program and its arguments, one of "
                f'them "{_FILES_PLACE}", which stands for the files to check; found {list(command)!r}'
            )
        level = self.text(table, "level", prefix, "compiled")
        if level not in {"compiled", "executed"}:
            raise ConfigError(
                f"{self.file}: key '{prefix}level': expected 'compiled' or 'executed'; found {level!r}"
            )
        suffix = self.text(table, "suffix", prefix, "")
        if suffix and not _SUFFIX.fullmatch(suffix):
            raise ConfigError(f"{self.file}: key '{prefix}suffix': expected one like '.py'; found {suffix!r}")
        name = self.text(table, "name", prefix, "") or PurePosixPath(command[0]).name
        if not name.strip():
            raise ConfigError(f"{self.file}: key '{prefix}command': expected the name of a program first")
        return Validator(
            language=language,
            command=command,
            version=version,
            timeout=self.number(table, "timeout", prefix, _VALIDATOR_SECONDS, "seconds"),
            name=name,
            level="executed" if level == "executed" else "compiled",
            suffix=suffix,
        )

    def _category(self, category: str, key: str) -> None:
        try:
            filled = category.format(**dict.fromkeys(_CATEGORY_FIELDS, "x"))
        except (KeyError, IndexError, ValueError, AttributeError):
            filled = ""
        if not filled.strip():
            allowed = ", ".join(f"{{{name}}}" for name in _CATEGORY_FIELDS)
            raise ConfigError(
                f"{self.file}: key '{key}': expected a text that may hold {allowed}; found {category!r}"
            )

    def _inside(self, pattern: str, key: str) -> None:
        path = PurePosixPath(pattern)
        wild = [part for part in path.parts if "**" in part and part != "**"]
        if wild:
            raise ConfigError(
                f"{self.file}: key '{key}': '**' stands for whole folders: write '**/*.md', "
                f"not '**.md'; found {pattern!r}"
            )
        if path.is_absolute() or ".." in path.parts or not path.parts or "\0" in pattern:
            raise ConfigError(
                f"{self.file}: key '{key}': expected a pattern inside the project; found {pattern!r}"
            )

    def _relative(self, table: Mapping[str, object], key: str, default: str) -> str:
        value = self.text(table, key, self.prefix, default)
        if not value.strip() or "\0" in value:
            raise ConfigError(f"{self.file}: key '{self.prefix}{key}': expected a path; found {value!r}")
        return value

    def _optional_path(self, table: Mapping[str, object], key: str) -> Path | None:
        if key not in table:
            return None
        path = self.file.parent / self._relative(table, key, "")
        if not path.is_file():
            raise ConfigError(f"{self.file}: key '{self.prefix}{key}': there is no file {path}")
        return path
