"""A hit and an answer as plain values: what the command line and the server both tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from patternbook.model import Example
    from patternbook.search.results import Hit, Results


def example_facts(example: Example) -> dict[str, Any]:
    """The six fields of an example, its ``path`` and ``lines`` (as ``3-9``), and its ``validation``."""
    origin, validation = example.origin, example.validation
    return {
        "id": example.id,
        "title": example.title,
        "category": example.category,
        "tags": list(example.tags),
        "source": example.source,
        "explanation": example.explanation,
        "path": origin.path if origin else None,
        "lines": f"{origin.start_line}-{origin.end_line}" if origin else None,
        "validation": {"level": validation.level, "by": validation.by} if validation else None,
    }


def hit_facts(hit: Hit) -> dict[str, Any]:
    """The facts of a hit's example, with its score, whether it is exact, and its corpus."""
    return example_facts(hit.example) | {
        "score": hit.score,
        "exact": hit.exact,
        "corpus": hit.corpus.name,
    }


def results_facts(results: Results) -> dict[str, Any]:
    """A whole answer."""
    return {
        "query": results.query,
        "match": results.match,
        "total": results.total,
        "exact_total": results.exact_total,
        "results": [hit_facts(hit) for hit in results],
        "suggestions": list(results.suggestions),
        "categories": list(results.categories),
    }
