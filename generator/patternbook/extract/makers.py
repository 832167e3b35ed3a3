"""Which statements of a page make a name: the last that binds it anew, and those since that change it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from patternbook.extract.statements import Statement
    from patternbook.languages import Frontend
    from patternbook.model import Outline

MOST_LINES = 25
"""Lines of statements beyond which a block stays without them: it would be another example."""
_CHANGE = re.compile(r"(?:await\s+)?([^\W\d]\w*)((?:\.\w+|\[[^\]\n]*\])+)\s*([-+*/|&^%@]?=(?!=)|\()")
"""What assigns to a part of a name, or calls something of it."""
_TELLING = re.compile(
    r"(?:as|can|copy|count|describe|dump|dumps|exists|find|format|get|group|groupby|has|head|hist|index|info|is|items|join"
    r"|json|keys|mean|max|min|plot|predict|print|query|score|select|show|size|split|startswith|endswith|sum|summary|tail"
    r"|to|transform|values|view|where)(?:_|$)"
)
"""How the names of methods begin that tell something of an object and, as a rule, leave it as it is."""


@dataclass(frozen=True, slots=True)
class Need:
    """A name that something needs."""

    name: str
    before: int | None = None
    """Place of the statement that needs it as it runs; ``None``: as it is at the end."""


class Makers:
    """The statements of a page so far, each parsed once."""

    def __init__(self, frontend: Frontend) -> None:
        """Begin a page of code that a frontend reads."""
        self._frontend = frontend
        self._statements: list[Statement] = []
        self._outlines: list[Outline] = []
        self._events: dict[str, list[tuple[int, bool]]] = defaultdict(list)
        """For each name the places of what makes or changes it, and whether that needs nothing before it."""

    def add(self, statements: Iterable[Statement]) -> None:
        """Take the statements of a block."""
        for statement in statements:
            place = len(self._statements)
            outline = self._frontend.parse(statement.text)
            self._statements.append(statement)
            self._outlines.append(outline)
            for name in outline.binds:
                self._events[name].append((place, name not in outline.early))
            changed = _changed(statement)
            if changed and changed not in outline.binds:
                self._events[changed].append((place, False))

    def of(self, need: Need) -> Mapping[int, Statement]:
        """The statements that make a name as it is wanted, by their places; empty where nothing binds it.

        More than can be used are not all of them.
        """
        events = self._events.get(need.name, [])
        end = len(events) if need.before is None else bisect_left(events, (need.before, False))
        found: dict[int, Statement] = {}
        for place, anew in reversed(events[:end]):
            found[place] = self._statements[place]
            if anew or len(found) > MOST_LINES:
                return found
        return found if any(need.name in self._outlines[place].binds for place in found) else {}

    def is_import(self, place: int) -> bool:
        """Whether all that a statement binds is imported."""
        outline = self._outlines[place]
        imported = {name for found in outline.imports for name in found.names}
        return bool(imported) and imported.issuperset(outline.binds)

    def rebinds(self, name: str, places: Iterable[int]) -> bool:
        """Whether some of these statements bind a name otherwise than by an import."""
        return any(name in self._outlines[place].binds and not self.is_import(place) for place in places)

    def needs_of(self, place: int) -> Iterator[Need]:
        """What a statement needs: names that it uses as it runs, and those of functions that run later."""
        outline = self._outlines[place]
        for name in outline.early:
            yield Need(name, place)
        for name in sorted({*outline.unbound} - {*outline.early}):
            yield Need(name)


def _changed(statement: Statement) -> str:
    """The name of which a statement changes a part, by an assignment or a call; or the empty string.

    Whether a call changes anything cannot be seen. In a session, nothing came of those that do.
    """
    change = _CHANGE.match(statement.text)
    if change is None:
        return ""
    if change[3] == "(" and not statement.silent:
        method = change[2].rpartition(".")[2]
        return "" if statement.typed or _TELLING.match(method) else change[1]
    return change[1]
