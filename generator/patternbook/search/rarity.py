"""How much a term tells: what BM25 multiplies its frequencies by."""

from __future__ import annotations

from math import log


def rarity(holders: int, documents: int) -> float:
    """Weigh a term by the number of examples that hold it, of so many; always above 0."""
    return log(1 + (documents - holders + 0.5) / (holders + 0.5))
