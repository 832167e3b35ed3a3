"""The text form of an answer: Markdown with fenced code, holding the same facts as the structured form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patternbook.search.facts import lines_of
from patternbook.server.structured import excerpt_of, shown_score
from patternbook.server.uris import uri_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patternbook.model import Example
    from patternbook.search.budget import Answer, Portion
    from patternbook.search.results import Card, Match, Source

_VERDICTS: dict[Match, str] = {
    "exact": "a name in the query was found as a name",
    "strong": "the best result covers what the query asks",
    "weak": "the best result covers only part of what the query asks",
    "none": "nothing here answers the query",
}

_WHOLE = "the whole: send the address above as the query"
EXACT_HEADING = "## Exact"
RELATED_HEADING = "## Related"


def text(answer: Answer) -> str:
    """Write an answer as Markdown; where it holds exact and related results, these have a heading each."""
    parts = [frame(answer)]
    groups: dict[bool, list[str]] = {True: [], False: []}
    for number, portion in enumerate(answer.portions, 1):
        groups[portion.hit.exact].append(portion_text(portion, number))
    both = all(groups.values())
    for heading, exact in ((EXACT_HEADING, True), (RELATED_HEADING, False)):
        parts += [heading, *groups[exact]] if both else groups[exact]
    return "\n\n".join(parts)


def frame(answer: Answer) -> str:
    """Write what an answer says beside its results."""
    results = answer.results
    counts = {
        "total": results.total,
        "exact_total": results.exact_total,
        "shown": len(answer.portions),
        "omitted": answer.omitted,
    }
    lines = [
        f"match: {results.match} ({_VERDICTS[results.match]})",
        " · ".join(f"{name}: {count}" for name, count in counts.items()),
    ]
    if answer.card:
        lines += ["", *_definition(answer.card)]
    if answer.suggestions:
        lines.append(f"suggestions: {', '.join(answer.suggestions)}")
    if answer.categories:
        lines.append(f"categories: {', '.join(answer.categories)}")
    return "\n".join(lines)


def portion_text(portion: Portion, number: int) -> str:
    """Write one result."""
    hit = portion.hit
    uri = uri_of(hit.corpus.name, hit.example.id)
    facts = [*_facts(hit.example, portion.tags, hit.corpus), f"score: {shown_score(hit.score)}"]
    head = [f"### {number}. {portion.title}", uri, " · ".join(facts)]
    if portion.truncated:
        excerpt = excerpt_of(portion)
        head.append(f"truncated, lines {excerpt} shown; {_WHOLE}" if excerpt else f"truncated; {_WHOLE}")
    blocks = ["\n".join(head)]
    if portion.explanation:
        blocks.append(portion.explanation)
    if portion.source:
        blocks.append(fenced(portion.source, hit.example.language))
    return "\n\n".join(blocks)


def document(example: Example, corpus: Source) -> str:
    """Write one example whole, as the text of its resource."""
    facts = _facts(example, example.tags, corpus)
    if example.validation:
        facts.append(f"by {example.validation.by}")
    blocks = [f"# {example.title}\n{uri_of(corpus.name, example.id)}\n{' · '.join(facts)}"]
    if example.explanation:
        blocks.append(example.explanation)
    blocks.append(fenced(example.source, example.language))
    for label, symbols in (("Defines", example.defines), ("Uses", example.uses)):
        if symbols:
            blocks.append(f"{label}: {', '.join(symbols)}")
    return "\n\n".join(blocks) + "\n"


def fenced(source: str, language: str) -> str:
    """Put code in a fence that nothing in it can close."""
    longest = max((len(run) for run in re.findall(r"`{3,}", source)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{source}\n{fence}"


def _definition(card: Card) -> list[str]:
    """Say what a class is before its examples do."""
    name = f"{card.symbol} extends {', '.join(card.supers)}" if card.supers else card.symbol
    lines = [f"{name} (defined in {card.example_id})"]
    if card.doc:
        lines.append(card.doc)
    if card.selectors:
        lines.append(f"defines: {', '.join(card.selectors)}")
    return lines


def _facts(example: Example, tags: Sequence[str], corpus: Source) -> list[str]:
    """List what is known of an example; id and corpus only where its address spells them otherwise."""
    uri = uri_of(corpus.name, example.id)
    facts = {
        "id": "" if example.id in uri else example.id,
        "corpus": "" if corpus.name in uri else corpus.name,
        "version": corpus.version,
        "category": example.category,
        "tags": ", ".join(tags),
    }
    listed = [f"{name}: {value}" for name, value in facts.items() if value]
    if example.origin:
        listed.append(f"{example.origin.path}:{lines_of(example)}")
    if example.validation:
        listed.append(example.validation.level)
    return listed
