"""Lines to JSON-RPC messages. What is no message is answered, where there is anything to answer."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mcp.types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    JSONRPCMessage,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Fault:
    """The answer to something that is no message."""

    code: int
    message: str
    request_id: str | int | None = None

    def line(self) -> bytes:
        """Write it as a JSON-RPC error."""
        error = {"code": self.code, "message": self.message}
        return json.dumps({"jsonrpc": "2.0", "id": self.request_id, "error": error}).encode()


TOO_LONG = Fault(INVALID_REQUEST, "the message is too long")


def decode(line: bytes) -> Iterator[JSONRPCMessage | Fault]:
    """Read one line: a message, or the list of messages that some revisions allow.

    Bytes that are no UTF-8 become replacement characters, and a byte order mark is left aside.
    """
    text = line.decode("utf-8", "replace").removeprefix("\ufeff").strip()
    if not text:
        return
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        yield Fault(PARSE_ERROR, "not JSON; send one JSON-RPC 2.0 message a line")
        return
    if isinstance(document, list) and document:
        for member in document:
            yield from _message(member)
    else:
        yield from _message(document)


def _message(document: Any) -> Iterator[JSONRPCMessage | Fault]:
    if not isinstance(document, dict):
        yield Fault(INVALID_REQUEST, "not a JSON-RPC 2.0 message; send an object")
        return
    request_id = document.get("id")
    identified = isinstance(request_id, str | int) and not isinstance(request_id, bool)
    known_id = request_id if identified else None
    if "method" in document and "id" in document and not identified:
        # Without this, a request with an id of the wrong type would pass for a notification.
        yield Fault(INVALID_REQUEST, "the id of a request is a string or a whole number")
        return
    try:
        yield jsonrpc_message_adapter.validate_python(document, by_name=False)
    except (ValidationError, RecursionError):
        is_request = "method" in document and identified
        is_nothing = "method" not in document and not document.keys() & {"result", "error"}
        # Notifications and responses are never answered, not even broken ones.
        if is_request or is_nothing:
            yield Fault(INVALID_REQUEST, "not a JSON-RPC 2.0 message", known_id)
