"""Number literals: which are valid, and what they are worth."""

from __future__ import annotations

import math
from typing import Final

_LARGEST: Final = 2**63 - 1
_SMALLEST: Final = -(2**63)
_DIGITS: Final = 64
"""More digits than any 64-bit integer has in any radix; longer ones need no arithmetic to be refused."""
_LEAST_RADIX: Final = 2
_GREATEST_RADIX: Final = 36
_RADIX_DIGITS: Final = 2


def integer(text: str) -> int | None:
    """Value of an integer literal such as ``42``, ``-7`` or ``16rFF``; ``None`` if it is not a valid one."""
    head, mark, tail = text.partition("r")
    if not mark:
        return _in_range(head, 10)
    significant = head.lstrip("0")
    radix = int(significant) if 0 < len(significant) <= _RADIX_DIGITS else 0
    if not _LEAST_RADIX <= radix <= _GREATEST_RADIX:
        return None
    return _in_range(tail, radix)


def floating(text: str) -> float | None:
    """Value of a float literal; ``None`` if the exponent has no digits or the value is beyond all floats."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _in_range(digits: str, radix: int) -> int | None:
    sign = "-" if digits.startswith("-") else ""
    magnitude = digits.removeprefix("-")
    significant = magnitude.lstrip("0") or magnitude[:1]
    if not significant or len(significant) > _DIGITS:
        return None
    try:
        value = int(sign + significant, radix)
    except ValueError:
        return None
    return value if _SMALLEST <= value <= _LARGEST else None
