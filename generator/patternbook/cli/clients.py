"""MCP clients as data, and what to paste into the configuration of each."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from patternbook.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_TABLE = Path(__file__).with_name("clients.toml")
_CONTROL = re.compile(r"[\x7f-\x9f]")
_SERVER = "patternbook"
"""What the server is called in a client's configuration."""


@dataclass(frozen=True, slots=True)
class Start:
    """How a client starts the server itself."""

    command: str
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Client:
    """A program that takes MCP servers; ``clients.toml`` says what each field means."""

    id: str
    title: str
    format: str
    under: str
    files: tuple[str, ...]
    stdio: Mapping[str, str] = field(default_factory=dict)
    address: Mapping[str, str] | None = None
    expands: str = ""
    shell: str = ""
    note: str = ""

    def entry(self, target: Start | str) -> dict[str, Any]:
        """The server as the client takes it.

        Args:
            target: the command that starts it, or the URL at which it is served already.

        Raises:
            ConfigError: a URL, for a client whose configuration can name none.
        """
        if isinstance(target, Start):
            return {**self.stdio, "command": target.command, "args": list(target.arguments)}
        if self.address is None:
            raise ConfigError(
                f"--http: the configuration of {self.title} takes a command only; leave --http out"
            )
        return {name: value.format(url=target) for name, value in self.address.items()}

    def configuration(self, target: Start | str) -> str:
        """What to paste: a whole document in the client's format.

        Raises:
            ConfigError: as for ``entry``, or a path holds bytes that are no characters.
        """
        entry = self.entry(target)
        _must_be_text(entry)
        if self.format == "toml":
            return "\n".join([f"[{self.under}.{_SERVER}]", *(_toml_line(*pair) for pair in entry.items())])
        return _json({self.under: {_SERVER: entry}}, indent=2)

    def shell_command(self, target: Start | str) -> str:
        """A command that adds the server, for a POSIX shell; empty where the client has none."""
        entry = _json(self.entry(target))
        return self.shell.format(entry=shlex.quote(entry)) if self.shell else ""

    def replaced(self, target: Start | str) -> list[str]:
        """The texts in which the client would take something for a variable."""
        if not self.expands or not isinstance(target, Start):
            return []
        return [text for text in (target.command, *target.arguments) if self.expands in text]


def all_clients() -> dict[str, Client]:
    """Every client by its id, in the order in which they are told."""
    table = tomllib.loads(_TABLE.read_text(encoding="utf-8"))
    return {
        name: Client(id=name, **{**values, "files": tuple(values["files"])}) for name, values in table.items()
    }


def client(name: str) -> Client:
    """Return the client of an id.

    Raises:
        ConfigError: there is none.
    """
    known = all_clients()
    try:
        return known[name.lower()]
    except KeyError:
        raise ConfigError(f"--print-config: expected one of {', '.join(known)}; found {name!r}") from None


def _must_be_text(entry: Mapping[str, str | Sequence[str]]) -> None:
    try:
        json.dumps(entry, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ConfigError(
            "--print-config: a path holds bytes that are no characters, which no configuration can hold"
        ) from None


def _toml_line(key: str, value: str | Sequence[str]) -> str:
    written = _toml_text(value) if isinstance(value, str) else f"[{', '.join(map(_toml_text, value))}]"
    return f"{key} = {written}"


def _toml_text(text: str) -> str:
    # A JSON string is a basic string of TOML, once the one character is escaped that TOML alone forbids.
    return _json(text)


def _json(value: object, indent: int | None = None) -> str:
    """Write JSON as people read it, with nothing in it that a terminal would obey."""
    written = json.dumps(value, indent=indent, ensure_ascii=False)
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", written)
