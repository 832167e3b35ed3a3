"""Index files: laid out, laid out anew, damaged, foreign."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from patternbook.corpus import Corpus
from patternbook.errors import IndexFormatError
from patternbook.search.engine import Index
from patternbook.search.storage import ref_of
from search_corpus import corpus, raw_index

_RAW = raw_index()


def test_names_its_corpus_and_itself() -> None:
    index = Index.parse(_RAW, "index")
    assert (index.corpus_sha256, index.name, index.licence) == (corpus().sha256, "Test", "Apache-2.0")


def test_gives_its_bytes_back() -> None:
    assert Index.parse(_RAW, "index").raw == _RAW
    again = json.dumps(json.loads(_RAW), indent=2).encode()
    assert Index.parse(again, "index").raw == again


@pytest.mark.parametrize("indent", [None, 2])
def test_reads_an_index_that_another_program_wrote_again(indent: int | None) -> None:
    document = json.loads(_RAW)
    shuffled = dict(reversed(document.items()))
    again = Index.parse(json.dumps(shuffled, indent=indent, ensure_ascii=False).encode(), "index")
    ours = Index.parse(_RAW, "index")
    for query in ("for loop", "Counter", "element", "**", "nothing of the kind"):
        assert again.search(query) == ours.search(query)


def _without(key: str) -> bytes:
    document = json.loads(_RAW)
    del document[key]
    return json.dumps(document).encode()


def _with(**changes: Any) -> bytes:
    return json.dumps(json.loads(_RAW) | changes).encode()


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{}",
        b"null",
        b"[]",
        b"\xff\xfe",
        b'{"patternbook":',
        b"[" * 100_000,
        _RAW[: len(_RAW) // 2],
        _RAW[:-20],
        _without("patternbook"),
        _without("invertedIndex"),
        _with(version="2.3.8"),
        _with(fields=["title", "body"]),
        _with(fieldVectors=[]),
        _with(fieldVectors=[["text/a", [1]]]),
        _with(patternbook={"format": 99}),
        _with(patternbook=[]),
    ],
)
def test_a_broken_or_foreign_index_is_refused_with_its_name(raw: bytes) -> None:
    with pytest.raises(IndexFormatError, match=r"some/index\.json: .*patternbook build"):
        Index.parse(raw, "some/index.json")


def test_a_changed_byte_changes_no_answer() -> None:
    rng = random.Random(5)
    query = "for loop over each element of a Counter"
    expected = Index.parse(_RAW, "index").search(query)
    refused = 0
    for _ in range(300):
        at = rng.randrange(len(_RAW) - 1)
        try:
            found = Index.parse(_RAW[:at] + bytes([_RAW[at] ^ 1]) + _RAW[at + 1 :], "index").search(query)
        except IndexFormatError:
            refused += 1
        else:
            assert found == expected
    assert refused > 290


def test_short_names_of_documents_differ_and_hold_letters_only() -> None:
    names = [ref_of(number) for number in range(60_000)]
    assert len(set(names)) == len(names)
    assert all(name.isalpha() and name.isascii() for name in names)
    assert max(map(len, names[:2756])) == 2


def test_many_documents_are_found_by_their_names() -> None:
    entries = [
        *corpus().entries,
        *(
            type(corpus().entries[0])(
                id=f"filler-{n}",
                title=f"Filler {n}",
                category="x",
                tags=(),
                source="",
                explanation="",
                language="none",
            )
            for n in range(3000)
        ),
    ]
    index = Index.parse(raw_index(Corpus.of(entries)), "index")
    assert index.search("filler 2999").hits[0].id == "filler-2999"
    assert index.search("inject:into:").hits[0].id == "fold-a-list"
