"""The theme's own search box: our examples and the site's pages in one list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from browsing import Visit


def _type(visit: Visit, query: str, name: str = "index.html") -> Page:
    page = visit.open(name)
    page.locator(".md-search__input").click()
    page.keyboard.type(query)
    return page


def _titles(page: Page) -> Locator:
    return page.locator(".md-search-result__item h1")


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("inject:into:", "Fold a list into one value with inject:into:"),
        ("do:", "Visit each element with do:"),
        ("++", "Join strings with ++"),
    ],
)
@pytest.mark.parametrize("name", ["index.html", "examples/symbol/set.html"])
def test_exact_names_come_first(visit: Visit, query: str, title: str, name: str) -> None:
    page = _type(visit, query, name)
    expect(_titles(page).first).to_have_text(title)


def test_enter_opens_the_first(visit: Visit) -> None:
    page = _type(visit, "inject:into:")
    expect(_titles(page).first).to_contain_text("Fold a list")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"examples/fold-a-list\.html"))


def test_pages_of_the_site_are_found_too(visit: Visit) -> None:
    page = _type(visit, "home")
    expect(_titles(page).first).to_have_text("Home")


def test_markup_in_examples_stays_text(visit: Visit) -> None:
    page = _type(visit, "bold")
    expect(page.locator(".md-search-result__item", has_text="<b>Bold</b>")).to_be_visible()
    expect(page.locator(".md-search-result__item :is(script, img, b)")).to_have_count(0)


_KINDS = [
    "index.html",
    "examples/index.html",
    "examples/category/lists.html",
    "examples/tag/list.html",
    "examples/symbol/set.html",
    "examples/symbols.html",
    "examples/tags.html",
    "examples/fold-a-list.html",
]


def _data(visit: Visit) -> list[str]:
    """Requests for what a search needs."""
    return [url for url in visit.requests if re.search(r"/data/|/index\.json|/lunr\.js|/engine\.js", url)]


@pytest.mark.parametrize("name", _KINDS)
def test_no_index_is_loaded_before_something_is_typed(visit: Visit, name: str) -> None:
    page = visit.open(name)
    page.locator(".md-search__input").click()
    expect(page.locator(".md-search-result__meta")).to_have_text("Type to start searching")
    assert not _data(visit)
    page.keyboard.type("list")
    expect(_titles(page).first).to_be_visible()
    assert [url for url in _data(visit) if url.endswith(("/data/index.js", "/index.json"))]


def test_code_is_loaded_of_results_alone(visit: Visit) -> None:
    page = _type(visit, "inject:into:")
    expect(_titles(page).first).to_contain_text("Fold a list")
    loaded = [url for url in visit.requests if "/data/code/" in url]
    assert [url for url in loaded if url.endswith("/fold-a-list.js")]
    assert not [url for url in loaded if url.endswith("/join-strings.js")]
