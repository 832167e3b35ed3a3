"""A site on a server, and a visit to it in a browser."""

from __future__ import annotations

import functools
import http.server
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing: what was asked for is checked in the browser."""


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine; gives the address, with a slash at the end."""
    handler = functools.partial(_Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@dataclass
class Visit:
    """A page of the site, and what it asked for and complained about."""

    base: str
    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def open(self, name: str) -> Page:
        """Go to a page of the site by its path."""
        self.page.goto(self.base + name)
        return self.page

    @property
    def outside(self) -> list[str]:
        """Requests that left the site."""
        return [url for url in self.requests if not url.startswith((self.base, "data:", "about:", "blob:"))]
