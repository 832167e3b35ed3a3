"""``[tool.patternbook]`` in ``pyproject.toml``, or ``patternbook.toml``, as checked values."""

from __future__ import annotations

import logging
import tomllib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from patternbook.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
)
_SOURCE_KEYS = ("include", "exclude", "extract", "category", "language")
_CATEGORY_FIELDS = ("stem", "parent", "project")


@dataclass(frozen=True, slots=True)
class SourceRule:
    """Which files to read, and what to take from them: one ``[[tool.patternbook.sources]]``."""

    include: tuple[str, ...]
    """Glob patterns relative to the project; ``**`` matches any number of folders."""
    exclude: tuple[str, ...]
    extract: str
    """One of ``EXTRACTIONS``."""
    category: str
    """The category of its examples; may hold ``{stem}``, ``{parent}`` and ``{project}``."""
    language: str
    """Name of the frontend for its code."""
    number: int
    """Its position among the sources, from 1, for error messages."""


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


class _Reader:
    """Takes values out of a configuration's table; every complaint names the file and the key."""

    def __init__(self, file: Path, prefix: str) -> None:
        self._file = file
        self._prefix = f"{prefix}." if prefix else ""

    def config(self, table: object) -> Config:
        if not isinstance(table, dict):
            raise ConfigError(f"{self._file}: expected a table [{self._prefix.rstrip('.')}]")
        self._known_keys(table, _PROJECT_KEYS, self._prefix)
        folder = self._file.parent
        language = self._text(table, "language", self._prefix, "")
        return Config(
            file=self._file,
            name=self._text(table, "name", self._prefix, folder.name),
            language=language,
            output=folder / self._relative(table, "output", "_patternbook"),
            licence=self._text(table, "licence", self._prefix, ""),
            source_url=self._text(table, "source_url", self._prefix, ""),
            corpora=self._texts(table, "corpora", self._prefix),
            synonyms=self._optional_path(table, "synonyms"),
            overrides=self._optional_path(table, "overrides"),
            sources=self._sources(table, language),
        )

    def _sources(self, table: Mapping[str, object], language: str) -> tuple[SourceRule, ...]:
        sources = table.get("sources")
        key = f"{self._prefix}sources"
        if not isinstance(sources, list) or not sources or not all(isinstance(s, dict) for s in sources):
            raise ConfigError(f"{self._file}: key '{key}': expected at least one table [[{key}]]")
        return tuple(self._source(source, number, language) for number, source in enumerate(sources, 1))

    def _source(self, table: Mapping[str, object], number: int, language: str) -> SourceRule:
        prefix = f"{self._prefix}sources[{number}]."
        self._known_keys(table, _SOURCE_KEYS, prefix)
        include = self._texts(table, "include", prefix)
        if not include:
            raise ConfigError(f"{self._file}: key '{prefix}include': expected at least one pattern")
        exclude = self._texts(table, "exclude", prefix)
        for key, patterns in (("include", include), ("exclude", exclude)):
            for pattern in patterns:
                self._inside(pattern, f"{prefix}{key}")
        extract = self._text(table, "extract", prefix, "")
        if extract not in EXTRACTIONS:
            allowed = ", ".join(EXTRACTIONS)
            raise ConfigError(
                f"{self._file}: key '{prefix}extract': expected one of {allowed}; found {extract!r}"
            )
        own_language = self._text(table, "language", prefix, language)
        if not own_language:
            raise ConfigError(
                f"{self._file}: key '{prefix}language' is missing; "
                f"set it here or once as '{self._prefix}language'"
            )
        category = self._text(table, "category", prefix, "{parent}")
        self._category(category, f"{prefix}category")
        return SourceRule(
            include=include,
            exclude=exclude,
            extract=extract,
            category=category,
            language=own_language,
            number=number,
        )

    def _category(self, category: str, key: str) -> None:
        try:
            filled = category.format(**dict.fromkeys(_CATEGORY_FIELDS, "x"))
        except (KeyError, IndexError, ValueError, AttributeError):
            filled = ""
        if not filled.strip():
            allowed = ", ".join(f"{{{name}}}" for name in _CATEGORY_FIELDS)
            raise ConfigError(
                f"{self._file}: key '{key}': expected a text that may hold {allowed}; found {category!r}"
            )

    def _inside(self, pattern: str, key: str) -> None:
        path = PurePosixPath(pattern)
        wild = [part for part in path.parts if "**" in part and part != "**"]
        if wild:
            raise ConfigError(
                f"{self._file}: key '{key}': '**' stands for whole folders: write '**/*.md', "
                f"not '**.md'; found {pattern!r}"
            )
        if path.is_absolute() or ".." in path.parts or not path.parts or "\0" in pattern:
            raise ConfigError(
                f"{self._file}: key '{key}': expected a pattern inside the project; found {pattern!r}"
            )

    def _known_keys(self, table: Mapping[str, object], known: Sequence[str], prefix: str) -> None:
        for key in table:
            if key not in known:
                raise ConfigError(
                    f"{self._file}: unknown key '{prefix}{key}'; the keys here are: {', '.join(known)}"
                )

    def _text(self, table: Mapping[str, object], key: str, prefix: str, default: str) -> str:
        value = table.get(key, default)
        if not isinstance(value, str):
            raise ConfigError(f"{self._file}: key '{prefix}{key}': expected a string; found {value!r}")
        return value

    def _texts(self, table: Mapping[str, object], key: str, prefix: str) -> tuple[str, ...]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise ConfigError(
                f"{self._file}: key '{prefix}{key}': expected a list of strings; found {value!r}"
            )
        return tuple(value)

    def _relative(self, table: Mapping[str, object], key: str, default: str) -> str:
        value = self._text(table, key, self._prefix, default)
        if not value.strip() or "\0" in value:
            raise ConfigError(f"{self._file}: key '{self._prefix}{key}': expected a path; found {value!r}")
        return value

    def _optional_path(self, table: Mapping[str, object], key: str) -> Path | None:
        if key not in table:
            return None
        path = self._file.parent / self._relative(table, key, "")
        if not path.is_file():
            raise ConfigError(f"{self._file}: key '{self._prefix}{key}': there is no file {path}")
        return path
