"""The HTML report: whole in itself, safe with any query, readable in both schemes and on a phone."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import pytest

from evaluation_logs import log_text, nothing, search_line
from patternbook.evaluation.logs import named_logs
from patternbook.evaluation.page import page
from patternbook.evaluation.report import log_report
from patternbook.evaluation.tally import Tally
from patternbook.evaluation.threshold import DEFAULT

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

NASTY = "</script><script>alert(1)</script> \"&lt;' <img src=x onerror=alert(1)> {{ 7 * 7 }}"


def rendered(folder: Path, *lines: object) -> str:
    log = folder / "</title><b>x.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text(log_text(*lines), encoding="utf-8")
    tally = Tally()
    tally.read(named_logs([str(log)]))
    return page(log_report(tally, [log.name], DEFAULT))


@pytest.fixture
def full(tmp_path: Path) -> str:
    searches = [
        search_line(n * 500, query=f"query {n % 40}", top_score=n % 9, duration_us=n * 37) for n in range(300)
    ]
    return rendered(
        tmp_path, *searches, nothing(1, query=NASTY), search_line(2, corpora=[NASTY], match="weak"), "damaged"
    )


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


def read(text: str) -> _Reader:
    reader = _Reader()
    reader.feed(text)
    return reader


def test_whatever_a_query_holds_is_text(full: str) -> None:
    reader = read(full)
    assert NASTY in reader.text
    assert not {"script", "img", "b", "iframe", "link", "object"} & set(reader.tags)
    assert not [name for name, _ in reader.attributes if name.startswith("on")]


def test_nothing_is_fetched(full: str) -> None:
    reader = read(full)
    assert not [value for name, value in reader.attributes if name in {"src", "href", "xlink:href", "data"}]
    assert not re.search(r"url\(|@import", full)


def test_each_chart_says_what_it_shows_and_has_its_numbers_beside_it(full: str) -> None:
    charts = re.findall(r'<svg [^>]*role="img"[^>]*>', full)
    assert len(charts) == 6
    assert all(re.search(r'aria-label="[^"]{5,}"', chart) for chart in charts)
    assert full.count("<summary>In numbers</summary>") == 6


def test_the_same_log_gives_the_same_page(tmp_path: Path) -> None:
    lines = [search_line(n, query=f"q{n}") for n in range(30)]
    assert rendered(tmp_path, *lines) == rendered(tmp_path, *lines)


def test_a_log_without_a_search_has_a_page_too(tmp_path: Path) -> None:
    text = read(rendered(tmp_path)).text
    assert "No search in" in text
    assert "NaN" not in text


_CONTRASTS = """() => {
  const shown = document.querySelectorAll('h1, h2, p, dt, dd strong, dd span, td, th, summary, code, svg text');
  const rgb = text => text.match(/[0-9.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = node => {
    for (let at = node; at; at = at.parentElement) {
      const colour = rgb(getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  return [...shown].filter(node => node.getClientRects().length).map(node => {
    const style = getComputedStyle(node);
    const pair = [light(rgb(node instanceof SVGElement ? style.fill : style.color)), light(behind(node))].sort();
    return (pair[1] + 0.05) / (pair[0] + 0.05);
  });
}"""


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_it_reads_well_in_a_browser(
    full: str, browser: Browser, scheme: Any, width: int, tmp_path: Path
) -> None:
    file = tmp_path / "report.html"
    file.write_text(full, encoding="utf-8")
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, java_script_enabled=True
    )
    tab = context.new_page()
    asked: list[str] = []
    complaints: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.on("console", lambda message: complaints.append(message.text))
    tab.goto(file.as_uri())
    assert asked == [file.as_uri()]
    assert complaints == []
    assert tab.evaluate("document.documentElement.scrollWidth") == width
    contrasts = tab.evaluate(_CONTRASTS)
    assert len(contrasts) > 100
    assert min(contrasts) >= 4.5
    paper = tab.evaluate("getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).map(Number)")
    assert (sum(paper) > 600) == (scheme == "light")
    bars = tab.evaluate(
        "[...document.querySelectorAll('svg .series rect')].map(bar => getComputedStyle(bar).fill)"
    )
    assert bars
    assert "rgb(0, 0, 0)" not in bars
    context.close()


def test_drawing_leaves_the_import_system_alone(full: str) -> None:
    assert "<svg" in full
    assert not [finder for finder in sys.meta_path if type(finder).__module__.startswith("pygal")]
    assert version("patternbook")
