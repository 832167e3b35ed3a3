"""A site built by MkDocs, strictly: every link leads somewhere, and nothing of a corpus is read as HTML."""

from __future__ import annotations

import json
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import pytest

from patternbook.corpus import Corpus
from patternbook.indexing import build_index
from patternbook.search.engine import Index
from patternbook.site.catalog import Catalog, Entry
from patternbook.site.layout import Layout
from patternbook.site.plugin import PatternbookConfig
from sites import build_small_site, run_mkdocs, small_corpus, write_site
from support import ROOT, write_project

if TYPE_CHECKING:
    from collections.abc import Iterator

_BOOK = ("index", "search", "tags", "symbols", "category/lists", "tag/list", "fold-a-list", "counter")


class _Reader(HTMLParser):
    """Collects the links of a page, and the text of its elements by tag."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.tags: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        values = dict(attrs)
        self.ids.add(values.get("id") or "")
        self.links += [value for name in ("href", "src", "action") if (value := values.get(name))]


def _page(site: Path, name: str) -> Path:
    flat = site / "examples" / f"{name}.html"
    return flat if flat.is_file() else site / "examples" / name.removesuffix("index") / "index.html"


def _catalog() -> tuple[Entry, ...]:
    return Catalog.of(small_corpus().entries, Layout(directory_urls=False)).entries


def _code(page: Path) -> str:
    """What a reader copies from the page's first block of code."""
    html = page.read_text(encoding="utf-8")
    block = html.split("<pre", 1)[1].split("<code", 1)[1].split("</code>", 1)[0]
    return unescape(re.sub(r"<[^>]*>", "", block.split(">", 1)[1]))


def _pages(site: Path) -> Iterator[Path]:
    return (page for page in site.rglob("*.html") if page.name != "404.html")


@pytest.mark.parametrize("name", _BOOK)
def test_the_pages_are_there(site: Path, name: str) -> None:
    assert _page(site, name).is_file()


def test_every_link_leads_to_a_file_of_the_site(site: Path) -> None:
    for page in _pages(site):
        for link in _Reader(page).links:
            url = urlsplit(link)
            if url.scheme or url.netloc or not url.path:
                continue
            target = (page.parent / unquote(url.path)).resolve()
            assert (target / "index.html" if link.endswith("/") else target).exists(), (page, link)


def test_pages_load_nothing_from_elsewhere(site: Path) -> None:
    for page in _pages(site):
        text = page.read_text(encoding="utf-8")
        assert "//fonts." not in text
        assert "unpkg.com" not in text
        assert "jsdelivr" not in text


def test_nothing_of_an_example_is_markup(site: Path) -> None:
    plain = _Reader(_page(site, "fold-a-list")).tags
    reader = _Reader(_page(site, "markup-in-every-field"))
    assert reader.tags <= plain
    text = _page(site, "markup-in-every-field").read_text(encoding="utf-8")
    for raw in ("<b>Bold", "<script>alert", "<script>document", "<img src=x", "<b>by"):
        assert raw not in text
    assert "{{ macro }}" in text or "&#123;&#123;" in text


def test_an_example_shows_its_source_to_the_letter(site: Path) -> None:
    for entry in _catalog():
        assert _code(_page(site, entry.address.name)) == entry.example.source + "\n"


def test_a_long_example_folds(site: Path) -> None:
    folded = next(page for page in _pages(site) if "pb-code--folded" in page.read_text(encoding="utf-8"))
    assert "pb-fold" in _Reader(folded).ids
    assert "last => nil" in _code(folded)


def test_every_example_has_a_twin_beside_its_page(site: Path) -> None:
    for entry in _catalog():
        assert entry.example.source in (site / "examples" / f"{entry.address.name}.md").read_text(
            encoding="utf-8"
        )


def test_exports(site: Path) -> None:
    book = site / "examples"
    assert (book / "corpus.json").read_bytes() == small_corpus().raw
    assert json.loads((book / "index.json").read_bytes())["version"] == "2.3.9"
    assert "(fold-a-list.md)" in (book / "llms.txt").read_text(encoding="utf-8")
    assert "(examples/fold-a-list.md)" in (site / "llms.txt").read_text(encoding="utf-8")


