"""How good an answer is: an agent must be able to trust the word."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from patternbook.search.plan import Claim, Plan
    from patternbook.search.results import Match

STRONG, WEAK = 0.58, 0.2
"""Share of a query's telling words that the best examples cover, from which an answer is strong, and weak."""


def weight(holders: int, documents: int) -> int:
    """What a word tells: the number of halvings from all examples to those that hold it, 1 at least.

    Whole numbers, since logarithms differ in their last bit between machines.
    """
    return max(1, (documents // max(1, holders)).bit_length())


def level(plan: Plan, exact: bool, best: Sequence[Callable[[str], bool]], documents: int) -> Match:
    """Judge an answer.

    Args:
        plan: the query's plan.
        exact: whether an example holds a symbol that the query names.
        best: for each of the best examples, whether its text holds a term.
        documents: number of examples in the index.
    """
    if exact:
        return "exact"
    covered = max((coverage(plan.claims, holds, documents) for holds in best), default=0.0)
    return "strong" if covered >= STRONG else "weak" if covered >= WEAK else "none"


def coverage(claims: Sequence[Claim], holds: Callable[[str], bool], documents: int) -> float:
    """Share of what a query is about that an example answers, 0 to 1."""
    asked = 0
    answered = 0.0
    for claim in claims:
        weighs = weight(claim.holders, documents)
        asked += weighs
        answered += weighs * max((q for term, q in claim.evidence.items() if holds(term)), default=0.0)
    return answered / asked if asked else 0.0
