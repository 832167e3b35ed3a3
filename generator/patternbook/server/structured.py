"""The structured form of an answer and the schemas of the tool, flat on purpose.

Some clients refuse schemas with ``$ref``, ``$defs`` or ``$schema``; so nothing here refers to anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from patternbook.search.facts import line_range, lines_of
from patternbook.server.uris import uri_of

if TYPE_CHECKING:
    from patternbook.search.budget import Answer, Portion
    from patternbook.search.results import Card

QUERY_TEXT = "Keywords or natural language query (e.g. 'closures', 'actor state', 'inject:into:')"
LIMIT_TEXT = "Maximum number of results. Default 5, max 20."

INPUT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "description": QUERY_TEXT},
        "limit": {"type": ["integer", "null"], "default": None, "description": LIMIT_TEXT},
    },
    "required": ["query"],
}
"""Without bounds: a limit out of them is moved to the nearest one, and null is the default."""

_TEXTS = {"type": "array", "items": {"type": "string"}}
_TEXT_OR_NULL = {"type": ["string", "null"]}

_RESULT: dict[str, Any] = {
    "id": {"type": "string"},
    "title": {"type": "string"},
    "category": {"type": "string"},
    "tags": _TEXTS,
    "source": {"type": "string", "description": "The code, or an excerpt of it."},
    "explanation": {"type": "string"},
    "score": {"type": "number", "description": "Comparable within one answer only."},
    "exact": {"type": "boolean", "description": "Whether it defines or uses a symbol that the query names."},
    "truncated": {
        "type": "boolean",
        "description": "Whether anything was left out; the uri holds the whole.",
    },
    "excerpt": {**_TEXT_OR_NULL, "description": "Lines of the code that are shown, if not all."},
    "corpus": {"type": "string"},
    "version": {**_TEXT_OR_NULL, "description": "Version of the package that ships the corpus."},
    "path": {**_TEXT_OR_NULL, "description": "File that the example comes from."},
    "lines": {**_TEXT_OR_NULL, "description": "Its lines in that file."},
    "validation": {**_TEXT_OR_NULL, "description": "parsed, compiled or executed."},
    "uri": {"type": "string", "description": "Send it as the query to get up to 40,000 characters of it."},
}

_ANSWER: dict[str, Any] = {
    "match": {
        "type": "string",
        "enum": ["exact", "strong", "weak", "none"],
        "description": "How good the best result is.",
    },
    "total": {"type": "integer", "description": "Examples that matched, before the limit."},
    "exact_total": {"type": "integer", "description": "Exact ones among them."},
    "omitted": {"type": "integer", "description": "Results within the limit left out for their size."},
    "results": {
        "type": "array",
        "description": "Exact ones first.",
        "items": {"type": "object", "properties": _RESULT, "required": list(_RESULT)},
    },
}
_CARD: dict[str, Any] = {
    "symbol": {"type": "string"},
    "supers": {**_TEXTS, "description": "What it extends, nearest first."},
    "doc": {"type": "string", "description": "First line of its documentation."},
    "selectors": {**_TEXTS, "description": "What it defines."},
    "id": {"type": "string", "description": "The example that defines it."},
}
_OPTIONAL: dict[str, Any] = {
    "definition": {
        "type": "object",
        "description": "The class that the query names, if it names one.",
        "properties": _CARD,
        "required": list(_CARD),
    },
    "suggestions": {**_TEXTS, "description": "Terms near the query's, on a weak match or none."},
    "categories": {**_TEXTS, "description": "Categories that exist, on a weak match or none."},
}

OUTPUT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": _ANSWER | _OPTIONAL,
    "required": list(_ANSWER),
}


def structured(answer: Answer) -> dict[str, Any]:
    """Return an answer as the JSON object that ``OUTPUT_SCHEMA`` describes."""
    results = answer.results
    document: dict[str, Any] = {
        "match": results.match,
        "total": results.total,
        "exact_total": results.exact_total,
        "omitted": answer.omitted,
        "results": [record(portion) for portion in answer.portions],
    }
    if answer.card:
        document["definition"] = _definition(answer.card)
    if results.match in {"weak", "none"}:
        document |= {"suggestions": list(answer.suggestions), "categories": list(answer.categories)}
    return document


def record(portion: Portion) -> dict[str, Any]:
    """Return one result as a JSON object."""
    hit, example = portion.hit, portion.hit.example
    return {
        "id": example.id,
        "title": portion.title,
        "category": example.category,
        "tags": list(portion.tags),
        "source": portion.source,
        "explanation": portion.explanation,
        "score": shown_score(hit.score),
        "exact": hit.exact,
        "truncated": portion.truncated,
        "excerpt": excerpt_of(portion),
        "corpus": hit.corpus.name,
        "version": hit.corpus.version,
        "path": example.origin.path if example.origin else None,
        "lines": lines_of(example),
        "validation": example.validation.level if example.validation else None,
        "uri": uri_of(hit.corpus.name, example.id),
    }


def shown_score(score: float) -> float:
    """Round a score to the four digits that are worth reading."""
    return float(f"{score:.4g}")


def excerpt_of(portion: Portion) -> str | None:
    """Return which lines of the code are shown, as ``1-3, 41-80 of 84``, if not all are."""
    if not portion.excerpted:
        return None
    shown = ", ".join(line_range(first, last) for first, last in portion.runs) or "none"
    return f"{shown} of {portion.line_count}"


def _definition(card: Card) -> dict[str, Any]:
    return {
        "symbol": card.symbol,
        "supers": list(card.supers),
        "doc": card.doc,
        "selectors": list(card.selectors),
        "id": card.example_id,
    }
