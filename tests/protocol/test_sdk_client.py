"""The SDK's own client, in both eras, over real pipes and in memory."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp.types import ResourceTemplateReference, TextContent, TextResourceContents

import books
from mcp_wire import MODERN, PATIENCE, command
from patternbook.server.options import ServerOptions
from patternbook.server.protocol import build_server
from patternbook.server.tools import Context
from patternbook.telemetry import StreamSink, Telemetry

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from mcp.types import CallToolResult

ERAS = ("legacy", "auto", MODERN)


def with_client(served: Path, era: str, use: Callable[[Client], Awaitable[None]]) -> None:
    """Start a server, connect, use the client, and close."""
    program, *arguments = command(served)
    parameters = StdioServerParameters(command=program, args=arguments, env=dict(os.environ))

    async def main() -> None:
        with anyio.fail_after(PATIENCE):
            async with Client(parameters, mode=era) as client:
                await use(client)

    anyio.run(main)


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


@pytest.mark.parametrize("era", ERAS)
def test_a_session(served: Path, era: str) -> None:
    async def use(client: Client) -> None:
        (tool,) = (await client.list_tools()).tools
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint
        # The client checks each answer against the output schema that it was given.
        result = await client.call_tool("search_examples", {"query": "Counter", "limit": "3"})
        assert len(result.structured_content["results"]) == 3
        assert "### 1. Count to 1" in text_of(result)
        refused = await client.call_tool("search_examples", {"query": ""})
        assert refused.is_error
        uri = result.structured_content["results"][0]["uri"]
        (content,) = (await client.read_resource(uri)).contents
        assert isinstance(content, TextResourceContents)
        assert "Counter new" in content.text
        completed = await client.complete(
            ResourceTemplateReference(uri="patternbook://{corpus}/{+id}"), {"name": "id", "value": "ledger"}
        )
        assert completed.completion.values == ["ledger-whole"]
        with pytest.raises(MCPError, match="no example has the id"):
            await client.read_resource("patternbook://Shop%20Floor/none")

    with_client(served, era, use)


def test_many_calls_at_once(served: Path) -> None:
    async def use(client: Client) -> None:
        found: dict[int, str] = {}

        async def call(number: int) -> None:
            result = await client.call_tool("search_examples", {"query": f"counter{number}", "limit": 1})
            found[number] = result.structured_content["results"][0]["id"]

        async with anyio.create_task_group() as tasks:
            for number in range(1, 31):
                tasks.start_soon(call, number)
        assert found == {number: f"counters-count-{number}" for number in range(1, 31)}

    with_client(served, "auto", use)


@pytest.mark.parametrize("era", ["legacy", MODERN])
def test_the_same_server_in_memory(era: str) -> None:
    context = Context(books.book(), ServerOptions(), Telemetry("error", StreamSink()))

    async def main() -> None:
        async with Client(build_server(context), mode=era) as client:
            result = await client.call_tool("search_examples", {"q": "ledger-whole"})
            assert result.structured_content["results"][0]["title"] == "A ledger"

    anyio.run(main)


def test_a_fault_of_ours_is_answered_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("patternbook.server.protocol.search_examples", broken)
    context = Context(books.book(), ServerOptions(), Telemetry("error", StreamSink()))

    async def main() -> None:
        async with Client(build_server(context), mode="legacy") as client:
            result = await client.call_tool("search_examples", {"query": "Counter"})
            assert result.is_error
            assert "fault of the server" in text_of(result)

    anyio.run(main)
    assert "ZeroDivisionError" in caplog.text
