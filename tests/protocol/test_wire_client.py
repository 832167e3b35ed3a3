"""What a client without an SDK gets, message by message."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from mcp_wire import MODERN, Wire, enveloped, lines
from patternbook import __version__

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_shakes_hands_in_every_revision(served: Path, tmp_path: Path, version: str) -> None:
    with Wire(served, log=tmp_path / "log") as wire:
        said = wire.shake_hands(version)
        assert said["protocolVersion"] == version
        assert said["serverInfo"] == {"name": "patternbook", "title": "Patternbook", "version": __version__}
        assert set(said["capabilities"]) == {"tools", "resources", "completions"}
        assert "search_examples" in said["instructions"]
        assert "counting-0, counting-1, counting-2, ledgers" in said["instructions"]
        assert len(said["instructions"].encode()) < 2_048
        assert wire.result("ping") == {}
        assert "counters-count-1" in wire.search("Counter")["content"][0]["text"]


def test_answers_without_a_handshake_in_the_newest_revision(served: Path, tmp_path: Path) -> None:
    with Wire(served, log=tmp_path / "log") as wire:
        wire.send(lines([enveloped(1, "server/discover")]))
        said = wire.receive()["result"]
        assert MODERN in said["supportedVersions"]
        assert "search_examples" in said["instructions"]
        call = {"name": "search_examples", "arguments": {"query": "Counter", "limit": 2}}
        wire.send(lines([enveloped(2, "tools/call", call)]))
        result = wire.receive()["result"]
        assert len(result["structuredContent"]["results"]) == 2
        assert not result["isError"]


def test_lists_one_tool(wire: Wire) -> None:
    (tool,) = wire.result("tools/list")["tools"]
    assert tool["name"] == "search_examples"
    assert tool["title"]
    assert tool["annotations"] | {"title": ""} == {
        "title": "",
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
    }
    assert tool["inputSchema"]["required"] == ["query"]
    description = tool["description"]
    for part in ("Shop Floor", "before", "offline", "counting-0, counting-1, counting-2, ledgers"):
        assert part in description
    assert len(description.encode()) < 2_048
    assert not any(word in json.dumps(tool) for word in ("$ref", "$defs", "$schema"))


def test_an_unknown_tool_is_named(wire: Wire) -> None:
    error = wire.ask("tools/call", {"name": "find", "arguments": {}})["error"]
    assert error["code"] == -32602
    assert "'find'" in error["message"]
    assert "'search_examples'" in error["message"]


@pytest.mark.parametrize("arguments", [None, {}, {"query": ""}, {"query": " \n"}, {"limit": 3}])
def test_a_blank_query_is_a_tool_error_that_teaches(wire: Wire, arguments: dict[str, object] | None) -> None:
    result = wire.result("tools/call", {"name": "search_examples", "arguments": arguments})
    assert result["isError"]
    assert 'send {"query": "..."}' in result["content"][0]["text"]


def test_resources_are_listed_by_page_and_read(wire: Wire) -> None:
    page = wire.result("resources/list")
    assert "nextCursor" not in page
    assert len(page["resources"]) == 34
    for resource in page["resources"][:3] + page["resources"][-4:]:
        (content,) = wire.result("resources/read", {"uri": resource["uri"]})["contents"]
        assert content["uri"] == resource["uri"]
        assert content["mimeType"] == "text/markdown"
        assert content["text"].startswith(f"# {resource['title']}\n")


def test_the_template_is_offered_and_completed(wire: Wire) -> None:
    (template,) = wire.result("resources/templates/list")["resourceTemplates"]
    assert template["uriTemplate"] == "patternbook://{corpus}/{+id}"
    reference = {"type": "ref/resource", "uri": template["uriTemplate"]}
    ask = {"ref": reference, "argument": {"name": "corpus", "value": "sh"}}
    assert wire.result("completion/complete", ask)["completion"]["values"] == ["Shop Floor"]
    ask = {"ref": reference, "argument": {"name": "id", "value": "counters-count-2"}}
    completion = wire.result("completion/complete", ask)["completion"]
    assert "counters-count-29" in completion["values"]
    assert completion["total"] == 11
    assert not completion["hasMore"]


@pytest.mark.parametrize(
    "uri",
    [
        "patternbook://Shop%20Floor/nothing",
        "patternbook://",
        "patternbook://Nowhere/ledger-whole",
        "https://x.org",
        "",
    ],
)
def test_an_unknown_resource_is_an_error_that_names_it(wire: Wire, uri: str) -> None:
    error = wire.ask("resources/read", {"uri": uri})["error"]
    assert error["code"] == -32602
    assert error["data"] == {"uri": uri}


def test_an_unknown_cursor_is_an_error(wire: Wire) -> None:
    error = wire.ask("resources/list", {"cursor": "7"})["error"]
    assert error["code"] == -32602
    assert "nextCursor" in error["message"]


def test_text_only_leaves_out_the_structured_form_and_its_schema(served: Path, tmp_path: Path) -> None:
    with Wire(served, "--text-only", log=tmp_path / "log") as wire:
        wire.shake_hands()
        (tool,) = wire.result("tools/list")["tools"]
        assert "outputSchema" not in tool
        result = wire.search("Counter")
        assert "structuredContent" not in result
        assert "counters-count-1" in result["content"][0]["text"]


def test_the_budget_option_bounds_an_answer(served: Path, tmp_path: Path) -> None:
    with Wire(served, "--budget", "1500", log=tmp_path / "log") as wire:
        wire.shake_hands()
        result = wire.search("Counter", limit=20)
        assert len(result["content"][0]["text"]) <= 1_500
        assert len(json.dumps(result["structuredContent"])) <= 1_500
        assert result["structuredContent"]["omitted"] > 0
