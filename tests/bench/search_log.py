"""Make a log as users would: send the judged queries through the real MCP server, and keep what it logs.

    python tests/bench/search_log.py LOG QUERIES.jsonl…

Queries are sent one at a time over the server's pipes, as a client does. The bundled corpus answers.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_CLIENT = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "log", "version": "1"}}


def main(arguments: list[str]) -> int:
    """Write the log; exit code 1 if the server did not answer every query."""
    log, *files = map(Path, arguments)
    log.parent.mkdir(parents=True, exist_ok=True)
    log.unlink(missing_ok=True)
    options = ["--corpus", "bundled", "--log-level", "debug", "--log-file", str(log)]
    command = [sys.executable, "-m", "patternbook", "mcp", *options]
    asked = 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        _send(server.stdin, "initialize", _CLIENT, 0)
        server.stdout.readline()
        _send(server.stdin, "notifications/initialized", {}, None)
        for asked, query in enumerate(_queries(files), 1):
            _send(
                server.stdin, "tools/call", {"name": "search_examples", "arguments": {"query": query}}, asked
            )
            if not server.stdout.readline():
                sys.stderr.write(f"the server ended at query {asked}: {query}\n")
                return 1
    sys.stdout.write(f"{asked} queries → {log}\n")
    return 0


def _queries(files: list[Path]) -> Iterator[str]:
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)["query"]


def _send(pipe: IO[str], method: str, params: dict[str, Any], number: int | None) -> None:
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    pipe.write(json.dumps(message if number is None else message | {"id": number}) + "\n")
    pipe.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