def test_categories_are_in_the_navigation_and_examples_are_not(site: Path) -> None:
    home = (site / "index.html").read_text(encoding="utf-8")
    assert "examples/category/lists" in home
    assert "examples/fold-a-list" not in home


def test_the_navigation_is_open_at_the_category_of_an_example(site: Path) -> None:
    text = _page(site, "fold-a-list").read_text(encoding="utf-8")
    active = text.split("md-nav__item--active")[1:]
    assert any("category/lists" in part.split("</li>")[0] for part in active)
    assert not any("category/loops" in part.split("</li>")[0].split("</a>")[0] for part in active[1:])


def test_the_theme_does_not_index_examples(site: Path) -> None:
    docs = json.loads((site / "search" / "search_index.json").read_bytes())["docs"]
    assert {entry["location"].split("#")[0] for entry in docs} <= {"", "index.html"}


def test_a_page_in_docs_replaces_a_generated_one(tmp_path: Path) -> None:
    docs = {"index.md": "# Home", "examples/index.md": "# My own cover\n"}
    site = build_small_site(tmp_path, docs=docs)
    assert "My own cover" in (site / "examples" / "index.html").read_text(encoding="utf-8")
    assert (site / "examples" / "fold-a-list.html").is_file()


def test_the_section_stands_where_the_navigation_says(tmp_path: Path) -> None:
    nav = [{"Patterns": "patterns/"}, {"Home": "index.md"}]
    site = build_small_site(tmp_path, docs={"index.md": "# Home"}, nav=nav, plugin={"path": "patterns"})
    home = (site / "index.html").read_text(encoding="utf-8")
    assert 0 < home.index("Patterns") < home.index("patterns/category/lists")


@pytest.mark.parametrize("spoilt", [None, b"{}", "foreign"], ids=["missing", "broken", "of another corpus"])
def test_a_corpus_without_a_usable_index_is_indexed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoilt: bytes | str | None
) -> None:
    folder = write_site(tmp_path)
    index = folder / "book" / "index.json"
    index.unlink()
    if spoilt == "foreign":
        index.write_bytes(build_index(Corpus.of(small_corpus().entries[:1]), name="x", language="beamtalk"))
    elif isinstance(spoilt, bytes):
        index.write_bytes(spoilt)
    indexed: list[str] = []

    def counted(corpus: Corpus, **options: Any) -> bytes:
        indexed.append(corpus.sha256)
        return build_index(corpus, **options)

    monkeypatch.setattr("patternbook.indexing.build_index", counted)
    assert run_mkdocs(folder)[0] == 0
    assert indexed == [small_corpus().sha256]
    published = folder / "site" / "examples" / "index.json"
    assert Index.parse(published.read_bytes(), "x").corpus_sha256 == small_corpus().sha256


def test_source_links(tmp_path: Path) -> None:
    url = "https://example.org/blob/main/{path}#L{start}-L{end}"
    site = build_small_site(tmp_path, plugin={"source_url": url})
    page = (site / "examples" / "fold-a-list.html").read_text(encoding="utf-8")
    assert 'href="https://example.org/blob/main/docs/lists.md#L10-L13"' in page


def test_the_project_around_a_site_is_its_corpus(tmp_path: Path) -> None:
    write_site(tmp_path, plugin={"corpus": ""})
    head = 'source_url = "https://example.org/{path}#{start}"\n'
    write_project(tmp_path, {}, '[[sources]]\ninclude = ["*.bt"]\nextract = "file"', head)
    (tmp_path / "book").rename(tmp_path / "out")
    code, said = run_mkdocs(tmp_path)
    assert code == 0, said
    page = (tmp_path / "site" / "examples" / "fold-a-list.html").read_text(encoding="utf-8")
    assert 'href="https://example.org/docs/lists.md#10"' in page


