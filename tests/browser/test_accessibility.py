"""axe-core on each kind of page: whole pages under Material, our part of them under themes that we do not mend."""

from __future__ import annotations

import functools
import re
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from browsing import serve
from sites import build_small_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

    from browsing import Visit

_PAGES = {
    "home": "index.html",
    "category": "category/lists.html",
    "tag": "tag/list.html",
    "tags": "tags.html",
    "symbol": "symbol/set.html",
    "symbols": "symbols.html",
    "example": "fold-a-list.html",
    "long example": "search-24193290.html",
    "example of markup": "markup-in-every-field.html",
    "search without a query": "search.html",
    "search with results": "search.html?query=list",
    "search for a name": "search.html?query=inject%3Ainto%3A",
    "search for a class": "search.html?query=Counter",
    "search with a miss": "search.html?query=kubernetes+ingress",
}
_SAID = re.compile("example|Nothing")
_PALETTE = [
    {
        "media": "(prefers-color-scheme: light)",
        "scheme": "default",
        "toggle": {"icon": "material/brightness-7", "name": "Dark"},
    },
    {
        "media": "(prefers-color-scheme: dark)",
        "scheme": "slate",
        "toggle": {"icon": "material/brightness-4", "name": "Light"},
    },
]
_THEMES: dict[str, dict[str, Any]] = {
    "material": {"font": False, "palette": _PALETTE, "features": ["content.code.copy", "navigation.tabs"]},
    "mkdocs": {"highlightjs": False, "color_mode": "auto", "user_color_mode_toggle": True},
    "readthedocs": {"highlightjs": False},
}
_OURS = {"material": None, "mkdocs": "[role=main]", "readthedocs": ".rst-content .section"}
"""The part of a page that is looked at. Bars, menus and footers of the other themes have faults of their own: links
too faint for their ground, and content outside landmarks."""


@functools.cache
def _axe() -> str:
    try:
        return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
    except ModuleNotFoundError:
        pytest.fail("axe is missing: pip install 'patternbook[test]'")


@pytest.fixture(scope="module", params=list(_THEMES))
def themed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, str]]:
    """A theme, and the address of the small site under it."""
    folder = tmp_path_factory.mktemp(request.param)
    site = build_small_site(folder, theme={"name": request.param} | _THEMES[request.param])
    with serve(site) as address:
        yield request.param, address


def _faults(page: Page, part: str | None) -> list[str]:
    """What axe finds, in one line each."""
    page.evaluate(_axe())
    found = page.evaluate("part => axe.run(part || document)", part)
    assert found["passes"], "axe looked at nothing"
    return [
        f"{fault['id']}: {node['html'][:100]} {node['failureSummary']}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault(
    themed: tuple[str, str], new_visit: Callable[..., Visit], scheme: str, width: int
) -> None:
    theme, address = themed
    visit = new_visit(address, color_scheme=scheme, viewport={"width": width, "height": 800})
    faults = {}
    for kind, name in _PAGES.items():
        page = visit.open(f"examples/{name}")
        if "query" in name or kind.startswith("search"):
            expect(page.locator("[data-pb-said]")).to_have_text(_SAID)
            expect(page.locator("[data-pb-hits] code:empty")).to_have_count(0)  # each result's code has come
            page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        if found := _faults(page, _OURS[theme]):
            faults[kind] = found
    # MkDocs' theme turns off a highlighter's style sheet even where the site has no highlighter.
    visit.complaints[:] = [text for text in visit.complaints if "(setting 'disabled')" not in text]
    assert faults == {}


def test_axe_finds_a_fault_that_is_there(new_visit: Callable[..., Visit], served: str) -> None:
    page = new_visit(served).open("examples/fold-a-list.html")
    page.locator(".pb-facts").evaluate("facts => facts.style.color = '#ccc'")
    page.locator(".pb-tools").evaluate("tools => tools.append(document.createElement('button'))")
    found = " ".join(_faults(page, None))
    assert "color-contrast" in found
    assert "button-name" in found
