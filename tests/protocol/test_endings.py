"""How the process ends, and what it has said by then."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from mcp_wire import PATIENCE, Wire, command, enveloped, handshake, lines, piped, request, search

if TYPE_CHECKING:
    from pathlib import Path

    from mcp_wire import Message


PATIENT = """
import sys
from patternbook.cli import main
from patternbook.server import ending, stdio

stdio._GRACE = ending._LATEST = 60
sys.exit(main(["mcp", "--corpus", sys.argv[1]]))
"""


def patiently_piped(corpus: Path, sent: bytes) -> list[Message]:
    """All that a server says to what is sent at once, if it takes the time that it needs on any machine."""
    done = subprocess.run(
        [sys.executable, "-c", PATIENT, str(corpus)],
        input=sent,
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_all_that_was_piped_in_is_answered(served: Path) -> None:
    calls = [search(number, f"counter{number % 30}", limit=number % 20) for number in range(1, 401)]
    received = patiently_piped(served, lines([*handshake(), *calls]))
    assert [message["id"] for message in received] == list(range(401))
    assert all("result" in message for message in received)


def test_all_is_answered_without_a_handshake_too(served: Path) -> None:
    call = {"name": "search_examples", "arguments": {"query": "Counter"}}
    received = patiently_piped(served, lines(enveloped(number, "tools/call", call) for number in range(100)))
    assert sorted(message["id"] for message in received) == list(range(100))
    assert all("result" in message for message in received)


def test_the_last_line_needs_no_line_end(served: Path) -> None:
    received, _ = piped(served, lines([*handshake(), request(5, "ping")]).rstrip(b"\n"))
    assert received[-1] == {"jsonrpc": "2.0", "id": 5, "result": {}}


@pytest.mark.parametrize("sent", [b"", b"\n", b"nonsense", lines(handshake()[1:])])
def test_an_end_before_the_first_request_is_an_end(served: Path, sent: bytes) -> None:
    _, done = piped(served, sent)
    assert done.returncode == 0


def test_standard_output_is_protocol_only(served: Path) -> None:
    messages = [*handshake(), request(1, "tools/list"), search(2, "Counter"), request(3, "nothing/known")]
    done = subprocess.run(
        command(served, "--log-level", "debug"),
        input=lines(messages),
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    for line in done.stdout.splitlines():
        assert json.loads(line)["jsonrpc"] == "2.0"
    assert len(done.stdout.splitlines()) == 4


STRAY = """
import os, sys
from pathlib import Path
from patternbook.opening import open_paths
from patternbook.server.app import serve
from patternbook.server.options import ServerOptions

sys.stdout.write("buffered before serving;")

def open_book(later):
    print("printed while opening")
    os.system("echo from a child process")
    os.write(1, b"written to the descriptor\\n")
    assert sys.stdin.read() == ""
    return open_paths([sys.argv[1]])

serve(open_book, ServerOptions())
"""


def test_stray_output_goes_to_standard_error(served: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STRAY, str(served)],
        input=lines([*handshake(), request(1, "ping")]),
        capture_output=True,
        timeout=PATIENCE,
        check=True,
        # What was printed before serving can only be caught while it waits in a buffer.
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    )
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [0, 1]
    for part in (b"buffered before", b"printed while", b"from a child", b"written to the descriptor"):
        assert part in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to send")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_with_exit_code_0(served: Path, tmp_path: Path, number: signal.Signals) -> None:
    with Wire(served, log=tmp_path / "log") as wire:
        wire.shake_hands()
        wire.process.send_signal(number)
        assert wire.wait() == 0
        assert wire.log() == ""


def test_a_client_that_stops_listening_ends_it(served: Path) -> None:
    with subprocess.Popen(command(served), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(lines(handshake()))
        process.stdin.flush()
        assert process.stdout.readline()
        process.stdout.close()
        process.stdin.write(lines(search(number, "Counter") for number in range(1, 4)))
        process.stdin.flush()
        assert process.wait(PATIENCE) == 0


def test_a_standard_error_that_nobody_reads_stops_nothing(served: Path) -> None:
    calls = [search(number, f"counter{number % 30}", limit=1) for number in range(1, 1_001)]
    with subprocess.Popen(
        command(served, "--log-level", "debug"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        # More than a pipe holds: the log of these calls is several hundred kilobytes.
        sender = threading.Thread(target=process.stdin.write, args=(lines([*handshake(), *calls]),))
        sender.start()
        received = [json.loads(process.stdout.readline())["id"] for _ in range(1_001)]
        sender.join(PATIENCE)
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
    assert received == list(range(1_001))


SLOW = """
import sys, time
from patternbook.opening import open_paths
from patternbook.server.app import serve
from patternbook.server.options import ServerOptions