def test_own_templates_and_style(tmp_path: Path) -> None:
    own = tmp_path / "own"
    (own / "pages").mkdir(parents=True)
    (own / "pages" / "tags.md.jinja").write_text("# Own {{ catalog.tags['list'].count }}\n", encoding="utf-8")
    (own / "theme" / "css").mkdir(parents=True)
    (own / "theme" / "css" / "patternbook.css").write_text("/* own */", encoding="utf-8")
    site = build_small_site(tmp_path, plugin={"templates": "own"})
    assert "Own 3" in (site / "examples" / "tags.html").read_text(encoding="utf-8")
    assert (site / "assets" / "patternbook" / "patternbook.css").read_text(encoding="utf-8") == "/* own */"


def test_without_its_box_the_theme_indexes_examples(tmp_path: Path) -> None:
    site = build_small_site(tmp_path, plugin={"search_box": False})
    index = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    assert "examples/fold-a-list.html" in index
    assert "workers/patternbook.js" not in (site / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs"])
def test_other_themes(tmp_path: Path, theme: str) -> None:
    site = build_small_site(tmp_path, theme={"name": theme, "highlightjs": False})
    assert (site / "examples" / "fold-a-list.html").is_file()


def test_two_books_on_one_site(tmp_path: Path) -> None:
    books = [{"patternbook": {"corpus": "book", "path": path, "title": path}} for path in ("one", "two/deep")]
    docs = {"index.md": "# Home"}
    site = build_small_site(tmp_path, docs=docs, plugins=["search", *books])
    configuration = (site / "assets" / "patternbook" / "box-config.js").read_text(encoding="utf-8")
    assert '"one/"' in configuration
    assert '"two/deep/"' in configuration
    test_every_link_leads_to_a_file_of_the_site(site)


def test_a_broken_corpus_is_said_and_fails(tmp_path: Path) -> None:
    folder = write_site(tmp_path)
    (folder / "book" / "corpus.json").write_text('{"entries": [{}]}', encoding="utf-8")
    code, said = run_mkdocs(folder)
    assert code != 0
    assert "entry 1: field 'id' is missing" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("plugin", "message"),
    [
        ({"corpus": "nowhere"}, "there is no corpus here"),
        ({"source_url": "https://example.org/{file}"}, "the fields are {path}, {start} and {end}"),
        ({"templates": "nowhere"}, "templates"),
        ({"typo": 1}, "typo"),
    ],
)
def test_wrong_options_are_said(tmp_path: Path, plugin: dict[str, object], message: str) -> None:
    code, said = run_mkdocs(write_site(tmp_path, plugin=plugin))
    assert code != 0
    assert message in said
    assert "Traceback" not in said


def test_a_broken_template_is_named(tmp_path: Path) -> None:
    (tmp_path / "own" / "pages").mkdir(parents=True)
    (tmp_path / "own" / "pages" / "tags.md.jinja").write_text("{{ nothing.here }}", encoding="utf-8")
    code, said = run_mkdocs(write_site(tmp_path, plugin={"templates": "own"}))
    assert code != 0
    assert "tags.md.jinja" in said
    assert "'nothing' is undefined" in said


def test_every_option_is_documented() -> None:
    text = (ROOT / "docs" / "site.md").read_text(encoding="utf-8")
    for name, option in PatternbookConfig._schema:
        row = re.search(rf"^\| `{name}` \|([^|]*)\|", text, re.MULTILINE)
        assert row is not None, name
        default = str(option.default).lower() if isinstance(option.default, bool) else option.default
        assert not default or f"`{default}`" in row[1], name


def test_the_documented_template_renders(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "site.md").read_text(encoding="utf-8")
    (template,) = re.findall(r"```jinja\n(.*?)```", text, re.DOTALL)
    (tmp_path / "own" / "pages").mkdir(parents=True)
    (tmp_path / "own" / "pages" / "example.md.jinja").write_text(template, encoding="utf-8")
    site = build_small_site(tmp_path, plugin={"templates": "own"})
    code = _code(site / "examples" / "markup-in-every-field.html")
    assert code.startswith('x := "</textarea>')
    assert '--8<-- "x"' in code


def test_an_example_alone_in_its_category_has_no_neighbours(site: Path) -> None:
    assert "pb-neighbours" not in _page(site, "counter").read_text(encoding="utf-8")
    assert "pb-neighbours" in _page(site, "fold-a-list").read_text(encoding="utf-8")
