"""A corpus of many categories and symbols: the navigation and the lists stay short."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from patternbook.corpus import Corpus
from patternbook.model import Example
from patternbook.site.layout import Layout
from patternbook.site.pages import pages
from patternbook.site.section import Section
from sites import run_mkdocs, write_corpus, write_site

if TYPE_CHECKING:
    from pathlib import Path


def test_of_very_many_symbols_those_of_several_examples_are_listed() -> None:
    section = _section(_corpus(2, 5_000))  # beside them, `:=` is in several
    assert section.unlisted_symbols == 5_000
    listed = [group.name for _, letters in section.symbol_kinds for _, groups in letters for group in groups]
    assert listed == [":="]
    assert _section(_corpus(2, 4_999)).unlisted_symbols == 0


def test_of_very_many_examples_the_last_are_listed_by_title(tmp_path: Path) -> None:
    write_site(tmp_path)
    entries = [
        Example(f"e{number}", f"Title {number}", "c", ("t",), "x := 1", "", language="beamtalk")
        for number in range(210)
    ]
    write_corpus(tmp_path / "book", Corpus.of(entries))
    code, said = run_mkdocs(tmp_path)
    assert code == 0, said
    for name in ("category/c", "tag/t"):
        page = (tmp_path / "site" / "examples" / f"{name}.html").read_text(encoding="utf-8")
        assert page.count('class="pb-card"') == 200
        assert "<summary>10 more</summary>" in page
        assert all(f">Title {number}</a>" in page for number in range(210))


def _corpus(categories: int, symbols: int = 0) -> Corpus:
    """Two examples a category; the first uses symbols of its own."""
    names = tuple(sorted(f"pkg.{chr(97 + number % 20)}{number}" for number in range(symbols)))
    return Corpus.of(
        Example(
            id=f"e{number}-{part}",
            title=f"Example {number} {part}",
            category=f"category {number}",
            tags=(),
            source="x := 1",
            explanation="",
            language="beamtalk",
            uses=names if number == part == 0 else (":=",),
        )
        for number in range(categories)
        for part in range(2)
    )


def _section(corpus: Corpus) -> Section:
    return Section("Book", "Book", "", corpus, corpus.entries, b"", Layout(directory_urls=False))


@pytest.mark.parametrize(("categories", "listed"), [(40, 40), (41, 0), (300, 0)])
def test_the_navigation_lists_categories_while_they_are_few(categories: int, listed: int) -> None:
    section = _section(_corpus(categories))
    made = list(pages(section))
    assert sum(page.in_navigation for page in made if page.template == "category") == listed
    inside = {page.address for page in made if page.in_navigation}
    assert all(page.in_navigation or page.under in inside for page in made)


def test_a_site_of_many_categories_builds_strictly_and_leads_everywhere(tmp_path: Path) -> None:
    write_site(tmp_path)
    write_corpus(tmp_path / "book", _corpus(60))
    code, said = run_mkdocs(tmp_path)
    assert code == 0, said
    folder = tmp_path / "site" / "examples"
    home = (folder / "index.html").read_text(encoding="utf-8")
    assert len(set(re.findall(r'href="\./(category/[^"]+)"', home))) == 60
    example = (folder / "e7-0.html").read_text(encoding="utf-8")
    assert len(set(re.findall(r'href="[^"]*(category/[^"]+)"', example))) == 1  # the breadcrumb
    assert 'rel="next"' in example


def test_many_symbols_are_listed_by_letter_and_each_once() -> None:
    few = _section(_corpus(1, 300)).symbol_kinds
    assert [letter for _, letters in few for letter, _ in letters] == ["", ""]
    many = dict(_section(_corpus(1, 301)).symbol_kinds)["Methods and functions"]
    assert [letter for letter, _ in many] == [chr(65 + number) for number in range(20)]
    assert all(group.letter == letter for letter, groups in many for group in groups)
    assert sum(len(groups) for _, groups in many) == 301
