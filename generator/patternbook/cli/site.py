"""``patternbook site``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from patternbook.cli.common import say
from patternbook.config import find_config, load_config
from patternbook.opening import open_paths, open_project
from patternbook.site.standalone import build_site

if TYPE_CHECKING:
    import argparse


def run(arguments: argparse.Namespace) -> int:
    """Make a site of a corpus."""
    output = arguments.output.absolute()
    language = arguments.language
    named = arguments.corpus
    book = open_paths(named, language) if named else open_project(Path.cwd(), language)
    build_site(book, output, source_url="" if named else _source_url())
    say(f"open {output / 'index.html'}")
    return 0


def _source_url() -> str:
    """The link to source lines that the project here configures."""
    file = find_config(Path.cwd())
    return load_config(file).source_url if file else ""
