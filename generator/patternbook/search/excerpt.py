"""Shorten a source at its own borders, around what answers the query."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING

from patternbook.search.borders import DEEPEST, Borders, Part
from patternbook.search.traces import Traces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Fits = Callable[["Excerpt"], bool]

ELISION = "…"
"""Stands, in a comment if the language's are known, where lines are left out."""

PLENTY = 600
"""Characters of code that are enough, unless more is asked for."""
_WORTH_SHOWING = 0.3
"""A further part is shown for its terms if it adds this share of what the first one did."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Whole lines of a source, with a mark wherever lines are left out."""

    text: str
    runs: tuple[tuple[int, int], ...]
    """First and last line of each stretch that is shown, 1-based and inclusive, counted in the source."""


def excerpt(
    source: str, borders: Borders, terms: Iterable[str], fits: Fits, plenty: int = PLENTY
) -> Excerpt | None:
    """Return an excerpt that fits and shows, if it can, where the terms stand.

    What is shown of a definition comes with the first lines of all that it stands in.

    Args:
        source: the whole source.
        borders: where it may be cut.
        terms: terms of the query that the source holds, as they stand in the index.
        fits: whether an excerpt is short enough; true of any excerpt that is shorter than one that fits.
        plenty: characters of code up to which parts are shown that add little to what the terms ask for;
            where the source holds no term, all that fits is shown.

    Returns:
        ``None`` if not a single character fits.
    """
    lines = source.split("\n")
    page = _Page(lines, borders)
    whole = page.show([range(1, len(lines) + 1)], ())
    if fits(whole):
        return whole
    parts = borders.parts(len(lines))
    traces = Traces(lines, terms, parts)
    chooser = _Chooser(page, parts, traces, fits, plenty)
    found = chooser.by_members() or chooser.within_a_member()
    return found or page.beginning_of_line(traces.telling_line(1, len(lines)), fits)


