from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st
from mcp.types import JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from patternbook.server.messages import Fault, decode


def test_messages_of_each_kind() -> None:
    (asked,) = decode(b'{"jsonrpc": "2.0", "id": "a", "method": "ping"}\n')
    assert asked == JSONRPCRequest(jsonrpc="2.0", id="a", method="ping")
    (told,) = decode(b'{"jsonrpc": "2.0", "method": "x", "params": {"a": 1}}')
    assert told == JSONRPCNotification(jsonrpc="2.0", method="x", params={"a": 1})
    (answered,) = decode(b'{"jsonrpc": "2.0", "id": 3, "result": {}}')
    assert answered == JSONRPCResponse(jsonrpc="2.0", id=3, result={})


def test_a_fault_is_a_json_rpc_error() -> None:
    (fault,) = decode(b'{"id": 5}')
    assert isinstance(fault, Fault)
    assert json.loads(fault.line()) == {
        "jsonrpc": "2.0",
        "id": 5,
        "error": {"code": -32600, "message": "not a JSON-RPC 2.0 message"},
    }


@given(st.binary(max_size=200))
def test_no_bytes_are_too_strange(line: bytes) -> None:
    for found in decode(line):
        assert isinstance(found, Fault)
        assert json.loads(found.line())["error"]["code"] in {-32700, -32600}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "jsonrpc", "method", "params", "result", "error"]), inner, max_size=6
        )
    ),
    max_leaves=12,
)


@given(json_values)
def test_no_document_is_too_strange(document: object) -> None:
    for found in decode(json.dumps(document).encode()):
        if isinstance(found, Fault):
            assert json.loads(found.line())["jsonrpc"] == "2.0"
