"""Which lines of an example a result shows, and what it marks in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support import ROOT, cases

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

_SCRIPT = ROOT / "site-templates" / "theme" / "js" / "preview.js"
_MARKED = """([terms, text]) => {
  const { pattern, marked } = self.PatternbookPreview;
  return marked(text, pattern(terms));
}"""
_EXCERPT = """([terms, source, size]) => {
  const { pattern, excerpt } = self.PatternbookPreview;
  return excerpt(source, pattern(terms), size);
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.add_script_tag(path=_SCRIPT)
    yield page
    page.close()


@pytest.mark.parametrize("case", cases("site/previews.toml"))
def test_marks(page: Page, case: dict[str, Any]) -> None:
    pieces = page.evaluate(_MARKED, [case["terms"], case["text"]])
    assert "".join(text for text, _ in pieces) == case["text"]
    assert [text for text, is_marked in pieces if is_marked] == case["marked"]


_TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=30)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(terms=st.lists(_TEXT, max_size=4), text=_TEXT)
def test_no_term_is_an_error_and_no_text_is_lost(page: Page, terms: list[str], text: str) -> None:
    pieces = page.evaluate(_MARKED, [terms, text])
    assert "".join(piece for piece, _ in pieces) == text


def _excerpt(page: Page, source: str, *terms: str, size: int = 3) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(_EXCERPT, [list(terms), source, size])
    return found


def test_the_lines_that_match_most_are_shown_with_one_before(page: Page) -> None:
    source = "one\ntwo\n  alpha\n  beta alpha\nfive\nsix"
    assert _excerpt(page, source, "alpha", "beta") == {
        "text": "two\n  alpha\n  beta alpha",
        "before": True,
        "after": True,
    }


def test_without_a_match_the_first_lines_are_shown(page: Page) -> None:
    assert _excerpt(page, "a\nb\nc\nd", "z") == {"text": "a\nb\nc", "before": False, "after": True}
    assert _excerpt(page, "a", "z") == {"text": "a", "before": False, "after": False}


def test_code_is_worth_more_than_comments(page: Page) -> None:
    source = "// alpha beta\n1\n2\n3\nalpha: x\n4"
    assert "alpha: x" in _excerpt(page, source, "alpha", "beta")["text"]


def test_common_indentation_goes(page: Page) -> None:
    source = "class\n    alpha\n      deeper\n    more"
    assert _excerpt(page, source, "alpha", "deeper", "more", size=3)["text"] == "alpha\n  deeper\nmore"
