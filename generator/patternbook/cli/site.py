"""``patternbook site``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from patternbook.cli.common import book, say
from patternbook.config import find_config, load_config
from patternbook.site.standalone import build_site

if TYPE_CHECKING:
    import argparse


def run(arguments: argparse.Namespace) -> int:
    """Make a site of a corpus."""
    output = arguments.output.absolute()
    build_site(book(arguments), output, source_url="" if arguments.corpus else _source_url())
    say(f"open {output / 'index.html'}")
    return 0


def _source_url() -> str:
    """The link to source lines that the project here configures."""
    file = find_config(Path.cwd())
    return load_config(file).source_url if file else ""
