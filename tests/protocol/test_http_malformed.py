"""Whatever is sent over HTTP, it is answered or cut off, and the next honest request is answered."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import httpx2
import pytest

from http_server import JSON, drained, headers_of, posted
from mcp_wire import MODERN, PATIENCE, enveloped, request, search

if TYPE_CHECKING:
    from collections.abc import Iterator

    from http_server import HttpServer as Server

LIMIT = 262_144
DEEP = 20_000

NOT_JSON = [
    b"not json",
    b"{",
    b'{"jsonrpc":"2.0","id":1',
    b"\xff\xfe\x00{}",
    b"[" * DEEP,
    b"'a'",
    b"NaN-",
    b"\x00",
]
NOT_JSON += [b'{"a":' * DEEP + b"1" + b"}" * DEEP, b"1" * 5_000, b"\x1f\x8b\x08\x00" + b"z" * 100]
NO_MESSAGE = [b"", b" ", b"{}", b"[]", b"17", b'"text"', b"null", b"true", b"[1]", b"NaN", b"1e999"]
NO_MESSAGE += [b'{"id":1.5,"jsonrpc":"2.0","method":"ping"}', b'{"id":{},"jsonrpc":"2.0","method":"ping"}']
NO_MESSAGE += [b'{"id":null,"jsonrpc":"2.0","method":"ping"}', b'{"jsonrpc":"2.0","method":5}']
NO_MESSAGE += [b'{"jsonrpc":"2.0","method":"nothing","params":[1]}', b'{"jsonrpc":"2.0","id":9,"result":17}']
BATCHES = [
    [request(1, "ping"), request(2, "ping")],
    [request(1, "ping")] * 1_000,
    [1, 2],
    [[request(1, "ping")]],
]
BROKEN = [
    {"id": 77},
    {"id": 77, "jsonrpc": "2.0"},
    {"id": 77, "jsonrpc": "1.0", "method": "ping"},
    {"id": 77, "method": "ping"},
    {"id": 77, "jsonrpc": "2.0", "method": 5},
    {"id": 77, "jsonrpc": "2.0", "method": "ping", "params": [1]},
    {"id": 77, "jsonrpc": "2.0", "method": "ping", "params": "text"},
]
ACKNOWLEDGED = [
    {"jsonrpc": "2.0", "method": "nothing/known"},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 12345}},
    {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": {}}},
    {"jsonrpc": "2.0", "id": 9, "result": {}},
    {"jsonrpc": "2.0", "id": 9, "error": {"code": 1, "message": "no"}},
]
WRONG_TYPES: list[Any] = [
    None,
    5,
    1.5,
    True,
    "text",
    [],
    [1],
    {},
    {"a": {"b": []}},
    "\ud800",
    "x" * 5_000,
    10**400,
]


@pytest.fixture(autouse=True)
def still_answers(web: Server) -> Iterator[None]:
    """After each test, the next honest request is answered."""
    yield
    answer = httpx2.post(web.url, json=search(1, "counter7", limit=1), headers=JSON, timeout=PATIENCE).json()
    assert answer["result"]["structuredContent"]["results"][0]["id"] == "counters-count-7"
    assert web.process.poll() is None


def post(web: Server, body: bytes, **headers: str) -> httpx2.Response:
    return httpx2.post(web.url, content=body, headers=JSON | headers, timeout=PATIENCE)


@pytest.mark.parametrize("version", ["2025-06-18", MODERN])
@pytest.mark.parametrize("body", NOT_JSON, ids=range(len(NOT_JSON)))
def test_what_is_no_json_is_a_parse_error(web: Server, body: bytes, version: str) -> None:
    response = post(web, body, **{"mcp-protocol-version": version})
    assert response.status_code == 400
    assert response.json() | {"error": 0} == {"jsonrpc": "2.0", "id": None, "error": 0}
    assert response.json()["error"]["code"] == -32700


@pytest.mark.parametrize("version", ["2025-06-18", MODERN])
@pytest.mark.parametrize("body", NO_MESSAGE)
def test_what_is_no_message_is_an_invalid_request(web: Server, body: bytes, version: str) -> None:
    response = post(web, body, **{"mcp-protocol-version": version})
    assert response.status_code == 400
    assert response.json()["id"] is None
    assert response.json()["error"]["code"] == -32600


@pytest.mark.parametrize("batch", BATCHES, ids=range(len(BATCHES)))
def test_a_list_of_messages_is_refused(web: Server, batch: list[Any]) -> None:
    response = post(web, json.dumps(batch).encode())
    assert response.status_code == 400
    assert response.json()["error"]["code"] == -32600


@pytest.mark.parametrize("broken", BROKEN, ids=str)
def test_a_broken_request_is_answered_under_its_id(web: Server, broken: dict[str, Any]) -> None:
    response = post(web, json.dumps(broken).encode())
    assert response.status_code == 400
    assert response.json()["id"] == 77
    assert response.json()["error"]["code"] == -32600


@pytest.mark.parametrize("message", ACKNOWLEDGED, ids=str)
def test_what_asks_for_no_answer_is_acknowledged(web: Server, message: dict[str, Any]) -> None:
    response = post(web, json.dumps(message).encode())
    assert (response.status_code, response.content) == (202, b"")


@pytest.mark.parametrize("value", WRONG_TYPES, ids=lambda value: repr(value)[:20])
def test_wrong_types_anywhere_are_answered(web: Server, value: Any) -> None:
    messages: list[dict[str, Any]] = [
        request(1, "tools/call", {"name": value, "arguments": {"query": "Counter"}}),
        request(2, "tools/call", {"name": "search_examples", "arguments": value}),
        search(3, value),
        search(4, "Counter", limit=value),
        search(5, "Counter", more=value),
        request(6, "resources/read", {"uri": value}),
        request(7, "resources/list", {"cursor": value}),
        request(8, "completion/complete", {"ref": value, "argument": value}),
        request(9, "initialize", {"protocolVersion": value, "capabilities": value, "clientInfo": value}),
        {"jsonrpc": "2.0", "id": 10, "method": "tools/list", "params": {"_meta": value}},
    ]
    for message in messages:
        modern = enveloped(message["id"], message["method"], message["params"])
        for sent, headers in ((message, JSON), (modern, modern_headers(modern))):
            response = post(web, json.dumps(sent).encode(), **headers)
            assert response.status_code in {200, 400, 404}, response.text
            answer = response.json()
            assert ("result" in answer) != ("error" in answer)
            # A lone surrogate is no JSON text to every reader; then the id is not known.
            assert answer["id"] in {message["id"], None}
            assert "pydantic" not in response.text


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (None, 415),
        ("", 415),
        ("text/plain", 415),
        ("application/jsonp", 415),
        ("application/json-rpc", 415),
        ("multipart/form-data; boundary=x", 415),
        ("application/x-www-form-urlencoded", 415),
        ("text/plain, application/json", 415),
        ("application/json", 200),
        ("Application/JSON; charset=utf-8", 200),
    ],
)
def test_only_json_is_read(web: Server, kind: str | None, status: int) -> None:
    headers = {"accept": "*/*"} | ({} if kind is None else {"content-type": kind})
    body = json.dumps(search(1, "Counter")).encode()
    assert httpx2.post(web.url, content=body, headers=headers, timeout=PATIENCE).status_code == status


@pytest.mark.parametrize(("accept", "status"), [("application/json", 200), ("*/*", 200), ("text/html", 406)])
def test_only_json_is_sent(web: Server, accept: str, status: int) -> None:
    response = post(web, json.dumps(search(1, "Counter")).encode(), accept=accept)
    assert response.status_code == status


def test_a_body_up_to_the_limit_is_read(web: Server) -> None:
    message = json.dumps(search(1, "counter5", limit=1)).encode()
    response = post(web, message + b" " * (LIMIT - len(message)))
    assert response.json()["result"]["structuredContent"]["results"]
    assert post(web, message + b" " * (LIMIT + 1 - len(message))).status_code == 413


def test_a_body_that_is_announced_too_large_is_refused_unread(web: Server) -> None:
    with web.connect() as connection:
        connection.sendall(posted(b"").replace(b"content-length: 0", b"content-length: 99999999999"))
        assert drained(connection).startswith(b"HTTP/1.1 413 ")


def test_a_body_that_grows_too_large_is_refused(web: Server) -> None:
    head = posted(b"").replace(b"content-length: 0", b"transfer-encoding: chunked")
    with web.connect() as connection:
        connection.sendall(head)
        try:
            for _ in range(64):
                connection.sendall(b"10000\r\n" + b" " * 0x10000 + b"\r\n")
        except OSError:
            # The server has said what it had to say, and closed.
            pass
        assert drained(connection).startswith((b"HTTP/1.1 413 ", b""))


@pytest.mark.parametrize("head", [b"x: " + b"y" * 20_000, b"\r\n".join(b"x-%d: y" % n for n in range(5_000))])
def test_a_large_head_is_refused(web: Server, head: bytes) -> None:
    sent = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n" + head + b"\r\n\r\n"
    answer = web.raw(sent)
    assert answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 431 ")) or answer == b""


@pytest.mark.parametrize(
    "sent",
    [
        b"\r\n\r\n\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 100,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET  /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nhost : localhost\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nhost: local\x00host\r\n\r\n",
        b"GET /health\xffz HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n",
        b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}",
        b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: gzip\r\n\r\n",
        b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        b"GET " + b"/" * 30_000 + b" HTTP/1.1\r\n",
    ],
)
def test_what_is_no_http_is_refused_and_closed(web: Server, sent: bytes) -> None:
    with web.connect() as connection:
        connection.sendall(sent)
        if sent.strip():
            assert not drained(connection).startswith(b"HTTP/1.1 2")


def test_a_wish_for_another_protocol_is_not_granted(web: Server) -> None:
    upgrade = b"upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: x\r\nconnection: upgrade, close"
    answer = web.raw(b"GET /mcp HTTP/1.1\r\nhost: localhost\r\n" + upgrade + b"\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 405 ")


def test_requests_in_a_row_are_answered_in_order(web: Server) -> None:
    one = posted(json.dumps(search(1, "counter1", limit=1)).encode()).replace(b"connection: close\r\n", b"")
    two = posted(json.dumps(search(2, "counter2", limit=1)).encode())
    answer = web.raw(one + two)
    assert answer.count(b"HTTP/1.1 200 ") == 2
    assert answer.index(b"counters-count-1") < answer.index(b"counters-count-2")


def test_a_client_that_leaves_is_not_missed(web: Server) -> None:
    whole = posted(json.dumps(search(1, "Counter", limit=20)).encode())
    for end in range(1, len(whole), 7):
        with web.connect() as connection:
            connection.sendall(whole[:end])
    for _ in range(30):
        with web.connect() as connection:
            connection.sendall(whole)
    assert "Traceback" not in web.log()


def test_random_bytes_in_and_around_messages(web: Server) -> None:
    chance = random.Random(20_260_728)
    message = search(1, "counter closures", limit=5)
    modern = enveloped(2, "tools/call", message["params"])
    with httpx2.Client(timeout=PATIENCE) as client:
        for number in range(1_500):
            sent = (message, modern)[number % 2]
            headers = JSON if number % 2 == 0 else headers_of(sent)
            response = client.post(
                web.url, content=damaged(chance, json.dumps(sent).encode()), headers=headers
            )
            assert response.status_code in {200, 202, 400, 404}, response.text
            if response.status_code != 202:
                assert response.json()["jsonrpc"] == "2.0"
    assert "Traceback" not in web.log()


def damaged(chance: random.Random, body: bytes) -> bytes:
    """The bytes with a few cut out, doubled, changed or put in."""
    changed = bytearray(body)
    for _ in range(chance.randint(1, 3)):
        start = chance.randrange(len(changed) or 1)
        end = start + chance.choice((1, 1, 2, 8, 60))
        changed[start:end] = chance.choice(
            (
                b"",
                changed[start:end] * 2,
                chance.randbytes(end - start),
                chance.choice(b'{}[]",:0\\').to_bytes(),
            )
        )
    return bytes(changed)


def modern_headers(message: dict[str, Any]) -> dict[str, str]:
    """Headers of a message whose parts may have any type."""
    try:
        headers = headers_of(message)
        httpx2.Headers(headers)
    except (AttributeError, TypeError, UnicodeEncodeError, KeyError):
        return JSON | {"mcp-protocol-version": MODERN, "mcp-method": message["method"]}
    return headers
