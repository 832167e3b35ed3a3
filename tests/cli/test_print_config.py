"""What --print-config prints: it parses, the command in it starts, and nothing that was given is lost."""

from __future__ import annotations

import argparse
import json
import shlex
import socket
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp.client.client import Client

import books
from mcp_wire import PATIENCE, handshake, lines, search
from patternbook.cli import print_config
from patternbook.cli.arguments import build_parser, parse_arguments
from patternbook.cli.clients import Start, all_clients, client
from patternbook.errors import ConfigError
from support import run_patternbook, write_project

CLIENTS = all_clients()
ENTRY_OF = {"codex": ("mcp_servers",), "vscode": ("servers",), "zed": ("context_servers",)}
"""The key that each client's documentation names; ``mcpServers`` where none is listed."""


def parsed(name: str, text: str) -> dict[str, Any]:
    """The server's entry in a configuration, read as the client reads it."""
    document: Any = tomllib.loads(text) if name == "codex" else json.loads(text)
    (key,) = ENTRY_OF.get(name, ("mcpServers",))
    assert list(document) == [key]
    assert list(document[key]) == ["patternbook"]
    entry: dict[str, Any] = document[key]["patternbook"]
    return entry


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus in a folder whose name wants every kind of escaping."""
    folder = tmp_path_factory.mktemp("clients") / "a \"b\" c\\d 'e' żółw"
    folder.mkdir()
    return books.write(folder)


@pytest.mark.parametrize("name", CLIENTS)
def test_the_command_in_it_serves(name: str, served: Path, tmp_path: Path) -> None:
    printed = run_patternbook(
        "mcp",
        "--print-config",
        name,
        "--corpus",
        served.parent.name,
        "--budget",
        "2000",
        cwd=served.parents[1],
    )
    assert printed.returncode == 0, printed.stderr
    assert f"{CLIENTS[name].title} takes this in:" in printed.stderr
    entry = parsed(name, printed.stdout)
    assert Path(entry["command"]).is_absolute()
    done = subprocess.run(
        [entry["command"], *entry["args"]],
        cwd=tmp_path,
        input=lines([*handshake(), search(1, "Counter", limit=20)]),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    opened, found = (json.loads(line)["result"] for line in done.stdout.splitlines())
    assert opened["serverInfo"]["name"] == "patternbook"
    assert found["structuredContent"]["results"][0]["corpus"] == "Shop Floor"
    assert len(found["content"][0]["text"]) <= 2000


@given(
    st.text(st.characters(exclude_categories=["Cs"])),
    st.lists(st.text(st.characters(exclude_categories=["Cs"]))),
)
def test_any_path_comes_through(command: str, arguments: list[str]) -> None:
    start = Start(command, tuple(arguments))
    for name, chosen in CLIENTS.items():
        entry = parsed(name, chosen.configuration(start))
        assert (entry["command"], entry["args"]) == (command, arguments)
        if chosen.shell:
            *_, quoted = shlex.split(chosen.shell_command(start))
            assert json.loads(quoted) == entry


@pytest.mark.parametrize("name", CLIENTS)
def test_nothing_in_it_commands_a_terminal(name: str) -> None:
    written = CLIENTS[name].configuration(Start("a\x1bb\x9bc\x7f", ("\n",)))
    assert not set(written) & {"\x1b", "\x9b", "\x7f"}


def test_a_path_that_is_no_text_is_refused() -> None:
    with pytest.raises(ConfigError, match="bytes that are no characters"):
        client("json").configuration(Start("a\udcff", ()))


def _options() -> dict[str, argparse.Action]:
    (commands,) = (a for a in build_parser()._actions if isinstance(a, argparse._SubParsersAction))
    return {
        a.option_strings[0]: a
        for a in commands.choices["mcp"]._actions
        if a.dest not in {"help", "print_config"}
    }


GIVEN = {
    "--corpus": "bundled",
    "--language": "beamtalk",
    "--budget": "4321",
    "--http": "127.0.0.1:8765",
    "--allow-host": "one.example.org",
    "--allow-origin": "https://one.example.org",
    "--log-level": "debug",
    "--log-file": "/var/log/patternbook.log",
    "--graph": "/some/repository",
}


@pytest.mark.parametrize("option", _options())
def test_every_option_is_carried(option: str) -> None:
    takes_value = _options()[option].nargs != 0
    given = [option, GIVEN[option]] if takes_value else [option]
    carried = list(print_config._options(parse_arguments(["mcp", *given])))
    assert carried == given
    assert list(print_config._options(parse_arguments(["mcp"]))) == []


def test_paths_are_made_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    given = ["--corpus", "one", "--corpus", "bundled", "--log-file", "some.log"]
    carried = list(print_config._options(parse_arguments(["mcp", *given])))
    assert carried == [
        *("--corpus", str(tmp_path / "one"), "--corpus", "bundled", "--log-file", str(tmp_path / "some.log"))
    ]


def test_without_a_script_the_module_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = str(tmp_path / "bin" / "python")
    monkeypatch.setattr(sys, "executable", python)
    monkeypatch.setattr("sysconfig.get_path", lambda _: str(tmp_path))
    assert print_config._program() == [python, "-m", "patternbook"]
    (tmp_path / print_config._SCRIPT).touch()
    assert print_config._program() == [str(tmp_path / print_config._SCRIPT)]


@pytest.mark.parametrize(
    ("given", "url"),
    [
        (["--http", "127.0.0.1:8765"], "http://127.0.0.1:8765/mcp"),
        (["--http", "[::1]:80"], "http://[::1]:80/mcp"),
        (["--http", "0.0.0.0:8765"], "http://127.0.0.1:8765/mcp"),
        (["--http", "0.0.0.0:8765", "--allow-host", "one.example.org"], "http://one.example.org:8765/mcp"),
        (["--http", "[::]:8765", "--allow-host", "one.example.org:443"], "http://one.example.org:443/mcp"),
    ],
)
@pytest.mark.parametrize("name", [name for name, chosen in CLIENTS.items() if chosen.address])
def test_a_served_address(given: list[str], url: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert print_config.run(parse_arguments(["mcp", "--print-config", name, *given])) == 0
    printed = capsys.readouterr()
    entry = parsed(name, printed.out)
    assert "command" not in entry
    assert url in entry.values()
    assert f"mcp {shlex.join(given)}" in printed.err


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["--print-config", "emacs"], "expected one of claude-code, .*; found 'emacs'"),
        (
            ["--print-config", "claude-desktop", "--http", "127.0.0.1:1"],
            "Claude Desktop takes a command only",
        ),
        (["--print-config", "json", "--http", "127.0.0.1:0"], "needs the port"),
        (["--print-config", "json", "--http", "8765"], "expected HOST:PORT"),
        (["--print-config", "json", "--allow-host", "x"], "go with --http"),
        (["--print-config", "json", "--corpus", "none-here"], "there is no corpus here"),
        (["--print-config", "json", "--language", "none"], "no frontend for the language"),
    ],
)
def test_what_the_server_would_refuse_is_refused(given: list[str], says: str) -> None:
    with pytest.raises(Exception, match=says):
        print_config.run(parse_arguments(["mcp", *given]))


def test_in_a_project_it_says_how_to_pin_its_corpus(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_project(tmp_path, {}, '[[sources]]\ninclude = ["*.bt"]\nextract = "file"\n')
    monkeypatch.chdir(tmp_path)
    print_config.run(parse_arguments(["mcp", "--print-config", "zed"]))
    assert f"--corpus {tmp_path / 'out'}" in capsys.readouterr().err


def test_a_variable_in_a_path_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    given = ["--log-file", "${HOME}.log"]
    print_config.run(parse_arguments(["mcp", "--print-config", "cursor", *given]))
    assert "beginning of a variable" in capsys.readouterr().err
    print_config.run(parse_arguments(["mcp", "--print-config", "zed", *given]))
    assert "beginning of a variable" not in capsys.readouterr().err


def test_the_address_in_it_is_served_by_the_command_that_is_told(served: Path, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    given = ["--http", f"127.0.0.1:{port}", "--corpus", str(served)]
    printed = run_patternbook("mcp", "--print-config", "codex", *given, cwd=tmp_path)
    url = parsed("codex", printed.stdout)["url"]
    (told,) = (line for line in printed.stderr.splitlines() if "has to run already" in line)
    command = shlex.split(told.partition(": ")[2])

    async def ask() -> str:
        with anyio.fail_after(PATIENCE):
            async with Client(url) as opened:
                answer = await opened.call_tool("search_examples", {"query": "Counter"})
                corpus: str = answer.structured_content["results"][0]["corpus"]
                return corpus

    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as server:
        try:
            assert server.stderr is not None
            # The first line says where it serves: from then on it answers.
            while f"127.0.0.1:{port}".encode() not in server.stderr.readline():
                assert server.poll() is None
            assert anyio.run(ask) == "Shop Floor"
        finally:
            server.kill()
