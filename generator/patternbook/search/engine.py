"""A reader of our Lunr index: the same ids, order and scores as stock Lunr, without its start-up.

Every clause of a plan is an exact term, so Lunr's automaton of all terms, which is nearly all that loading it
costs, is never needed. The arithmetic is Lunr's, operation by operation.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import nsmallest
from math import inf, sqrt
from typing import TYPE_CHECKING, Any

from patternbook.search import levels
from patternbook.search.borders import Borders, unpacked
from patternbook.search.lexicon import Lexicon
from patternbook.search.plan import plan
from patternbook.search.storage import FIELDS, SYMBOLS, TEXT, Store, ref_of
from patternbook.search.terms import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from patternbook.model import Example
    from patternbook.search.plan import Clause, Plan
    from patternbook.search.results import Match
    from patternbook.search.together import Scale

_JUDGED = 5
"""Best examples whose coverage is looked at."""
_MOST_SUGGESTIONS = 8

StoredCard = tuple[int, list[str], str, list[str]]
"""A class as the index has it: number of the example that speaks for it, superclasses, first line of its
documentation, selectors."""


@dataclass(frozen=True, slots=True)
class Scored:
    """An example that matched."""

    id: str
    score: float
    exact: bool
    matched: tuple[str, ...]
    """Terms of the plan that it holds, sorted."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one index answers to one query."""

    match: Match
    total: int
    exact_total: int
    hits: tuple[Scored, ...]
    """Exact ones first, then by score, then by id."""
    suggestions: tuple[str, ...]
    """Words of titles, tags and categories near those that the index lacks; for a weak or no match."""
    categories: tuple[str, ...]
    """The corpus's categories; for a weak or no match."""
    card: dict[str, Any] | None


