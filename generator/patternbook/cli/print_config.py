"""``patternbook mcp --print-config CLIENT``: what to paste, with the paths of this installation."""

from __future__ import annotations

import os
import shlex
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

from patternbook.cli.arguments import parse_arguments
from patternbook.cli.clients import Start, client
from patternbook.cli.common import complain, say
from patternbook.config import find_config, load_config
from patternbook.errors import ConfigError
from patternbook.opening import BUNDLED, named_places
from patternbook.server.listening import Address

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from patternbook.cli.clients import Client

_NOT_CARRIED = frozenset({"command", "print_config"})
_PATHS = frozenset({"corpus", "log_file", "graph"})
"""Options whose value is a path, which the client may not resolve as this process does."""
_ANYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - compared with, not bound
_SCRIPT = "patternbook.exe" if os.name == "nt" else "patternbook"


def run(arguments: argparse.Namespace) -> int:
    """Print the configuration on standard output, and where it goes on standard error."""
    chosen = client(arguments.print_config)
    _check(arguments)
    start = _start(arguments)
    target = _url(arguments) if arguments.http is not None else start
    say(chosen.configuration(target))
    for line in _advice(chosen, start, target):
        complain(line)
    if arguments.corpus is None and target is start:
        _tell_of_folder()
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """Refuse now what the server would refuse when the client starts it."""
    if arguments.http is None and (arguments.allow_host or arguments.allow_origin):
        raise ConfigError("--allow-host and --allow-origin go with --http HOST:PORT; give all or none")
    if arguments.corpus:
        named_places(arguments.corpus)
    if arguments.language is not None:
        from patternbook.languages import frontend

        frontend(arguments.language)


def _start(arguments: argparse.Namespace) -> Start:
    program = _program()
    return Start(program[0], (*program[1:], "mcp", *_options(arguments)))


def _program() -> list[str]:
    """The script that installing this put beside its Python, else that Python and the module's name."""
    for folder in (Path(sys.executable).parent, Path(sysconfig.get_path("scripts"))):
        script = folder / _SCRIPT
        if script.is_file():
            return [str(script)]
    return [sys.executable, "-m", "patternbook"]


def _options(arguments: argparse.Namespace) -> Iterator[str]:
    """The options that were given, whichever there are; paths made absolute."""
    unset = vars(parse_arguments([arguments.command]))
    for name, given in vars(arguments).items():
        if name in _NOT_CARRIED or given == unset[name]:
            continue
        flag = f"--{name.replace('_', '-')}"
        if given is True:
            yield flag
            continue
        for value in given if isinstance(given, list) else [given]:
            yield from (flag, _absolute(value) if name in _PATHS else str(value))


def _absolute(path: str | Path) -> str:
    return str(path) if path == BUNDLED else str(Path(path).absolute())


def _url(arguments: argparse.Namespace) -> str:
    """The address at which a server with these options is reached."""
    address = Address.parse(arguments.http)
    if not address.port:
        raise ConfigError("--http: a configuration needs the port; name one other than 0")
    if address.host in _ANYWHERE:
        named = next(iter(arguments.allow_host or ()), "127.0.0.1")
        return f"http://{named if ':' in named else f'{named}:{address.port}'}/mcp"
    return f"http://{address}/mcp"


def _advice(chosen: Client, start: Start, target: Start | str) -> Iterator[str]:
    yield f"{chosen.title} takes this in:"
    yield from (f"  {_plain(file)}" for file in chosen.files)
    if command := chosen.shell_command(target):
        yield f"or by the command: {command}"
    if chosen.note:
        yield _plain(chosen.note)
    if target is not start:
        yield f"The server has to run already: {shlex.join((start.command, *start.arguments))}"
    for text in chosen.replaced(target):
        yield (
            f"{chosen.title} takes {chosen.expands!r} for the beginning of a variable: "
            f"rename {text!r}, or it will not be found"
        )


def _tell_of_folder() -> None:
    file = find_config(Path.cwd())
    if file is not None:
        complain(
            "Which corpora answer depends on the folder in which the client starts the server; to have "
            f"this project's in any, add --corpus {shlex.quote(str(load_config(file).output))}"
        )


def _plain(text: str) -> str:
    return text.replace("`", "")
