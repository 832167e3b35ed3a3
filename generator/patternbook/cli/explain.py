"""What ``patternbook search --explain`` adds: terms, plan, and what makes up each score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from patternbook.cli.common import say
from patternbook.indexing.explain import Explainer
from patternbook.search.reading import read

if TYPE_CHECKING:
    from patternbook.book import Asked, Book
    from patternbook.search.results import Hit, Results


def explain(book: Book, results: Results, language: str | None) -> dict[str, Any]:
    """Explain an answer as plain values, one explanation a corpus that has hits in it."""
    units = read(results.query)
    return {
        "terms": [{"text": unit.text, "kind": unit.kind, "words": list(unit.words)} for unit in units],
        "corpora": [
            _explain_volume(asked, hits, language)
            for asked in book.ask(results.query)
            if (hits := _hits_of(asked, results))
        ],
    }


def say_explanation(explanation: dict[str, Any]) -> None:
    """Print an explanation for people."""
    terms = ", ".join(f"{t['text']} ({t['kind']}: {' '.join(t['words'])})" for t in explanation["terms"])
    say(f"\nterms: {terms}")
    for corpus in explanation["corpora"]:
        say(f"plan for {corpus['corpus']}:")
        if corpus["symbols"]:
            say(f"  symbols: {', '.join(corpus['symbols'])}")
        for clause in corpus["clauses"]:
            say(f"  {clause['field']}: {clause['term']} × {clause['boost']:.2f} ({clause['why']})")
        for hit in corpus["hits"]:
            say(f"{hit['score']:.3f} {hit['id']}")
            for part in hit["contributions"]:
                fields = ", ".join(f"{name} {value:.3f}" for name, value in part["fields"].items())
                say(
                    f"  {part['score']:.3f} {part['term']} ({part['why']})"
                    + (f": {fields}" if fields else "")
                )


def _explain_volume(asked: Asked, hits: list[Hit], language: str | None) -> dict[str, Any]:
    volume, planned = asked.volume, asked.plan
    explainer = Explainer(volume, language)
    return {
        "corpus": volume.source.name,
        "symbols": list(planned.symbols),
        "clauses": [
            {"term": c.term, "field": c.field, "boost": c.boost, "why": c.why} for c in planned.clauses
        ],
        "hits": [
            {
                "id": hit.example.id,
                "score": hit.score,
                "contributions": [
                    {"term": c.clause.term, "why": c.clause.why, "score": c.score, "fields": dict(c.fields)}
                    for c in explainer.contributions(planned, hit.example.id, asked.scale)
                ],
            }
            for hit in hits
        ],
    }


def _hits_of(asked: Asked, results: Results) -> list[Hit]:
    return [hit for hit in results if hit.corpus == asked.volume.source]
