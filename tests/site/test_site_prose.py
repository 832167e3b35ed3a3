"""Explanations as HTML and as one line of text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patternbook.site.prose import plain, render, summary


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Use `do:` here.", "<p>Use <code>do:</code> here.</p>"),
        ("<b>no</b> & so", "<p>&lt;b&gt;no&lt;/b&gt; &amp; so</p>"),
        ("# no heading", "<p># no heading</p>"),
        ("[there](https://example.org/x)", '<p><a href="https://example.org/x">there</a></p>'),
        ("[**near**](../near.md) by", "<p><strong>near</strong> by</p>"),
        ("[bad](javascript:alert(1))", "<p>[bad](javascript:alert(1))</p>"),
        ("![pic](https://example.org/p.png)", '<p>!<a href="https://example.org/p.png">pic</a></p>'),
        ("one\n\n- two\n- three", "<p>one</p>\n<ul>\n<li>two</li>\n<li>three</li>\n</ul>"),
    ],
)
def test_render(text: str, html: str) -> None:
    assert render(text).strip() == html


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("First *one*. Second one.", "First one."),
        ("See [the book](x.md) for `more`", "See the book for more"),
        ("No end of it", "No end of it"),
        ("Version 1.2 is new. So it is.", "Version 1.2 is new."),
        ("`collect:`: maps. More", "collect:: maps."),
        ("First paragraph\n\nSecond.", "First paragraph"),
        ("- New:\n    - `one` of\n      them\n    - two\n- Old", "New: one of them, two, Old"),
        ("1. One.\n2. Two", "One., Two"),
        ("- \n\nSecond", ""),
        ("Not - a list\n* none", "Not - a list * none"),
        ("Two\nlines. More.", "Two lines."),
        ("A `!` after a message makes it a cast. More.", "A ! after a message makes it a cast."),
        ("", ""),
    ],
)
def test_summary(text: str, line: str) -> None:
    assert summary(text) == line


def test_a_long_sentence_is_cut_at_a_word() -> None:
    line = summary("word " * 100)
    assert line.endswith("word …")
    assert len(line) < 190


@given(st.text())
def test_any_text_is_safe(text: str) -> None:
    assert "<script" not in render("<script>" + text)
    assert "\n" not in plain(text)
