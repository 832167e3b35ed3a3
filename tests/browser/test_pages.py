"""What a reader can do on the pages: read, copy, unfold, without JavaScript, on a phone, in the dark."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from sites import AWKWARD, small_corpus

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Dialog

    from browsing import Visit

_KINDS = (
    "index",
    "search",
    "tags",
    "symbols",
    "category/lists",
    "tag/list",
    "symbol/set",
    "fold-a-list",
    "search-24193290",
    "markup-in-every-field",
)


def test_no_page_is_wider_than_a_phone(new_visit: Callable[..., Visit], served: str) -> None:
    visit = new_visit(served, viewport={"width": 360, "height": 740})
    for name in _KINDS:
        page = visit.open(f"examples/{name}.html")
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 360, name


def test_pages_have_one_first_heading_and_named_controls(
    new_visit: Callable[..., Visit], served: str
) -> None:
    visit = new_visit(served)
    for name in _KINDS:
        article = visit.open(f"examples/{name}.html").locator("article")
        expect(article.locator("h1")).to_have_count(1)
        controls = article.locator(":is(a[href], button, input, summary):visible")
        assert controls.evaluate_all(_NAMELESS) == [], name


def test_nothing_of_an_example_runs(visit: Visit) -> None:
    dialogs: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    visit.page.on("dialog", dismiss)
    page = visit.open("examples/markup-in-every-field.html")
    expect(page.locator("h1")).to_contain_text("<b>Bold</b> & `code` {{ macro }} *star* [link](x) ::")
    expect(page).to_have_title("<b>Bold</b> & `code` {{ macro }} *star* [link](x) :: - Little site")
    assert page.locator("article pre code").first.inner_text().rstrip("\n") == AWKWARD[0].source
    assert dialogs == []


def test_copy_as_markdown(new_visit: Callable[..., Visit], base: str) -> None:
    visit = new_visit(base, permissions=["clipboard-read", "clipboard-write"])
    page = visit.open("examples/fold-a-list.html")
    page.get_by_role("button", name="Copy as Markdown").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_attached()
    copied = page.evaluate("navigator.clipboard.readText()")
    source = next(e.source for e in small_corpus().entries if e.id == "fold-a-list")
    assert copied.startswith("# Fold a list into one value with inject:into:\n")
    assert f"```beamtalk\n{source}\n```" in copied
    page.get_by_role("button", name="Copy call").click()
    expect(page.get_by_role("button", name="Copied").last).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == 'search_examples("fold-a-list")'


def test_long_code_unfolds_by_keyboard(visit: Visit) -> None:
    page = visit.open("examples/search-24193290.html")
    code = page.locator(".pb-code pre")
    folded = code.bounding_box()
    page.get_by_role("checkbox", name="Show all 122 lines").focus()
    page.keyboard.press("Space")
    unfolded = code.bounding_box()
    assert folded is not None
    assert unfolded is not None
    assert unfolded["height"] > 2 * folded["height"]


def test_reading_needs_no_javascript(new_visit: Callable[..., Visit], base: str) -> None:
    page = new_visit(base, java_script_enabled=False).open("examples/index.html")
    page.locator("article").get_by_role("link", name="Lists", exact=True).click()
    page.get_by_role("link", name="Fold a list").click()
    expect(page.locator("article pre code").first).to_contain_text("inject: 0 into:")
    page.locator("article").get_by_role("link", name="collection").click()
    expect(page.locator("h1")).to_have_text(re.compile("^collection"))


def test_previous_and_next_walk_through_a_category(visit: Visit) -> None:
    page = visit.open("examples/fold-a-list.html")
    page.locator("article").get_by_role("link", name=re.compile("^Next")).click()
    expect(page.locator("h1")).to_have_text(re.compile("^Visit each element"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_of_ours_stands_out(new_visit: Callable[..., Visit], served: str, scheme: str) -> None:
    page = new_visit(served, color_scheme=scheme).open("examples/fold-a-list.html")
    for selector in (".pb-facts", ".pb-level", ".pb-chip", ".pb-card__summary", ".pb-button"):
        assert page.locator(selector).first.evaluate(_CONTRAST) >= 4.5, selector


_NAMELESS = """all => all
  .filter((e) => !(e.getAttribute("aria-label") || e.title || e.innerText || (e.labels || [])[0]?.innerText || "").trim())
  .map((e) => e.outerHTML)"""

_CONTRAST = """element => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  canvas.canvas.width = canvas.canvas.height = 1;
  const behind = [];
  for (let each = element; each; each = each.parentElement) behind.unshift(getComputedStyle(each).backgroundColor);
  const paint = (colours) => {
    canvas.fillStyle = "white";
    canvas.fillRect(0, 0, 1, 1);
    for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
    const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
    const linear = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  };
  const [one, other] = [paint(behind), paint([...behind, getComputedStyle(element).color])].sort((a, b) => b - a);
  return (one + 0.05) / (other + 0.05);
}"""
