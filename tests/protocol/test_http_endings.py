"""How a server over HTTP begins and ends."""

from __future__ import annotations

import concurrent.futures
import itertools
import json
import signal
import socket
import sys
import threading
import time
from typing import TYPE_CHECKING

import httpx2
import pytest

from http_server import JSON, HttpServer, drained, posted, refused
from mcp_wire import PATIENCE, search

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to send")

SLOW = """
import time
from patternbook.book import Book
search = Book.search

def slow(self, query, limit=5):
    if query.startswith("slow"):
        time.sleep(float(query.split()[1]))
    return search(self, query, limit)

Book.search = slow
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_with_exit_code_0(served: Path, tmp_path: Path, number: signal.Signals) -> None:
    with (
        HttpServer("--corpus", str(served), log=tmp_path / "log") as web,
        web.connect(),
        web.connect() as half,
    ):
        half.sendall(posted(b"{}")[:50])
        httpx2.post(web.url, json=search(1, "Counter"), headers=JSON)
        assert web.end(number) == (0, b"")
        *_, first, second = web.log().splitlines()
        assert first == f"patternbook: serving at {web.url}"
        assert json.loads(second)["event"] == "search"


def test_what_was_asked_before_is_answered(served: Path, tmp_path: Path) -> None:
    with HttpServer("--corpus", str(served), log=tmp_path / "log", program=SLOW) as web:
        sent = [
            posted(json.dumps(search(n, f"slow 0.1 counter{n}")).encode(), "accept: */*") for n in range(4)
        ]
        connections = [web.connect() for _ in sent]
        for connection, message in zip(connections, sent, strict=True):
            connection.sendall(message)
        # The first answer shows that the server is at work on them.
        first = connections[0].recv(1_000_000)
        assert web.end() == (0, b"")
        rest = [connection.recv(1_000_000) for connection in connections[1:]]
        for connection in connections:
            connection.close()
    assert all(answer.startswith(b"HTTP/1.1 200 ") for answer in (first, *rest))


def test_a_search_that_takes_too_long_is_given_up_at_the_end(served: Path, tmp_path: Path) -> None:
    with HttpServer("--corpus", str(served), log=tmp_path / "log", program=SLOW) as web:
        with web.connect() as connection:
            connection.sendall(posted(json.dumps(search(1, "slow 600")).encode()))
            # Once nothing else is answered, the search has begun.
            while answers(f"{web.root}/healthz"):
                pass
            assert web.end() == (0, b"")
        assert "Traceback" not in web.log()


def test_a_signal_before_it_serves_ends_it_too(served: Path, tmp_path: Path) -> None:
    program = (
        "import time, os, signal, patternbook.opening as o\n"
        "o.open_paths = lambda *_: os.kill(os.getpid(), signal.SIGTERM) or time.sleep(60)"
    )
    with pytest.raises(AssertionError, match=r"does not serve \(exit code 0\): $"):
        HttpServer("--corpus", str(served), log=tmp_path / "log", program=program)


def test_under_load_a_signal_leaves_no_half_answers(served: Path, tmp_path: Path) -> None:
    with HttpServer("--corpus", str(served), log=tmp_path / "log") as web:

        def client(number: int) -> int:
            """Ask until the server is gone; return how often it answered."""
            for answered in itertools.count():
                with web.connect() as connection:
                    connection.sendall(posted(json.dumps(search(number, "Counter", limit=20)).encode()))
                    received = drained(connection)
                if not received:
                    return answered
                assert received.startswith(b"HTTP/1.1 200 ")
                assert json.loads(received.partition(b"\r\n\r\n")[2])["id"] == number
            raise AssertionError("endless")

        def until_gone(number: int) -> int:
            try:
                return client(number)
            except ConnectionError:
                return 0

        with concurrent.futures.ThreadPoolExecutor(8) as clients:
            running = [clients.submit(until_gone, number) for number in range(8)]
            while len(web.log().splitlines()) < 100:
                time.sleep(0.01)
            assert web.end() == (0, b"")
            for future in running:
                future.result(PATIENCE)
        assert "Traceback" not in web.log()


def answers(url: str) -> bool:
    """Whether a server answers within a second."""
    try:
        return httpx2.get(url, timeout=1).is_success
    except httpx2.TimeoutException:
        return False


def test_a_port_in_use_is_said_in_a_line(served: Path, tmp_path: Path) -> None:
    with HttpServer("--corpus", str(served), log=tmp_path / "log") as web:
        address = f"127.0.0.1:{web.port}"
        line = refused("--corpus", str(served), "--http", address)
        assert line.startswith(f"patternbook: --http {address}: the port is in use; ")
        assert httpx2.get(f"{web.root}/healthz").status_code == 200


def test_a_port_is_free_again_at_once(served: Path, tmp_path: Path) -> None:
    with HttpServer("--corpus", str(served), log=tmp_path / "log") as web:
        httpx2.get(f"{web.root}/healthz")
        web.end()
    with HttpServer("--corpus", str(served), log=tmp_path / "log", address=f"127.0.0.1:{web.port}") as again:
        assert again.port == web.port


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--http", "nonsense"), "expected HOST:PORT, such as 127.0.0.1:8765"),
        (("--http", ""), "expected HOST:PORT"),
        (("--http", "http://127.0.0.1:8765/"), "expected HOST:PORT"),
        (("--http", "127.0.0.1:99999"), "expected a port from 0 to 65535"),
        (("--http", "nowhere.invalid:8765"), "the host cannot be resolved"),
        (("--http", "192.0.2.1:8765", "--allow-host", "x"), "this machine has no such address"),
        (("--http", "0.0.0.0:0"), "add --allow-host NAME for each"),
        (("--http", "[::]:0"), "add --allow-host NAME for each"),
        (("--http", "127.0.0.1:0", "--allow-host", "*"), "--allow-host '*': expected a host"),
        (
            ("--http", "127.0.0.1:0", "--allow-origin", "evil"),
            "--allow-origin 'evil': expected SCHEME://HOST",
        ),
        (("--allow-host", "docs.example.org"), "go with --http HOST:PORT"),
        (("--allow-origin", "https://docs.example.org"), "go with --http HOST:PORT"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_line(served: Path, arguments: tuple[str, ...], said: str) -> None:
    assert said in refused("--corpus", str(served), *arguments)


def test_a_missing_corpus_or_log_is_said_in_a_line(served: Path, tmp_path: Path) -> None:
    assert "nowhere" in refused("--corpus", str(tmp_path / "nowhere"), "--http", "127.0.0.1:0")
    log = str(tmp_path / "no" / "log")
    assert "log file" in refused("--corpus", str(served), "--http", "127.0.0.1:0", "--log-file", log)


def test_the_log_file_takes_the_searches(served: Path, tmp_path: Path) -> None:
    searches = tmp_path / "searches.jsonl"
    options = ("--corpus", str(served), "--log-file", str(searches), "--log-level", "debug")
    with HttpServer(*options, log=tmp_path / "log") as web:
        httpx2.post(web.url, json=search(1, "Counter"), headers=JSON)
        web.end()
        assert web.log().splitlines()[-1] == f"patternbook: serving at {web.url}"
    found = [json.loads(line) for line in searches.read_text(encoding="utf-8").splitlines()]
    assert [line["query"] for line in found if line["event"] == "search"] == ["Counter"]


def test_clients_that_come_early_wait(served: Path, tmp_path: Path) -> None:
    """A port that is bound answers, even to a client that connects while the corpus is read."""
    program = (
        "import time, patternbook.opening as o\nopen_paths = o.open_paths\n"
        "o.open_paths = lambda *a: time.sleep(1) or open_paths(*a)"
    )
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    answers: list[int] = []

    def early() -> None:
        while not answers:
            try:
                answers.append(httpx2.get(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE).status_code)
            except httpx2.ConnectError:
                continue

    client = threading.Thread(target=early)
    client.start()
    with HttpServer(
        "--corpus", str(served), log=tmp_path / "log", address=f"127.0.0.1:{port}", program=program
    ):
        client.join(PATIENCE)
    assert answers == [200]
