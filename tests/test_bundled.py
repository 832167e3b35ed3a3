"""The embedded corpus keeps what it promises."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest
from pygments.token import Error

from patternbook.corpus import Corpus
from patternbook.languages import frontend
from patternbook.languages.beamtalk.highlight import BeamtalkLexer
from patternbook.languages.symbols import defined_symbols, used_symbols
from patternbook.opening import bundled_corpus
from patternbook.sources import decode
from support import ROOT

if TYPE_CHECKING:
    from patternbook.model import Example

_CORPUS = Corpus.load(bundled_corpus())
_EXAMPLES = [pytest.param(entry, id=entry.id) for entry in _CORPUS.entries]
_IDS = {entry.id for entry in _CORPUS.entries}
_COVERAGE = [
    pytest.param(thing, ids, id=f"{part}: {thing}")
    for part, things in tomllib.loads((ROOT / "tests/cases/corpus/coverage.toml").read_text("utf-8")).items()
    for thing, ids in things.items()
]
_BEAMTALK = frontend("beamtalk")


@pytest.mark.parametrize("example", _EXAMPLES)
def test_each_example_is_real_and_says_where_it_is_from(example: Example) -> None:
    outline = _BEAMTALK.parse(example.source)
    assert outline.accepted
    assert (example.defines, example.uses) == (defined_symbols(outline), used_symbols(outline))
    assert example.validation is not None
    assert example.validation.by == f"beamtalk@{_BEAMTALK.revision}"
    assert example.origin is not None
    raw = decode((ROOT / example.origin.path).read_bytes()).encode()
    span = raw[example.origin.start_byte : example.origin.end_byte].decode().strip().split("\n")
    assert span[0].strip() in example.source
    assert span[-1].strip() in example.source


@pytest.mark.parametrize("example", _EXAMPLES)
def test_each_example_reads_well(example: Example) -> None:
    assert 3 < len(example.title) <= 100
    assert not example.title.endswith(".")
    assert example.explanation
    assert example.tags
    assert "SPDX" not in example.source + example.explanation
    assert "Copyright" not in example.source + example.explanation


@pytest.mark.parametrize("example", _EXAMPLES)
def test_each_example_has_colours(example: Example) -> None:
    assert not [text for token, text in BeamtalkLexer().get_tokens(example.source) if token is Error]


def test_there_are_enough_in_few_enough_categories() -> None:
    assert len(_CORPUS.entries) >= 350
    assert 15 <= len(_CORPUS.categories) <= 25


def test_titles_tell_examples_apart() -> None:
    titles = [entry.title for entry in _CORPUS.entries]
    assert sorted(titles) == sorted(set(titles))


@pytest.mark.parametrize(("thing", "ids"), _COVERAGE)
def test_what_is_promised_has_its_examples(thing: str, ids: list[str]) -> None:
    assert ids, thing
    assert not [name for name in ids if name not in _IDS]


def test_every_construct_has_an_example() -> None:
    used = {symbol for entry in _CORPUS.entries for symbol in entry.uses}
    marks = {
        *(
            ":=",
            "^",
            ";",
            "!",
            "[:x |",
            "#(",
            "#[",
            "#{",
            "=>",
            "{}",
            "{",
            "...",
            "|",
            "<<>>",
            "::",
            "->",
            ">>",
        ),
        *(
            "match:",
            "matchExhaustive:",
            "when:",
            "super",
            "@expect",
            "@primitive",
            "@intrinsic",
            "define:",
            "type",
        ),
        *(
            "subclass:",
            "state:",
            "field:",
            "classState:",
            "abstract",
            "sealed",
            "typed",
            "internal",
            "native:",
        ),
        *("+", "-", "*", "/", "%", "**", "++", "==", "/=", "=:=", "=/=", "<", ">", "<=", ">="),
    }
    assert marks - used == set()
