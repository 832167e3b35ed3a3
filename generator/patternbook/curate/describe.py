"""An explanation for a snippet that brings none: what it defines, or what it uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from patternbook.model import Definition, Outline

_MOST = 5
"""Names in a sentence; more would be a list that nobody reads."""


_ASSERTING = ("assert", "deny", "should", "fail", "pytest.", "unittest.")
"""How calls begin that unit tests consist of, which say nothing about a single one."""


def describe(outline: Outline, kind: str) -> str:
    """One sentence in Markdown, from the outline alone.

    Args:
        outline: what the snippet defines and uses.
        kind: the extraction that took it; a test is described by what it calls, not by what it defines.
    """
    top = [definition for definition in outline.definitions if not definition.owner]
    if top and kind != "tests":
        return " ".join(_definition(definition, outline) for definition in top[:2])
    own = {name for definition in outline.definitions for name in (definition.name, definition.symbol)}
    called = dict.fromkeys(call.callee for call in outline.calls if call.callee not in own)
    named = [callee for callee in called if callee[:1].isalpha() and not callee.startswith(_ASSERTING)]
    if named or called:
        return f"Uses {_listed(named or called)}."
    marks = dict.fromkeys(mention.symbol for mention in outline.mentions)
    return f"Uses {_listed(marks)}." if marks else "A single expression."


def _definition(definition: Definition, outline: Outline) -> str:
    base = f", a kind of `{definition.supers[0]}`," if definition.supers else ""
    members = [m.name for m in outline.definitions if m.owner == definition.symbol and m.kind != "state"]
    inside = f" with {_listed(dict.fromkeys(members))}" if members else ""
    return f"Defines `{definition.symbol}`{base}{inside}.".replace(",.", ".")


def _listed(names: Iterable[str]) -> str:
    quoted = [f"`{name}`" for name in names]
    if len(quoted) > _MOST:
        return f"{', '.join(quoted[:_MOST])} and {len(quoted) - _MOST} more"
    return " and ".join(filter(None, (", ".join(quoted[:-1]), quoted[-1])))
