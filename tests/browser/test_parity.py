"""The search answers in Chromium as it does in Python, to the last bit."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from parity import CORPORA, LIMIT, answer, made_up, written
from patternbook.search.engine import Index
from patternbook.site.assets import assets
from search_corpus import raw_index

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_OPEN = "text => { self.opened = PatternbookSearch.open(JSON.parse(text), PatternbookLunr); }"
_ASK = "([queries, limit]) => queries.map((query) => JSON.stringify(opened.search(query, { limit })))"


@pytest.mark.parametrize("name", CORPORA)
def test_thousands_of_queries(browser: Browser, name: str) -> None:
    corpus, number = CORPORA[name]
    raw = raw_index(corpus)
    index = Index.parse(raw, "index")
    queries = [*made_up(index, number), *written()]
    scripts = dict(assets(None))
    page = browser.new_page()
    for script in ("lunr.js", "engine.js"):
        page.add_script_tag(content=scripts[script].decode())
    page.evaluate(_OPEN, raw.decode())
    found = page.evaluate(_ASK, [queries, LIMIT])
    page.close()
    for query, theirs in zip(queries, found, strict=True):
        assert json.loads(theirs) == answer(index, query), query
