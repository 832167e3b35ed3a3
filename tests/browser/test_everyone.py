"""Narrow screens, magnified pages, keyboards, readers without scripts or motion, and words without a break."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from browsing import serve
from hostile import LONG_WORD, MARK, hostile_corpus
from sites import build_small_site, run_mkdocs, write_corpus, write_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from browsing import Visit

_KINDS = (
    "index.html",
    "category/harm.html",
    "tag/common.html",
    "tags.html",
    "symbols.html",
    "long.html",
    f"search.html?query={MARK}",
    f"search.html?query={LONG_WORD}",
    "search.html?query=zzzz+qqqq",
)
_THEMES: dict[str, dict[str, Any]] = {
    "material": {"font": False, "features": ["content.code.copy"]},
    "mkdocs": {"highlightjs": False},
    "readthedocs": {"highlightjs": False},
}


@pytest.fixture(scope="module", params=list(_THEMES))
def hostile(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a site of examples that mean harm, under each theme."""
    folder: Path = tmp_path_factory.mktemp("hostile")
    theme = {"name": request.param} | _THEMES[request.param]
    write_site(folder, theme=theme, plugin={"title": "<i>Book</i> & {{ 7 * 7 }}"})
    write_corpus(folder / "book", hostile_corpus())
    code, said = run_mkdocs(folder)
    assert code == 0, said
    with serve(folder / "site") as address:
        yield address


def _plain(text: str) -> str:
    """A text as a reader sees it: browsers fold white space, and some marks are not to be seen."""
    return re.sub(r"[\s\u0085\ufeff]+", " ", text).strip(" ¶#")


def _overhanging(page: Page) -> list[str]:
    """Elements of the page's own part that reach beyond the window, but in what is scrolled by itself."""
    found: list[str] = page.evaluate(_OVERHANGING)
    return found


@pytest.mark.parametrize("width", [320, 390, 640])
def test_nothing_is_cut_off(hostile: str, new_visit: Callable[..., Visit], width: int) -> None:
    """640 pixels are a window of 1280 at 200 %, 320 the same at 400 %."""
    visit = new_visit(hostile, viewport={"width": width, "height": 640})
    for name in _KINDS:
        page = visit.open(f"examples/{name}")
        if "query" in name:
            expect(page.locator("[data-pb-said]")).to_have_text(re.compile("xample|fit"))
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width, name
        assert _overhanging(page) == [], name


def test_nothing_lies_over_code(new_visit: Callable[..., Visit], served: str) -> None:
    page = new_visit(served, viewport={"width": 390, "height": 740}).open("examples/fold-a-list.html")
    expect(page.get_by_role("button", name="Copy code")).to_be_visible()
    assert page.locator(".pb-code pre").first.evaluate(_COVERED) == []


def test_nothing_that_means_harm_does_it(hostile: str, new_visit: Callable[..., Visit]) -> None:
    visit = new_visit(hostile)
    page = visit.open("examples/index.html")
    links = page.locator("[role=main] a, article a").evaluate_all("all => all.map((a) => a.href)")
    names = {link.removeprefix(hostile).partition("#")[0] for link in links if link.startswith(hostile)}
    pages = [*sorted(name for name in names if name.endswith(".html")), f"examples/search.html?query={MARK}"]
    assert len(pages) > 10
    for name in pages:
        page = visit.open(name)
        if "query" in name:
            expect(page.locator("[data-pb-hit]").first).to_be_visible()
        assert page.title() != "ran", name
        assert page.evaluate(_FOREIGN) == [], name
    entries = {entry.id: entry for entry in hostile_corpus().entries}
    assert page.locator("[data-pb-hit]").count() == len(entries)


def test_titles_read_as_they_are_written(hostile: str, new_visit: Callable[..., Visit]) -> None:
    page = new_visit(hostile).open(f"examples/search.html?query={MARK}")
    expect(page.locator("[data-pb-hit]").first).to_be_visible()
    titles = {_plain(text) for text in page.locator("[data-pb-hit]").all_text_contents()}
    assert titles == {_plain(entry.title) for entry in hostile_corpus().entries}
    expect(page.locator(".pb-path a").first).to_have_text("<i>Book</i> & {{ 7 * 7 }}")
    assert "<i>Book</i> & {{ 7 * 7 }}" in page.locator("body").inner_text().replace("\n", " ")
    for name in page.locator("[data-pb-hit]").evaluate_all("all => all.map((a) => a.href)"):
        page.goto(name)
        assert _plain(page.locator("h1").first.text_content() or "") in titles


def test_every_control_is_reached_by_tab_and_shows_it(new_visit: Callable[..., Visit], base: str) -> None:
    visit = new_visit(base)
    for name in ("index", "fold-a-list", "search-24193290", "symbol/set", "search"):
        page = visit.open(f"examples/{name}.html")
        if name == "search":
            expect(page.locator("[data-pb-hit]").first).to_be_visible()
        page.evaluate("document.body.tabIndex = -1; document.body.focus()")
        wanted = page.evaluate(_REACHABLE)
        seen: list[int] = []
        for _ in range(120):
            page.keyboard.press("Tab")
            at = page.evaluate(_FOCUSED)
            if at is None:
                continue
            number, shown = at
            if number in seen:
                break
            seen.append(number)
            assert shown, f"{name}: no visible focus on {page.evaluate('document.activeElement.outerHTML')}"
        assert seen == sorted(seen), f"{name}: the order of the tab key is not that of the page"
        assert set(wanted) <= set(seen), name


