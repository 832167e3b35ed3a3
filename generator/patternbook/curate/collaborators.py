"""What a file of an example project works with: the other definitions of the same project."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patternbook.model import Checked


def name_collaborators(items: Sequence[Checked]) -> list[Checked]:
    """Add one sentence to each project file's explanation: its project, and the definitions it relies on."""
    homes: dict[str, dict[str, str]] = defaultdict(dict)
    for item in items:
        if item.snippet.project:
            for symbol in _types(item):
                homes[item.snippet.project].setdefault(symbol, item.snippet.origin.path)
    return [
        _with_sentence(item, homes[item.snippet.project]) if item.snippet.project else item for item in items
    ]


def _types(item: Checked) -> list[str]:
    return [symbol for symbol in item.defines if symbol[:1].isupper() and " " not in symbol]


def _with_sentence(item: Checked, homes: dict[str, str]) -> Checked:
    if not item.snippet.project:
        return item
    path = item.snippet.origin.path
    others = [symbol for symbol in item.uses if homes.get(symbol, path) != path]
    sentence = f"Part of the {item.snippet.project} program"
    if others:
        sentence += f", where it works with {', '.join(f'`{symbol}`' for symbol in others)}"
    explanation = f"{item.snippet.explanation}\n\n{sentence}.".strip()
    return replace(item, snippet=replace(item.snippet, explanation=explanation))
