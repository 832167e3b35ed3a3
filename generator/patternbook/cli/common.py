"""What several commands share: the configuration, the book, and output."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from patternbook.errors import ConfigError

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

if TYPE_CHECKING:
    import argparse

    from patternbook.book import Book
    from patternbook.config import Config
    from patternbook.opening.volumes import Later


def configuration(arguments: argparse.Namespace) -> Config:
    """The configuration that a command names, or the one that governs the working directory.

    Raises:
        ConfigError: there is none, or it is wrong.
    """
    from patternbook.config import find_config, load_config

    file = arguments.config or find_config(Path.cwd())
    if file is None:
        raise ConfigError(
            f"{Path.cwd()}: no configuration here or above; "
            "expected a patternbook.toml, or [tool.patternbook] in a pyproject.toml"
        )
    return load_config(file)


def book(arguments: argparse.Namespace, later: Later | None = None) -> Book:
    """The book that a command's ``--corpus`` and ``--language`` name; ``later`` as for ``open_paths``."""
    from patternbook.opening import open_here, open_paths

    if arguments.corpus:
        return open_paths(arguments.corpus, arguments.language, later)
    return open_here(Path.cwd(), arguments.language, later)


def say(text: str = "") -> None:
    """Print a line on standard output."""
    sys.stdout.write(f"{shown(text)}\n")


def complain(text: str) -> None:
    """Print a line on standard error."""
    sys.stderr.write(f"{shown(text)}\n")


def shown(text: str) -> str:
    """The text without characters that would command a terminal."""
    return _CONTROL.sub("\ufffd", text)


def say_json(document: object) -> None:
    """Print one JSON document on standard output."""
    say(json.dumps(document, indent=2, ensure_ascii=False))
