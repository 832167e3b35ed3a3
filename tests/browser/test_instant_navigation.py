"""Material's option that replaces pages without loading them anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browsing import serve
from sites import build_small_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from browsing import Visit


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Address of the small site with the option on; its pages know it."""
    with serve(tmp_path / "site") as address:
        theme = {"name": "material", "font": False, "features": ["navigation.instant", "search.highlight"]}
        build_small_site(tmp_path, theme=theme, site_url=address)
        yield address


def test_search_works_on_a_page_that_was_not_loaded(new_visit: Callable[..., Visit], address: str) -> None:
    page = new_visit(address).open("examples/tags.html")
    page.evaluate("self.stayed = true")
    for _ in range(2):
        page.locator("nav a[href$='examples/search.html']").click()
        page.get_by_role("searchbox", name="Search the examples").press_sequentially("inject:into:")
        first = page.locator("[data-pb-hit]").first
        expect(first).to_have_text("Fold a list into one value with inject:into:")
        first.click()
        expect(page.locator("h1")).to_contain_text("Fold a list")
    assert page.evaluate("self.stayed")
