"""A corpus to serve, and servers that serve it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import books
from http_server import HttpServer
from mcp_wire import Wire

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The corpus that is served, with its index beside it."""
    return books.write(tmp_path_factory.mktemp("served"))


@pytest.fixture(scope="module")
def wire(served: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    """A server after the handshake, shared by the tests of a module."""
    with Wire(served, log=tmp_path_factory.mktemp("wire") / "log") as opened:
        opened.shake_hands()
        yield opened


@pytest.fixture(scope="module")
def web(served: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    """A server over HTTP, shared by the tests of a module."""
    with HttpServer("--corpus", str(served), log=tmp_path_factory.mktemp("web") / "log") as server:
        yield server
