"""What a section is made from when a corpus comes from another tool, or without a usable index."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from books import volume
from patternbook.corpus import Corpus
from patternbook.errors import LanguageError
from patternbook.search.engine import Index
from patternbook.site.material import analysed, index_bytes
from sites import small_corpus, write_corpus

if TYPE_CHECKING:
    from pathlib import Path


def _foreign() -> Corpus:
    names = ("id", "title", "category", "tags", "source", "explanation")
    entries = [
        {name: getattr(entry, name) for name in names} | {"tags": list(entry.tags)}
        for entry in small_corpus().entries
        if entry.language == "beamtalk"
    ]
    return Corpus.parse(json.dumps({"entries": entries}).encode(), "foreign")


def test_a_foreign_corpus_gets_the_symbols_that_its_language_sees() -> None:
    by_id = {entry.id: entry for entry in analysed(_foreign())}
    assert by_id["counter"].language == "beamtalk"
    assert "Counter >> increment" in by_id["counter"].defines
    assert "inject:into:" in by_id["fold-a-list"].uses


def test_an_unknown_language_is_said() -> None:
    with pytest.raises(LanguageError, match="klingon"):
        analysed(_foreign(), "klingon")


def test_an_index_that_belongs_is_taken_as_it_is(tmp_path: Path) -> None:
    folder = write_corpus(tmp_path / "book")
    opened = replace(volume(entries=small_corpus()), path=str(folder / "corpus.json"))
    assert index_bytes(opened) == (folder / "index.json").read_bytes()


@pytest.mark.parametrize("spoil", [lambda file: file.unlink(), lambda file: file.write_bytes(b"{}")])
def test_any_other_index_is_made_anew(tmp_path: Path, spoil: object) -> None:
    folder = write_corpus(tmp_path / "book")
    assert callable(spoil)
    spoil(folder / "index.json")
    opened = replace(volume(entries=small_corpus()), path=str(folder / "corpus.json"))
    assert Index.parse(index_bytes(opened), "x").corpus_sha256 == small_corpus().sha256


def test_the_index_of_another_corpus_is_not_used(tmp_path: Path) -> None:
    folder = write_corpus(tmp_path / "book", _foreign())
    opened = replace(volume(entries=small_corpus()), path=str(folder / "corpus.json"))
    assert Index.parse(index_bytes(opened), "x").corpus_sha256 == small_corpus().sha256
