"""``patternbook parse``."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from patternbook.cli.common import say, say_json
from patternbook.config import find_config, load_config
from patternbook.errors import LanguageError, SourceError
from patternbook.languages import all_frontends, frontend
from patternbook.model import Diagnostic, Outline
from patternbook.opening.places import BUNDLED_LANGUAGE
from patternbook.sources import decode

if TYPE_CHECKING:
    import argparse

    from patternbook.languages import Frontend

_FEWEST_IN_PARALLEL = 64
"""Files below which starting worker processes costs more than it saves."""


def run(arguments: argparse.Namespace) -> int:
    """Parse files and print what the frontend sees."""
    work = [(file, _language(file, arguments.language).name, _read(file)) for file in arguments.files]
    if len(work) < _FEWEST_IN_PARALLEL:
        outlines = [_parse(item) for item in work]
    else:
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            outlines = list(pool.map(_parse, work, chunksize=16))
    if arguments.json:
        say_json({"files": [_document(f, o) for f, o in zip(arguments.files, outlines, strict=True)]})
    else:
        for file, outline in zip(arguments.files, outlines, strict=True):
            _show(file, outline)
    return 0 if all(outline.accepted for outline in outlines) else 1


def _language(file: str, name: str | None) -> Frontend:
    if name is not None:
        return frontend(name)
    found = all_frontends()
    if file == "-":
        return frontend(_language_here())
    for candidate in found:
        if Path(file).suffix in candidate.suffixes:
            return candidate
    endings = ", ".join(suffix for candidate in found for suffix in candidate.suffixes)
    raise LanguageError(
        f"{file}: no frontend reads such files (there are: {endings}); name one with --language"
    )


def _language_here() -> str:
    """The language of a text that has no file name: the surrounding project's, else the bundled corpus's."""
    file = find_config(Path.cwd())
    return (load_config(file).language if file else "") or BUNDLED_LANGUAGE


def _read(file: str) -> bytes:
    if file == "-":
        if sys.stdin is None:
            raise SourceError("-: standard input is closed; pipe a text into it")
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise SourceError(f"{file}: cannot be read ({error.strerror})") from None


def _parse(item: tuple[str, str, bytes]) -> Outline:
    _, language, raw = item
    try:
        text = decode(raw)
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
        message = f"not UTF-8: byte {raw[error.start]:#04x} at offset {error.start}"
        return Outline(language, (Diagnostic("error", message, before.count(b"\n") + 1, column),))
    return frontend(language).parse(text)


def _document(file: str, outline: Outline) -> dict[str, Any]:
    return {
        "file": file,
        "accepted": outline.accepted,
        "diagnostics": [
            {"severity": d.severity, "message": d.message, "line": d.line, "column": d.column}
            for d in outline.diagnostics
        ],
        "definitions": [
            {
                "symbol": d.symbol,
                "kind": d.kind,
                "start_line": d.span.start_line,
                "end_line": d.span.end_line,
                "doc": d.doc,
            }
            for d in outline.definitions
        ],
        "calls": [{"caller": c.caller, "callee": c.callee, "line": c.line} for c in outline.calls],
    }


def _show(file: str, outline: Outline) -> None:
    counts = f"{len(outline.definitions)} definitions, {len(outline.calls)} calls"
    say(f"{file}: {'accepted' if outline.accepted else 'rejected'} ({counts})")
    for d in outline.diagnostics:
        say(f"{file}:{d.line}:{d.column}: {d.severity}: {d.message}")
    for definition in outline.definitions:
        lines = f"{definition.span.start_line}-{definition.span.end_line}"
        say(f"  {definition.kind} {definition.symbol}, lines {lines}")
