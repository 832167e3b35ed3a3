"""How grammar rules call each other.

Lists, maps, arguments, types and match arms may be nested without limit, and Python's own stack may not.
So a rule that can contain itself is a generator: it *yields* the rule that it needs and is resumed with
the node which that rule returns. ``run`` keeps the waiting rules in a list of its own, so nesting costs
memory and nothing else. A rule reads like recursive descent with ``yield`` before each call:

    def parenthesised(c: Cursor) -> Rule[Parens]:
        start = c.expect("(").start
        inner = yield expression(c)
        return Parens(start, c.expect(")").end, inner)

A fault is an exception and leaves all waiting rules at once.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")

Rule: TypeAlias = Generator[Any, Any, T]
"""A rule under way that ends with a ``T``. What it yields are rules."""


def run(rule: Rule[T]) -> T:
    """Run a rule, and those that it calls, to the end."""
    waiting: list[Rule[Any]] = []
    current: Rule[Any] = rule
    result: Any = None
    while True:
        try:
            called = current.send(result)
        except StopIteration as returned:
            result = returned.value
            if not waiting:
                node: T = result
                return node
            current = waiting.pop()
        else:
            waiting.append(current)
            current, result = called, None
