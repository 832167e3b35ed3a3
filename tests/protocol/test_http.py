"""What a client without an SDK gets over HTTP, request by request."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import httpx2
import pytest

from http_server import JSON, VERSION, HttpServer, headers_of
from mcp_wire import MODERN, PATIENCE, enveloped, handshake, request, search
from patternbook import __version__
from support import CASES

if TYPE_CHECKING:
    from pathlib import Path

REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
(LOOPBACK, *_) = json.loads((CASES / "server" / "admission.json").read_text(encoding="utf-8"))
PATHS = ["/mcp", "/healthz", "/nothing"]


def ask(web: HttpServer, message: dict[str, Any], **headers: str) -> dict[str, Any]:
    """Post a message; return the answer."""
    response = httpx2.post(web.url, json=message, headers=JSON | headers, timeout=PATIENCE)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/json"
    answer: dict[str, Any] = response.json()
    assert answer["id"] == message["id"]
    return answer


def found(answer: dict[str, Any]) -> list[str]:
    return [hit["id"] for hit in answer["result"]["structuredContent"]["results"]]


@pytest.mark.parametrize("version", REVISIONS)
def test_shakes_hands_in_every_revision_and_needs_none(web: HttpServer, version: str) -> None:
    opened, initialized = handshake(version)
    said = ask(web, opened)["result"]
    assert said["protocolVersion"] == version
    assert said["serverInfo"] == {"name": "patternbook", "title": "Patternbook", "version": __version__}
    response = httpx2.post(web.url, json=initialized, headers=JSON, timeout=PATIENCE)
    assert response.status_code == 202
    assert "mcp-session-id" not in response.headers
    answer = ask(web, search(1, "counter7", limit=1), **{"mcp-protocol-version": version})
    assert found(answer) == ["counters-count-7"]


def test_a_call_needs_nothing_before_it(web: HttpServer) -> None:
    assert found(ask(web, search("one", "counter3", limit=1))) == ["counters-count-3"]


def test_a_session_of_another_copy_does_not_matter(web: HttpServer) -> None:
    answer = ask(web, search(5, "counter3", limit=1), **{"mcp-session-id": "somebody-else"})
    assert found(answer) == ["counters-count-3"]


def test_answers_in_the_newest_revision(web: HttpServer) -> None:
    discover = enveloped(1, "server/discover")
    assert MODERN in ask(web, discover, **headers_of(discover))["result"]["supportedVersions"]
    call = enveloped(
        2, "tools/call", {"name": "search_examples", "arguments": {"query": "counter9", "limit": 1}}
    )
    assert found(ask(web, call, **headers_of(call))) == ["counters-count-9"]
    read = enveloped(3, "resources/read", {"uri": "patternbook://Shop%20Floor/ledger-whole"})
    (content,) = ask(web, read, **headers_of(read))["result"]["contents"]
    assert "ledger" in content["text"].lower()


def test_an_unknown_revision_is_told_the_known_ones(web: HttpServer) -> None:
    call = enveloped(1, "tools/list")
    call["params"]["_meta"] = call["params"]["_meta"] | {VERSION: "1999-01-01"}
    response = httpx2.post(web.url, json=call, headers=headers_of(call))
    assert response.status_code == 400
    assert MODERN in response.json()["error"]["data"]["supported"]


def test_health_names_what_is_served(web: HttpServer) -> None:
    response = httpx2.get(f"{web.root}/healthz", timeout=PATIENCE)
    assert response.json() == {
        "status": "ok",
        "version": __version__,
        "entries": 34,
        "corpora": [{"name": "Shop Floor", "version": None, "entries": 34}],
    }
    assert response.headers["cache-control"] == "no-store"
    head = httpx2.head(f"{web.root}/healthz", timeout=PATIENCE)
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/mcp", 405),
        ("DELETE", "/mcp", 405),
        ("PUT", "/mcp", 405),
        ("HEAD", "/mcp", 405),
        ("OPTIONS", "/mcp", 405),
        ("TRACE", "/mcp", 405),
        ("BREW", "/mcp", 405),
        ("POST", "/healthz", 405),
        ("GET", "/", 404),
        ("GET", "/mcp/", 404),
        ("POST", "/mcp/", 404),
        ("GET", "/MCP", 404),
        ("GET", "/healthz/", 404),
        ("GET", "/mcp/../healthz", 404),
        ("GET", "/%2e%2e/etc/passwd", 404),
        ("GET", "/sse", 404),
    ],
)
def test_methods_and_paths_without_a_meaning(web: HttpServer, method: str, path: str, status: int) -> None:
    sent = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n".encode()
    head, _, _ = web.raw(sent).partition(b"\r\n\r\n")
    assert int(head.split()[1]) == status
    assert (b"allow:" in head.lower()) == (status == 405)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("host", [host for host in LOOPBACK["hosts"] if host.isascii()])
def test_a_foreign_host_is_refused_everywhere(web: HttpServer, path: str, host: str) -> None:
    sent = f"GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n".encode()
    assert (status(web.raw(sent)) == 421) is not LOOPBACK["hosts"][host]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("origin", LOOPBACK["origins"])
def test_a_foreign_origin_is_refused_everywhere(web: HttpServer, path: str, origin: str) -> None:
    sent = f"GET {path} HTTP/1.1\r\nhost: localhost\r\norigin: {origin}\r\nconnection: close\r\n\r\n".encode()
    answer = web.raw(sent)
    assert (status(answer) == 403) is not LOOPBACK["origins"][origin]
    allowed = b"access-control-allow-origin: " + origin.encode() in answer
    assert allowed is LOOPBACK["origins"][origin]


@pytest.mark.parametrize(
    "hosts", [[], ["localhost", "evil.example"], ["evil.example", "localhost"], ["localhost", "localhost"]]
)
def test_there_is_one_host(web: HttpServer, hosts: list[str]) -> None:
    for version in ("1.0", "1.1"):
        lines = [f"GET /healthz HTTP/{version}", *(f"host: {host}" for host in hosts), "connection: close"]
        assert status(web.raw("\r\n".join((*lines, "", "")).encode())) in {400, 421}


def test_every_origin_counts(web: HttpServer) -> None:
    lines = [
        "GET /healthz HTTP/1.1",
        "host: localhost",
        "origin: http://localhost",
        "origin: http://evil.example",
    ]
    assert status(web.raw("\r\n".join((*lines, "connection: close", "", "")).encode())) == 403


def test_a_target_with_a_foreign_name_leads_nowhere(web: HttpServer) -> None:
    sent = b"GET http://evil.example/healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
    assert status(web.raw(sent)) == 404


def test_a_page_of_this_machine_may_ask_before_it_asks(web: HttpServer) -> None:
    response = httpx2.options(
        web.url,
        headers={
            "origin": "http://localhost:6274",
            "access-control-request-method": "POST",
            "access-control-request-headers": "content-type,mcp-protocol-version",
        },
    )
    assert response.status_code == 200
    assert response.headers["access-control-allow-origin"] == "http://localhost:6274"
    assert "mcp-protocol-version" in response.headers["access-control-allow-headers"]


def test_where_others_can_connect_only_what_is_spelled_out_is_let_in(served: Path, tmp_path: Path) -> None:
    hosts = ("--allow-host", "docs.example.org", "--allow-host", "10.0.0.7:80")
    options = (*hosts, "--allow-origin", "https://docs.example.org", "--corpus", str(served))
    with HttpServer(*options, log=tmp_path / "log", address="0.0.0.0:0") as web:
        health = f"http://127.0.0.1:{web.port}/healthz"

        def asked(host: str, **headers: str) -> int:
            return httpx2.get(health, headers={"host": host, **headers}).status_code

        assert asked("docs.example.org") == 200
        assert asked("docs.example.org:8443", origin="https://docs.example.org") == 200
        assert asked("10.0.0.7:80") == 200
        assert asked("10.0.0.7:8080") == 421
        assert asked("localhost") == 421
        assert asked("docs.example.org", origin="http://localhost") == 403


@pytest.mark.parametrize("address", ["[::1]:0", "localhost:0"])
def test_serves_at_an_address_of_either_kind(served: Path, tmp_path: Path, address: str) -> None:
    with HttpServer("--corpus", str(served), log=tmp_path / "log", address=address) as web:
        assert web.root.startswith(f"http://{address.removesuffix('0')}")
        assert httpx2.get(f"{web.root}/healthz").json()["status"] == "ok"
        assert found(ask(web, search(1, "counter4", limit=1))) == ["counters-count-4"]


def test_options_of_the_tool_hold_here_too(served: Path, tmp_path: Path) -> None:
    options = ("--corpus", str(served), "--budget", "1500", "--text-only")
    with HttpServer(*options, log=tmp_path / "log") as web:
        (tool,) = ask(web, request(1, "tools/list"))["result"]["tools"]
        assert "outputSchema" not in tool
        result = ask(web, search(2, "Counter", limit=20))["result"]
        assert "structuredContent" not in result
        assert len(result["content"][0]["text"]) <= 1_500


def status(answer: bytes) -> int:
    """The status of a raw answer."""
    return int(answer.split(maxsplit=2)[1])
