"""Values taken out of a configuration's tables and checked; every complaint names the file and the key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_MOST = 10_000_000
"""The largest number of seconds or megabytes that makes sense to anyone."""


class Values:
    """What a file's tables hold.

    In all methods ``prefix`` is how the table is written before its keys, ``sources[2].`` for example. Each
    raises ``ConfigError`` for a value of another kind.
    """

    def __init__(self, file: Path, prefix: str) -> None:
        self.file = file
        self.prefix = f"{prefix}." if prefix else ""

    def known_keys(self, table: Mapping[str, object], known: Sequence[str], prefix: str) -> None:
        """Refuse a table that holds another key."""
        for key in table:
            if key not in known:
                raise ConfigError(
                    f"{self.file}: unknown key '{prefix}{key}'; the keys here are: {', '.join(known)}"
                )

    def table(self, table: Mapping[str, object], key: str, prefix: str) -> Mapping[str, object]:
        """A table; an empty one where it is missing."""
        value = table.get(key, {})
        if not isinstance(value, dict):
            raise ConfigError(f"{self.file}: key '{prefix}{key}': expected a table; found {value!r}")
        return value

    def flag(self, table: Mapping[str, object], key: str, prefix: str) -> bool:
        """True or false; false where it is missing."""
        value = table.get(key, False)
        if not isinstance(value, bool):
            raise ConfigError(f"{self.file}: key '{prefix}{key}': expected true or false; found {value!r}")
        return value

    def number(self, table: Mapping[str, object], key: str, prefix: str, default: float, unit: str) -> float:
        """A number from 1 on, of a unit."""
        value = table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 1 <= value <= _MOST:
            raise ConfigError(
                f"{self.file}: key '{prefix}{key}': expected a number of {unit}, at least 1; found {value!r}"
            )
        return value

    def text(self, table: Mapping[str, object], key: str, prefix: str, default: str) -> str:
        """A string."""
        value = table.get(key, default)
        if not isinstance(value, str):
            raise ConfigError(f"{self.file}: key '{prefix}{key}': expected a string; found {value!r}")
        return value

    def texts(self, table: Mapping[str, object], key: str, prefix: str) -> tuple[str, ...]:
        """A list of strings; an empty one where it is missing."""
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise ConfigError(
                f"{self.file}: key '{prefix}{key}': expected a list of strings; found {value!r}"
            )
        return tuple(value)
