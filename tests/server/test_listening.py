"""Addresses, names and ports."""

from __future__ import annotations

import socket

import pytest

from patternbook.errors import ConfigError
from patternbook.server.listening import Address, Resolved

PARSED = {
    "127.0.0.1:8765": ("127.0.0.1", 8765),
    "localhost:0": ("localhost", 0),
    "[::1]:8765": ("::1", 8765),
    "[fe80::1%lo]:1": ("fe80::1%lo", 1),
    "docs.example.org:65535": ("docs.example.org", 65535),
}
MALFORMED = [
    "", ":", ":8765", "8765", "localhost", "localhost:", "::1:8765", "[::1]", "[]:1", "http://localhost:8765",
    "localhost:8765/mcp", "localhost:x", "localhost:-1", "localhost:+1", "localhost: 1", "local host:1", "a:1\n",
    "localhost:٣", "localhost:1_0",
]  # fmt: skip


@pytest.mark.parametrize("text", PARSED)
def test_an_address_is_read_and_written_alike(text: str) -> None:
    address = Address.parse(text)
    assert (address.host, address.port) == PARSED[text]
    assert str(address) == text


@pytest.mark.parametrize("text", MALFORMED)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match=r"^--http .*: expected HOST:PORT, such as"):
        Address.parse(text)


@pytest.mark.parametrize("port", ["65536", "99999", "100000", "9" * 5_000])
def test_a_port_has_a_largest(port: str) -> None:
    with pytest.raises(ConfigError, match=r"expected a port from 0 to 65535"):
        Address.parse(f"localhost:{port}")


@pytest.mark.parametrize("host", ["nowhere.invalid", "a" * 300, "a..b", "x\0y", "256.1.1.1", "-"])
def test_a_host_that_nothing_goes_by_is_refused(host: str) -> None:
    with pytest.raises(ConfigError, match="the host cannot be resolved"):
        Resolved.of(Address(host, 1))


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("127.0.0.1", True), ("127.9.9.9", True), ("localhost", True), ("::1", True), ("0.0.0.0", False)],
)
def test_loopback_is_told_from_what_a_name_stands_for(host: str, loopback: bool) -> None:
    assert Resolved.of(Address(host, 0)).loopback is loopback


def test_the_system_chooses_a_port_and_every_address_gets_it() -> None:
    listener = Resolved.of(Address("localhost", 0)).listen()
    try:
        assert listener.address.port > 0
        assert {bound.getsockname()[1] for bound in listener.sockets} == {listener.address.port}
        with socket.create_connection(("localhost", listener.address.port), timeout=10):
            pass
    finally:
        for bound in listener.sockets:
            bound.close()


def test_a_port_in_use_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ConfigError, match=rf"^--http 127.0.0.1:{port}: the port is in use"):
            Resolved.of(Address("127.0.0.1", port)).listen()


def test_an_address_of_another_machine_is_refused() -> None:
    # A block that documentation may use; no machine has it.
    with pytest.raises(ConfigError, match="this machine has no such address"):
        Resolved.of(Address("192.0.2.1", 0)).listen()
