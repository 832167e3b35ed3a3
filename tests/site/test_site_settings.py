"""The plugin on sites as people have them: with and without a navigation, in subfolders, beside other plugins."""

from __future__ import annotations

import itertools
import json
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from sites import run_mkdocs, write_site

if TYPE_CHECKING:
    from pathlib import Path

_DOCS = {
    "index.md": "---\ntags:\n  - own\n---\n\n# Home\n\nSee [the book](examples/index.md).\n",
    "guide/first.md": "# First\n\nRead [an example](../examples/fold-a-list.md).\n",
}
_NAVIGATIONS: dict[str, list[Any] | None] = {
    "no navigation": None,
    "a navigation without the book": [{"Start": "index.md"}, {"Guide": ["guide/first.md"]}],
    "a navigation with the book": [
        {"Start": "index.md"},
        {"Book": "examples/"},
        {"Guide": ["guide/first.md"]},
    ],
}
_LANGUAGES = [
    {"locale": "en", "default": True, "name": "English", "build": True},
    {"locale": "fr", "name": "Français", "build": True},
]
_PLUGINS: dict[str, list[Any]] = {
    "search": ["search"],
    "no search": [],
    "tags": ["search", "tags"],
    "offline": ["search", "offline"],
    "i18n": ["search", {"i18n": {"docs_structure": "suffix", "languages": _LANGUAGES}}],
    "all": ["search", "tags", "offline", {"i18n": {"docs_structure": "suffix", "languages": _LANGUAGES}}],
}
_CASES = [
    *itertools.product(_NAVIGATIONS, ["search"], [True, False], ["", "https://example.org/a/b/"]),
    *itertools.product(
        ["no navigation", "a navigation with the book"],
        ["no search", "tags", "offline", "i18n", "all"],
        [True, False],
        ["https://example.org/a/b/"],
    ),
]


class _Links(HTMLParser):
    def __init__(self, page: Path) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        skipped = tag == "link" and dict(attrs).get("rel") in {"canonical", "alternate"}
        self.found += [] if skipped else [v for k, v in attrs if k in {"href", "src", "action"} and v]


def _dead_links(site: Path, site_url: str) -> list[str]:
    """Links within a site that lead to no file of it."""
    dead = []
    root = urlsplit(site_url).path or "/"
    for page in site.rglob("*.html"):
        if page.name == "404.html":
            continue
        at = root + page.relative_to(site).as_posix()
        for link in _Links(page).found:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or not parts.path:
                continue
            target = unquote(urlsplit(urljoin(at, link)).path).removeprefix(root)
            file = site / target
            if not (file.is_file() or (file / "index.html").is_file()):
                dead.append(f"{at}: {link}")
    return dead


@pytest.mark.parametrize(("navigation", "plugins", "directory_urls", "site_url"), _CASES)
def test_a_strict_build_has_no_warning_and_no_dead_link(
    tmp_path: Path, navigation: str, plugins: str, *, directory_urls: bool, site_url: str
) -> None:
    if plugins in {"i18n", "all"}:
        pytest.importorskip("mkdocs_static_i18n")
    settings: dict[str, Any] = {
        "use_directory_urls": directory_urls,
        "validation": {
            "nav": {"omitted_files": "warn", "not_found": "warn"},
            "links": {"anchors": "warn", "not_found": "warn", "unrecognized_links": "warn"},
        },
        "plugins": [*_PLUGINS[plugins], {"patternbook": {"corpus": "book", "title": "Little book"}}],
    }
    nav = _NAVIGATIONS[navigation]
    settings |= {"nav": nav} if nav else {}
    settings |= {"site_url": site_url} if site_url else {}
    code, said = run_mkdocs(write_site(tmp_path, docs=_DOCS, **settings))
    assert code == 0, said
    assert "WARNING" not in said
    site = tmp_path / "site"
    offline = plugins in {"offline", "all"}
    book = site / "examples"
    assert (
        book / ("fold-a-list/index.html" if directory_urls and not offline else "fold-a-list.html")
    ).is_file()
    assert (book / "fold-a-list.md").is_file()
    assert _dead_links(site, site_url) == []
    page = (site / "index.html").read_text(encoding="utf-8")
    assert re.search(r'href="[^"]*examples/(?:index\.html)?"', page)
    if plugins != "no search":
        indexed = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
        assert any("First" in entry["title"] for entry in indexed["docs"])


