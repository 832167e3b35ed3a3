"""Examples as the gate lets them in, made by hand: what tests of running and validating start from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from patternbook.config import load_config
from patternbook.execution import Taken
from patternbook.model import Checked, Origin, Snippet, SourceFile, Validation

if TYPE_CHECKING:
    from pathlib import Path

    from patternbook.config import Config

_SOURCES = '[[sources]]\ninclude = ["docs/*.md"]\nextract = "blocks"\n'


def configured(folder: Path, tables: str = "", language: str = "python") -> Config:
    """A project's configuration with more tables after the sources."""
    file = folder / "patternbook.toml"
    file.write_text(f'language = "{language}"\n{_SOURCES}{tables}', encoding="utf-8")
    return load_config(file)


def taken(
    blocks: list[str], path: str = "docs/guide.md", *, kind: str = "blocks", execute: bool = True, **more: Any
) -> Taken:
    """A document of which each block is an example; the blocks follow each other, a blank line between."""
    items, line, text = [], 1, ""
    for number, block in enumerate(blocks):
        source = block.strip("\n")
        last = line + source.count("\n")
        origin = Origin(path, line, last, len(text.encode()), len(text.encode()) + len(source.encode()))
        snippet = Snippet(kind, more.get("language", "python"), source, origin, (str(number),), "docs")
        items.append(Checked(snippet, (), (), Validation("parsed", "python@3.11")))
        text += f"{source}\n\n"
        line = last + 2
    return Taken(SourceFile(path, text), tuple(items), execute)
