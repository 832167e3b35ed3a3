"""Weights to the document that Lunr loads."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from patternbook.search.storage import SYMBOLS, TEXT, Posting, ref_of, write

if TYPE_CHECKING:
    from collections.abc import Mapping

    from patternbook.indexing.impacts import Weights


def lay_out(documents: int, text: Weights, symbols: Weights, extra: dict[str, Any]) -> bytes:
    """Number the terms and write vectors and postings of both fields."""
    numbers = _numbers(text, symbols)
    refs = [ref_of(number) for number in range(documents)]
    vectors = [
        (f"{name}/{refs[document]}", vector)
        for name, weights in ((TEXT, text), (SYMBOLS, symbols))
        for document, vector in enumerate(_vectors(documents, weights, numbers))
    ]
    postings: list[tuple[str, Posting]] = [
        (
            term,
            {
                "_index": numbers[term],
                TEXT: {refs[document]: {} for document in sorted(text.get(term, ()))},
                SYMBOLS: {refs[document]: {} for document in sorted(symbols.get(term, ()))},
            },
        )
        for term in sorted(numbers)
    ]
    return write(vectors, postings, extra)


def _numbers(text: Weights, symbols: Weights) -> dict[str, int]:
    """Number the terms, the commonest first: short numbers where there are most of them."""
    holders = {
        term: len(text.get(term, ())) + len(symbols.get(term, ())) for term in text.keys() | symbols.keys()
    }
    return {term: number for number, term in enumerate(sorted(holders, key=lambda t: (-holders[t], t)))}


def _vectors(documents: int, weights: Weights, numbers: Mapping[str, int]) -> list[list[tuple[int, float]]]:
    vectors: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for term, held in weights.items():
        for document, weight in held.items():
            vectors[document].append((numbers[term], weight))
    return [sorted(vectors[document]) for document in range(documents)]
