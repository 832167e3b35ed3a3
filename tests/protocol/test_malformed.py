"""Whatever comes down the pipe, the next honest request is answered."""

from __future__ import annotations

import json
import random
import threading
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from mcp_wire import PATIENCE, Wire, enveloped, handshake, lines, request, search
from nonsense import CATEGORIES, wanted
from support import cases

if TYPE_CHECKING:
    from pathlib import Path

    from mcp_wire import Message


@pytest.mark.parametrize("case", cases("protocol/malformed.toml"))
def test_a_line_that_is_no_honest_request(wire: Wire, case: dict[str, Any]) -> None:
    line = bytes.fromhex(case["hex"]) if "hex" in case else case["line"].encode() * case.get("repeat", 1)
    wire.send(line + b"\n")
    if case["answer"]:
        answer = wire.receive()
        assert answer["id"] == case.get("id")
        assert answer["error"]["code"] == case["answer"]
    # Silence, else, and in any case a server that goes on.
    assert wire.result("ping") == {}


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


def test_half_a_character_comes_back_as_it_was_sent(wire: Wire) -> None:
    wire.send(lines([request("\ud83d", "ping"), request("whole", "tools/call", {"name": "\ud83d"})]))
    assert wire.receive() == {"jsonrpc": "2.0", "id": "\ud83d", "result": {}}
    assert wire.receive()["error"]["message"].startswith("no tool has the name '\\ud83d'")
    wire.send(lines([request(7, "resources/read", {"uri": "patternbook://\ud83d"})]))
    error = wire.receive()["error"]
    assert error["code"] == -32602
    assert error["data"] == {"uri": "patternbook://\ud83d"}


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


OPENINGS = {
    "after a handshake": handshake()[:1],
    "without a handshake": [enveloped(0, "server/discover")],
    "before all else": [],
}


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("seed", range(4))
def test_generated_nonsense(served: Path, tmp_path: Path, seed: int, opening: str) -> None:
    """Four hundred and fifty messages, as many of each category; in all runs more than five thousand."""
    chance = random.Random(f"{seed} {opening}")
    makers = list(CATEGORIES.values())
    nonsense = [makers[number % len(makers)](chance, 1_000 + number) for number in range(450)]
    due = [answer for line in nonsense for answer in wanted(line)]
    with Wire(served, "--log-level", "error", log=tmp_path / "log") as wire:
        wire.send(lines(OPENINGS[opening]))
        assert all("result" in wire.receive() for _ in OPENINGS[opening])
        sender = threading.Thread(target=wire.send, args=(b"\n".join(nonsense) + b"\n",))
        sender.start()
        received = [wire.receive() for _ in due]
        sender.join(PATIENCE)
        assert_due(received, due)
        assert honest(wire)["structuredContent"]["results"]
        wire.end_input()
        assert wire.wait() == 0


def honest(wire: Wire) -> Message:
    """The result of a good call, in the era that the connection has come to be of."""
    wire.send(lines(handshake()))
    answer = wire.receive()
    call = search("good", "Counter", limit=1)
    if "error" in answer:
        assert answer["error"]["message"].endswith("the initialize handshake is not accepted")
        call = enveloped("good", "tools/call", call["params"])
    wire.send(lines([call]))
    result: Message = wire.receive()["result"]
    return result


def assert_due(received: list[Message], due: list[tuple[str, int | None]]) -> None:
    """Each message has got the answers that it is due, in any order, and none besides."""
    got = Counter(json.dumps(answer["id"]) for answer in received)
    assert got == Counter(number for number, _ in due)
    for answer in received:
        assert ("result" in answer) is not ("error" in answer)
    refused = Counter(
        (json.dumps(answer["id"]), answer["error"]["code"]) for answer in received if "error" in answer
    )
    assert not Counter((number, code) for number, code in due if code) - refused