def open_book(later):
    book = open_paths([sys.argv[1]])
    search = type(book).search

    def slow(self, query, limit=5):
        if query == "slow":
            time.sleep(60)
        return search(self, query, limit)

    type(book).search = slow
    return book

serve(open_book, ServerOptions())
"""


def test_a_search_that_takes_too_long_is_given_up_at_the_end(served: Path) -> None:
    behind = [search(number, "Counter") for number in range(3, 100)]
    done = subprocess.run(
        [sys.executable, "-c", SLOW, str(served)],
        input=lines([*handshake(), request(1, "ping"), search(2, "slow"), *behind]),
        capture_output=True,
        timeout=PATIENCE / 2,
        check=False,
    )
    assert done.returncode == 0
    received = [json.loads(line) for line in done.stdout.splitlines()]
    assert [message["id"] for message in received[:2]] == [0, 1]
    assert received[1]["result"] == {}
    given_up = received[2:]
    # Those behind it wait for their turn, some with the SDK, some not even read yet. Each is told, as far as
    # there is time.
    assert given_up
    assert [message["id"] for message in given_up] == list(range(2, 2 + len(given_up)))
    for message in given_up:
        assert message["error"]["code"] == -32000
        assert "given up" in message["error"]["message"]
    (note,) = [json.loads(line) for line in done.stderr.splitlines()]
    count, _, told = note["message"].partition(" ")
    assert int(count) >= len(given_up)
    assert told == "requests were given up at the end of input"


def test_none_of_thousands_is_answered_twice(served: Path) -> None:
    received, done = piped(
        served, lines([*handshake(), *(search(n, f"counter{n}") for n in range(1, 5_001))])
    )
    assert done.returncode == 0
    numbers = [message["id"] for message in received]
    assert len(set(numbers)) == len(numbers)
    # What there was no time for is told so, as far as there was time for that.
    assert sorted(numbers) == list(range(len(numbers)))
    assert all("result" in message or message["error"]["code"] == -32000 for message in received)


def test_a_client_that_never_reads_does_not_hold_it(served: Path) -> None:
    reader, writer = os.pipe()
    with subprocess.Popen(command(served), stdin=subprocess.PIPE, stdout=writer) as process:
        os.close(writer)
        # The answers are a few megabytes; nobody takes them out of the pipe.
        process.communicate(lines([*handshake(), *(search(n, "Counter") for n in range(1, 1_001))]), PATIENCE)
        assert process.returncode == 0
    os.close(reader)


UNINDEXED = """
import sys, time
from pathlib import Path
from patternbook import indexing
from patternbook.cli import main
from patternbook.errors import ConfigError

made = indexing.build_index
go = Path(sys.argv[2])

def build_index(*positional, **named):
    while not go.exists():
        time.sleep(0.01)
    if go.read_text():
        raise ConfigError(go.read_text())
    return made(*positional, **named)

indexing.build_index = build_index
sys.exit(main(["mcp", "--corpus", sys.argv[1]]))
"""


@pytest.fixture
def unindexed(served: Path, tmp_path: Path) -> list[str]:
    """A server whose index is made once the file ``go`` exists; it fails with the file's text, if any."""
    (tmp_path / "corpus.json").write_bytes(served.read_bytes())
    return [sys.executable, "-c", UNINDEXED, str(tmp_path / "corpus.json"), str(tmp_path / "go")]


