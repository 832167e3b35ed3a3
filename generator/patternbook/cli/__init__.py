"""The command line: arguments → one call → exit code.

Exit codes: 0 done; 1 the answer is "no"; 2 wrong use, configuration or input. A command's module is
imported only when that command runs, so that each starts with no more than it needs.
"""

from __future__ import annotations

import io
import logging
import os
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from patternbook.cli.arguments import parse_arguments
from patternbook.errors import MissingExtraError, PatternbookError, UnknownExampleError

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "init": ("patternbook.cli.init", None),
    "build": ("patternbook.cli.build", "build"),
    "check": ("patternbook.cli.check", "build"),
    "search": ("patternbook.cli.search", None),
    "show": ("patternbook.cli.show", None),
    "parse": ("patternbook.cli.parse", None),
    "mcp": ("patternbook.cli.mcp", None),
    "corpora": ("patternbook.cli.corpora", None),
    "site": ("patternbook.cli.site", "site"),
    "eval": ("patternbook.cli.evaluate", "eval"),
}
"""Command → module with ``run(arguments) -> int``, and the extra whose packages it needs."""

_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: the arguments after the program's name; ``None`` means those of this process.

    Returns:
        The exit code.
    """
    _speak_any_character()
    arguments = parse_arguments(sys.argv[1:] if argv is None else argv)
    logging.basicConfig(format="patternbook: %(message)s", level=logging.WARNING, stream=sys.stderr)
    try:
        return _run(arguments.command, arguments)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone; point stdout elsewhere so that the flush at exit is quiet too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # noqa: BLE001 - a person gets a line, whatever it is
        is_fault = not isinstance(error, PatternbookError | OSError)
        if is_fault and os.environ.get("PATTERNBOOK_LOG", "").lower() == "debug":
            traceback.print_exc()
        sys.stderr.write(f"patternbook: {_told(error)}\n")
        return 1 if isinstance(error, UnknownExampleError) else 2


def _told(error: Exception) -> str:
    """An error as people read it."""
    if isinstance(error, PatternbookError):
        return str(error)
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else f"{error.strerror or error}"
    return (
        f"a fault in Patternbook itself ({type(error).__name__}: {error}); please report it "
        "with what PATTERNBOOK_LOG=debug prints"
    )


def _speak_any_character() -> None:
    """Write UTF-8 into pipes and files in any locale; a terminal gets stand-ins for what it cannot show."""
    # A stream that was closed before we began takes what is written and loses it, like the null device.
    sys.stdout = sys.stdout or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _run(command: str, arguments: object) -> int:
    module, extra = COMMANDS[command]
    try:
        runner = import_module(module)
    except ModuleNotFoundError as error:
        if extra is None or (error.name or "").startswith("patternbook"):
            raise
        raise MissingExtraError(command, extra) from None
    code: int = runner.run(arguments)
    return code
