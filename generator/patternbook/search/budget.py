"""Fit the answer to a query into a number of characters.

The best hit is shown as whole as it can be, the rest in shorter forms, and what does not fit at all is
counted. How long a part is in the end depends on how it is written, so the measuring is the caller's.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from patternbook.search.excerpt import Excerpt, excerpt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from patternbook.search.results import Card, Hit, Results

_LEAD_SHARE = 0.6
"""Part of the room that the first hit may take in any case."""

_SAMPLE = 300
"""Characters of code and prose that a shorter form should have beside its head."""

_LEAST_CODE = 120
"""An explanation is shortened rather than leave less code than this."""

_SENTENCE = 200
_TITLE = 80
_TAGS = 3
_LIST_SHARE = 10
"""A list beside the hits may take one part in so many of the budget."""
_LIST_SHARE_ALONE = 3
"""The same where there are no hits."""

_FRAME_SHARE = 3
"""All that stands beside the hits together may take one part in so many."""

_MORE = "…"


@dataclass(frozen=True, slots=True)
class Portion:
    """A hit as it is shown, whole or shortened."""

    hit: Hit
    title: str
    explanation: str
    tags: tuple[str, ...]
    source: str
    first_line: int
    last_line: int
    """Lines of the example's source that ``source`` shows; ``last_line`` is 0 when it shows none."""

    @classmethod
    def whole(cls, hit: Hit) -> Portion:
        """Show all of it."""
        example = hit.example
        last = example.source.count("\n") + 1
        return cls(hit, example.title, example.explanation, example.tags, example.source, 1, last)

    @property
    def line_count(self) -> int:
        """Number of lines of the whole source."""
        return self.hit.example.source.count("\n") + 1

    @property
    def excerpted(self) -> bool:
        """Whether code is missing."""
        return self.source.rstrip() != self.hit.example.source.rstrip()

    @property
    def truncated(self) -> bool:
        """Whether anything is missing."""
        example = self.hit.example
        head = (self.title, self.explanation, self.tags)
        return self.excerpted or head != (example.title, example.explanation, example.tags)


@dataclass(frozen=True, slots=True)
class Answer:
    """Results as they are shown."""

    results: Results
    portions: tuple[Portion, ...]
    omitted: int
    """Number of hits within the limit for which there was no room."""
    suggestions: tuple[str, ...]
    categories: tuple[str, ...]
    """Either list ends with an ellipsis if there are more."""
    card: Card | None = None
    """The card of the results, its lists shortened in the same way."""


class Measure(Protocol):
    """How many characters something takes when it is written; never less than it does."""

    def frame(self, answer: Answer) -> int:
        """Length of an answer without its portions."""

    def portion(self, portion: Portion) -> int:
        """Length of one portion, wherever it stands in an answer."""


def fit(results: Results, budget: int, measure: Measure, cuts: Callable[[Hit], Sequence[int]]) -> Answer:
    """Show as much of the results as a budget allows; of hits, the first one always.

    Args:
        results: what the search found.
        budget: characters that the answer may take.
        measure: how long it gets.
        cuts: lines of a hit's source at which a definition, method or statement begins.
    """
    frame = _frame(results, budget, measure)
    if not results.hits:
        return frame
    portions = _Fitter(measure, cuts).seat(results.hits, budget - measure.frame(frame))
    return replace(frame, portions=tuple(portions), omitted=len(results) - len(portions))


