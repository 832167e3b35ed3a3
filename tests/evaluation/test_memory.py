"""Memory does not grow with the log: peaks of two processes that read streams of different lengths."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from evaluation_logs import search_line

if TYPE_CHECKING:
    from collections.abc import Iterable

if not Path("/proc/self/status").exists():
    pytest.skip("peak memory is taken from /proc", allow_module_level=True)

_READER = """
import sys
from patternbook.cli import main
code = main(["eval", *sys.argv[1:], "--json"])
with open("/proc/self/status") as status:
    print(next(line.split()[1] for line in status if line.startswith("VmHWM")), file=sys.stderr)
raise SystemExit(code)
"""
# Not getrusage: its peak includes that of the process that started this one.
_LINE = json.dumps(search_line(query="HERE")).replace(search_line(query="HERE")["query_hash"], "HASH") + "\n"


def _stream(searches: int) -> Iterable[bytes]:
    """Searches that never come again, with their texts: the worst for whoever has to remember them."""
    for start in range(0, searches, 1_000):
        numbers = range(start, min(start + 1_000, searches))
        yield "".join(
            _LINE.replace("HASH", f"{n:064x}").replace("HERE", f"query {n} {'x' * 150}") for n in numbers
        ).encode()


def _read(searches: int) -> tuple[dict[str, object], int]:
    """What is reported of a stream, and the peak of memory in KiB."""
    process = subprocess.Popen(
        [sys.executable, "-c", _READER, "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    for block in _stream(searches):
        process.stdin.write(block)
    out, errors = process.communicate()
    assert process.returncode == 0, errors
    return json.loads(out), int(errors.split()[-1])


def test_four_times_the_searches_take_no_more_memory() -> None:
    # Both are long enough to fill every sketch: 40,000 lines are 20 MB, 160,000 are 80 MB.
    short, before = _read(40_000)
    long, after = _read(160_000)
    assert (short["searches"], long["searches"]) == (40_000, 160_000)
    assert after < before * 1.1


def test_a_gzipped_line_without_end_takes_no_memory(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.log.gz"
    with gzip.open(bomb, "wb", compresslevel=1) as file:
        for _ in range(200):
            file.write(b"x" * 1_000_000)
        file.write(f"\n{json.dumps(search_line())}\n".encode())
    done = subprocess.run([sys.executable, "-c", _READER, str(bomb)], capture_output=True, check=True)
    facts = json.loads(done.stdout)
    assert (facts["searches"], facts["damage"]) == (1, {"too long": 1})
    assert int(done.stderr.split()[-1]) < 120_000
