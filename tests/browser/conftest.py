"""A real Chromium on a real site, from a server and from a folder, with every way out closed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from browsing import Visit, serve
from sites import build_small_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Route


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small site in the style that works from a server and from a folder."""
    return build_small_site(tmp_path_factory.mktemp("browser"))


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    """Address of the site on a server."""
    with serve(site) as address:
        yield address


@pytest.fixture(params=["server", "folder"])
def base(request: pytest.FixtureRequest, site: Path) -> str:
    """Address of the site in each way of opening it."""
    if request.param == "folder":
        return site.as_uri() + "/"
    served: str = request.getfixturevalue("served")
    return served


@pytest.fixture
def visit(base: str, new_visit: Callable[..., Visit]) -> Visit:
    """A fresh profile on the site; fails afterwards if anything left the site or an error was logged."""
    return new_visit(base)


@pytest.fixture
def new_visit(browser: Browser) -> Iterator[Callable[..., Visit]]:
    """Starts visits with the options of a Playwright context."""
    contexts: list[tuple[BrowserContext, Visit]] = []

    def start(base: str, **options: Any) -> Visit:
        context = browser.new_context(**options)
        context.set_default_timeout(10_000)
        found = Visit(base, context.new_page())
        contexts.append((context, found))

        def guard(route: Route) -> None:
            if route.request.url.startswith(base):
                route.continue_()
            else:
                route.abort()

        context.route(re.compile(r"^(?:https?|wss?):"), guard)
        context.on("request", lambda request: found.requests.append(request.url))
        context.on("weberror", lambda error: found.complaints.append(str(error.error)))
        context.on("console", lambda m: found.complaints.append(m.text) if m.type == "error" else None)
        return found

    yield start
    for context, found in contexts:
        context.close()
        assert found.outside == []
        assert found.complaints == []
