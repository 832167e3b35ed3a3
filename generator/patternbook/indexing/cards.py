"""What is said first of a class that is asked for by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from patternbook.indexing.analysis import Analysis
    from patternbook.model import Definition, Outline

_MOST_SELECTORS = 24
_KINDS = frozenset({"class", "protocol", "module"})


def cards(analyses: Iterable[Analysis]) -> dict[str, dict[str, Any]]:
    """Map each class that an example defines to its card: superclasses, first line of its doc, selectors.

    Where several examples define a class, the first that documents it speaks, else the first.
    """
    found: dict[str, dict[str, Any]] = {}
    for analysis in analyses:
        if analysis.outline is None:
            continue
        for definition in analysis.outline.definitions:
            if definition.kind in _KINDS:
                card = _card(definition, analysis.outline, analysis.example.id)
                held = found.get(definition.symbol)
                if held is None or (card["doc"] and not held["doc"]):
                    found[definition.symbol] = card
    return found


def _card(definition: Definition, outline: Outline, example_id: str) -> dict[str, Any]:
    members = [d for d in outline.definitions if d.owner == definition.symbol and d.kind.endswith("method")]
    return {
        "symbol": definition.symbol,
        "supers": list(definition.supers),
        "doc": definition.doc.strip().partition("\n")[0],
        "selectors": [
            f"class {member.name}" if member.kind.startswith("class") else member.name
            for member in members[:_MOST_SELECTORS]
        ],
        "example": example_id,
    }
