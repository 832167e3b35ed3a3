"""The lines that show a symbol."""

from __future__ import annotations

import re

import pytest
from markupsafe import Markup

from patternbook.model import Example
from patternbook.site.catalog import Entry
from patternbook.site.excerpt import excerpt
from patternbook.site.layout import Layout

_SOURCE = """\
total: items =>
  start := 0

    items
      inject: start
      into: [:a :b | a + b]

other => lists:map(F, L)
"""


def _lines(symbol: str, source: str = _SOURCE, language: str = "python") -> list[str]:
    example = Example("x", "X", "c", (), source.rstrip("\n"), "", language)
    html = excerpt(Entry(example, Layout(directory_urls=False).example("x")), symbol)
    return str(Markup(re.sub(r"<[^>]*>", "", html)).unescape()).split("\n")


def test_a_selector_is_found_where_it_stands_around_its_arguments() -> None:
    assert _lines("List >> inject:into:") == ["items", "  inject: start", "  into: [:a :b | a + b]"]


def test_code_comes_before_comments() -> None:
    source = "# start: a comment\nx = 1\ny = start(x)\nz = 2"
    assert _lines("start", source)[:2] == ["x = 1", "y = start(x)"]
    assert _lines("comment", source)[0] == "# start: a comment"


def test_a_function_is_found_without_its_arity() -> None:
    assert _lines("lists:map/2") == ["other => lists:map(F, L)"]


def test_without_a_place_the_first_lines_are_shown() -> None:
    assert _lines("nowhere", "a\nb\nc\nd\ne") == ["a", "b", "c"]


@pytest.mark.parametrize("symbol", ["total", "tota", "start"])
def test_a_word_is_found_at_its_start(symbol: str) -> None:
    assert any(re.search(rf"\b{symbol}", line) for line in _lines(symbol))


def test_html_stays_escaped() -> None:
    example = Example("x", "X", "c", (), "<script>a</script>", "", "no-such-language")
    html = excerpt(Entry(example, Layout(directory_urls=False).example("x")), "script")
    assert html == "&lt;script&gt;a&lt;/script&gt;"