def test_what_needs_no_index_is_answered_while_it_is_made(unindexed: list[str], tmp_path: Path) -> None:
    with subprocess.Popen(
        unindexed, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        early = [request(2, "tools/list"), request(3, "resources/list"), request(4, "ping")]
        process.stdin.write(lines([*handshake(), search(1, "Counter"), *early]))
        process.stdin.flush()
        first = [json.loads(process.stdout.readline()) for _ in range(4)]
        assert [message["id"] for message in first] == [0, 2, 3, 4]
        assert "counting-0" in first[0]["result"]["instructions"]
        (tmp_path / "go").touch()
        assert json.loads(process.stdout.readline())["result"]["structuredContent"]["results"]
        _, said = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert b"indexing in memory" in said.splitlines()[0]


def test_a_search_that_was_piped_in_waits_for_the_index(unindexed: list[str], tmp_path: Path) -> None:
    with subprocess.Popen(unindexed, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(lines([*handshake(), search(1, "Counter")]))
        process.stdin.close()
        assert json.loads(process.stdout.readline())["id"] == 0
        (tmp_path / "go").touch()
        assert json.loads(process.stdout.readline())["result"]["structuredContent"]["results"]
        assert process.wait(PATIENCE) == 0


def test_without_a_search_the_index_is_not_waited_for(unindexed: list[str]) -> None:
    done = subprocess.run(
        unindexed, input=lines(handshake()), capture_output=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0


def test_a_client_that_is_gone_is_not_worked_for(unindexed: list[str]) -> None:
    with subprocess.Popen(unindexed, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(lines([*handshake(), search(1, "Counter")]))
        process.stdin.close()
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(PATIENCE) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to send")
def test_a_signal_ends_it_while_the_index_is_made(unindexed: list[str]) -> None:
    with subprocess.Popen(unindexed, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(lines([*handshake(), search(1, "Counter")]))
        process.stdin.flush()
        process.stdout.readline()
        process.terminate()
        assert process.wait(PATIENCE) == 0


def test_an_index_that_cannot_be_made_is_said_in_a_line(unindexed: list[str], tmp_path: Path) -> None:
    with subprocess.Popen(
        unindexed, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(lines([*handshake(), search(1, "Counter")]))
        process.stdin.flush()
        (tmp_path / "bent").write_text("the shelf is bent", encoding="utf-8")
        (tmp_path / "bent").rename(tmp_path / "go")
        assert process.wait(PATIENCE) == 2
        assert process.stderr.read().splitlines()[1:] == [b"patternbook: the shelf is bent"]


def test_a_cancelled_search_makes_room_for_the_next(served: Path) -> None:
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
    with subprocess.Popen(
        [sys.executable, "-c", SLOW, str(served)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(lines([*handshake(), search(1, "slow"), cancel, search(2, "Counter", limit=1)]))
        process.stdin.flush()
        assert [json.loads(process.stdout.readline())["id"] for _ in range(2)] == [0, 2]
        process.communicate(timeout=PATIENCE / 2)
        assert process.returncode == 0


def test_a_missing_corpus_is_said_in_a_line(tmp_path: Path) -> None:
    _, done = piped(tmp_path / "nowhere", lines(handshake()))
    assert done.returncode == 2
    assert done.stdout == b""
    assert len(done.stderr.decode().splitlines()) <= 2
    assert b"nowhere" in done.stderr


def test_a_log_that_cannot_be_written_is_said_in_a_line(served: Path, tmp_path: Path) -> None:
    _, done = piped(served, b"", "--log-file", str(tmp_path / "no" / "log"))
    assert done.returncode == 2
    assert b"log file cannot be written" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX closes the descriptor")
def test_a_closed_standard_input_is_said_in_a_line(served: Path) -> None:
    import shlex

    shell = f"{shlex.join(command(served))} <&-"
    done = subprocess.run(["/bin/sh", "-c", shell], capture_output=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert b"standard input or output is closed" in done.stderr