class Index:
    """An index, opened for searching."""

    def __init__(self, store: Store, raw: bytes) -> None:
        self._store = store
        self.raw = raw
        """The bytes that it was opened from: an ``index.json``."""
        self._ids: list[str] = store.extra["ids"]
        self.lexicon = Lexicon(store)
        self.corpus_sha256: str = store.extra["corpus"]
        self.name: str = store.extra["name"]
        self.licence: str = store.extra["licence"]

    @classmethod
    def parse(cls, raw: bytes, where: str) -> Index:
        """Open an index.

        Args:
            raw: the bytes of an ``index.json``.
            where: what to call it in an error, usually its path.

        Raises:
            IndexFormatError: it is broken, or not an index of this format.
        """
        return cls(Store.parse(raw, where), raw)

    def terms(self) -> list[str]:
        """Every term of the index, sorted."""
        return self._store.terms()

    def borders(self, example: Example) -> Borders:
        """Return where an example may be cut; nothing is known of a short one but how comments begin."""
        extra = self._store.extra
        ref = ref_of(self._ids.index(example.id))
        return Borders(unpacked(extra["cuts"].get(ref, "")), extra["comments"].get(example.language, ""))

    def search(self, query: str, limit: int = 5) -> Answer:
        """Answer a query; any text is one."""
        return self.answer(self.plan(query), limit)

    def plan(self, query: str) -> Plan:
        """Say how a query is asked of this index."""
        return plan(query, self.lexicon)

    def answer(self, planned: Plan, limit: int, scale: Scale | None = None) -> Answer:
        """Answer a query that is planned already.

        Args:
            planned: a plan of this index.
            limit: most hits to return; below 1 is 1.
            scale: makes scores comparable with those of other indexes; without it they are Lunr's.
        """
        scores = self.score(planned.clauses, scale)
        exact = self._holders(planned.symbols)
        ranked = self._ranked(scores, exact, max(_JUDGED, limit))
        match = levels.level(planned, bool(exact), [self._holds(r) for r in ranked[:_JUDGED]], len(self._ids))
        suggestions = self._suggestions(planned) if match in ("weak", "none") else ()
        categories = tuple(self._store.extra["categories"]) if match in ("weak", "none") else ()
        if match == "none":
            return Answer(match, 0, 0, (), suggestions, categories, None)
        hits = tuple(
            Scored(self._id(ref), scores[ref], ref in exact, self._matched(ref, planned.clauses))
            for ref in ranked[: max(1, limit)]
        )
        card = self._card(planned)
        return Answer(match, len(scores), len(exact), hits, suggestions, categories, card)

    def _ranked(self, scores: dict[str, float], exact: set[str], most: int) -> list[str]:
        """Put the best documents in order: exact ones first, then by score, then by id."""
        bar = sorted(scores.values())[-most] if len(scores) > most else -inf
        rows = [
            (ref not in exact, -score, self._id(ref), ref)
            for ref, score in scores.items()
            if score >= bar or ref in exact
        ]
        return [row[-1] for row in nsmallest(most, rows)]

    def _id(self, ref: str) -> str:
        return self._ids[self._store.numbers[ref]]

    def holders(self, term: str, field: str) -> int:
        """Number of examples that hold a term in a field."""
        posting = self._store.posting(term)
        return len(posting[field]) if posting is not None else 0

    def score(self, clauses: Iterable[Clause], scale: Scale | None = None) -> dict[str, float]:
        """Score by Lunr's formula every document that holds a term of a clause, by its short name."""
        asked: dict[str, dict[int, tuple[str, float]]] = {name: {} for name in FIELDS}
        for clause in clauses:
            posting = self._store.posting(clause.term)
            if posting is not None:
                vector = asked[clause.field]
                earlier = vector.get(posting["_index"], (clause.term, 0.0))[1]
                vector[posting["_index"]] = (clause.term, earlier + clause.boost if earlier else clause.boost)
        scores: dict[str, float] = {}
        for name, vector in asked.items():
            for ref, score in self._field_scores(name, vector, scale).items():
                scores[ref] = scores[ref] + score if ref in scores else score
        return scores

    def _field_scores(
        self, name: str, vector: dict[int, tuple[str, float]], scale: Scale | None
    ) -> dict[str, float]:
        dots: dict[str, float] = {}
        squares = 0.0
        for index in sorted(vector):
            term, boost = vector[index]
            squares += boost * boost
            if scale is not None:
                boost *= scale.factors[name, term]
            for ref, weight in self._store.weights(term, name).items():
                dots[ref] = dots.get(ref, 0.0) + boost * weight
        magnitude = sqrt(squares) if scale is None else scale.magnitudes[name]
        return {ref: dot / magnitude for ref, dot in dots.items()}

    def contributions(
        self, clauses: Iterable[Clause], example_id: str, scale: Scale | None = None
    ) -> list[tuple[Clause, float]]:
        """What each clause that an example holds adds to its score, in the clauses' order."""
        held = [clause for clause in clauses if self._store.posting(clause.term) is not None]
        ref = ref_of(self._ids.index(example_id))
        magnitudes = _lengths(held) if scale is None else scale.magnitudes
        found = []
        for clause in held:
            weight = self._store.weights(clause.term, clause.field).get(ref)
            if weight is not None:
                factor = scale.factors[clause.field, clause.term] if scale is not None else 1.0
                found.append((clause, clause.boost * factor * weight / magnitudes[clause.field]))
        return found

    def _holders(self, symbols: Iterable[str]) -> set[str]:
        holders: set[str] = set()
        for symbol in symbols:
            posting = self._store.posting(symbol)
            if posting is not None:
                holders.update(posting[SYMBOLS])
        return holders

    def _holds(self, ref: str) -> Callable[[str], bool]:
        def holds(term: str) -> bool:
            posting = self._store.posting(term)
            return posting is not None and ref in posting[TEXT]

        return holds

    def _matched(self, ref: str, clauses: Iterable[Clause]) -> tuple[str, ...]:
        held = set()
        for clause in clauses:
            posting = self._store.posting(clause.term)
            if clause.why != "definition" and posting is not None and ref in posting[clause.field]:
                held.add(clause.term)
        return tuple(sorted(held))

    def _suggestions(self, planned: Plan) -> tuple[str, ...]:
        """Words of titles, tags and categories near the words that the index lacks."""
        topics = {plain(word): word for word in self._store.extra["topics"]}
        found = [
            topics[term]
            for word in planned.lost
            for term, _ in self.lexicon.vocabulary.near(word)
            if term in topics
        ]
        return tuple(dict.fromkeys(found))[:_MOST_SUGGESTIONS]

    def _card(self, planned: Plan) -> dict[str, Any] | None:
        cards: dict[str, StoredCard] = self._store.extra["cards"]
        if len(planned.symbols) != 1 or (symbol := planned.symbols[0]) not in cards:
            return None
        number, supers, doc, selectors = cards[symbol]
        example = self._ids[number]
        return {"symbol": symbol, "supers": supers, "doc": doc, "selectors": selectors, "example": example}


def _lengths(clauses: Sequence[Clause]) -> dict[str, float]:
    """Length of a query's vector by field."""
    return {
        name: sqrt(sum(clause.boost * clause.boost for clause in clauses if clause.field == name))
        for name in FIELDS
    }
