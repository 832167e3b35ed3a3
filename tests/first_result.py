"""How long a reader waits for the first result of a search, and how long the page is busy, in a real browser."""

from __future__ import annotations

import functools
import gzip
import http.server
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

_WATCH = """
(() => {
  const seen = (self.pbSeen = { first: null, typed: null, long: [] });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.long.push([startTime, duration]);
  }).observe({ type: "longtask", buffered: true });
  addEventListener("keydown", () => { seen.typed = seen.typed ?? performance.now(); }, true);
  const look = () => {
    if (seen.first === null && document.querySelector(RESULT)) seen.first = performance.now();
    if (seen.first === null) requestAnimationFrame(look);
  };
  look();
})();
"""
_FREE = 50
"""Milliseconds of a task that block nobody."""


class Surface(NamedTuple):
    """Where a reader searches."""

    page: str
    """Path of the page."""
    field: str
    """Selector of the field."""
    result: str
    """Selector of a result."""


BOX = Surface("index.html", "[data-md-component=search-query]", ".md-search-result__item")
PAGE = Surface("examples/search.html", "#pb-query", "[data-pb-hit] mark")


class Waited(NamedTuple):
    """What one search cost: milliseconds, and bytes as sent and as a server would compress them."""

    opened: float
    """From the opening of the page to the first result."""
    typed: float
    """From the first key to the first result."""
    blocked: float
    """Of tasks on the main thread, what goes beyond 50 ms each, until the page is quiet again."""
    longest: float
    """The longest task on the main thread."""
    bytes_before: int
    """Before the reader turns to the search."""
    gzip_before: int
    bytes_after: int
    """From then to the first result."""
    gzip_after: int


@dataclass
class Server:
    """A site on a server that notes what was sent."""

    address: str
    sent: list[Path]


@contextmanager
def counting(folder: Path) -> Iterator[Server]:
    """Serve a folder on this machine."""
    sent: list[Path] = []

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Say nothing."""

        def send_head(self) -> Any:
            sent.append(Path(self.translate_path(self.path)))
            return super().send_head()

    handler = functools.partial(Handler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield Server(f"http://127.0.0.1:{server.server_port}/", sent)
        server.shutdown()
        thread.join()


def search(browser: Browser, server: Server, surface: Surface, query: str, read_for: float) -> Waited:
    """Open a page with an empty cache, wait as a reader does, type a query, and wait for the first result.

    Args:
        browser: a Chromium.
        server: the site.
        surface: where to search.
        query: what to type.
        read_for: milliseconds before the first key; 0 types as soon as there is a field.
    """
    context = browser.new_context()
    try:
        context.set_default_timeout(120_000)
        page = context.new_page()
        page.add_init_script(_WATCH.replace("RESULT", repr(surface.result)))
        server.sent.clear()
        page.goto(server.address + surface.page, wait_until="load" if read_for else "commit")
        page.wait_for_timeout(read_for)
        page.wait_for_selector(surface.field)
        before = list(server.sent)
        page.locator(surface.field).click()
        page.keyboard.type(query)
        page.wait_for_function("pbSeen.first !== null", polling=20)
        after = server.sent[len(before) :]
        page.wait_for_timeout(500)
        seen = page.evaluate("pbSeen")
    finally:
        context.close()
    long = [duration for _, duration in seen["long"]]
    return Waited(
        opened=seen["first"],
        typed=seen["first"] - seen["typed"],
        blocked=sum(max(0.0, duration - _FREE) for duration in long),
        longest=max(long, default=0.0),
        bytes_before=sum(map(_size, before)),
        gzip_before=sum(map(_gzipped, before)),
        bytes_after=sum(map(_size, after)),
        gzip_after=sum(map(_gzipped, after)),
    )


def _size(file: Path) -> int:
    return file.stat().st_size if file.is_file() else 0


@functools.cache
def _gzipped(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), 6)) if file.is_file() else 0