@dataclass(frozen=True, slots=True)
class _Fitter:
    measure: Measure
    cuts: Callable[[Hit], Sequence[int]]

    def seat(self, hits: Sequence[Hit], room: int) -> list[Portion]:
        """Give the first hit a large part of the room, the others what is fair, and share out the rest."""
        least = [self.measure.portion(_bare(hit)) + _SAMPLE for hit in hits]
        lead_room = max(int(room * _LEAD_SHARE), room - sum(least[1:]))
        portions = [self._largest(hits[0], lead_room) or self._largest(hits[0], room) or _stub(hits[0])]
        room -= self.measure.portion(portions[0])
        for position, hit in enumerate(hits[1:], 1):
            allowance = min(room, max(least[position], room // (len(hits) - position)))
            portion = self._largest(hit, allowance)
            if portion is None:
                break
            portions.append(portion)
            room -= self.measure.portion(portion)
        return self._grow(portions, room)

    def _grow(self, portions: list[Portion], room: int) -> list[Portion]:
        grown = []
        for portion in portions:
            before = self.measure.portion(portion)
            larger = self._largest(portion.hit, before + room) if portion.truncated else None
            chosen = larger or portion
            room -= self.measure.portion(chosen) - before
            grown.append(chosen)
        return grown

    def _largest(self, hit: Hit, allowance: int) -> Portion | None:
        whole = Portion.whole(hit)
        if self.measure.portion(whole) <= allowance:
            return whole
        for explanation in (whole.explanation, _first_sentence(whole.explanation), ""):
            shown = replace(whole, explanation=explanation)
            spare = allowance - self.measure.portion(_without_code(shown))
            if spare >= min(_LEAST_CODE, len(whole.source)):
                return self._with_code(shown, allowance)
        return self._with_code(_bare(hit), allowance)

    def _with_code(self, portion: Portion, allowance: int) -> Portion | None:
        def fits(found: Excerpt) -> bool:
            return self.measure.portion(_showing(portion, found)) <= allowance

        hit = portion.hit
        found = excerpt(hit.example.source, self.cuts(hit), hit.matched, fits)
        return None if found is None else _showing(portion, found)


def _showing(portion: Portion, found: Excerpt) -> Portion:
    return replace(portion, source=found.text, first_line=found.first_line, last_line=found.last_line)


def _without_code(portion: Portion) -> Portion:
    return replace(portion, source="", first_line=1, last_line=0)


def _bare(hit: Hit) -> Portion:
    """Show what identifies a hit, and no code yet."""
    whole = Portion.whole(hit)
    return _without_code(
        replace(whole, title=_clipped(whole.title, _TITLE), explanation="", tags=whole.tags[:_TAGS])
    )


def _stub(hit: Hit) -> Portion:
    """Show the least there is of a hit, for an entry whose head alone is longer than the whole room."""
    return replace(_bare(hit), title=_clipped(hit.example.title, _TITLE // 2), tags=())


def _first_sentence(text: str) -> str:
    sentence = re.split(r"(?<=[.!?])\s", text, maxsplit=1)[0]
    return _clipped(sentence, _SENTENCE)


def _clipped(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + _MORE


def _frame(results: Results, budget: int, measure: Measure) -> Answer:
    # Where nothing was found, the lists are all there is to read.
    share = budget // (_LIST_SHARE if results.hits else _LIST_SHARE_ALONE)
    full = Answer(
        results,
        portions=(),
        omitted=len(results),
        suggestions=_leading(results.suggestions, share),
        categories=_leading(results.categories, share),
        card=_shortened(results.card, share) if results.card else None,
    )
    bare = replace(full, suggestions=(), categories=(), card=None)
    most = budget // _FRAME_SHARE if results.hits else budget
    smaller = (full, replace(full, card=None), bare)
    return next((frame for frame in smaller if measure.frame(frame) <= most), bare)


def _shortened(card: Card, room: int) -> Card:
    return replace(
        card,
        supers=_leading(card.supers, room),
        doc=_clipped(card.doc, _SENTENCE),
        selectors=_leading(card.selectors, room),
    )


def _leading(items: Sequence[str], room: int) -> tuple[str, ...]:
    kept: list[str] = []
    for item in items:
        # A client may escape what is not ASCII, and writes quotes and a separator around each.
        room -= len(json.dumps(item)) + len(", ")
        if room < 0:
            return (*kept, _MORE)
        kept.append(item)
    return tuple(kept)
