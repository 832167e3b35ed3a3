"""No client is waited for without end, and none keeps others waiting."""

from __future__ import annotations

import json
import sys
import threading
import time
from typing import TYPE_CHECKING

import httpx2
import pytest

from http_server import HttpServer, drained, posted
from mcp_wire import PATIENCE, search

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator
    from pathlib import Path

HASTE = """
from patternbook.server import capacity, deadlines
deadlines.TimedProtocol.deadlines = deadlines.Deadlines(receiving=1, answering=2, idle=2, closing=1)
capacity.MOST_CONNECTIONS = 40
"""
WHOLE = posted(json.dumps(search(1, "Counter", limit=20)).encode()).replace(b"connection: close\r\n", b"")


@pytest.fixture(scope="module")
def hasty(served: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    """A server that waits for nobody longer than a second or two."""
    log = tmp_path_factory.mktemp("hasty") / "log"
    with HttpServer("--corpus", str(served), log=log, program=HASTE) as server:
        yield server


def healthy(server: HttpServer) -> bool:
    return httpx2.get(f"{server.root}/healthz", timeout=PATIENCE).status_code == 200


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b""),
        (b"GET", b"HTTP/1.1 408 "),
        (b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: ", b"HTTP/1.1 408 "),
        (WHOLE[:-1], b"HTTP/1.1 408 "),
        (
            posted(b"").replace(b"content-length: 0", b"transfer-encoding: chunked") + b"5\r\n{",
            b"HTTP/1.1 408 ",
        ),
    ],
    ids=["silent", "method", "head", "body", "chunk"],
)
def test_a_request_that_does_not_come_is_given_up(hasty: HttpServer, sent: bytes, answer: bytes) -> None:
    with hasty.connect() as connection:
        connection.sendall(sent)
        assert healthy(hasty)
        received = drained(connection)
    assert received.startswith(answer)
    assert bool(received) == bool(answer)


def test_a_request_that_trickles_is_given_up(hasty: HttpServer) -> None:
    with hasty.connect() as connection:
        assert trickle(connection, WHOLE) < len(WHOLE)
    assert healthy(hasty)


def test_the_second_request_of_a_connection_is_not_waited_for_longer(hasty: HttpServer) -> None:
    with hasty.connect() as connection:
        connection.sendall(WHOLE)
        connection.sendall(WHOLE[:40])
        received = drained(connection)
    assert received.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 408 " in received


def test_an_idle_connection_is_closed_and_a_used_one_kept(hasty: HttpServer) -> None:
    with hasty.connect() as connection:
        for _ in range(4):
            connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
            received = connection.recv(4_096)
            while not received.endswith(b"}"):
                received += connection.recv(4_096)
            assert received.startswith(b"HTTP/1.1 200 ")
            time.sleep(0.5)
        assert drained(connection) == b""


def test_a_client_that_never_reads_is_cut_off(hasty: HttpServer) -> None:
    with hasty.connect() as connection:
        # More answers than fit on the way; then requests pile up, until the server has had enough.
        assert flood(connection, WHOLE, 100_000) < 100_000
    assert healthy(hasty)


def test_what_is_sent_far_ahead_of_its_answers_is_not_kept(hasty: HttpServer) -> None:
    before = hasty.resident()
    held = [hasty.connect() for _ in range(8)]
    for connection in held:
        threading.Thread(target=drained, args=(connection,), daemon=True).start()
    taken = sum(flood(connection, WHOLE * 100, 1_000) for connection in held)
    assert taken < 8_000
    # Eight times what is read at once, and what it takes to take requests apart; not the 200 MB that were sent.
    assert hasty.resident() - before < 60_000
    for connection in held:
        connection.close()
    assert healthy(hasty)


def test_one_connection_too_many_is_told_so(hasty: HttpServer) -> None:
    held = [hasty.connect() for _ in range(40)]
    try:
        health = f"{hasty.root}/healthz"
        assert httpx2.get(health, timeout=PATIENCE).status_code == 503
    finally:
        for connection in held:
            connection.close()
    deadline = time.monotonic() + PATIENCE
    while httpx2.get(health, timeout=PATIENCE).status_code != 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def flood(connection: socket.socket, sent: bytes, times: int) -> int:
    """Send the same bytes many times, until the server closes; return how often it took them."""
    for count in range(times):
        try:
            connection.sendall(sent)
        except OSError:
            return count
    return times


FEW = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of descriptors")
def test_silent_clients_do_not_take_all_descriptors(served: Path, tmp_path: Path) -> None:
    with HttpServer("--corpus", str(served), log=tmp_path / "log", program=HASTE + FEW) as web:
        held = [web.connect() for _ in range(300)]
        deadline = time.monotonic() + PATIENCE
        while not kind(web):
            assert time.monotonic() < deadline
        for connection in held:
            connection.close()
        assert not [line for line in web.log().splitlines() if "ERROR" in line]


def kind(server: HttpServer) -> bool:
    """Whether a server answers well just now."""
    try:
        return healthy(server)
    except httpx2.TransportError:
        return False


def trickle(connection: socket.socket, sent: bytes) -> int:
    """Send byte by byte, ten a second, until the server closes; return how many it took."""
    for count in range(len(sent)):
        try:
            connection.sendall(sent[count : count + 1])
        except OSError:
            return count
        time.sleep(0.1)
    return len(sent)
