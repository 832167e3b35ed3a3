"""What many clients at once cost a server over HTTP: errors, time, and memory.

    python tests/bench/bench_http.py [--corpus PATH] [--clients N] [--queries N] [--sdk]

Half of the clients shake hands, the other half speak the newest revision. They send plain requests; with ``--sdk``
they are the SDK's own, which take several times the server's processor time for themselves. The server holds as
much memory at the end as after the first fifth of the calls, or little more: it keeps nothing of a client.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
import httpx2
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

sys.path.insert(0, str(Path(__file__).parents[1]))

from http_server import JSON as HEADERS
from http_server import HttpServer, headers_of
from mcp_wire import MODERN, enveloped, handshake, search

if TYPE_CHECKING:
    from mcp_wire import Message

JUDGED = Path(__file__).parents[1] / "cases" / "search" / "judged.jsonl"
ERAS = ("legacy", MODERN)
AIM = 0.05
"""Growth of memory that is still none."""


@dataclass
class Load:
    """Many clients at one server, and what they saw."""

    server: HttpServer
    clients: int
    each: int
    sdk: bool
    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    early: int = 0
    """Memory in KiB after a fifth of the calls."""

    @property
    def calls(self) -> int:
        """Number of calls in all."""
        return self.clients * self.each

    async def run(self, queries: list[str]) -> None:
        """Make all calls, every client its own, one after the other."""
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
        async with (
            httpx2.AsyncClient(limits=limits, timeout=120) as http,
            anyio.create_task_group() as tasks,
        ):
            for number in range(self.clients):
                own = itertools.islice(itertools.cycle(queries), number * self.each, (number + 1) * self.each)
                tasks.start_soon(self._client, http, ERAS[number % 2], list(own))

    async def _client(self, http: httpx2.AsyncClient, era: str, queries: list[str]) -> None:
        try:
            await (self._by_sdk if self.sdk else self._plainly)(http, era, queries)
        except Exception as error:  # noqa: BLE001 — whatever it is, it is counted
            self.errors.append(f"{era}: {error!r}")

    async def _by_sdk(self, http: httpx2.AsyncClient, era: str, queries: list[str]) -> None:
        async with Client(streamable_http_client(self.server.url, http_client=http), mode=era) as client:
            for query in queries:
                started = time.perf_counter()
                result = await client.call_tool("search_examples", {"query": query})
                self._answered(started, query, refused=result.is_error)

    async def _plainly(self, http: httpx2.AsyncClient, era: str, queries: list[str]) -> None:
        opened = handshake()[0] if era == "legacy" else enveloped(0, "server/discover")
        await self._post(http, era, opened)
        for number, query in enumerate(queries, 1):
            call = search(number, query)
            if era != "legacy":
                call = enveloped(number, call["method"], call["params"])
            started = time.perf_counter()
            answer = await self._post(http, era, call)
            self._answered(started, query, refused=answer["result"]["isError"])

    async def _post(self, http: httpx2.AsyncClient, era: str, message: Message) -> Message:
        headers = HEADERS if era == "legacy" else headers_of(message)
        response = await http.post(self.server.url, json=message, headers=headers)
        answer: Message = response.raise_for_status().json()
        if answer["id"] != message["id"]:
            raise ValueError(f"the answer to {message['id']} says that it is to {answer['id']}")
        return answer

    def _answered(self, started: float, query: str, *, refused: bool) -> None:
        self.seconds.append(time.perf_counter() - started)
        if refused:
            self.errors.append(f"{query!r}: refused")
        if len(self.seconds) == self.calls // 5:
            self.early = self.server.resident()


def main() -> int:
    """Print the figures; exit code 1 if a call failed or memory grew."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    options.add_argument("--corpus", default="bundled")
    options.add_argument("--clients", type=int, default=200)
    options.add_argument("--queries", type=int, default=50, help="of each client")
    options.add_argument("--sdk", action="store_true", help="use the SDK's client")
    chosen = options.parse_args()
    queries = [json.loads(line)["query"] for line in JUDGED.read_text(encoding="utf-8").splitlines()]
    with (
        tempfile.TemporaryDirectory() as folder,
        HttpServer("--corpus", chosen.corpus, log=Path(folder) / "log") as server,
    ):
        first = server.resident()
        load = Load(server, chosen.clients, chosen.queries, chosen.sdk)
        started = time.perf_counter()
        anyio.run(load.run, queries)
        took = time.perf_counter() - started
        last = server.resident()
    return report(load, took, first, last)


def report(load: Load, took: float, first: int, last: int) -> int:
    """Print what was measured, and say whether it is within the aims."""
    milliseconds = sorted(1_000 * seconds for seconds in load.seconds)
    growth = last / load.early - 1 if load.early else 0.0
    say = sys.stdout.write
    say(
        f"{load.clients} clients, {load.each} queries each: {len(milliseconds)} answers, {len(load.errors)} errors\n"
    )
    for error in load.errors[:5]:
        say(f"  {error}\n")
    say(
        f"time    {took:.1f} s, {len(milliseconds) / took:.0f} answers a second (clients and server on one machine)\n"
    )
    if milliseconds:
        say(f"answer  median {statistics.median(milliseconds):.0f} ms, ")
        say(f"99 % {milliseconds[int(0.99 * len(milliseconds))]:.0f} ms, longest {milliseconds[-1]:.0f} ms\n")
    say(
        f"memory  {first / 1024:.1f} MiB at the start, {load.early / 1024:.1f} after {load.calls // 5} answers, "
    )
    say(f"{last / 1024:.1f} at the end: {growth:+.1%}\n")
    say(f"aims    no error; growth from then on at most {AIM:.0%}\n")
    return int(bool(load.errors) or len(milliseconds) < load.calls or growth > AIM)


if __name__ == "__main__":
    sys.exit(main())
