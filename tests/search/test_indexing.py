"""Corpora of other tools, long examples, classes and several corpora at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from patternbook.book import Book, Volume
from patternbook.corpus import Corpus
from patternbook.errors import LanguageError
from patternbook.indexing import build_index
from patternbook.model import Call, Diagnostic, Example, Outline
from patternbook.search.borders import Borders
from patternbook.search.engine import Index
from patternbook.search.results import Source
from patternbook.search.synonyms import SynonymTable
from search_corpus import book, corpus, raw_index

_COUNTER = """\
/// Counts things.
/// In an actor.
Actor subclass: Counter
  state: count = 0

  increment => self.count := self.count + 1

  class named: name => self spawnAs: name
"""
_LONG = _COUNTER + "".join(f"\n  step{n} =>\n    self increment.\n    ^{n}\n" for n in range(60))


def _foreign(*sources: str) -> Corpus:
    entries = [
        {
            "id": f"e{n}",
            "title": f"Entry {n}",
            "category": "c",
            "tags": [],
            "source": source,
            "explanation": "",
        }
        for n, source in enumerate(sources)
    ]
    return Corpus.parse(json.dumps({"entries": entries}).encode(), "foreign.json")


def _index(of: Corpus, language: str | None = None) -> Index:
    return Index.parse(build_index(of, name="Foreign", language=language), "index")


def test_six_fields_are_enough_to_find_symbols() -> None:
    index = _index(_foreign(_COUNTER, "#(1, 2) inject: 0 into: [:a :b | a + b]"), "beamtalk")
    assert [hit.id for hit in index.search("inject:into:").hits if hit.exact] == ["e1"]
    assert [hit.id for hit in index.search("Counter >> increment").hits if hit.exact] == ["e0"]
    assert index.search("into:").exact_total == 0


class _Reader:
    """A frontend that accepts every text in which a word stands."""

    def __init__(self, word: str) -> None:
        self.name = self.title = self._word = word
        self.data = Path("nowhere")
        self.line_comment = "--"

    def parse(self, text: str) -> Outline:
        fault = () if self._word in text else (Diagnostic("error", "no such word", 1, 1),)
        return Outline(self.name, fault, calls=(Call("", f"{self._word}:", 1),))


@pytest.mark.parametrize(
    ("sources", "understood"),
    [
        (["red"] * 3 + ["blue"] * 2, "red:"),
        (["red"] + ["blue"] * 70, "blue:"),
        (["green"] * 5, None),
        (["red blue"] * 30 + ["blue"], "blue:"),
        ([], None),
    ],
)
def test_the_language_is_the_one_that_accepts_most(
    monkeypatch: pytest.MonkeyPatch, sources: list[str], understood: str | None
) -> None:
    readers = (_Reader("red"), _Reader("blue"))
    monkeypatch.setattr("patternbook.indexing.analysis.all_frontends", lambda: readers)
    index = _index(_foreign(*sources))
    known = [symbol for symbol in ("red:", "blue:") if index.search(symbol).exact_total]
    assert known == ([understood] if understood else [])


def test_an_unknown_language_is_an_error_that_lists_the_known() -> None:
    with pytest.raises(LanguageError, match="beamtalk"):
        build_index(_foreign("x"), name="x", language="no-such-language")


def test_a_class_that_is_asked_for_leads_with_its_card() -> None:
    index = _index(_foreign("Counter spawn increment", _COUNTER), "beamtalk")
    answer = index.search("Counter")
    assert answer.hits[0].id == "e1"
    assert answer.card == {
        "symbol": "Counter",
        "supers": ["Actor"],
        "doc": "Counts things.",
        "selectors": ["increment", "class named:"],
        "example": "e1",
    }
    assert index.search("increment").card is None


def test_members_of_a_card_are_named_as_their_language_names_them() -> None:
    python = "class Counter:\n    @classmethod\n    def named(cls, name): ...\n    def step(self): ...\n"
    card = _index(_foreign(python), "python").search("Counter").card
    assert card is not None
    assert card["selectors"] == ["named", "step"]
    beamtalk = "Protocol define: Playable\n  play -> Nil\n  class formats -> List\n"
    card = _index(_foreign(beamtalk), "beamtalk").search("Playable").card
    assert card is not None
    assert card["selectors"] == ["play", "class formats"]


def test_only_long_examples_have_cuts_and_they_begin_definitions() -> None:
    corpus = _foreign(_COUNTER, _LONG)
    index = _index(corpus, "beamtalk")
    assert index.borders(corpus.by_id["e0"]) == Borders("", "//")
    borders = index.borders(corpus.by_id["e1"])
    lines = _LONG.split("\n")
    heads = [line for line, mark in zip(lines, borders.marks, strict=True) if mark == "1"]
    assert len(heads) > 60
    assert all("=>" in head or ":" in head for head in heads)


def test_a_corpus_that_no_frontend_reads_has_cuts_too() -> None:
    pages = "".join(f"\n    public Page page{n}() {{ return null; }}\n" for n in range(30))
    corpus = _foreign(f"public class Reader {{\n{pages}}}\n")
    borders = _index(corpus).borders(corpus.by_id["e0"])
    assert borders.marks.count("1") >= 30
    assert borders.comment == ""


def test_own_synonyms_come_on_top_of_the_frontends() -> None:
    own = SynonymTable.parse("[[concept]]\nsays = ['wiggle']\nmeans = { 'do:' = 1 }", "own")
    raw = build_index(_foreign("#(1) do: [:x | x]"), name="x", language="beamtalk", synonyms=[own])
    index = Index.parse(raw, "index")
    assert index.search("wiggle").match == "strong"
    assert index.search("for each").match == "strong"


def test_odd_characters_in_a_corpus_are_indexed() -> None:
    entry = Example(
        id="😀/weird id", title="**bold** 😀 ﬁ __proto__ constructor", category="a:b", tags=("*", "𝒳", ""), source="x",
        explanation="\u2028\x00", language="none", defines=("𝒳", "*", "a*b", "?"), uses=("__proto__", "**"),
    )  # fmt: skip
    index = Index.parse(build_index(Corpus.of([entry]), name="odd"), "index")
    assert index.search("**").hits[0].exact
    assert index.search("__proto__").hits[0].id == "😀/weird id"


def _volume(name: str, of: Corpus) -> Volume:
    return Volume(Source(name), of, Index.parse(raw_index(of), name), name)


def test_several_corpora_answer_together() -> None:
    whole = corpus().entries
    both = Book((_volume("one", Corpus.of(whole[::2])), _volume("two", Corpus.of(whole[1::2]))))
    assert len(both) == len(whole)
    assert both.categories == book().categories
    results = both.search("Counter", 10)
    assert {hit.corpus.name for hit in results if hit.exact} == {"one", "two"}
    assert [hit.exact for hit in results] == sorted((hit.exact for hit in results), reverse=True)
    assert results.total == sum(v.index.search("Counter").total for v in both.volumes)
    assert len(both.search("element", 2)) == 2


def test_a_corpus_that_answers_well_comes_before_one_that_answers_weakly() -> None:
    good = Corpus.of(e for e in corpus().entries if e.id == "sets")
    poor = Corpus.of(e for e in corpus().entries if e.id in ("accessors", "visit-each"))
    for volumes in ((good, poor), (poor, good)):
        both = Book(tuple(_volume(f"v{n}", of) for n, of in enumerate(volumes)))
        results = both.search("repeated elements without order")
        assert (results.match, results.hits[0].example.id) == ("strong", "sets")
        assert results.suggestions == ()


def test_a_book_without_corpora_answers_none() -> None:
    assert Book(()).search("anything").match == "none"


def test_a_card_has_room_for_so_many_selectors() -> None:
    members = "\n".join(f"  provesThatCase{n}HoldsInEveryOrder => {n}" for n in range(20))
    index = _index(_foreign(f"Object subclass: Prover\n\n{members}\n"), "beamtalk")
    card = index.search("Prover").card
    assert card is not None
    selectors = card["selectors"]
    assert selectors == [f"provesThatCase{n}HoldsInEveryOrder" for n in range(len(selectors))]
    assert 1 < len(selectors) < 20


def test_a_long_name_is_found_as_a_symbol_and_by_its_words() -> None:
    index = _index(_foreign("x sumOfAllEvenNumbers", "x other"), "beamtalk")
    assert [hit.id for hit in index.search("sumOfAllEvenNumbers").hits] == ["e0"]
    assert index.search("sumOfAllEvenNumbers").match == "exact"
    assert [hit.id for hit in index.search("even numbers").hits] == ["e0"]
    assert "sumofallevennumbers" not in index.terms()
