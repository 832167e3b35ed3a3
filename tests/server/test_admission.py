"""Who may ask a server over HTTP; the cases are in ``cases/server/admission.json``."""

from __future__ import annotations

import json
from typing import Any

import pytest

from patternbook.errors import ConfigError
from patternbook.server.admission import Admission
from patternbook.server.listening import Address, Resolved
from support import CASES

SERVERS: list[dict[str, Any]] = json.loads((CASES / "server" / "admission.json").read_text(encoding="utf-8"))


def admission(server: dict[str, Any]) -> Admission:
    address = Address.parse(server["serve"])
    loopback = Resolved.of(address).loopback
    return Admission.of(address, server["allow_host"], server["allow_origin"], loopback=loopback)


@pytest.mark.parametrize("server", SERVERS, ids=lambda server: server["serve"])
def test_hosts(server: dict[str, Any]) -> None:
    rules = admission(server)
    assert {host: rules.takes_host(host) for host in server["hosts"]} == server["hosts"]


@pytest.mark.parametrize("server", SERVERS, ids=lambda server: server["serve"])
def test_origins(server: dict[str, Any]) -> None:
    rules = admission(server)
    assert {origin: rules.takes_origin(origin) for origin in server["origins"]} == server["origins"]


def test_the_name_that_was_bound_is_a_name_of_the_server() -> None:
    rules = Admission.of(Address("workshop", 8765), [], [], loopback=True)
    assert rules.takes_host("workshop:8765")
    assert not rules.takes_host("workshop2:8765")


def test_others_can_connect_only_where_hosts_are_spelled_out() -> None:
    with pytest.raises(ConfigError, match=r"add --allow-host NAME"):
        Admission.of(Address("0.0.0.0", 8765), [], [], loopback=False)


@pytest.mark.parametrize(
    "host",
    ["", "*", "*.example.org", "http://example.org", "example.org/", "a b", "a:b", "exämple.org", "x:*"],
)
def test_a_host_that_is_none_is_refused(host: str) -> None:
    with pytest.raises(ConfigError, match=r"^--allow-host .*: expected a host with or without a port"):
        Admission.of(Address("127.0.0.1", 1), [host], [], loopback=True)


@pytest.mark.parametrize(
    "origin", ["", "*", "null", "example.org", "https://", "https://example.org/", "https://*.example.org"]
)
def test_an_origin_that_is_none_is_refused(origin: str) -> None:
    with pytest.raises(ConfigError, match=r"^--allow-origin .*: expected SCHEME://HOST"):
        Admission.of(Address("127.0.0.1", 1), [], [origin], loopback=True)
