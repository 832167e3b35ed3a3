"""A server over HTTP in a process of its own, and what clients send to it."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any, Self

from mcp_wire import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

JSON = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
_SERVING = re.compile(r"^patternbook: serving at (http://\S+:(\d+)/mcp)$", re.MULTILINE)
VERSION = "io.modelcontextprotocol/protocolVersion"


class HttpServer:
    """A running server; ``url`` is where its tools are, ``root`` what its paths are below."""

    def __init__(self, *arguments: str, log: Path, address: str = "127.0.0.1:0", program: str = "") -> None:
        """Start it and wait until it says where it serves.

        Args:
            arguments: further arguments of ``patternbook mcp``.
            log: a file that takes its standard error.
            address: where to serve.
            program: Python that is run before the command, to change what it works with.
        """
        self._log = log
        start = f"{program}\nfrom patternbook.cli import main\nraise SystemExit(main())"
        with log.open("wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-c", start, "mcp", "--http", address, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
            )
        self.url, self.port = self._where()
        self.root = self.url.removesuffix("/mcp")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)

    def log(self) -> str:
        """What it has written to standard error so far."""
        return self._log.read_text(encoding="utf-8")

    def end(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, bytes]:
        """Send a signal; return the exit code and all that was ever written to standard output."""
        self.process.send_signal(number)
        out, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out

    def resident(self) -> int:
        """Memory that it holds, in KiB."""
        done = subprocess.run(
            ["ps", "-o", "rss=", "-p", str(self.process.pid)], capture_output=True, text=True, check=True
        )
        return int(done.stdout)

    def connect(self) -> socket.socket:
        """A connection to its port."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def raw(self, sent: bytes) -> bytes:
        """Send bytes on a connection of their own; return all that comes back until the server closes it."""
        with self.connect() as connection:
            connection.sendall(sent)
            return drained(connection)

    def _where(self) -> tuple[str, int]:
        deadline = time.monotonic() + PATIENCE
        while (found := _SERVING.search(self.log())) is None:
            ended = self.process.poll()
            if ended is not None or time.monotonic() > deadline:
                self.process.kill()
                self.process.communicate()
                raise AssertionError(f"the server does not serve (exit code {ended}): {self.log()}")
            time.sleep(0.02)
        return found[1], int(found[2])


def drained(connection: socket.socket) -> bytes:
    """What comes over a connection until the other side closes or cuts it."""
    received = b""
    try:
        while chunk := connection.recv(65_536):
            received += chunk
    except ConnectionResetError:
        pass
    return received


def posted(body: bytes, *headers: str, host: str = "localhost") -> bytes:
    """A request as it goes over the wire, with a body for the tools."""
    head = [
        "POST /mcp HTTP/1.1",
        f"host: {host}",
        "content-type: application/json",
        f"content-length: {len(body)}",
        *headers,
        "connection: close",
    ]
    return "\r\n".join((*head, "", "")).encode() + body


def refused(*arguments: str) -> str:
    """Run ``patternbook mcp`` with arguments that it cannot serve with; return its one line of complaint."""
    done = subprocess.run(
        [sys.executable, "-m", "patternbook", "mcp", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line


def headers_of(message: dict[str, Any]) -> dict[str, str]:
    """What the newest revision wants in the headers of a request, taken from its body."""
    params = message["params"]
    headers = JSON | {"mcp-protocol-version": params["_meta"][VERSION], "mcp-method": message["method"]}
    named = params.get("name") or params.get("uri")
    return headers | {"mcp-name": named} if named else headers
