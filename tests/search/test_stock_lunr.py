"""The index is one that stock Lunr loads, and our reader scores as stock Lunr does."""

from __future__ import annotations

import json
import logging
import random

import pytest
from lunr.index import Index as StockIndex

from patternbook.corpus import Corpus
from patternbook.search.engine import Index
from patternbook.search.plan import Clause
from search_corpus import raw_index

_RAW = raw_index()


def _stock_scores(stock: StockIndex, clauses: list[Clause]) -> dict[str, float]:
    query = stock.create_query()
    for clause in clauses:
        query.term(clause.term, fields=[clause.field], boost=clause.boost, use_pipeline=False)
    return {found["ref"]: found["score"] for found in stock.query(query)}


def _random_clauses(rng: random.Random, terms: list[str]) -> list[Clause]:
    return [
        Clause(
            rng.choice(terms), rng.choice(["text", "symbols"]), rng.choice([0.1, 0.3, 0.8, 1.0, 1.5]), "word"
        )
        for _ in range(rng.randint(1, 8))
    ]


def test_scores_are_bit_equal() -> None:
    stock = StockIndex.load(_RAW.decode())
    ours = Index.parse(_RAW, "index")
    terms = [*(term for term, _ in json.loads(_RAW)["invertedIndex"]), "absent", "do*"]
    rng = random.Random(20261130)
    for _ in range(2000):
        clauses = [c for c in _random_clauses(rng, terms) if c.term != "do*"]
        if clauses:
            assert ours.score(clauses) == _stock_scores(stock, clauses)


def test_loads_without_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        StockIndex.load(_RAW.decode())
    assert not caplog.records


@pytest.mark.parametrize("raw", [_RAW, raw_index(Corpus.of(()))], ids=["full", "empty"])
def test_has_the_shape_that_both_lunrs_need(raw: bytes) -> None:
    document = json.loads(raw)
    assert raw.isascii()
    assert document["version"] == "2.3.9"
    assert document["pipeline"] == []
    terms = [term for term, _ in document["invertedIndex"]]
    assert terms == sorted(terms)
    for term, posting in document["invertedIndex"]:
        assert "*" not in term
        assert all(ord(character) < 0x10000 for character in term)
        assert set(posting) == {"_index", *document["fields"]}
    for name, vector in document["fieldVectors"]:
        assert name.split("/")[0] in document["fields"]
        assert vector[::2] == sorted(vector[::2])


def test_an_empty_corpus_answers_none() -> None:
    raw = raw_index(Corpus.of(()))
    StockIndex.load(raw.decode())
    assert Index.parse(raw, "empty").search("anything at all").match == "none"


def test_bytes_are_the_same_each_time() -> None:
    assert raw_index() == _RAW
