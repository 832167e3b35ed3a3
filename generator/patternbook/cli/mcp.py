"""``patternbook mcp``."""

from __future__ import annotations

import os
from functools import partial
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
    """Serve until the client closes its end, or over HTTP until a signal comes."""
    hosts, origins = tuple(arguments.allow_host or ()), tuple(arguments.allow_origin or ())
    options = ServerOptions(
        budget=arguments.budget,
        text_only=arguments.text_only,
        log_level=arguments.log_level or _level_from_environment(),
        log_file=arguments.log_file,
    )
    if arguments.http is not None:
        from patternbook.server.http import Door, serve_http

        serve_http(partial(book, arguments), options, Door(arguments.http, hosts, origins))
    if hosts or origins:
        raise ConfigError("--allow-host and --allow-origin go with --http HOST:PORT; give all or none")
    serve(partial(book, arguments), options)


def _level_from_environment() -> str:
    level = os.environ.get("PATTERNBOOK_LOG", "").lower() or "info"
    if level not in LEVELS:
        raise ConfigError(f"PATTERNBOOK_LOG: expected one of {', '.join(LEVELS)}; found {level!r}")
    return level
