"""Markdown exports read by a renderer that takes everything: each text of a corpus comes out as it went in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from hostile import hostile_corpus
from patternbook.site.catalog import Catalog, Entry
from patternbook.site.escaping import as_info, as_line, as_part
from patternbook.site.exports import llms, twin
from patternbook.site.layout import Layout
from patternbook.site.pages import FILTERS
from patternbook.site.section import Section
from patternbook.site.templates import environment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token

_READER = MarkdownIt("commonmark")
_CATALOG = Catalog.of(hostile_corpus().entries, Layout(directory_urls=False))


def _tokens(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _tokens(token.children or [])


def _texts(document: str, kind: str) -> list[str]:
    """The texts of a document's headings or links."""
    found: list[str] = []
    inside = False
    for token in _tokens(_READER.parse(document)):
        if token.type.startswith(f"{kind}_"):
            inside = token.nesting == 1
            found += [""] if inside else []
        elif inside and token.type != "inline":
            found[-1] += token.content
    return found


def _line(text: str) -> str:
    return " ".join(text.replace("\t", " ").split("\n")).strip()


@pytest.mark.parametrize("entry", _CATALOG.entries, ids=lambda entry: entry.example.id.split()[0])
def test_a_twin_is_the_example_and_nothing_else(entry: Entry) -> None:
    document = twin(entry)
    kinds = {token.type for token in _tokens(_READER.parse(document))}
    assert not kinds & {"html_block", "html_inline", "image"}
    assert _texts(document, "heading") == [_line(entry.example.title)]
    fences = [token for token in _READER.parse(document) if token.type == "fence"]
    assert fences[-1].content == f"{entry.example.source}\n"
    assert fences[-1].info == as_info(entry.example.language)


def test_llms_txt_holds_titles_as_text() -> None:
    corpus = hostile_corpus()
    section = Section(
        title="<i>Book</i> [x] `y`",
        name="*Little*",
        licence="",
        corpus=corpus,
        examples=corpus.entries,
        index=b"",
        layout=Layout(directory_urls=False),
    )
    document = llms(section, environment(None, FILTERS), base="")
    kinds = {token.type for token in _tokens(_READER.parse(document))}
    assert not kinds & {"html_block", "html_inline", "image", "fence", "code_inline", "em_open"}
    titles = {_line(entry.title) for entry in corpus.entries}
    assert titles <= {text.strip() for text in _texts(document, "link")}
    assert _texts(document, "heading")[0] == "<i>Book</i> [x] `y`"


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), min_size=1))
def test_any_text_is_a_line_that_reads_as_itself(text: str) -> None:
    assert _texts(f"# x{as_line(text)}", "heading") == [f"x{text}"]


@given(st.text(st.sampled_from("`~<>!#[]()\\ ab\n"), max_size=40))
def test_after_any_explanation_the_document_goes_on(text: str) -> None:
    tokens = _READER.parse(f"{as_part(text)}\n\n# After\n")
    assert "After" in [token.content for token in _tokens(tokens) if token.type == "text"]
    assert not {token.type for token in _tokens(tokens)} & {"html_block", "html_inline", "image"}


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Plain `<code>` and <https://example.org>.", "Plain `<code>` and <https://example.org>."),
        ("a <b> c", "a \\<b> c"),
        ("![x](y)", "\\![x](y)"),
        ("# no heading", "\\# no heading"),
        ("```\nopen", "```\nopen\n```"),
        ("```\n<b>\n```\n<b>", "```\n<b>\n```\n\\<b>"),
        ("\\<b> stays", "\\<b> stays"),
    ],
)
def test_what_an_explanation_has_is_kept(text: str, part: str) -> None:
    assert as_part(text) == part