def test_without_scripts_there_is_no_control_that_does_nothing(
    new_visit: Callable[..., Visit], base: str
) -> None:
    visit = new_visit(base, java_script_enabled=False)
    for name in ("index", "fold-a-list", "search-24193290", "symbol/set"):
        page = visit.open(f"examples/{name}.html")
        expect(page.locator("[data-pb-copy]:visible")).to_have_count(0)
    page = visit.open("examples/search.html")
    expect(page.get_by_text("Searching needs JavaScript")).to_be_visible()
    expect(page.locator("[data-pb-body]")).to_be_hidden()
    page.locator("article").get_by_role("link", name="the tags").click()
    expect(page.locator("h1")).to_have_text(re.compile("^Tags"))


def test_nothing_moves_for_those_who_asked_for_that(new_visit: Callable[..., Visit], served: str) -> None:
    still = new_visit(served, reduced_motion="reduce").open("examples/fold-a-list.html")
    assert still.evaluate(_MOVING) == []
    moving = new_visit(served, reduced_motion="no-preference").open("examples/fold-a-list.html")
    assert moving.evaluate(_MOVING) != [], "the theme moves nothing: this test is of no use"


def test_numbers_of_lines_are_not_copied(new_visit: Callable[..., Visit], base: str) -> None:
    visit = new_visit(base, permissions=["clipboard-read", "clipboard-write"])
    page = visit.open("examples/counter.html")
    source = "Actor subclass: Counter\n  state: count = 0\n\n  increment => self.count := self.count + 1"
    number = "getComputedStyle(document.querySelectorAll('.pb-line')[2], '::before').content"
    assert page.evaluate(number).startswith("counter(pb-line)")
    code = page.locator(".pb-code code").first
    assert (
        code.evaluate(
            "code => { getSelection().selectAllChildren(code); return `${getSelection()}` }"
        ).rstrip()
        == source
    )
    page.get_by_role("button", name="Copy code").click()
    expect(page.get_by_role("button", name="Copied").first).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == source


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs"])
def test_searching_under_another_theme(theme: str, new_visit: Callable[..., Visit], tmp_path: Path) -> None:
    # Without the search of MkDocs, which reports an error on each page that is opened from a folder.
    plugins = [{"patternbook": {"corpus": "book"}}]
    site = build_small_site(tmp_path, theme={"name": theme} | _THEMES[theme], plugins=plugins)
    visit = new_visit(site.as_uri() + "/")
    page = visit.open("examples/search.html")
    expect(page.locator("[data-pb-said]")).to_have_text("8 examples")
    page.locator("h1").first.click()
    page.keyboard.press("/")
    page.keyboard.type("inject:into:")
    expect(page.locator("[data-pb-hit]").first).to_have_text("Fold a list into one value with inject:into:")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("h1").first).to_have_text(re.compile("^Fold a list"))
    assert page.locator(".pb-code").first.evaluate(
        "code => getComputedStyle(code.querySelector('.mi')).color"
    ) != (page.locator(".pb-code code").first.evaluate("code => getComputedStyle(code).color"))
    # MkDocs' theme opens a window for its own search even where there is none.
    visit.complaints[:] = [text for text in visit.complaints if "(reading 'backdrop')" not in text]


_OVERHANGING = """() => {
  const scrolls = (each) => {
    for (let up = each; up && up !== document.body; up = up.parentElement) {
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(up).overflowX) && up.clientWidth <= innerWidth) return true;
    }
    return false;
  };
  return [...document.querySelectorAll(":is(article, [role=main]) *")]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1)
    .filter((each) => !scrolls(each.parentElement))
    .map((each) => each.outerHTML.slice(0, 100));
}"""

_COVERED = """pre => {
  const { left, right, top, bottom } = pre.getBoundingClientRect();
  const over = new Set();
  for (let x = left + 2; x < right - 2; x += 4) {
    for (let y = top + 2; y < bottom - 2; y += 4) {
      const hit = document.elementFromPoint(x, y);
      if (hit && !pre.contains(hit)) over.add(hit.outerHTML.slice(0, 80));
    }
  }
  return [...over];
}"""

_FOREIGN = """() => [...document.querySelectorAll("*")]
  .filter((e) => e.matches("[onerror], [onload], [onfocus], [onclick], [href^='javascript:' i], [src='x']")
    || (e.closest("article, [role=main], .pb-path") && e.matches("img, svg:not(.twemoji svg, .md-icon svg, [xmlns]), iframe, style, mark.x, i:not([class])")))
  .map((e) => e.outerHTML.slice(0, 120))"""

_CONTROLS = (
    """[...document.querySelectorAll("article :is(a[href], button, input, summary, [tabindex='0'])")]"""
)

_REACHABLE = f"""() => {_CONTROLS}
  .map((e, number) => [e, number])
  .filter(([e]) => e.checkVisibility({{ visibilityProperty: true }}) && !e.disabled && !e.closest("details:not([open]) > :not(summary)"))
  .filter(([e]) => !e.matches(".headerlink"))
  .map(([, number]) => number)"""

_FOCUSED = f"""() => {{
  const at = document.activeElement;
  const number = {_CONTROLS}.indexOf(at);
  if (number < 0) return null;
  const shows = (e) => {{
    const style = getComputedStyle(e);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0 || style.boxShadow !== "none";
  }};
  const shown = shows(at) || (at.labels && [...at.labels].some(shows)) || at.closest(".pb-card")?.matches(":focus-within");
  return [number, Boolean(shown)];
}}"""

_MOVING = """() => [...document.querySelectorAll("*")]
  .filter((each) => ["transitionDuration", "animationDuration"].some((name) =>
    getComputedStyle(each)[name].split(",").some((duration) => parseFloat(duration) > 0)))
  .map((each) => each.tagName + "." + each.className)"""
