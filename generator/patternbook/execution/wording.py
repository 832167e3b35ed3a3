"""What programs print, made fit for a report: short, and without the machine's paths."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_MOST_OUTPUT = 2000
_START = 600
_MOST_MESSAGE = 240
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
        """A program's output, its middle left out where it is long."""
        text = self._clean(text).strip("\n").rstrip()
        if len(text) <= _MOST_OUTPUT:
            return text
        return f"{text[:_START]}\n…\n{text[_START - _MOST_OUTPUT :]}"

    def message(self, text: str) -> str:
        """A text on one line, cut where it is long."""
        line = " ".join(self._clean(text).split())
        return line if len(line) <= _MOST_MESSAGE else f"{line[: _MOST_MESSAGE - 1]}…"

    def _clean(self, text: str) -> str:
        text = _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
        for folder, put in self._known:
            text = text.replace(f"{folder}/", put).replace(folder, put.rstrip("/") or ".")
        return _ADDRESS.sub("0x…", _LIBRARY.sub("", text))
