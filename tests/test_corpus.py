"""Corpora: canonical bytes, faithful reading, clear refusals, comparison."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patternbook.corpus import Corpus, Difference
from patternbook.errors import CorpusError
from patternbook.model import Example, Origin, Validation
from support import cases

_PLAIN = Example("a", "Title", "cat", ("t",), "x := 1", "Why.")
_WHOLE = Example(
    "b",
    "Títle ∗",
    "cat",
    ("t", "u"),
    "y := 2",
    "Why.",
    language="beamtalk",
    defines=("Counter",),
    uses=(":=",),
    origin=Origin("docs/a.md", 3, 4, 10, 20),
    validation=Validation("parsed", "beamtalk@1"),
)


@pytest.mark.parametrize("case", cases("corpus/refused.toml"))
def test_refused(case: dict[str, Any]) -> None:
    with pytest.raises(CorpusError) as caught:
        Corpus.parse(case["text"].encode(), "some/corpus.json")
    message = str(caught.value)
    assert message.startswith("some/corpus.json")
    for part in case["says"]:
        assert part in message


def test_not_utf8_is_refused() -> None:
    with pytest.raises(CorpusError, match="not UTF-8 at byte"):
        Corpus.parse(b'{"entries": ["\xff"]}', "c")


def test_canonical_form() -> None:
    raw = Corpus.of([_WHOLE]).raw.decode()
    assert raw.endswith("}\n")
    assert "\r" not in raw
    assert "Títle ∗" in raw
    assert raw == json.dumps(json.loads(raw), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def test_order_is_path_then_byte_then_id() -> None:
    def at(name: str, path: str, byte: int) -> Example:
        return replace(_WHOLE, id=name, origin=Origin(path, 1, 1, byte, byte + 1))

    entries = [at("z", "a.md", 5), at("c", "b.md", 0), at("b", "a.md", 5), at("y", "a.md", 0)]
    assert [e.id for e in Corpus.of(entries).entries] == ["y", "b", "z", "c"]


def test_six_fields_are_enough_and_stay_six() -> None:
    corpus = Corpus.of([replace(_PLAIN, analysed=False)])
    assert set(json.loads(corpus.raw)["entries"][0]) == {
        "id",
        "title",
        "category",
        "tags",
        "source",
        "explanation",
    }
    (entry,) = Corpus.parse(corpus.raw, "c").entries
    assert entry == _PLAIN
    assert not entry.analysed


_TEXT = st.text(st.characters(exclude_categories=["Cs"]))
_EXAMPLES = st.builds(
    Example,
    id=_TEXT.filter(bool),
    title=_TEXT,
    category=_TEXT,
    tags=st.lists(_TEXT).map(tuple),
    source=_TEXT,
    explanation=_TEXT,
    language=_TEXT,
    defines=st.lists(_TEXT).map(tuple),
    uses=st.lists(_TEXT).map(tuple),
    origin=st.none() | st.builds(Origin, _TEXT, *[st.integers(0, 10**9)] * 4),
    validation=st.none() | st.builds(Validation, st.sampled_from(["parsed", "compiled", "executed"]), _TEXT),
)


@given(st.lists(_EXAMPLES, unique_by=lambda e: e.id))
def test_what_is_written_reads_back(examples: list[Example]) -> None:
    corpus = Corpus.of(examples)
    again = Corpus.parse(corpus.raw, "c")
    assert again.entries == corpus.entries
    assert Corpus.of(again.entries).raw == corpus.raw


def test_difference() -> None:
    old = Corpus.of([_PLAIN, _WHOLE])
    new = Corpus.of([replace(_WHOLE, title="Other"), replace(_PLAIN, id="c")])
    assert Difference.between(old, new) == Difference(added=("c",), removed=("a",), changed=("b",))
