"""What the section holds for machines."""

from __future__ import annotations

import json
import re

import pytest
from markdown_it import MarkdownIt

from patternbook.corpus import Corpus
from patternbook.indexing import build_index
from patternbook.site.exports import call, fence, files, llms, twin
from patternbook.site.layout import Layout
from patternbook.site.pages import FILTERS
from patternbook.site.section import Section
from patternbook.site.templates import environment
from sites import small_corpus


@pytest.fixture(scope="module")
def section() -> Section:
    corpus = small_corpus()
    return Section(
        title="Little book",
        name="Little",
        licence="Apache-2.0",
        corpus=corpus,
        examples=corpus.entries,
        index=build_index(corpus, name="Little"),
        layout=Layout(directory_urls=False),
    )


def test_a_twin_holds_the_whole_source_in_one_fence(section: Section) -> None:
    for entry in section.catalog.entries:
        fences = [token for token in MarkdownIt().parse(twin(entry)) if token.type == "fence"]
        assert [token.content for token in fences] == [entry.example.source + "\n"]
        assert fences[0].info == entry.example.language


def test_a_twin_says_what_is_known(section: Section) -> None:
    text = twin(next(e for e in section.catalog.entries if e.example.id == "counter"))
    for part in (
        "# A counter in an actor\n",
        "`Counter >> increment`",
        "docs/actors.md, lines 50–53",
        "executed by",
    ):
        assert part in text


def test_a_fence_is_longer_than_any_in_the_source() -> None:
    assert fence("plain") == "```"
    assert fence("``` and `````") == "``````"


def test_the_call_is_one_that_the_tool_takes(section: Section) -> None:
    entry = section.catalog.entries[0]
    argument = re.fullmatch(r"search_examples\((.*)\)", call(entry))
    assert argument is not None
    assert json.loads(argument[1]) == entry.example.id


def test_llms_txt_lists_every_example_once(section: Section) -> None:
    text = llms(section, environment(None, FILTERS), base="examples/")
    assert text.startswith("# Little book\n\n> 8 worked examples of Little")
    links = re.findall(r"^- \[(?:\\.|[^\]\\\n])*\]\(examples/([^)\n]*)\.md\)", text, re.MULTILINE)
    assert sorted(links) == sorted(entry.address.name for entry in section.catalog.entries)
    assert "&lt;" not in text
    assert "\n\n\n" not in text


def test_files_hold_corpus_and_index_as_they_are(section: Section) -> None:
    written = dict(files(section, environment(None, FILTERS)))
    assert Corpus.parse(written["corpus.json"], "x") == section.corpus
    assert written["index.json"] == section.index


def test_scripts_hold_what_the_browser_needs(section: Section) -> None:
    written = dict(files(section, environment(None, FILTERS)))
    quoted = re.fullmatch(r"JSON\.parse\('(.*)'\)", _value(written["data/index.js"]))
    assert quoted is not None
    unquoted = re.sub(r"\\(.)", lambda mark: {"n": "\n"}.get(mark[1], mark[1]), quoted[1])
    assert json.loads(unquoted) == json.loads(section.index)
    cards = json.loads(_value(written["data/cards.js"]))
    assert ["lists", "Lists"] in cards["categories"]
    examples = dict(cards["examples"])
    for entry in section.catalog.entries:
        card = examples[entry.example.id]
        assert card["url"] == entry.address.url
        assert card["lines"] == entry.example.source.count("\n") + 1
        source = json.loads(_value(written[f"data/code/{entry.address.name}.js"]))
        assert source
        assert entry.example.source.startswith(source)


def _value(script: bytes) -> str:
    """What a script assigns, read as the loader in the browser reads it."""
    text = script.decode()
    assert text.count("\n") == 1
    return text[text.index("] = ") + 4 : text.rindex(";")]
