"""Slugs and names."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patternbook.naming import key_of_path, label, slug, words


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
