"""Messages that no honest client sends, by category, and what the rules of JSON-RPC want said to each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcp_wire import enveloped, handshake, request, search

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

PARSE_ERROR, INVALID_REQUEST = -32700, -32600
LONGEST = 4_000_000

_METHODS = (
    "ping", "initialize", "server/discover", "tools/list", "tools/call", "resources/list", "resources/read",
    "resources/templates/list", "resources/subscribe", "completion/complete", "prompts/get", "logging/setLevel",
    "sampling/createMessage", "notifications/initialized", "rpc.discover", "nothing", "",
)  # fmt: skip
_NOTICES = ("initialized", "cancelled", "progress", "message", "roots/list_changed", "nothing")
_FIELDS = (
    "id", "jsonrpc", "method", "params", "result", "error", "name", "arguments", "query", "limit", "_meta", "uri",
    "cursor", "ref", "argument", "protocolVersion", "capabilities", "clientInfo", "requestId", "code", "x",
)  # fmt: skip
_TEXTS = (
    "2.0", "", "ping", "tools/call", "search_examples", "Counter", "\ud83d", "\x00", "\u2028", "patternbook://",
    "patternbook://Shop%20Floor/ledger-whole", "2025-06-18", "1900-01-01", "x" * 99,
)  # fmt: skip
_PLAIN = (None, True, False, 0, -1, 1.5, 1e308, 10**30, 2**53 + 1)


def anything(chance: random.Random, depth: int = 0) -> Any:
    """A random JSON value."""
    kind = chance.randrange(5 if depth < 4 else 3)
    if kind == 3:
        return [anything(chance, depth + 1) for _ in range(chance.randrange(4))]
    if kind == 4:
        return {chance.choice(_FIELDS): anything(chance, depth + 1) for _ in range(chance.randrange(5))}
    return chance.choice(_TEXTS if kind else _PLAIN)


def _honest(chance: random.Random, number: int) -> dict[str, Any]:
    parameters = {
        "name": "search_examples",
        "arguments": {"query": "Counter", "limit": 1},
        "uri": "patternbook://Shop%20Floor/ledger-whole",
        "ref": {"type": "ref/resource", "uri": "patternbook://{corpus}/{+id}"},
        "argument": {"name": "id", "value": "ledger"},
    }
    make = chance.choice((request, enveloped))
    return make(number, chance.choice(_METHODS), parameters)


def _malformed(chance: random.Random, number: int) -> bytes:
    """Bytes of an honest request, some of them changed."""
    raw = bytearray(_line(_honest(chance, number)))
    for _ in range(chance.randrange(1, 6)):
        raw[chance.randrange(len(raw))] = chance.randrange(256)
    return bytes(raw).replace(b"\n", b" ")


def _truncated(chance: random.Random, number: int) -> bytes:
    raw = _line(_honest(chance, number))
    return raw[: chance.randrange(len(raw))]


def _joined(chance: random.Random, number: int) -> bytes:
    """Two messages on one line, whole or in part."""
    return _truncated(chance, number) + _line(_honest(chance, number))


def _oversized(chance: random.Random, number: int) -> bytes:
    """Longer than is read at all, rarely; else long, deep or wide."""
    match chance.randrange(40):
        case 0:
            query: Any = "x" * LONGEST
        case kind if kind < 20:
            query = chance.choice(("Counter ", "\\", "é", "🦭")) * chance.randrange(1_000, 30_000)
        case kind if kind < 30:
            query = chance.choice(("x", "[]", "{}"))
            for _ in range(chance.randrange(100, 900)):
                query = [query] if kind % 2 else {"query": query}
        case _:
            query = list(range(chance.randrange(1_000, 9_000)))
    return _line(search(number, query))


def _wrongly_typed(chance: random.Random, number: int) -> bytes:
    """A field of the request, or one of its parameters, holds anything at all, or is left out."""
    message = _honest(chance, number)
    place = message if chance.randrange(2) else message["params"]
    field = chance.choice(list(place))
    if chance.randrange(5):
        place[field] = anything(chance)
    else:
        del place[field]
    return _line(message)


def _out_of_order(chance: random.Random, number: int) -> bytes:
    """Handshakes again and again, answers to no request, notices about nothing."""
    match chance.randrange(4):
        case 0:
            opening = handshake(chance.choice(("2024-11-05", "2025-06-18", "2026-07-28", "1900-01-01", "")))[
                0
            ]
            return _line({**opening, "id": number})
        case 1:
            return _line({"jsonrpc": "2.0", "id": number, "result": anything(chance)})
        case 2:
            return _line({"jsonrpc": "2.0", "id": number, "error": anything(chance)})
        case _:
            params = {"requestId": -number, "progressToken": -number, "progress": anything(chance)}
            notice = {"jsonrpc": "2.0", "method": f"notifications/{chance.choice(_NOTICES)}"}
            return _line({**notice, "params": chance.choice((params, anything(chance)))})


def _together(chance: random.Random, number: int) -> bytes:
    """Several messages in a list, some of them nothing of the kind."""
    members = [_honest(chance, number), anything(chance), request(number, "ping"), {"id": number}]
    return _line(chance.sample(members, chance.randrange(len(members) + 1)))


def _whatever(chance: random.Random, _: int) -> bytes:
    return _line(anything(chance))


def _noise(chance: random.Random, _: int) -> bytes:
    return chance.randbytes(chance.randrange(80)).replace(b"\n", b"")


CATEGORIES: dict[str, Callable[[random.Random, int], bytes]] = {
    "malformed": _malformed,
    "truncated": _truncated,
    "joined": _joined,
    "oversized": _oversized,
    "out of order": _out_of_order,
    "wrongly typed": _wrongly_typed,
    "together": _together,
    "whatever": _whatever,
    "noise": _noise,
}


def wanted(line: bytes) -> Iterator[tuple[str, int | None]]:
    """The answers that a line is due: the id as JSON, and the code of the error or ``None`` for any answer."""
    if len(line) >= LONGEST:
        yield "null", INVALID_REQUEST
        return
    text = line.decode("utf-8", "replace").removeprefix("\ufeff").strip()
    if not text:
        return
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        yield "null", PARSE_ERROR
        return
    for member in document if isinstance(document, list) and document else [document]:
        yield from _due(member)


def _due(message: Any) -> Iterator[tuple[str, int | None]]:
    if not isinstance(message, dict):
        yield "null", INVALID_REQUEST
        return
    number = message.get("id")
    named = type(number) in (str, int)
    if "method" in message:
        if "id" not in message:
            return
        whole = message.get("jsonrpc") == "2.0" and isinstance(message["method"], str)
        whole = whole and isinstance(message.get("params"), dict | None)
        if named:
            yield json.dumps(number), None if whole else INVALID_REQUEST
        else:
            yield "null", INVALID_REQUEST
    elif not message.keys() & {"result", "error"}:
        yield json.dumps(number) if named else "null", INVALID_REQUEST


def _line(message: Any) -> bytes:
    return json.dumps(message).encode()
