"""What a client without an SDK gets, message by message."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING

import pytest
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from examples import example
from mcp_wire import ENVELOPE, MODERN, Wire, enveloped, lines, request
from patternbook import __version__
from patternbook.corpus import Corpus
from patternbook.indexing import build_index
from support import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def test_the_documented_revisions_are_those_of_the_sdk() -> None:
    assert (HANDSHAKE_PROTOCOL_VERSIONS[0], HANDSHAKE_PROTOCOL_VERSIONS[-1]) == ("2024-11-05", "2025-11-25")
    assert list(MODERN_PROTOCOL_VERSIONS) == [MODERN]
    page = (ROOT / "docs/server.md").read_text(encoding="utf-8")
    assert "2024-11-05 to 2025-11-25, and the one without, 2026-07-28" in page


@pytest.mark.parametrize("version", HANDSHAKE_PROTOCOL_VERSIONS)
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


@pytest.mark.parametrize("version", ["1900-01-01", "2999-12-31", MODERN, "", "nonsense"])
def test_a_client_of_another_revision_is_offered_the_latest(
    served: Path, tmp_path: Path, version: str
) -> None:
    with Wire(served, log=tmp_path / "log") as wire:
        assert wire.shake_hands(version)["protocolVersion"] == HANDSHAKE_PROTOCOL_VERSIONS[-1]
        assert wire.search("Counter", limit=1)["structuredContent"]["results"]


def test_a_revision_without_a_handshake_that_is_unknown_is_refused_by_name(
    served: Path, tmp_path: Path
) -> None:
    key = "io.modelcontextprotocol/protocolVersion"
    strange = {**ENVELOPE, key: "2999-12-31"}
    with Wire(served, log=tmp_path / "log") as wire:
        wire.send(lines([request(1, "tools/list", {"_meta": strange}), enveloped(2, "tools/list")]))
        refused = wire.receive()["error"]
        assert refused["code"] == -32022
        assert refused["data"] == {"supported": [MODERN], "requested": "2999-12-31"}
        assert wire.receive()["result"]["tools"]


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
    assert tool["inputSchema"] == {
        "type": "object",
        "properties": {
            "query": {
                "type": "string",
                "description": "Keywords or natural language query (e.g. 'closures', 'actor state', 'inject:into:')",
            },
            "limit": {
                "type": ["integer", "null"],
                "default": None,
                "description": "Maximum number of results. Default 5, max 20.",
            },
        },
        "required": ["query"],
    }
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


@pytest.mark.parametrize(
    ("limit", "count"),
    [
        ("5", 5), (5.0, 5), (None, 5), (True, 5), (-3, 1), (0, 1), (1e9, 20), (10**30, 20), ("abc", 5), ("", 5),
        ([], 5), ({}, 5), (" 7 ", 7), ("3.9", 3), (1, 1), (20, 20), (21, 20),
    ],
)  # fmt: skip
def test_any_limit_is_understood(wire: Wire, limit: object, count: int) -> None:
    result = wire.search("Counter", limit=limit)
    assert not result["isError"]
    content = result["structuredContent"]
    assert len(content["results"]) + content["omitted"] == count


@pytest.mark.parametrize(
    "query", ["query", "q", "Query", "search_query", "text", "keywords", "topic", "input"]
)
@pytest.mark.parametrize("limit", ["limit", "n", "max_results", "maxResults", "top_k", "count"])
def test_names_that_models_misremember_are_understood(wire: Wire, query: str, limit: str) -> None:
    arguments = {query: "Counter", limit: 2}
    result = wire.result("tools/call", {"name": "search_examples", "arguments": arguments})
    assert len(result["structuredContent"]["results"]) == 2


@pytest.mark.parametrize("query", ["ledger-whole", "patternbook://Shop%20Floor/ledger-whole"])
def test_an_id_or_an_address_gives_the_example_whole(wire: Wire, query: str) -> None:
    (result,) = wire.search(query, limit=20)["structuredContent"]["results"]
    assert result["id"] == "ledger-whole"
    assert not result["truncated"]
    (content,) = wire.result("resources/read", {"uri": result["uri"]})["contents"]
    assert result["source"] in content["text"]


def test_a_long_list_of_resources_comes_in_pages(tmp_path: Path) -> None:
    many = Corpus.of(example(number) for number in range(1, 231))
    (tmp_path / "corpus.json").write_bytes(many.raw)
    (tmp_path / "index.json").write_bytes(build_index(many, name="Many"))
    with Wire(tmp_path, log=tmp_path / "log") as wire:
        wire.shake_hands()
        pages: list[list[str]] = []
        cursor = None
        while not pages or cursor:
            page = wire.result("resources/list", {"cursor": cursor} if cursor else {})
            pages.append([resource["uri"] for resource in page["resources"]])
            cursor = page.get("nextCursor")
    assert [len(page) for page in pages] == [100, 100, 30]
    assert len(set(itertools.chain(*pages))) == 230


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
