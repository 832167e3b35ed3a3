"""``patternbook mcp``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NoReturn

from patternbook.cli.common import book
from patternbook.errors import ConfigError
from patternbook.server.app import serve
from patternbook.server.options import ServerOptions
from patternbook.telemetry import LEVELS

if TYPE_CHECKING:
    import argparse


def run(arguments: argparse.Namespace) -> int:
    """Serve, or print what makes a client do so."""
    if arguments.print_config is None:
        _serve(arguments)
    from patternbook.cli import print_config

    return print_config.run(arguments)


def _serve(arguments: argparse.Namespace) -> NoReturn:
    """Serve until the client closes its end."""
    serve(
        lambda later: book(arguments, later),
        ServerOptions(
            budget=arguments.budget,
            text_only=arguments.text_only,
            log_level=arguments.log_level or _level_from_environment(),
            log_file=arguments.log_file,
        ),
    )


def _level_from_environment() -> str:
    level = os.environ.get("PATTERNBOOK_LOG", "").lower() or "info"
    if level not in LEVELS:
        raise ConfigError(f"PATTERNBOOK_LOG: expected one of {', '.join(LEVELS)}; found {level!r}")
    return level
