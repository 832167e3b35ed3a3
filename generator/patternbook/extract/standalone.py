"""What a block needs from earlier blocks of its page to stand by itself: imports, and what made its names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from patternbook.extract.statements import prompted, statements_of, without_prompt

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from patternbook.extract.judging import Piece
    from patternbook.extract.statements import Row, Statement
    from patternbook.languages import Frontend
    from patternbook.model import Outline

_EVERYTHING = "*"
"""The name that stands for all that an import may bring."""
_MOST_LINES = 25
"""Lines of statements beyond which a block stays without them: it would be another example."""
_NAME = re.compile(r"(?<![\w.])[^\W\d]\w*")
_FIRST_OF_ALL = re.compile(r"(?:>>> )?from __future__ import\b")
"""What nothing may precede, though only a compiler says so."""
_CHANGE = re.compile(r"([^\W\d]\w*)(?:\.\w+|\[[^\]\n]*\])+\s*([-+*/|&^%@]?=(?!=)|\()")
"""What assigns to a part of a name, or calls something of it."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A source as it goes to the gate."""

    source: str
    numbers: tuple[int, ...]
    """The file's line of each of its lines."""
    outline: Outline


class Earlier:
    """What the blocks of a page have imported and made so far."""

    def __init__(self, frontend: Frontend) -> None:
        self._frontend = frontend
        self._of: dict[str, tuple[Row, ...]] = {}
        """Name → lines of the import that brings it; the last one counts."""
        self._statements: list[Statement] = []
        self._bound: dict[tuple[str, frozenset[str]], frozenset[str]] = {}
        """Text of a statement and names → those of the names that it makes."""

    def add(self, piece: Piece) -> None:
        """Take the imports and statements of a block; one that the frontend does not accept has none."""
        if not piece.outline.accepted:
            return
        source = piece.source.split("\n")
        for found in piece.outline.imports:
            first, last = found.span.start_line, found.span.end_line
            texts = [without_prompt(text) if piece.session else text for text in source[first - 1 : last]]
            rows = tuple(zip(piece.numbers[first - 1 : last], texts, strict=False))
            self._of |= dict.fromkeys(found.names, rows)
        self._statements += statements_of(piece)

    def put_before(self, piece: Piece) -> Ready:
        """A block's source with what it needs before it.

        The source stays as it is where what is put before it would make it wrong.
        """
        alone = Ready(piece.source, piece.numbers, piece.outline)
        first = any(_FIRST_OF_ALL.match(line) for line in piece.source.split("\n"))
        if first or not (piece.outline.accepted and piece.outline.unbound):
            return alone
        statements, wanted = self._made(piece)
        imports = self._imported(wanted)
        for parts in ([*imports, *statements], imports):
            if parts:
                ready = self._composed(parts, piece)
                if ready.outline.accepted:
                    return ready
        return alone

    def _made(self, piece: Piece) -> tuple[list[Sequence[Row]], set[str]]:
        """The earlier statements that make a block's names, and all names that these and the block need."""
        needed = set(piece.outline.unbound)
        open_names = needed - self._of.keys()
        chosen: list[Sequence[Row]] = []
        lines = 0
        for statement in reversed(self._statements):
            if not open_names:
                break
            named = open_names.intersection(_NAME.findall(statement.text))
            bound = self._binds(statement, named) if named else frozenset()
            if bound or (named and _changes(statement, named)):
                chosen.insert(0, statement.rows)
                lines += len(statement.rows)
                more = set(self._frontend.parse(statement.text).unbound)
                needed |= more
                open_names = open_names - bound | (more - self._of.keys())
            if lines > _MOST_LINES:
                return [], set(piece.outline.unbound)
        return chosen, needed

    def _binds(self, statement: Statement, names: set[str]) -> frozenset[str]:
        """Those of some names that a statement makes: named after it, they are not unknown."""
        key = statement.text, frozenset(names)
        if key not in self._bound:
            probe = self._frontend.parse("\n".join([statement.text, *sorted(names)]))
            self._bound[key] = key[1].difference(probe.unbound) if probe.accepted else frozenset()
        return self._bound[key]

    def _imported(self, names: Iterable[str]) -> Sequence[Sequence[Row]]:
        """The imports that bring some names, in the page's order."""
        wanted = {name for name in names if name in self._of}
        if _EVERYTHING in self._of and not self._of.keys() >= set(names):
            wanted.add(_EVERYTHING)
        found = {tuple(text for _, text in self._of[name]): self._of[name] for name in sorted(wanted)}
        return sorted(found.values())

    def _composed(self, parts: Sequence[Sequence[Row]], piece: Piece) -> Ready:
        rows = [row for part in parts for row in (prompted(part) if piece.session else part)]
        if not piece.session and not any(found.span.start_line == 1 for found in piece.outline.imports):
            rows.append((piece.numbers[0], ""))
        source = "\n".join([*(text for _, text in rows), piece.source])
        return Ready(source, (*(n for n, _ in rows), *piece.numbers), self._frontend.parse(source))


def _changes(statement: Statement, names: set[str]) -> bool:
    """Whether a statement changes a part of something: an assignment, or a call of which nothing came."""
    change = _CHANGE.match(statement.text)
    return change is not None and change[1] in names and (change[2] != "(" or statement.silent)
