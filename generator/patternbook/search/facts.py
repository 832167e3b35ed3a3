"""A hit and an answer as plain values: what the command line and the server both tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from patternbook.model import Example
    from patternbook.search.results import Hit, Results


def example_facts(example: Example) -> dict[str, Any]:
    """The six fields of an example, its ``path`` and ``lines``, and its ``validation``'s level."""
    origin, validation = example.origin, example.validation
    return {
        "id": example.id,
        "title": example.title,
        "category": example.category,
        "tags": list(example.tags),
        "source": example.source,
        "explanation": example.explanation,
        "path": origin.path if origin else None,
        "lines": lines_of(example),
        "validation": validation.level if validation else None,
    }


def lines_of(example: Example) -> str | None:
    """The lines of the file that an example comes from, as ``12-30``, or ``12`` for a single one."""
    return line_range(example.origin.start_line, example.origin.end_line) if example.origin else None


def line_range(first: int, last: int) -> str:
    """Lines as people write them: ``12-30``, or ``12`` for a single one."""
    return str(first) if first == last else f"{first}-{last}"


def hit_facts(hit: Hit) -> dict[str, Any]:
    """The facts of a hit's example, with its score, whether it is exact, its corpus and its version."""
    return example_facts(hit.example) | {
        "score": hit.score,
        "exact": hit.exact,
        "corpus": hit.corpus.name,
        "version": hit.corpus.version,
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
