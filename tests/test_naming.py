"""Slugs and names."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patternbook.naming import (
    fill_category,
    key_of_path,
    label,
    slug,
    topic,
    words,
)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Fold a list with inject:into:", "fold-a-list-with-inject-into"),
        ("  Ünïcode  words ", "unicode-words"),
        ("++", "plus-sign-plus-sign"),
        (":=", "colon-equals-sign"),
        ("a" * 64, "a" * 64),
    ],
)
def test_slug(text: str, wanted: str) -> None:
    assert slug(text) == wanted


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_has_a_slug(text: str) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug(text))
    assert len(slug(text)) <= 64


def test_long_texts_are_told_apart_by_what_is_cut_off() -> None:
    one, other = slug("word " * 20 + "true"), slug("word " * 20 + "false")
    assert one != other
    assert one.startswith("word-word-")
    assert len(one) <= 64


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("Error Handling", "error-handling"), ("日本 語", "日本-語"), ("a_b", "a-b"), ("++", "")],
)
def test_label(text: str, wanted: str) -> None:
    assert label(text) == wanted


def test_scripts_without_ascii_are_told_apart() -> None:
    assert slug("列表") != slug("字典")


@pytest.mark.parametrize(
    ("identifier", "wanted"),
    [
        ("testAddKeepsOrder", "test add keeps order"),
        ("test_add_keeps_order", "test add keeps order"),
        ("HTTPServer", "HTTP server"),
        ("parseJSON", "parse JSON"),
        ("at:put:", "at put"),
        ("x", "x"),
    ],
)
def test_words(identifier: str, wanted: str) -> None:
    assert words(identifier) == wanted


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("07-blocks.md", ("blocks",)),
        ("actors/egg_timer.bt", ("actors", "egg-timer")),
        ("bank/src/Account.bt", ("bank", "account")),
        ("bank/lib/CashDesk.bt", ("bank", "cash-desk")),
        ("2048.bt", ("2048",)),
    ],
)
def test_key_of_path(path: str, wanted: tuple[str, ...]) -> None:
    assert key_of_path(path) == wanted


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("docs/lists.md", "lists"),
        ("docs/07-lists.md", "lists"),
        ("tests/test_lists.py", "lists"),
        ("tests/lists_test.py", "lists"),
        ("tests/ListTest.bt", "List"),
        ("docs/testing.md", "testing"),
        ("tests/test.py", "test"),
        ("docs/contest.md", "contest"),
        ("docs/lists/index.md", "lists"),
        ("docs/02-lists/README.md", "lists"),
        ("README.md", "README"),
        ("shop/cart/__init__.py", "cart"),
    ],
)
def test_topics(path: str, expected: str) -> None:
    assert topic(path) == expected


def test_categories() -> None:
    filled = fill_category("{topic} {stem} {parent} {project}", "tests/cart/test_add.py", "shop")
    assert filled == "add-test-add-cart-shop"
    assert fill_category("{stem}", "a/__.py", "") == "examples"
    assert fill_category("{parent}", "a.py", "") == "examples"
