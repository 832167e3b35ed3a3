"""What a test takes from neighbour files by name: shown with it where it is short, else named."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import zip_longest
from textwrap import dedent
from typing import TYPE_CHECKING

from patternbook.extract.request import split_sentence
from patternbook.languages import frontend
from patternbook.languages.testing import parse_with_tests

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from patternbook.extract.request import Request
    from patternbook.model import Outline, SharedPart, SourceFile, Span

_LONGEST = 25
"""Lines of a shared definition, with all that it needs, up to which it is shown."""
_MOST = 50
"""Lines from neighbour files that are shown with one test."""
_KNOWN = 32
"""Neighbour files whose outlines are kept."""


@dataclass(slots=True)
class Borrowed:
    """What a test takes from files around it."""

    imports: list[str] = field(default_factory=list)
    """Statements, each with all its lines."""
    code: list[str] = field(default_factory=list)
    """Definitions, each with all its lines, in the order in which they are to be read."""
    own: list[Span] = field(default_factory=list)
    """Lines of the test's own file that these need."""
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Found:
    level: int
    """0 for the test's own file, then the neighbours, nearest first."""
    part: SharedPart


def borrow(request: Request, needs: Sequence[str], shown_lines: Sequence[Span], most: int) -> Borrowed:
    """Find what a test needs of neighbour files.

    What would change the meaning of a name that is shown already is named only.

    Args:
        request: the test's file.
        needs: names that the test needs and its own file lacks.
        shown_lines: what is shown of the test's file.
        most: lines up to which the whole may grow.
    """
    search = _Search(request, shown_lines)
    room = most - sum(span.end_line - span.start_line + 1 for span in shown_lines)
    found = [(name, search.closure(name, 1)) for name in needs]
    borrowed = Borrowed()
    shown: dict[_Found, None] = {}
    for name, parts in found:
        more = [part for part in parts if part not in shown]
        size = sum(map(_size, more))
        fits = size <= min(_LONGEST, room) and sum(map(_size, shown)) + size <= min(_MOST, room)
        if parts and fits and search.is_whole(parts) and search.agrees([*shown, *more]):
            shown |= dict.fromkeys(more)
        else:
            borrowed.notes.append(search.note(name, parts))
    search.collect(list(shown), borrowed)
    return borrowed


class _Search:
    def __init__(self, request: Request, shown_lines: Sequence[Span]) -> None:
        self._shown_lines = shown_lines
        self._files = (request.file, *request.companions)
        self._language = request.frontend.name
        self._own = request.outline

    def closure(self, name: str, level: int) -> list[_Found]:
        """A shared part and those that it needs, in the order in which they are to be read.

        Tests' own file takes precedence over its neighbours for all but what is asked for by itself.
        """
        done: dict[_Found, None] = {}
        self._walk(name, level, done, [])
        return list(done)

    def is_whole(self, parts: Iterable[_Found]) -> bool:
        """Whether parts lack nothing and none hides another of the same name."""
        names = [found.part.name for found in parts]
        return all(found.part.complete for found in parts) and len(set(names)) == len(names)

    def agrees(self, parts: Sequence[_Found]) -> bool:
        """Whether no name means one thing in the lines of one file and another in those of another."""
        known: dict[str, str | None] = {}
        for level in range(len(self._files)):
            here = [span for found in parts if found.level == level for span in _spans(found.part)]
            meanings = self._meanings(level, [*here, *(self._shown_lines if level == 0 else ())])
            if any(known[name] is None or known[name] != meanings[name] for name in known.keys() & meanings):
                return False
            known |= meanings
        return True

    def _meanings(self, level: int, spans: Sequence[Span]) -> dict[str, str | None]:
        """The names that lines bind, each with what it stands for; ``None`` where that is their own."""
        lines = self._files[level].text.split("\n")
        text = dedent("\n".join(lines[row - 1] for row in rows_of(spans)))
        outline = frontend(self._language).parse(text)
        meanings: dict[str, str | None] = dict.fromkeys(outline.binds)
        rows = text.split("\n")
        for item in outline.imports:
            statement = "\n".join(rows[item.span.start_line - 1 : item.span.end_line])
            meanings |= dict(zip_longest(item.names, item.stands_for, fillvalue=statement))
        return meanings

    def note(self, name: str, parts: Sequence[_Found]) -> str:
        """A sentence on a part that is not shown."""
        own = next((found for found in reversed(parts) if found.part.name == name), None)
        if own is None:
            return f"`{name}` is defined elsewhere."
        summary, _ = split_sentence(own.part.doc)
        said = f": {summary}" if summary else ""
        return f"`{name}` comes from `{self._files[own.level].path}`{said}."

    def collect(self, parts: Sequence[_Found], borrowed: Borrowed) -> None:
        """Put the lines of parts where they belong."""
        for level in range(len(self._files) - 1, -1, -1):
            here = [found.part for found in parts if found.level == level]
            if not here:
                continue
            spans = {span for part in here for span in _spans(part)}
            ordered = sorted(spans, key=lambda span: span.start_line)
            if level == 0:
                borrowed.own += ordered
                continue
            lines = self._files[level].text.split("\n")
            head, rest = part_imports(self._outline(level), rows_of(ordered))
            borrowed.imports += ["\n".join(lines[row - 1] for row in statement) for statement in head]
            whole = [span for span in ordered if span.start_line in rest]
            borrowed.code += ["\n".join(lines[s.start_line - 1 : s.end_line]) for s in whole]
            names = " and ".join(f"`{part.name}`" for part in here)
            verb = "comes" if len(here) == 1 else "come"
            borrowed.notes.append(f"{names} {verb} from `{self._files[level].path}`.")

    def _walk(self, name: str, level: int, done: dict[_Found, None], path: list[_Found]) -> None:
        found = self._find(name, level)
        if found is None or found in done or found in path:
            return
        for need in found.part.needs:
            self._walk(need, found.level + 1 if need == name else 0, done, [*path, found])
        done[found] = None

    def _find(self, name: str, level: int) -> _Found | None:
        for here in range(level, len(self._files)):
            for part in self._outline(here).shared:
                if part.name == name:
                    return _Found(here, part)
        return None

    def _outline(self, level: int) -> Outline:
        if level == 0 and self._own is not None:
            return self._own
        return _outline_of(self._language, self._files[level])


def rows_of(spans: Iterable[Span]) -> list[int]:
    """The numbers of the lines that spans cover, ascending, each once."""
    return sorted({row for span in spans for row in range(span.start_line, span.end_line + 1)})


def part_imports(outline: Outline, rows: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Part line numbers into those of imports, by statement, and the others."""
    statements = []
    rest = list(rows)
    for item in outline.imports:
        within = [row for row in rest if item.span.start_line <= row <= item.span.end_line]
        if within:
            statements.append(within)
            rest = [row for row in rest if row not in within]
    return statements, rest


@lru_cache(maxsize=_KNOWN)
def _outline_of(language: str, file: SourceFile) -> Outline:
    return parse_with_tests(frontend(language), file.text)


def _spans(part: SharedPart) -> tuple[Span, ...]:
    return (*part.context, part.lines)


def _size(found: _Found) -> int:
    return sum(span.end_line - span.start_line + 1 for span in _spans(found.part))
