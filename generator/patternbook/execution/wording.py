"""What programs print, made fit for a report: without the machine's paths, and then short.

In this order: what was cut is not recognised any more, neither a path nor a secret.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_MOST_OUTPUT = 2000
_START = 600
_MOST_MESSAGE = 240
_MOST_VALUE = 60
"""Characters of a value that a message quotes."""
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{4,}\b")
_LIBRARY = re.compile(r"(?:/[^\s/\"':]+)+/(?:site-packages|dist-packages|lib/python3\.\d+)/")
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f]")


class Wording:
    """Takes the machine out of a program's output."""

    def __init__(self, root: Path, scratch: Path, more: Iterable[Path] = ()) -> None:
        known = {root: "", root.resolve(): "", scratch: "<scratch>/"}
        for folder in (*more, Path(sys.prefix), Path(sys.base_prefix)):
            known.setdefault(folder, "<python>/")
        known.setdefault(Path.home(), "~/")
        self._known = sorted(
            ((str(folder).rstrip("/"), put) for folder, put in known.items() if len(folder.parts) > 1),
            key=lambda pair: -len(pair[0]),
        )

    def output(self, text: str) -> str:
        """A program's whole output."""
        return self._clean(text).strip("\n").rstrip()

    def message(self, text: str, values: Sequence[str] = ()) -> str:
        """A text on one line.

        Args:
            text: the text; where there are values, each ``{}`` in it stands for one.
            values: what a program gave out, quoted by its first line.
        """
        first, *rest = text.split("{}", len(values))
        quoted = (_quoted(self._clean(value)) for value in values)
        line = first + "".join(value + part for value, part in zip(quoted, rest, strict=False))
        return " ".join(self._clean(line).split())

    def _clean(self, text: str) -> str:
        text = _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
        for folder, put in self._known:
            text = text.replace(f"{folder}/", put).replace(folder, put.rstrip("/") or ".")
        return _ADDRESS.sub("0x…", _LIBRARY.sub("", text))


def short_output(text: str) -> str:
    """An output, its middle left out where it is long."""
    if len(text) <= _MOST_OUTPUT:
        return text
    return f"{text[:_START]}\n…\n{text[_START - _MOST_OUTPUT :]}"


def short_message(line: str) -> str:
    """A line, cut where it is long."""
    return line if len(line) <= _MOST_MESSAGE else f"{line[: _MOST_MESSAGE - 1]}…"


def _quoted(value: str) -> str:
    first, _, rest = value.strip().partition("\n")
    first = first if len(first) <= _MOST_VALUE else f"{first[: _MOST_VALUE - 1]}…"
    return f"{first!r} …" if rest else repr(first)
