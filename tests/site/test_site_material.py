"""What a section is made from when a corpus comes from another tool."""

from __future__ import annotations

import json

import pytest

from patternbook.corpus import Corpus
from patternbook.errors import LanguageError
from patternbook.site.memory import Memory
from sites import small_corpus


def _foreign() -> Corpus:
    names = ("id", "title", "category", "tags", "source", "explanation")
    entries = [
        {name: getattr(entry, name) for name in names} | {"tags": list(entry.tags)}
        for entry in small_corpus().entries
        if entry.language == "beamtalk"
    ]
    return Corpus.parse(json.dumps({"entries": entries}).encode(), "foreign")


def test_a_foreign_corpus_gets_the_symbols_that_its_language_sees() -> None:
    by_id = {entry.id: entry for entry in Memory().analysed(_foreign(), "")}
    assert by_id["counter"].language == "beamtalk"
    assert "Counter >> increment" in by_id["counter"].defines
    assert "inject:into:" in by_id["fold-a-list"].uses


def test_an_unknown_language_is_said() -> None:
    with pytest.raises(LanguageError, match="klingon"):
        Memory().analysed(_foreign(), "klingon")
