"""Python's symbols are found as people write them, in Python and in the browser alike."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from javascript import ask_node
from parity import LIMIT, answer, planned
from patternbook.corpus import Corpus
from patternbook.indexing import build_index
from patternbook.languages import frontend
from patternbook.languages.symbols import defined_symbols, used_symbols
from patternbook.model import Example
from patternbook.search.engine import Index
from support import CASES, cases

if TYPE_CHECKING:
    from pathlib import Path

_FILE = "languages/python/look_up.toml"


def _example(example: dict[str, Any]) -> Example:
    outline = frontend("python").parse(example["code"])
    return Example(
        example["id"],
        example["title"],
        "examples",
        (),
        example["code"],
        "",
        "python",
        defined_symbols(outline),
        used_symbols(outline),
    )


@pytest.fixture(scope="module")
def raw() -> bytes:
    document = tomllib.loads((CASES / _FILE).read_text(encoding="utf-8"))
    return build_index(Corpus.of([_example(example) for example in document["example"]]), name="Python")


@pytest.mark.parametrize("case", cases(_FILE))
def test_look_up(case: dict[str, Any], raw: bytes) -> None:
    index = Index.parse(raw, "index")
    for query in case["queries"]:
        found = index.search(query, LIMIT)
        assert [hit.id for hit in found.hits if hit.exact] == case["exact"], query
        assert (found.match == "exact") is bool(case["exact"]), query


def test_the_browser_finds_the_same(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "index.json"
    path.write_bytes(raw)
    index = Index.parse(raw, "index")
    queries = [query for case in cases(_FILE) for query in case.values[0]["queries"]]
    assert "loads" in index.lexicon.names
    assert "open" not in index.lexicon.names
    theirs = ask_node([{"do": "search", "query": query, "limit": LIMIT} for query in queries], path)
    assert theirs == [answer(index, query) for query in queries]
    plans = ask_node([{"do": "plan", "query": query} for query in queries], path)
    assert plans == [planned(index, query) for query in queries]
