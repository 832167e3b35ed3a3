"""Links between pages, for servers and for folders."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest

from patternbook.site.layout import Layout

_PAGES = ("index", "search", "symbol/do-1f2e3d4c", "an-example")


@pytest.mark.parametrize("directory_urls", [True, False])
@pytest.mark.parametrize("source", _PAGES)
@pytest.mark.parametrize("target", _PAGES)
def test_a_link_leads_from_any_page_to_any_other(source: str, target: str, *, directory_urls: bool) -> None:
    layout = Layout(directory_urls)
    section = "https://example.org/docs/examples/"
    here, there = layout.page(source), layout.page(target)
    expected = layout.page(target).url.removeprefix("./")
    assert urljoin(urljoin(section, here.url), here.root + there.url) == section + expected
