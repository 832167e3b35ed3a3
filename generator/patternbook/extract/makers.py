"""Which statements of a page make a name: the last that binds it, and those since that change part of it."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from patternbook.extract.statements import Statement
    from patternbook.languages import Frontend

MOST_LINES = 25
"""Lines of statements beyond which a block stays without them: it would be another example."""
_NAME = re.compile(r"(?<![\w.])[^\W\d]\w*")
_CHANGE = re.compile(r"([^\W\d]\w*)(?:\.\w+|\[[^\]\n]*\])+\s*([-+*/|&^%@]?=(?!=)|\()")
"""What assigns to a part of a name, or calls something of it."""


@dataclass(slots=True)
class _Made:
    """What is known of a name."""

    seen: int = 0
    """How many of the statements that mention it have been looked at."""
    binder: int | None = None
    """Place of the last statement that binds it."""
    changers: list[int] = field(default_factory=list)


class Makers:
    """The statements of a page so far; each is asked once for each name that it mentions."""

    def __init__(self, frontend: Frontend) -> None:
        """Begin a page of code that a frontend reads."""
        self._frontend = frontend
        self._statements: list[Statement] = []
        self._mentions: dict[str, list[int]] = defaultdict(list)
        self._made: dict[str, _Made] = defaultdict(_Made)
        self._bound: dict[tuple[str, str], bool] = {}

    def add(self, statements: Iterable[Statement]) -> None:
        """Take the statements of a block."""
        for statement in statements:
            for name in set(_NAME.findall(statement.text)):
                self._mentions[name].append(len(self._statements))
            self._statements.append(statement)

    def of(self, name: str) -> Mapping[int, Statement]:
        """The statements that make a name as it is now, by their places; empty where nothing binds it."""
        made = self._made[name]
        mentions = self._mentions.get(name, [])
        for place in mentions[made.seen :]:
            statement = self._statements[place]
            if self._binds(statement, name):
                made.binder, made.changers = place, []
            elif len(made.changers) <= MOST_LINES and _changes(statement, name):
                made.changers.append(place)
        made.seen = len(mentions)
        if made.binder is None:
            return {}
        return {place: self._statements[place] for place in (made.binder, *made.changers)}

    def _binds(self, statement: Statement, name: str) -> bool:
        """Whether a statement makes a name: used after it, the name is not unknown."""
        key = statement.text, name
        if key not in self._bound:
            probe = self._frontend.parse(f"{statement.text}\n{name}")
            self._bound[key] = probe.accepted and name not in probe.unbound
        return self._bound[key]


def _changes(statement: Statement, name: str) -> bool:
    """Whether a statement changes a part of a name: an assignment, or a call of which nothing came."""
    change = _CHANGE.match(statement.text)
    return change is not None and change[1] == name and (change[2] != "(" or statement.silent)
