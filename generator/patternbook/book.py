"""What a reader of finished corpora holds: examples by id, and one search over all of them."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from patternbook.errors import QueryError, UnknownExampleError
from patternbook.search.results import Card, Hit, Results
from patternbook.search.together import common_scales

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from patternbook.corpus import Corpus
    from patternbook.model import Example
    from patternbook.search.engine import Answer, Index
    from patternbook.search.plan import Plan
    from patternbook.search.results import Match, Source
    from patternbook.search.together import Scale

_MATCHES: tuple[Match, ...] = ("exact", "strong", "weak", "none")
"""From the best to the worst."""
_NEAR_IDS = 3


@dataclass(frozen=True, slots=True)
class Volume:
    """One corpus of a book."""

    source: Source
    corpus: Corpus
    opened: Index | Callable[[], Index]
    """The index, or a function that waits for it while it is still made."""
    path: str
    """Where the corpus was read."""

    @property
    def index(self) -> Index:
        """The index; waits for it if it is still made."""
        return self.opened() if callable(self.opened) else self.opened


@dataclass(frozen=True, slots=True)
class Asked:
    """A query, as one corpus of a book is asked it."""

    volume: Volume
    plan: Plan
    scale: Scale | None
    """What makes its scores comparable with the other corpora's; ``None`` where there is no other."""


@dataclass(frozen=True)
class Book:
    """Corpora that answer together."""

    volumes: tuple[Volume, ...]

    def __len__(self) -> int:
        """Count the examples."""
        return sum(len(volume.corpus.entries) for volume in self.volumes)

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories that occur, sorted."""
        return tuple(sorted({name for volume in self.volumes for name in volume.corpus.categories}))

    def search(self, query: str, limit: int = 5) -> Results:
        """Search every corpus.

        Exact hits come first, whichever corpus they are from. Then come those of corpora that answer well,
        then those of corpora that answer weakly, often about something else. Within these, the order
        is by score, then by id; the scores are those that the examples would have if all stood in one corpus.

        Args:
            query: any text.
            limit: most hits to return; below 1 is 1.

        Raises:
            QueryError: the query is blank.
        """
        if not query.strip():
            raise QueryError("the query is empty; send words, a question or a name such as inject:into:")
        limit = max(1, limit)
        answers = [(a.volume, a.volume.index.answer(a.plan, limit, a.scale)) for a in self.ask(query)]
        match: Match = min((answer.match for _, answer in answers), key=_MATCHES.index, default="none")
        hits = [(answer, hit) for volume, answer in answers for hit in _hits(volume, answer)]
        hits.sort(
            key=lambda pair: (not pair[1].exact, pair[0].match == "weak", -pair[1].score, pair[1].example.id)
        )
        unsure = match in ("weak", "none")
        return Results(
            query=query,
            match=match,
            hits=tuple(hit for _, hit in hits[:limit]),
            total=sum(answer.total for _, answer in answers),
            exact_total=sum(answer.exact_total for _, answer in answers),
            suggestions=_distinct(s for _, answer in answers for s in answer.suggestions) if unsure else (),
            categories=self.categories if unsure else (),
            card=next((card for _, answer in answers if (card := _card(answer)) is not None), None),
        )

    def ask(self, query: str) -> tuple[Asked, ...]:
        """Say how a query is asked of each corpus."""
        plans = [(volume.index, volume.index.plan(query)) for volume in self.volumes]
        # A single corpus keeps the scores that the browser computes.
        scales = common_scales(plans) if len(plans) > 1 else [None] * len(plans)
        return tuple(
            Asked(volume, planned, scale)
            for volume, (_, planned), scale in zip(self.volumes, plans, scales, strict=True)
        )

    def get(self, example_id: str) -> Example:
        """Return the example of an id; where several corpora have it, the first one's.

        Raises:
            UnknownExampleError: there is none; the error names ids that look like it.
        """
        return self.locate(example_id)[1]

    def locate(self, example_id: str, corpus: str | None = None) -> tuple[Volume, Example]:
        """Return an example and the corpus that it is from.

        Args:
            example_id: its id.
            corpus: name of the corpus to look in; without it, all are looked in, in order.

        Raises:
            UnknownExampleError: there is no such example there; the error names ids that look like it.
        """
        asked = [v for v in self.volumes if corpus is None or v.source.name == corpus]
        for volume in asked:
            example = volume.corpus.by_id.get(example_id)
            if example is not None:
                return volume, example
        known = [known_id for volume in asked for known_id in volume.corpus.by_id]
        raise UnknownExampleError(example_id, tuple(get_close_matches(example_id, known, _NEAR_IDS)))


def _hits(volume: Volume, answer: Answer) -> list[Hit]:
    by_id = volume.corpus.by_id
    return [Hit(by_id[hit.id], hit.score, hit.exact, volume.source, hit.matched) for hit in answer.hits]


def _card(answer: Answer) -> Card | None:
    if answer.card is None:
        return None
    return Card(
        symbol=answer.card["symbol"],
        supers=tuple(answer.card["supers"]),
        doc=answer.card["doc"],
        selectors=tuple(answer.card["selectors"]),
        example_id=answer.card["example"],
    )


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))
