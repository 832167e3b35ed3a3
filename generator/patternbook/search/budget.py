"""Fit the answer to a query into a number of characters.

The best hit is shown as whole as it can be, the rest in shorter forms, and what does not fit at all is
counted. How long a part is in the end depends on how it is written, so the measuring is the caller's.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from patternbook.search.excerpt import PLENTY, Excerpt, excerpt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from patternbook.search.borders import Borders
    from patternbook.search.results import Card, Hit, Results

_FORMS = ((1.0, 0.4), (0.2, 0.12), (0.2, 0.12), (0.15, 0.08))
"""By rank, the last for all that follow: the share of the budget up to which a hit is shown whole, and the
share that it gets if it is longer. The first three are most often what is looked for; a reader who wants
more of the others has their addresses."""

_LEAD_SHARE = 0.25
"""What the first one may take however many follow."""

_SAMPLE, _LEAD_SAMPLE = 100, 600
"""Characters of code and prose that a shorter form should have beside its head, and the first one's."""

_LEAST_CODE = 300
"""An explanation is shortened rather than leave less code than this."""

_EXPLANATION_SHARE = 4
"""Where code is shortened, so is an explanation of more than one part in so many of a hit's room."""

_PLENTY_SHARE = 0.4
"""Part of a hit's room up to which its code is filled with what adds little."""

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
    runs: tuple[tuple[int, int], ...]
    """First and last lines of what ``source`` shows of the example's; empty when it shows nothing."""

    @classmethod
    def whole(cls, hit: Hit) -> Portion:
        """Show all of it."""
        example = hit.example
        runs = ((1, example.source.count("\n") + 1),)
        return cls(hit, example.title, example.explanation, example.tags, example.source, runs)

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


def fit(results: Results, budget: int, measure: Measure, borders: Callable[[Hit], Borders]) -> Answer:
    """Show as much of the results as a budget allows and a reader needs; of hits, the first one always.

    Args:
        results: what the search found.
        budget: characters that the answer may take.
        measure: how long it gets.
        borders: where a hit's source may be cut.
    """
    frame = _frame(results, budget, measure)
    if not results.hits:
        return frame
    portions = _Fitter(measure, borders, budget).seat(results.hits, budget - measure.frame(frame))
    return replace(frame, portions=tuple(portions), omitted=len(results) - len(portions))


@dataclass(frozen=True, slots=True)
class _Fitter:
    measure: Measure
    borders: Callable[[Hit], Borders]
    budget: int

    def seat(self, hits: Sequence[Hit], room: int) -> list[Portion]:
        """Give the first hit what the others can spare, and each of these what its rank deserves."""
        least = [self._least(hit) for hit in hits]
        lead = self._lead(hits[0], room, sum(least[1:]))
        portions = [lead or _stub(hits[0])]
        room -= self.measure.portion(portions[0])
        for rank, hit in enumerate(hits[1:], 1):
            spare = room - sum(least[rank + 1 :])
            portion = self._seated(hit, rank, max(min(room, least[rank]), spare), least[rank])
            if portion is None:
                break
            portions.append(portion)
            room -= self.measure.portion(portion)
        return portions

    def _lead(self, hit: Hit, room: int, others: int) -> Portion | None:
        if not others:
            return self._largest(hit, room)
        least = max(int(room * _LEAD_SHARE), self.measure.portion(_bare(hit)) + _LEAD_SAMPLE)
        return self._seated(hit, 0, min(room, max(least, room - others)), least)

    def _seated(self, hit: Hit, rank: int, room: int, least: int) -> Portion | None:
        """Show a hit whole if it is short enough for its rank, else as much as its rank deserves."""
        most, fair = (int(self.budget * share) for share in _FORMS[min(rank, len(_FORMS) - 1)])
        if self.measure.portion(Portion.whole(hit)) <= min(most, room):
            return Portion.whole(hit)
        return self._largest(hit, min(room, max(fair, least)))

    def _least(self, hit: Hit) -> int:
        return self.measure.portion(_bare(hit)) + _SAMPLE

    def _largest(self, hit: Hit, allowance: int) -> Portion | None:
        whole = Portion.whole(hit)
        if self.measure.portion(whole) <= allowance:
            return whole
        sentence = _first_sentence(whole.explanation)
        is_long = len(whole.explanation) > allowance // _EXPLANATION_SHARE
        for explanation in ((sentence if is_long else whole.explanation), sentence, ""):
            shown = replace(whole, explanation=explanation)
            spare = allowance - self.measure.portion(_without_code(shown))
            if spare >= min(_LEAST_CODE, len(whole.source)):
                return self._with_code(shown, allowance)
        return self._with_code(_bare(hit), allowance)

    def _with_code(self, portion: Portion, allowance: int) -> Portion | None:
        def fits(found: Excerpt) -> bool:
            return self.measure.portion(_showing(portion, found)) <= allowance

        hit = portion.hit
        plenty = max(PLENTY, int(allowance * _PLENTY_SHARE))
        found = excerpt(hit.example.source, self.borders(hit), hit.matched, fits, plenty)
        return None if found is None else _showing(portion, found)


def _showing(portion: Portion, found: Excerpt) -> Portion:
    return replace(portion, source=found.text, runs=found.runs)


def _without_code(portion: Portion) -> Portion:
    return replace(portion, source="", runs=())


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