def test_pages_of_the_book_are_those_of_the_default_language(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs_static_i18n")
    languages = [
        _LANGUAGES[0] | {"site_name": "English site"},
        _LANGUAGES[1] | {"site_name": "Site français"},
    ]
    plugins = [
        "search",
        {"i18n": {"docs_structure": "suffix", "languages": languages}},
        {"patternbook": {"corpus": "book"}},
    ]
    code, said = run_mkdocs(write_site(tmp_path, docs=_DOCS, plugins=plugins))
    assert code == 0, said
    page = (tmp_path / "site" / "examples" / "fold-a-list.html").read_text(encoding="utf-8")
    assert "English site" in page
    assert "Site français" not in page
    assert "Site français" in (tmp_path / "site" / "fr" / "index.html").read_text(encoding="utf-8")
    assert _dead_links(tmp_path / "site", "") == []


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs"])
@pytest.mark.parametrize("navigation", list(_NAVIGATIONS))
def test_other_themes(tmp_path: Path, navigation: str, theme: str) -> None:
    nav = _NAVIGATIONS[navigation]
    settings: dict[str, Any] = {"nav": nav} if nav else {}
    url = "https://example.org/a/b/"
    theme_settings = {"name": theme, "highlightjs": False}
    folder = write_site(
        tmp_path, docs=_DOCS, theme=theme_settings, site_url=url, use_directory_urls=True, **settings
    )
    code, said = run_mkdocs(folder)
    assert code == 0, said
    assert "WARNING" not in said
    assert _dead_links(tmp_path / "site", url) == []


def test_a_title_is_text_wherever_it_stands(tmp_path: Path) -> None:
    code, said = run_mkdocs(write_site(tmp_path, plugin={"title": "<i>Little</i> & {{ book }}"}))
    assert code == 0, said
    for name in ("index.html", "examples/index.html", "examples/fold-a-list.html"):
        page = (tmp_path / "site" / name).read_text(encoding="utf-8")
        assert "<i>Little" not in page
        assert "&lt;i&gt;Little&lt;/i&gt; &amp; {{ book }}" in page


def test_every_kind_of_page_and_part_can_be_replaced(tmp_path: Path) -> None:
    pages = tmp_path / "own" / "pages"
    pages.mkdir(parents=True)
    kinds = ("home", "category", "tag", "symbol", "tags", "symbols", "search", "example")
    for kind in kinds:
        (pages / f"{kind}.md.jinja").write_text(f"# Own {kind} of {{{{ title | text }}}}\n", encoding="utf-8")
    exports = tmp_path / "own" / "exports"
    exports.mkdir()
    (exports / "llms.txt.jinja").write_text("own {{ catalog.entries | length }}", encoding="utf-8")
    scripts = tmp_path / "own" / "theme" / "js"
    scripts.mkdir(parents=True)
    (scripts / "page.js").write_text("/* own */", encoding="utf-8")
    code, said = run_mkdocs(write_site(tmp_path, plugin={"templates": "own"}))
    assert code == 0, said
    site = tmp_path / "site"
    names = ("index", "category/lists", "tag/list", "symbol/set", "tags", "symbols", "search", "fold-a-list")
    for kind, name in zip(kinds, names, strict=True):
        assert f"Own {kind} of" in (site / "examples" / f"{name}.html").read_text(encoding="utf-8")
    assert (site / "examples" / "llms.txt").read_text(encoding="utf-8") == "own 8"
    assert (site / "assets" / "patternbook" / "page.js").read_text(encoding="utf-8") == "/* own */"


def test_a_part_can_be_replaced_alone(tmp_path: Path) -> None:
    own = tmp_path / "own" / "pages"
    own.mkdir(parents=True)
    text = (
        '{% from "pages/parts.html.jinja" import cards with context %}\n# Only cards\n\n'
        "{% filter html %}\n{{ cards(group.entries) }}\n{% endfilter %}\n"
    )
    (own / "category.md.jinja").write_text(text, encoding="utf-8")
    code, said = run_mkdocs(write_site(tmp_path, plugin={"templates": "own"}))
    assert code == 0, said
    page = (tmp_path / "site" / "examples" / "category" / "lists.html").read_text(encoding="utf-8")
    assert "Only cards" in page
    assert "Fold a list into one value with inject:into:" in page


@pytest.mark.parametrize(
    ("plugin", "message"),
    [
        ({"corpus": 3}, "corpus"),
        ({"path": ["examples"]}, "path"),
        ({"search_box": "yes"}, "search_box"),
        ({"language": "cobol"}, "cobol"),
        ({"path": "../outside"}, "path"),
        ({"path": "a//b"}, "path"),
        ({"title": ""}, "title"),
    ],
)
def test_values_of_a_wrong_kind_are_said(tmp_path: Path, plugin: dict[str, Any], message: str) -> None:
    code, said = run_mkdocs(write_site(tmp_path, docs={"index.md": "# Home"}, plugin=plugin))
    assert code != 0
    assert message in said
    assert "Traceback" not in said
