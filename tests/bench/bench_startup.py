"""How long the server takes from its start to its first answer, next to a bare server of the same SDK.

    python tests/bench/bench_startup.py [--corpus PATH] [--repeat N]

Both are started in turns, over pipes: the bare one has one tool that does nothing, ours serves a corpus and its
index. What is timed is spawn to the answer of the first call of the tool, after a handshake. Ours is within its
aim while its median is at most 1.10 times the bare one's. Where the rest goes is told by a process that takes the
same steps one after another.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from patternbook.opening import named_places

AIM = 1.10
MILLISECONDS = 1_000
OURS = "patternbook"
QUERY = "read a file line by line"

BARE = """
import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.types import CallToolResult, ListToolsResult, TextContent, Tool

async def list_tools(_, __):
    return ListToolsResult(tools=[Tool(name="search_examples", input_schema={"type": "object"})])

async def call_tool(_, __):
    return CallToolResult(content=[TextContent(text="nothing")])

server = Server("bare", on_list_tools=list_tools, on_call_tool=call_tool)

async def main():
    async with stdio_server() as (source, target):
        await server.run(source, target, server.create_initialization_options())

anyio.run(main)
"""

STEPS = """
import gc, json, sys, time
gc.disable()
marks = [("", time.perf_counter())]

def mark(step):
    marks.append((step, time.perf_counter()))

import anyio
import mcp.server.lowlevel
mark("import the SDK")
import patternbook.cli.mcp
import patternbook.opening
import patternbook.server.protocol
import patternbook.server.stdio
mark("import Patternbook")
from pathlib import Path
from patternbook.corpus import Corpus
from patternbook.opening import named_places
(place,) = named_places([sys.argv[1]])
corpus = Corpus.load(place.corpus)
mark("load the corpus")
from patternbook.search.engine import Index
raw = place.index.read_bytes()
index = Index.parse(raw, "index.json")
assert index.corpus_sha256 == corpus.sha256
mark("load the index")
from patternbook.book import Book, Volume
from patternbook.search.results import Source
from patternbook.server.options import ServerOptions
from patternbook.server.tools import Context, search_examples
from patternbook.telemetry import StreamSink, Telemetry
book = Book((Volume(Source(index.name), corpus, index, ""),))
context = Context(book, ServerOptions(), Telemetry("error", StreamSink()))
patternbook.server.protocol.build_server(context)
mark("make the server")
search_examples(context, {"query": sys.argv[2]})
mark("answer the first query")
search_examples(context, {"query": "actor state"})
mark("answer another")
print(json.dumps({step: end - start for (_, start), (step, end) in zip(marks, marks[1:])}))
"""


def main() -> int:
    """Print the figures; exit code 1 if the ratio misses the aim."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    options.add_argument("--corpus", default="bundled", help="what to serve; it needs an index")
    options.add_argument("--repeat", type=int, default=15, help="starts of each")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        times = in_turns(commands(Path(folder), chosen.corpus), chosen.repeat)
    medians = {
        name: [statistics.median(column) for column in zip(*rows, strict=True)]
        for name, rows in times.items()
    }
    say(f"{'':<24}{'handshake':>12}{'first answer':>14}{'processor':>12}  (medians, ms)")
    for name, figures in medians.items():
        handshake, answer, processor = (seconds * MILLISECONDS for seconds in figures)
        say(f"{name:<24}{handshake:>12.0f}{answer:>14.0f}{processor:>12.0f}")
    ratios = [ours / theirs for ours, theirs in zip(medians[OURS], medians["bare"], strict=True)]
    say(f"{'ratio to bare':<24}{ratios[0]:>12.3f}{ratios[1]:>14.3f}{ratios[2]:>12.3f}")
    say(f"aim: a first answer after {AIM:.2f} times the bare server's at most")
    say("\nwhere it goes, one step after another (medians, ms)")
    for step, seconds in steps(chosen.corpus, max(3, chosen.repeat // 3)).items():
        say(f"  {step:<26}{seconds * MILLISECONDS:>8.1f}")
    return int(ratios[1] > AIM)


def commands(folder: Path, corpus: str) -> dict[str, list[str]]:
    """What is started: a bare server, ours, and ours on a copy of the corpus that has no index."""
    bare = folder / "bare.py"
    bare.write_text(BARE, "utf-8")
    (place,) = named_places([corpus])
    (folder / "corpus.json").write_bytes(place.corpus.read_bytes())
    ours = [sys.executable, "-m", "patternbook", "mcp", "--corpus"]
    return {
        "bare": [sys.executable, str(bare)],
        OURS: [*ours, corpus],
        "… without its index": [*ours, str(folder)],
    }


def in_turns(commands: dict[str, list[str]], repeat: int) -> dict[str, list[tuple[float, float, float]]]:
    """Start each so many times, one after the other, after once for nothing, which fills caches."""
    rounds = [{name: started(command) for name, command in commands.items()} for _ in range(repeat + 1)]
    return {name: [each[name] for each in rounds[1:]] for name in commands}


def started(command: list[str]) -> tuple[float, float, float]:
    """Seconds from a server's start to its handshake, to the answer of its first call, and on the processor."""
    client = {"name": "bench", "version": "1"}
    opening = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    start = time.perf_counter()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        ask(process, {"id": 0, "method": "initialize", "params": opening})
        handshake = time.perf_counter() - start
        tell(process, {"method": "notifications/initialized"})
        call = {"name": "search_examples", "arguments": {"query": QUERY}}
        ask(process, {"id": 1, "method": "tools/call", "params": call})
        answer = time.perf_counter() - start
        process.kill()
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
    return handshake, answer, usage.ru_utime + usage.ru_stime


def ask(process: subprocess.Popen[bytes], message: dict[str, Any]) -> None:
    """Send a request and wait for its result."""
    tell(process, message)
    assert process.stdout is not None
    answer = json.loads(process.stdout.readline())
    assert answer["id"] == message["id"]
    assert not answer["result"].get("isError")


def tell(process: subprocess.Popen[bytes], message: dict[str, Any]) -> None:
    """Send a message."""
    assert process.stdin is not None
    process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    process.stdin.flush()


def steps(corpus: str, repeat: int) -> dict[str, float]:
    """Median seconds of each step of a start."""
    runs = []
    for _ in range(repeat):
        done = subprocess.run(
            [sys.executable, "-c", STEPS, corpus, QUERY], capture_output=True, text=True, check=True
        )
        runs.append(json.loads(done.stdout))
    return {step: statistics.median(run[step] for run in runs) for step in runs[0]}


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
