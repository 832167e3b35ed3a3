"""The symbols of an outline as a corpus keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.model import UNKNOWN

if TYPE_CHECKING:
    from patternbook.model import Definition, Outline

_NOT_LOOKED_UP = frozenset({"state", "constant"})
"""Kinds of definition whose bare name says too little to be looked up by."""
_WITHIN_FUNCTIONS = "local "
"""What the kinds of definitions begin with that a function alone sees."""


def defined_symbols(outline: Outline) -> tuple[str, ...]:
    """Symbols that a text defines, sorted; a method stands both with its class and by its name alone.

    What a function defines for itself is not among them.
    """
    wanted = [d for d in outline.definitions if d.kind not in _NOT_LOOKED_UP and not _is_local(d)]
    return tuple(sorted({symbol for d in wanted for symbol in (d.symbol, d.name)}))


def used_symbols(outline: Outline) -> tuple[str, ...]:
    """Symbols that a text calls or mentions and the marks of its syntax, sorted.

    What a function defines for itself is not among them.
    """
    local = {d.symbol for d in outline.definitions if _is_local(d)}
    called = {call.callee for call in outline.calls}
    mentioned = {mention.symbol for mention in outline.mentions}
    return tuple(sorted((called | mentioned) - local - {UNKNOWN}))


def _is_local(definition: Definition) -> bool:
    return definition.kind.startswith(_WITHIN_FUNCTIONS)
