"""What is said first of a class that is asked for by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from patternbook.indexing.analysis import Analysis
    from patternbook.model import Definition, Outline
    from patternbook.search.engine import StoredCard

_MOST_SELECTORS, _MOST_CHARACTERS = 24, 200
"""How many selectors a card holds, and their length together: test classes have dozens of long ones."""
_KINDS = frozenset({"class", "protocol", "module"})


def cards(analyses: Iterable[Analysis]) -> dict[str, StoredCard]:
    """Map each class that an example defines to its card.

    Where several examples define a class, the first that documents it speaks, else the first.
    """
    found: dict[str, StoredCard] = {}
    for number, analysis in enumerate(analyses):
        if analysis.outline is None:
            continue
        for definition in analysis.outline.definitions:
            if definition.kind in _KINDS:
                card = _card(number, definition, analysis.outline)
                held = found.get(definition.symbol)
                if held is None or (card[2] and not held[2]):
                    found[definition.symbol] = card
    return found


def _card(number: int, definition: Definition, outline: Outline) -> StoredCard:
    doc = definition.doc.strip().partition("\n")[0]
    return (number, list(definition.supers), doc, list(_selectors(definition, outline)))


def _selectors(definition: Definition, outline: Outline) -> Iterator[str]:
    """Selectors of a class, in order, as many as a card has room for."""
    members = [d for d in outline.definitions if d.owner == definition.symbol and d.kind.endswith("method")]
    room = _MOST_CHARACTERS
    for member in members[:_MOST_SELECTORS]:
        selector = " ".join(filter(None, (_side(member, definition), member.name)))
        room -= len(selector)
        if room < 0:
            return
        yield selector


def _side(member: Definition, owner: Definition) -> str:
    """What stands between a class and its member in a symbol: ``class`` in ``Counter class >> new``."""
    return member.symbol.removeprefix(owner.symbol).removesuffix(member.name).strip(" .>#:/")
