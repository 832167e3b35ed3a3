"""What each word of a query is good for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patternbook.search.lexicon import Lexicon
    from patternbook.search.reading import Unit

_NUMBER = re.compile(r"[0-9]+")
OFTEN = 8
"""A word that one example in so many holds is one of this corpus itself, not only of its askers."""
_WEAKER = ("common", "home", "filler")


def roles_of(units: Sequence[Unit], lexicon: Lexicon) -> dict[str, str]:
    """Give each distinct word of a query its role, in order of appearance.

    Returns:
        ``word`` for those that tell what the query is about, ``common`` and ``home`` for those that weigh
        less, ``filler`` for those that say nothing. If none tells and no code does, the best of the others
        do.
    """
    roles: dict[str, str] = {}
    for unit in units:
        for word in unit.words if unit.kind != "mark" else ():
            roles.setdefault(word, _role(word, lexicon))
    said_in_code = any(unit.kind in ("code", "mark") and unit.symbols for unit in units)
    for weaker in _WEAKER:
        if "word" in roles.values() or said_in_code:
            break
        roles = {word: "word" if role == weaker else role for word, role in roles.items()}
    return roles


def _role(word: str, lexicon: Lexicon) -> str:
    if word in lexicon.fillers or len(word) == 1:
        return "filler"
    if word in lexicon.common or _NUMBER.fullmatch(word):
        return "common"
    if word in lexicon.homes and lexicon.holders(word) * OFTEN < lexicon.documents:
        return "home"
    return "word"
