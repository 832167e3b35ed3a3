"""The SDK's own client over HTTP, in both eras; copies side by side; many clients at once."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from typing import TYPE_CHECKING

import anyio
import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp.types import ResourceTemplateReference, TextContent, TextResourceContents

from http_server import JSON, HttpServer, headers_of
from mcp_wire import MODERN, PATIENCE, enveloped, request, search

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mcp.types import CallToolResult

ERAS = ("legacy", "auto", MODERN)


@pytest.fixture(scope="module")
def copy(served: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    """A second server of the same corpus."""
    with HttpServer("--corpus", str(served), log=tmp_path_factory.mktemp("copy") / "log") as server:
        yield server


@pytest.mark.parametrize("era", ERAS)
def test_a_session(web: HttpServer, era: str) -> None:
    async def main() -> None:
        with anyio.fail_after(PATIENCE):
            async with Client(web.url, mode=era) as client:
                (tool,) = (await client.list_tools()).tools
                assert tool.name == "search_examples"
                # The client checks each answer against the output schema that it was given.
                result = await client.call_tool("search_examples", {"query": "Counter", "limit": "3"})
                assert len(result.structured_content["results"]) == 3
                refused = await client.call_tool("search_examples", {"query": ""})
                assert refused.is_error
                assert 'send {"query": "..."}' in text_of(refused)
                uri = result.structured_content["results"][0]["uri"]
                (content,) = (await client.read_resource(uri)).contents
                assert isinstance(content, TextResourceContents)
                assert "Counter new" in content.text
                completed = await client.complete(
                    ResourceTemplateReference(uri="patternbook://{corpus}/{+id}"),
                    {"name": "id", "value": "ledger"},
                )
                assert completed.completion.values == ["ledger-whole"]
                with pytest.raises(MCPError, match="no example has the id"):
                    await client.read_resource("patternbook://Shop%20Floor/none")

    anyio.run(main)


def test_every_search_is_logged_by_its_hash_alone(served: Path, tmp_path: Path) -> None:
    with HttpServer("--corpus", str(served), log=tmp_path / "log") as web:
        call = enveloped(2, "tools/call", search(2, "secretword ledger")["params"])
        httpx2.post(web.url, json=search(1, "secretword counter"), headers=JSON)
        httpx2.post(web.url, json=call, headers=headers_of(call))
        httpx2.get(f"{web.root}/healthz?q=secretword")
        httpx2.post(f"{web.root}/mcp?q=secretword", json=search(3, ""), headers=JSON)
        httpx2.get(f"{web.root}/secretword", headers={"host": "secretword", "origin": "http://secretword"})
        httpx2.post(web.url, json={"jsonrpc": "2.0", "id": 4, "method": "secretword"}, headers=JSON)
        httpx2.post(web.url, content=b'{"secretword": ', headers=JSON)
        httpx2.post(
            web.url, json=request(5, "tools/call", {"name": 5, "arguments": "secretword"}), headers=JSON
        )
        web.raw(b"secretword\r\n\r\n")
        web.end()
        _, *lines = web.log().splitlines()
    assert [json.loads(line)["event"] for line in lines] == ["search", "search"]
    assert "secretword" not in "".join(lines)


def test_copies_answer_alike_in_turns(web: HttpServer, copy: HttpServer) -> None:
    questions = [
        request(1, "initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": CLIENT}),
        request(2, "tools/list"),
        *(search(number, f"counter{number}", limit=2) for number in range(3, 12)),
        request(12, "resources/list"),
        request(13, "resources/read", {"uri": "patternbook://Shop%20Floor/ledger-whole"}),
        request(14, "no/such/method"),
    ]
    alone = [httpx2.post(web.url, json=question, headers=JSON).json() for question in questions]
    turns = itertools.cycle((copy, web))
    in_turns = [httpx2.post(next(turns).url, json=question, headers=JSON).json() for question in questions]
    assert in_turns == alone


@pytest.mark.parametrize("era", ["legacy", MODERN])
def test_a_client_does_not_notice_a_balancer(web: HttpServer, copy: HttpServer, era: str) -> None:
    reached: Counter[int | None] = Counter()
    turns = itertools.cycle((web.port, copy.port))

    async def balance(asked: httpx2.Request) -> None:
        asked.url = asked.url.copy_with(port=next(turns))
        reached[asked.url.port] += 1

    async def main() -> None:
        with anyio.fail_after(PATIENCE):
            async with (
                httpx2.AsyncClient(event_hooks={"request": [balance]}) as http,
                Client(streamable_http_client(web.url, http_client=http), mode=era) as client,
            ):
                for number in range(1, 9):
                    arguments = {"query": f"counter{number}", "limit": 1}
                    result = await client.call_tool("search_examples", arguments)
                    assert result.structured_content["results"][0]["id"] == f"counters-count-{number}"

    anyio.run(main)
    assert min(reached[web.port], reached[copy.port]) >= 4


@pytest.mark.parametrize("era", ["legacy", MODERN])
def test_many_clients_at_once_leave_nothing_behind(served: Path, tmp_path: Path, era: str) -> None:
    with HttpServer("--corpus", str(served), log=tmp_path / "log") as web:
        answered = 0

        async def client(number: int) -> None:
            nonlocal answered
            async with Client(web.url, mode=era) as opened:
                for call in range(5):
                    wanted = 1 + (number + call) % 30
                    arguments = {"query": f"counter{wanted}", "limit": 1}
                    result = await opened.call_tool("search_examples", arguments)
                    assert result.structured_content["results"][0]["id"] == f"counters-count-{wanted}"
                    answered += 1

        async def crowd() -> None:
            with anyio.fail_after(2 * PATIENCE):
                async with anyio.create_task_group() as tasks:
                    for number in range(20):
                        tasks.start_soon(client, number)

        anyio.run(crowd)
        early = web.resident()
        anyio.run(crowd)
        anyio.run(crowd)
        assert answered == 300
        # 40 clients that were kept would take more than this, at a hundred kilobytes each.
        assert web.resident() - early < 4_000
        assert len(web.log().splitlines()) == 301


CLIENT = {"name": "copies", "version": "0"}


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text