@dataclass(frozen=True, slots=True)
class _Page:
    lines: Sequence[str]
    borders: Borders

    def show(self, stretches: Iterable[range], heads: Iterable[int]) -> Excerpt:
        """Write lines in order, gaps marked."""
        shown = {line for stretch in stretches for line in stretch} | set(heads)
        runs = tuple(self._runs(sorted(shown)))
        pieces: list[str] = []
        end = 0
        for first, last in runs:
            if first > end + 1 and not self._blank(end + 1, first - 1):
                pieces.append(self._mark(first))
            pieces += self.lines[first - 1 : last]
            end = last
        if not self._blank(end + 1, len(self.lines)):
            pieces.append(self._mark(end))
        return Excerpt("\n".join(pieces), runs)

    def beginning_of_line(self, number: int, fits: Fits) -> Excerpt | None:
        """As much of a line as fits, where not even the line does."""
        text = self.lines[number - 1]
        runs = ((number, number),)
        length = _most(len(text), lambda n: not fits(Excerpt(text[:n] + ELISION, runs)))
        if length:
            return Excerpt(text[:length] + ELISION, runs)
        found = Excerpt(text[:1], runs)
        return found if text and fits(found) else None

    def _runs(self, shown: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Stretches of lines; a gap of blank lines is closed, and blank lines at the ends are left out."""
        position = 0
        while position < len(shown):
            first = last = shown[position]
            while position < len(shown) and self._is_near(last, shown[position]):
                last = shown[position]
                position += 1
            while first < last and not self.lines[first - 1].strip():
                first += 1
            while first < last and not self.lines[last - 1].strip():
                last -= 1
            yield first, last

    def _is_near(self, last: int, following: int) -> bool:
        return following <= last + 1 or self._blank(last + 1, following - 1)

    def _blank(self, first: int, last: int) -> bool:
        return not any(line.strip() for line in self.lines[first - 1 : last])

    def _mark(self, neighbour: int) -> str:
        line = self.lines[neighbour - 1]
        indentation = line[: len(line) - len(line.lstrip())]
        return indentation + f"{self.borders.comment} {ELISION}".lstrip()


class _Chooser:
    """Chooses what to show: members whole, else steps of a member, else lines of a step."""

    def __init__(self, page: _Page, parts: Sequence[Part], traces: Traces, fits: Fits, plenty: int) -> None:
        self._page = page
        self._parts = parts
        self._members = _merged(parts)
        self._traces = traces
        self._fits = fits
        self._plenty = plenty

    def by_members(self) -> Excerpt | None:
        """Show whole members: the best, what else the terms ask for, and some of what stands around."""
        best = self._best(self._members, set())
        chosen: list[Part] = []
        if not self._add(best, chosen):
            return None
        seen = self._traces.found(best)
        least = self._traces.worth(best, set()) * _WORTH_SHOWING
        rest = [part for part in self._members if part is not best]
        while least and rest:
            following = self._best(rest, seen)
            if self._traces.worth(following, seen) < least:
                break
            rest.remove(following)
            if self._add(following, chosen):
                seen |= self._traces.found(following)
        self._fill(chosen, [part for part in self._around(best) if part not in chosen])
        return self._shown(chosen)

    def _fill(self, chosen: list[Part], others: Sequence[Part]) -> None:
        """Add parts until there is plenty: those with terms as they fit, then the others while they fit."""
        telling = [part for part in others if self._traces.found(part)]
        for part in telling:
            if len(self._shown(chosen).text) >= self._plenty:
                return
            self._add(part, chosen)
        rest = [part for part in others if part not in telling]
        enough = self._plenty if self._traces.found_any else None

        def is_too_much(count: int) -> bool:
            before = self._shown([*chosen, *rest[: count - 1]])
            is_enough = enough is not None and len(before.text) >= enough
            return is_enough or self._fitting([*chosen, *rest[:count]]) is None

        chosen += rest[: _most(len(rest), is_too_much)]

    def within_a_member(self) -> Excerpt | None:
        """Show steps of the best member that is too long itself, or lines of it."""
        best = self._best(self._members, set())
        steps = [part for part in self._parts if best.first <= part.first <= best.last]
        step = self._best(steps, set())
        return (
            self._window(steps, steps.index(step))
            or self._window_of_lines(step)
            or self._window_of_lines(replace(step, head=None, above=()))
            or self._heads_of(step)
        )

    def _window(self, parts: Sequence[Part], middle: int) -> Excerpt | None:
        """The longest run of parts around one: what comes before it first, for it is what leads there."""
        if self._fitting([parts[middle]]) is None:
            return None

        def is_too_far_back(count: int) -> bool:
            found = self._fitting(parts[middle - count : middle + 1])
            return found is None or len(found.text) > self._plenty

        first = middle - _most(middle, is_too_far_back)
        after = len(parts) - middle - 1
        last = middle + _most(after, lambda n: self._fitting(parts[first : middle + n + 1]) is None)
        return self._fitting(parts[first : last + 1])

    def _window_of_lines(self, part: Part) -> Excerpt | None:
        borders = self._page.borders
        starts = [line for line in range(part.first, part.last + 1) if borders.cuttable(line)] or [part.first]
        ends = [start - 1 for start in starts[1:]] + [part.last]
        pieces = [
            Part(first, last, part.depth, None if part.head == first else part.head, part.above)
            for first, last in zip(starts, ends, strict=True)
        ]
        line = self._traces.telling_line(part.first, part.last)
        middle = max(number for number, start in enumerate(starts) if start <= line or number == 0)
        return self._window(pieces, middle)

    def _heads_of(self, part: Part) -> Excerpt | None:
        own = [part.head] if part.head and self._page.borders.cuttable(part.head + 1) else []
        heads = [*part.above, *own]
        for count in range(len(heads), 0, -1):
            found = self._page.show((), heads[-count:])
            if self._fits(found):
                return found
        return None

    def _best(self, parts: Sequence[Part], seen: set[str]) -> Part:
        return max(parts, key=lambda part: (round(self._traces.worth(part, seen), 6), -part.first))

    def _add(self, part: Part, chosen: list[Part]) -> bool:
        if self._fits(self._shown([*chosen, part])):
            chosen.append(part)
            return True
        return False

    def _fitting(self, parts: Sequence[Part]) -> Excerpt | None:
        found = self._shown(parts)
        return found if self._fits(found) else None

    def _shown(self, parts: Sequence[Part]) -> Excerpt:
        heads = {line for part in parts for line in (*part.above, part.head) if line is not None}
        return self._page.show([range(part.first, part.last + 1) for part in parts], heads)

    def _around(self, best: Part) -> list[Part]:
        """What helps to read a member: the short ones that its owner begins with, then others like it."""
        at = self._members.index(best)
        owner = max((n for n in range(at + 1) if self._members[n].depth == 0), default=at)
        opening = takewhile(lambda part: part.last - part.first <= 1, self._members[owner + 1 : at])
        others = [*self._members[at + 1 :], *reversed(self._members[:at])]
        likest = sorted(others, key=lambda part: -round(self._traces.worth(part, set()), 6))
        return list(dict.fromkeys((*opening, *likest)))


def _most(count: int, is_too_much: Callable[[int], bool]) -> int:
    """The largest number up to a count that is not too much yet; what is too much stays so."""
    return bisect_left(range(1, count + 1), True, key=is_too_much)


def _merged(parts: Sequence[Part]) -> list[Part]:
    """Put steps together with the member that they belong to."""
    members: list[Part] = []
    for part in parts:
        if part.depth == DEEPEST and members:
            last = members[-1]
            members[-1] = Part(last.first, part.last, last.depth, last.head, last.above)
        else:
            members.append(part)
    return members
