"""Hand-made corrections to single entries, in one reviewed TOML file.

``[entries."some-id"]`` with any of ``title``, ``category``, ``explanation`` (strings), ``tags`` (a list that
replaces the generated ones), ``add_tags`` (a list on top of them) and ``exclude`` (true leaves it out).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from patternbook.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from patternbook.model import Example

_TEXTS = ("title", "category", "explanation")
_LISTS = ("tags", "add_tags")
_FLAGS = ("exclude",)


@dataclass(frozen=True, slots=True)
class Override:
    """What to change in one entry; ``None`` leaves a field as it was generated."""

    title: str | None = None
    category: str | None = None
    explanation: str | None = None
    tags: tuple[str, ...] | None = None
    add_tags: tuple[str, ...] = ()
    exclude: bool = False


def load_overrides(file: Path | None) -> Mapping[str, Override]:
    """Read an overrides file: id → what to change; nothing for ``None``.

    Raises:
        ConfigError: a key or value in it is not allowed.
    """
    if file is None:
        return {}
    try:
        document = tomllib.loads(file.read_bytes().decode("utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"{file}: cannot be read as TOML: {error}") from None
    unknown = [key for key in document if key != "entries"]
    entries = document.get("entries", {})
    if unknown or not isinstance(entries, dict):
        raise ConfigError(
            f'{file}: expected tables [entries."ID"] only; found the key {unknown or "entries"!r}'
        )
    return {key: _override(table, f"{file}: entries.{key}") for key, table in entries.items()}


def apply_overrides(
    examples: Iterable[Example], overrides: Mapping[str, Override]
) -> tuple[list[Example], tuple[str, ...]]:
    """Change what the overrides say.

    Returns:
        The examples that stay, and the ids of overrides that match none.
    """
    kept: list[Example] = []
    unmatched = set(overrides)
    for example in examples:
        override = overrides.get(example.id)
        unmatched.discard(example.id)
        if override is None:
            kept.append(example)
        elif not override.exclude:
            kept.append(_changed(example, override))
    return kept, tuple(sorted(unmatched))


def _changed(example: Example, override: Override) -> Example:
    tags = example.tags if override.tags is None else override.tags
    return replace(
        example,
        title=example.title if override.title is None else override.title,
        category=example.category if override.category is None else override.category,
        explanation=example.explanation if override.explanation is None else override.explanation,
        tags=tuple(sorted({*tags, *override.add_tags})),
    )


def _override(table: object, where: str) -> Override:
    if not isinstance(table, dict):
        raise ConfigError(f"{where}: expected a table; found {table!r}")
    allowed = (*_TEXTS, *_LISTS, *_FLAGS)
    for key, value in table.items():
        if key not in allowed:
            raise ConfigError(f"{where}: unknown key '{key}'; the keys here are: {', '.join(allowed)}")
        if key in _TEXTS and not (isinstance(value, str) and value.strip()):
            raise ConfigError(f"{where}: key '{key}': expected a string that is not blank; found {value!r}")
        if key in _LISTS and not (isinstance(value, list) and all(isinstance(v, str) for v in value)):
            raise ConfigError(f"{where}: key '{key}': expected a list of strings; found {value!r}")
        if key in _FLAGS and not isinstance(value, bool):
            raise ConfigError(f"{where}: key '{key}': expected true or false; found {value!r}")
    lists = {key: tuple(value) for key, value in table.items() if key in _LISTS}
    return Override(**{**table, **lists})
