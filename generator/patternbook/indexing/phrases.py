"""Synonym tables to the table that a query looks phrases up in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.search.synonyms import phrase, targets

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from patternbook.search.synonyms import SynonymTable


def phrase_table(tables: Iterable[SynonymTable], vocabulary: Container[str]) -> dict[str, dict[str, float]]:
    """Map each phrase to the terms that it means and their weights, as far as the corpus has these terms.

    Where several concepts claim a phrase and a term, the highest weight counts. A target of several words
    shares its weight among them.
    """
    table: dict[str, dict[str, float]] = {}
    for concept in (concept for one in tables for concept in one.concepts):
        meant = _meant(concept.means, vocabulary)
        for said in concept.says if meant else ():
            held = table.setdefault(phrase(said), {})
            for term, weight in meant.items():
                held[term] = max(weight, held.get(term, 0.0))
    return table


def gathered(table: Mapping[str, Mapping[str, float]]) -> list[tuple[Mapping[str, float], list[str]]]:
    """Gather the phrases of a table that mean the same, as the index stores them."""
    found: dict[tuple[tuple[str, float], ...], tuple[Mapping[str, float], list[str]]] = {}
    for said, meant in table.items():
        found.setdefault(tuple(sorted(meant.items())), (meant, []))[1].append(said)
    return list(found.values())


def _meant(means: Iterable[tuple[str, float]], vocabulary: Container[str]) -> dict[str, float]:
    meant: dict[str, float] = {}
    for target, weight in means:
        for term, share in targets(target):
            if term in vocabulary:
                meant[term] = max(round(weight * share, 3), meant.get(term, 0.0))
    return meant
