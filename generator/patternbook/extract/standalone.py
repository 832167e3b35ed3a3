"""What a block needs from earlier blocks of its page to stand by itself: imports, and what made its names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from patternbook.extract.makers import MOST_LINES, Makers, Need
from patternbook.extract.statements import prompted, statements_of, without_prompt

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from patternbook.extract.judging import Piece
    from patternbook.extract.statements import Row, Statement
    from patternbook.languages import Frontend
    from patternbook.model import Outline

_EVERYTHING = "*"
"""The name that stands for all that an import may bring."""
_FIRST_OF_ALL = re.compile(r"(?:>>> )?from __future__ import\b")
"""What nothing may precede, though only a compiler says so."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A source as it goes to the gate."""

    source: str
    numbers: tuple[int, ...]
    """The file's line of each of its lines."""
    outline: Outline


class Earlier:
    """What the blocks of a page have imported and made so far."""

    def __init__(self, frontend: Frontend, known: Mapping[str, tuple[Row, ...]] | None = None) -> None:
        """Begin a page; ``known`` are imports that all of it can rely on, by name."""
        self._frontend = frontend
        self._of: dict[str, tuple[Row, ...]] = dict(known or {})
        """Name → lines of the import that brings it; the last one counts."""
        self._makers = Makers(frontend)

    def add(self, piece: Piece) -> None:
        """Take the imports and statements of a block; one that the frontend does not accept has none."""
        if not piece.outline.accepted:
            return
        source = piece.source.split("\n")
        texts = [without_prompt(text) for text in source] if piece.session else source
        self._of |= imports_by_name(piece.outline, list(zip(piece.numbers, texts, strict=False)))
        self._makers.add(statements_of(piece))

    def put_before(self, piece: Piece) -> Ready:
        """A block's source with what it needs before it.

        The source stays as it is where what is put before it would make it wrong.
        """
        alone = Ready(piece.source, piece.numbers, piece.outline)
        first = any(_FIRST_OF_ALL.match(line) for line in piece.source.split("\n"))
        if first or not (piece.outline.accepted and _names(piece.outline)):
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
        needed = _names(piece.outline)
        open_needs = [Need(name) for name in sorted(needed)]
        seen = set(open_needs)
        chosen: dict[int, Statement] = {}
        while open_needs:
            for place, statement in self._makers_of(open_needs.pop()).items():
                if place in chosen:
                    continue
                chosen[place] = statement
                more = [need for need in self._makers.needs_of(place) if need not in seen]
                seen |= set(more)
                needed |= {need.name for need in more}
                open_needs += more
            if sum(len(statement.rows) for statement in chosen.values()) > MOST_LINES:
                return [], _names(piece.outline)
        return [chosen[place].rows for place in sorted(chosen)], needed

    def _makers_of(self, need: Need) -> Mapping[int, Statement]:
        """The statements that make a name; what nothing made before its use is taken as it is at the end."""
        found = self._makers.of(need) or self._makers.of(Need(need.name))
        if need.name in self._of and not self._makers.rebinds(need.name, found):
            return {}
        return {place: made for place, made in found.items() if not self._makers.is_import(place)}

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


def _names(outline: Outline) -> set[str]:
    """The names that a text needs from before it."""
    return {*outline.unbound, *outline.early}


def imports_by_name(outline: Outline, rows: Sequence[Row]) -> dict[str, tuple[Row, ...]]:
    """The lines of the import that brings a name, for each name that a text imports; the last one counts.

    Args:
        outline: of the text.
        rows: its lines, without prompts.
    """
    found: dict[str, tuple[Row, ...]] = {}
    for statement in outline.imports:
        lines = tuple(rows[statement.span.start_line - 1 : statement.span.end_line])
        found |= dict.fromkeys(statement.names, lines)
    return found
