"""A client that knows nothing of any SDK: JSON-RPC, one message a line, over real pipes."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

PATIENCE = 60.0
"""Seconds after which a test gives up on a server."""

HANDSHAKE = "2025-06-18"
MODERN = "2026-07-28"
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": {"name": "wire", "version": "0"},
    "io.modelcontextprotocol/clientCapabilities": {},
}

Message = dict[str, Any]


def command(corpus: Path, *options: str) -> list[str]:
    """The command line that serves a corpus over standard input and output."""
    return [sys.executable, "-m", "patternbook", "mcp", "--corpus", str(corpus), *options]


def request(number: int | str, method: str, params: Message | None = None) -> Message:
    """A request of the revisions that shake hands."""
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}}


def enveloped(number: int | str, method: str, params: Message | None = None) -> Message:
    """A request of the revision without a handshake: each carries who asks and in what version."""
    return request(number, method, {**(params or {}), "_meta": ENVELOPE})


def handshake(version: str = HANDSHAKE) -> list[Message]:
    """What a client sends first, with the id 0."""
    client = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "wire", "version": "0"}}
    return [request(0, "initialize", client), {"jsonrpc": "2.0", "method": "notifications/initialized"}]


def search(number: int | str, query: object, **arguments: object) -> Message:
    """A call of the tool."""
    return request(
        number, "tools/call", {"name": "search_examples", "arguments": {"query": query, **arguments}}
    )


def lines(messages: Iterable[Message]) -> bytes:
    """Messages as they go over the wire."""
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


def piped(
    corpus: Path, sent: bytes, *options: str
) -> tuple[list[Message], subprocess.CompletedProcess[bytes]]:
    """Send everything at once, close, and return all that the server said before it ended."""
    done = subprocess.run(
        command(corpus, *options), input=sent, capture_output=True, timeout=PATIENCE, check=False
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done


class Wire:
    """A running server and both ends of its pipes."""

    def __init__(self, corpus: Path, *options: str, log: Path) -> None:
        self._log = log
        self._numbers = iter(range(1, 1_000_000))
        self._received: queue.Queue[bytes | None] = queue.Queue()
        with log.open("wb") as errors:
            self.process = subprocess.Popen(
                command(corpus, *options), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
            )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            try:
                pipe.close()
            except OSError:
                continue

    def shake_hands(self, version: str = HANDSHAKE) -> Message:
        """Open the connection and return what the server says of itself."""
        self.send(lines(handshake(version)))
        answer = self.receive()
        assert answer["id"] == 0
        result: Message = answer["result"]
        return result

    def send(self, raw: bytes) -> None:
        """Send bytes as they are."""
        assert self.process.stdin is not None
        self.process.stdin.write(raw)
        self.process.stdin.flush()

    def receive(self) -> Message:
        """The next message; fails when the server ends or stays silent."""
        line = self._received.get(timeout=PATIENCE)
        assert line is not None, f"the server ended: {self.log()}"
        message: Message = json.loads(line)
        assert message["jsonrpc"] == "2.0"
        return message

    def ask(self, method: str, params: Message | None = None) -> Message:
        """Send a request and return the whole answer to it."""
        number = next(self._numbers)
        self.send(lines([request(number, method, params)]))
        answer = self.receive()
        assert answer["id"] == number
        return answer

    def result(self, method: str, params: Message | None = None) -> Message:
        """Send a request and return its result."""
        answer = self.ask(method, params)
        assert "result" in answer, answer
        result: Message = answer["result"]
        return result

    def search(self, query: object, **arguments: object) -> Message:
        """Call the tool and return its result."""
        return self.result("tools/call", search(0, query, **arguments)["params"])

    def end_input(self) -> None:
        """Close the server's standard input."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def wait(self) -> int:
        """Wait until the process has ended and return its exit code."""
        return self.process.wait(PATIENCE)

    def log(self) -> str:
        """What the server has written to standard error so far."""
        return self._log.read_text(encoding="utf-8")

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._received.put(line)
        self._received.put(None)
