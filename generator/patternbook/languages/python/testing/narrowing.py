"""Long imports: the lines that name something else than what is needed are left out."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from patternbook.languages.python.testing.cases import Cut

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from patternbook.languages.python.testing.parts import Part


def import_cuts(parts: Iterable[Part], needed: Collection[str]) -> list[Cut]:
    """Lines of bracketed imports that nothing needs, where names stand on lines of their own.

    Args:
        parts: what is shown.
        needed: names that what is shown uses.
    """
    return [cut for part in parts for cut in _cuts_of(part, needed)]


def _cuts_of(part: Part, needed: Collection[str]) -> Iterator[Cut]:
    node = part.nodes[0] if len(part.nodes) == 1 else None
    if not isinstance(node, ast.ImportFrom) or node.module == "__future__":
        return
    kept = {alias.lineno for alias in node.names if (alias.asname or alias.name) in needed}
    named = {alias.lineno for alias in node.names}
    if not kept or part.first in named or part.last in named:
        return
    start = part.first + 1
    for line in [*sorted(kept), part.last]:
        if line > start:
            yield Cut(start, line - 1, 0)
        start = line + 1
