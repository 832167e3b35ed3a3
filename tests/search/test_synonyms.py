"""The synonyms file: its format, its faults, and the one that the Beamtalk frontend brings."""

from __future__ import annotations

from pathlib import Path

import pytest

from patternbook.corpus import Corpus
from patternbook.errors import ConfigError
from patternbook.indexing.analysis import analyse, languages_of
from patternbook.indexing.impacts import text_weights
from patternbook.indexing.phrases import phrase_table
from patternbook.languages import frontend, names
from patternbook.opening import bundled_corpus
from patternbook.search.synonyms import SynonymTable, phrase, targets


def _table(text: str) -> SynonymTable:
    return SynonymTable.parse(text, "synonyms.toml")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("concept = 1", "key 'concept'"),
        ("[[concept]]\nsays = []", "concept 1: key 'says'"),
        ("[[concept]]\nsays = ['  ']\nmeans = { x = 1 }", "concept 1: key 'says': '  ' holds no word"),
        ("[[concept]]\nsays = ['a']\nmeans = {}", r"concept 1 \('a'\): key 'means'"),
        (
            "[[concept]]\nsays = ['a']\nmeans = { x = 2 }",
            "'means.x': expected a weight above 0, at most 1; found 2",
        ),
        ("[[concept]]\nsays = ['a']\nmeans = { x = true }", "'means.x'"),
        ("[[concept]]\nsays = ['a']\nmeans = { ' ' = 1 }", "' ' holds no term"),
        ("[[concept]]\nsays = ['a']\nmeans = { x = 1 }\nnote = 1", "key 'note'"),
        ("[[concept]]\nsays = ['a']\nmeans = { x = 1 }\nwhy = ''", "unknown key 'why'"),
        ("[[concepts]]\nsays = ['a']", "unknown key 'concepts'"),
        ("[[concept", "not TOML"),
    ],
)
def test_a_fault_names_the_entry_and_the_key(text: str, fault: str) -> None:
    with pytest.raises(ConfigError, match=rf"synonyms\.toml: .*{fault}"):
        _table(text)


_OTHER = "\n[[concept]]\nsays = ['loop']\nmeans = { x = 1 }"


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        (
            "in list",
            r"'in list' stands for one word.*'list' is left without .*; remove it, or say what is left",
        ),
        ("isEmpty", "'isEmpty' stands for one word"),
        ("the type()", "'the type\\(\\)' stands for one word"),
        ("is a loop", "'is a loop' means the same as a phrase of concept 2"),
        ("class of object", "'class of object' means the same as a phrase of concept 3"),
    ],
)
def test_a_phrase_may_not_shrink_to_what_it_does_not_say(said: str, fault: str) -> None:
    third = "\n[[concept]]\nsays = ['class object']\nmeans = { x = 1 }"
    with pytest.raises(ConfigError, match=f"concept 1: key 'says': {fault}"):
        _table(f"[[concept]]\nsays = ['{said}']\nmeans = {{ x = 1 }}{_OTHER}{third}")


@pytest.mark.parametrize("said", ["list", "loop", "loop over the list", "the", "++", "to do"])
def test_a_phrase_may_be_short_if_it_says_so(said: str) -> None:
    assert _table(f"[[concept]]\nsays = ['{said}']\nmeans = {{ x = 1 }}{_OTHER}").concepts[0].says == (said,)


@pytest.mark.parametrize("name", names())
def test_every_shipped_table_is_sound(name: str) -> None:
    assert SynonymTable.load(frontend(name).data / "synonyms.toml").concepts


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"missing\.toml"):
        SynonymTable.load(tmp_path / "missing.toml")
    (tmp_path / "latin.toml").write_bytes(b"\xff")
    with pytest.raises(ConfigError, match=r"latin\.toml"):
        SynonymTable.load(tmp_path / "latin.toml")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("for loop", "for loop"),
        ("For-Loops", "for loop"),
        ("a loop over the list", "loop over list"),
        ("the", "the"),
        ("forEach", "for each"),
        ("i++", "++"),
        ("&&", "&&"),
        ("**", "\u2217\u2217"),
    ],
)
def test_a_phrase_is_compared_in_plain_words(said: str, words: str) -> None:
    assert phrase(said) == words


@pytest.mark.parametrize(
    ("meant", "terms"),
    [
        ("to:do:", (("to:do:", 1.0),)),
        ("Set", (("Set", 1.0), ("set", 0.6))),
        ("loops", (("loop", 1.0),)),
        ("value class", (("valu", 0.5), ("clas", 0.5))),
        ("#(", (("#(", 1.0),)),
    ],
)
def test_a_target_is_a_symbol_whole_or_words_that_share(meant: str, terms: object) -> None:
    assert targets(meant) == terms


def test_targets_that_the_corpus_lacks_stay_out() -> None:
    table = _table("[[concept]]\nsays = ['b', 'c']\nmeans = { loop = 1, missing = 1 }")
    assert phrase_table([table], {"loop"}) == {"b": {"loop": 1.0}, "c": {"loop": 1.0}}
    assert phrase_table([table], set()) == {}


class TestBeamtalk:
    """The file that the frontend brings."""

    table = SynonymTable.load(frontend("beamtalk").data / "synonyms.toml")

    def test_covers_what_newcomers_ask(self) -> None:
        assert len(self.table.concepts) >= 150
        said = {phrase(said) for concept in self.table.concepts for said in concept.says}
        for words in (
            "list comprehension",
            "try catch",
            "goroutine",
            "trait",
            "gen_server",
            "LINQ",
            "f-string",
        ):
            assert any(phrase(words) in other for other in said), words

    def test_most_targets_are_in_the_embedded_corpus(self) -> None:
        corpus = Corpus.load(bundled_corpus())
        vocabulary = text_weights(analyse(corpus, languages_of(corpus, "beamtalk")))
        table = phrase_table([self.table], vocabulary)
        said = {phrase(said) for concept in self.table.concepts for said in concept.says}
        assert len(table) / len(said) >= 0.97
