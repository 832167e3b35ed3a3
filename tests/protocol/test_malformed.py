"""Whatever comes down the pipe, the next honest request is answered."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from mcp_wire import Wire, enveloped, handshake, lines, piped, request, search

if TYPE_CHECKING:
    from pathlib import Path

UNREADABLE = [
    b"not json",
    b"{",
    b'{"jsonrpc":"2.0","id":1',
    b"\xff\xfe\x00{}",
    b"[" * 100_000,
    b"NaN-",
    b"'a'",
]
NO_MESSAGE = [b"{}", b"[]", b"17", b'"text"', b"null", b"[1]", b'{"id":1.5,"jsonrpc":"2.0","method":"ping"}']
NO_MESSAGE += [b'{"id":null,"jsonrpc":"2.0","method":"ping"}', b'{"id":true,"jsonrpc":"2.0","method":"ping"}']
SILENT = [
    b"",
    b"   ",
    b"\r",
    b'{"jsonrpc":"2.0","method":"nothing/known"}',
    b'{"jsonrpc":"2.0","id":9,"result":{}}',
]
SILENT += [b'{"jsonrpc":"2.0","method":"nothing","params":[1]}', b'{"jsonrpc":"2.0","id":9,"result":17}']
SILENT += [b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}']
SILENT += [b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":12345}}']


@pytest.mark.parametrize("line", UNREADABLE)
def test_what_is_no_json_is_a_parse_error(wire: Wire, line: bytes) -> None:
    wire.send(line + b"\n")
    answer = wire.receive()
    assert answer["id"] is None
    assert answer["error"]["code"] == -32700
    assert wire.result("ping") == {}


@pytest.mark.parametrize("line", NO_MESSAGE)
def test_what_is_no_message_is_an_invalid_request(wire: Wire, line: bytes) -> None:
    wire.send(line + b"\n")
    answer = wire.receive()
    assert answer["id"] is None
    assert answer["error"]["code"] == -32600
    assert wire.result("ping") == {}


@pytest.mark.parametrize("line", SILENT)
def test_what_asks_for_no_answer_gets_none(wire: Wire, line: bytes) -> None:
    wire.send(line + b"\n")
    assert wire.result("ping") == {}


@pytest.mark.parametrize(
    "broken",
    [
        {"id": 77},
        {"id": 77, "jsonrpc": "2.0"},
        {"id": 77, "jsonrpc": "1.0", "method": "ping"},
        {"id": 77, "method": "ping"},
        {"id": 77, "jsonrpc": "2.0", "method": 5},
        {"id": 77, "jsonrpc": "2.0", "method": "ping", "params": [1]},
    ],
)
def test_a_broken_request_is_answered_under_its_id(wire: Wire, broken: dict[str, Any]) -> None:
    wire.send(lines([broken]))
    answer = wire.receive()
    assert answer["id"] == 77
    assert answer["error"]["code"] == -32600


def test_a_list_of_messages_is_taken_apart(wire: Wire) -> None:
    batch = [request(501, "ping"), {"jsonrpc": "2.0", "method": "nothing"}, request(502, "ping")]
    wire.send(json.dumps(batch).encode() + b"\n")
    assert [wire.receive()["id"] for _ in range(2)] == [501, 502]


def test_a_message_that_is_too_long_is_refused_and_skipped(wire: Wire) -> None:
    wire.send(lines([search(600, "x" * 5_000_000)]))
    assert "too long" in wire.receive()["error"]["message"]
    assert wire.result("ping") == {}


def test_a_long_query_is_cut_and_answered(wire: Wire) -> None:
    result = wire.search("Counter " + "increment " * 100_000)
    assert not result["isError"]
    assert result["structuredContent"]["results"]


@pytest.mark.parametrize(
    "query", ["\ud800", "a\x00b", "a\u2028b", "*", "++", "a^", "foo~", "std::vector", "::", "\\", "💥"]
)
def test_no_query_is_an_error(wire: Wire, query: str) -> None:
    result = wire.search(query)
    assert not result["isError"]
    assert result["structuredContent"]["match"] in {"exact", "strong", "weak", "none"}


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"name": 5},
        {"name": "search_examples", "arguments": [1]},
        {"name": "search_examples", "arguments": "Counter"},
        {"name": "search_examples", "arguments": {"query": "x"}, "_meta": 5},
        {"name": "\ud800"},
    ],
)
def test_malformed_parameters_are_an_error_of_the_call(wire: Wire, params: dict[str, Any]) -> None:
    assert "error" in wire.ask("tools/call", params)
    assert wire.result("ping") == {}


def test_a_line_may_begin_with_a_byte_order_mark_and_end_as_on_windows(wire: Wire) -> None:
    wire.send(b"\xef\xbb\xbf" + json.dumps(request(700, "ping")).encode() + b"\r\n")
    assert wire.receive()["id"] == 700


def anything(chance: random.Random, depth: int = 0) -> Any:
    """A random JSON value."""
    kind = chance.randrange(9 if depth < 4 else 6)
    if kind > 6:
        names = (
            "id",
            "jsonrpc",
            "method",
            "params",
            "name",
            "arguments",
            "query",
            "_meta",
            "uri",
            "cursor",
            "x",
        )
        return {chance.choice(names): anything(chance, depth + 1) for _ in range(chance.randrange(5))}
    if kind == 6:
        return [anything(chance, depth + 1) for _ in range(chance.randrange(4))]
    texts = ("2.0", "", "ping", "tools/call", "search_examples", "\ud83d", "\x00", "patternbook://", "x" * 99)
    return (None, True, -1, 1e308, 10**30, chance.choice(texts))[kind]


def mutated(chance: random.Random, number: int) -> bytes:
    """An honest request with one thing wrong, or anything at all."""
    methods = (
        "ping",
        "tools/list",
        "tools/call",
        "resources/read",
        "resources/list",
        "completion/complete",
        "x",
    )
    message = chance.choice((request, enveloped))(number, chance.choice(methods), {"name": "search_examples"})
    match chance.randrange(4):
        case 0:
            message[chance.choice(list(message))] = anything(chance)
        case 1:
            message["params"][chance.choice(("name", "arguments", "_meta", "uri", "cursor", "ref"))] = (
                anything(chance)
            )
        case 2:
            message = anything(chance)
        case _:
            raw = bytearray(json.dumps(message).encode())
            for _ in range(chance.randrange(1, 6)):
                raw[chance.randrange(len(raw))] = chance.randrange(256)
            return bytes(raw).replace(b"\n", b" ")
    return json.dumps(message).encode()


@pytest.mark.parametrize("seed", range(4))
def test_generated_nonsense(served: Path, seed: int) -> None:
    chance = random.Random(seed)
    nonsense = b"\n".join(mutated(chance, 1_000 + number) for number in range(500))
    sent = lines(handshake()) + nonsense + b"\n" + lines([search(999_999, "Counter", limit=1)])
    received, done = piped(served, sent)
    assert done.returncode == 0, done.stderr
    last = next(message for message in received if message.get("id") == 999_999)
    assert last["result"]["structuredContent"]["results"]
    assert all(message["jsonrpc"] == "2.0" for message in received)
