"""A query and an index's lexicon to a plan: the clauses that Lunr scores, and what a good answer covers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from patternbook.search.naming import named_symbols
from patternbook.search.phrases import Phrase, phrases_in
from patternbook.search.reading import joined_words, read
from patternbook.search.roles import OFTEN, roles_of
from patternbook.search.spelling import ONE_EDIT
from patternbook.search.storage import SYMBOLS, TEXT
from patternbook.search.terms import definition, whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from patternbook.search.lexicon import Lexicon
    from patternbook.search.reading import Unit

BOOSTS: Mapping[str, float] = {
    "symbol": 1.0,
    "definition": 1.0,
    "join": 0.6,
    "whole": 1.5,
    "word": 1.0,
    "part": 0.5,
    "common": 0.3,
    "home": 0.3,
    "near": 0.8,
    "synonym": 0.8,
}
"""What a clause weighs by its reason. The index carries them to the browser."""

LONE = 0.5
"""What a phrase counts for that is a small part of its query, the whole query being 1."""
NATIVE = 0.7
"""What a phrase of one word counts for that many examples hold, since it needs less translating."""
SPOKEN_FOR = 0.7
"""What a word counts for that stands in a phrase of several: what they mean together speaks for it too."""
MOST_REPAIRS = 8
"""Unknown words of a query for which near ones are looked for."""

Near = tuple[tuple[str, float], ...]
"""Words and their quality, best first."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a Lunr query: a term as it stands in the index, never parsed, never expanded."""

    term: str
    field: str
    boost: float
    why: str
    """A key of ``BOOSTS``."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that a query is about, and what in an example would answer it."""

    about: str
    holders: int
    """Number of examples that hold the word itself; 0 for a word that the index lacks."""
    evidence: Mapping[str, float]
    """Terms of the field ``text`` and how fully each answers the claim, 0 < q ≤ 1. Empty: nothing can."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a query is asked of one index."""

    clauses: tuple[Clause, ...]
    symbols: tuple[str, ...]
    """The symbols that the query names and the index has: examples that hold one are exact."""
    claims: tuple[Claim, ...]
    unknown: tuple[str, ...]
    """Telling words that the index lacks, with no synonym either."""
    lost: tuple[str, ...]
    """Telling words that the index lacks, whatever they may stand for: what near terms are offered for."""


@dataclass(frozen=True, slots=True)
class _Understood:
    """A query, read with the help of a lexicon."""

    lexicon: Lexicon
    units: tuple[Unit, ...]
    roles: Mapping[str, str]
    near: Mapping[str, Near]
    """For words that neither the index nor a phrase has: those that they may stand for."""
    phrases: tuple[Phrase, ...]
    wholes: Mapping[str, str]
    """Names and code of the query that the index has as a whole, and their terms."""
    length: int
    """Words of the query in which phrases were looked up."""
    joins: Mapping[str, tuple[str, ...]]
    """Terms that words of the query make together, and these words: *each with index*, ``eachwithindex:``."""


def plan(query: str, lexicon: Lexicon) -> Plan:
    """Plan a query. Any text makes a plan; one that says nothing makes an empty one."""
    understood = _understand(query, lexicon)
    roles = understood.roles
    evidence = {word: _evidence(word, understood) for word, role in roles.items() if role == "word"}
    unknown = tuple(word for word, held in evidence.items() if not held)
    symbols = named_symbols(understood.units, roles, unknown, lexicon)
    clauses = [Clause(symbol, SYMBOLS, lexicon.boosts["symbol"], "symbol") for symbol in symbols]
    if len(symbols) == 1 and lexicon.defines(symbols[0]):
        clauses.append(Clause(definition(symbols[0]), SYMBOLS, lexicon.boosts["definition"], "definition"))
    claims = [Claim(word, lexicon.holders(word), held) for word, held in evidence.items()]
    if not claims:
        claims += _mark_claims(understood)
    claims += [Claim(text, 0, {}) for text in _strangers(understood, symbols)]
    return Plan(
        (*clauses, *_text_clauses(understood)), symbols, tuple(claims), unknown, tuple(understood.near)
    )


def _understand(query: str, lexicon: Lexicon) -> _Understood:
    units = read(query)
    roles = roles_of(units, lexicon)
    lost = [word for word, role in roles.items() if role == "word" and not lexicon.knows(word)]
    near = {word: lexicon.vocabulary.near(word) for word in lost[:MOST_REPAIRS]}
    sequence = _sequence(units, near, lexicon)
    named = {unit.text: whole(unit.text) for unit in units if unit.kind != "word" and unit.symbols}
    return _Understood(
        lexicon=lexicon,
        units=units,
        roles=roles,
        near=near,
        phrases=phrases_in(sequence, lexicon),
        length=len(sequence),
        wholes={text: held for text, term in named.items() if (held := _held(term, lexicon))},
        joins={term: words for term, words in joined_words(units) if lexicon.holders(term)},
    )


def _held(term: str, lexicon: Lexicon) -> str | None:
    """Return an identifier as the index has it: as it is, or with the colon that a selector may lack."""
    return next((held for held in (term, f"{term}:") if lexicon.holders(held)), None)


def _sequence(units: Sequence[Unit], near: Mapping[str, Near], lexicon: Lexicon) -> list[str]:
    """Return the words of a query in which phrases are looked up: repaired, fillers left out.

    Code that the index has needs no translation, so its words are left out too.
    """
    foreign = [u for u in units if u.kind != "code" or not any(map(lexicon.has_symbol, u.symbols))]
    words = [_mended(word, near.get(word, ())) for unit in foreign for word in unit.words]
    telling = [
        _mended(word, near.get(word, ()))
        for unit in foreign
        for word in unit.words
        if word not in lexicon.fillers and (unit.symbols or word not in lexicon.punctuation)
    ]
    return telling or words


def _mended(word: str, near: Near) -> str:
    return near[0][0] if near and near[0][1] == ONE_EDIT else word


def _evidence(word: str, understood: _Understood) -> dict[str, float]:
    """Say which terms answer a telling word: itself, else near ones, and what its phrases mean."""
    lexicon = understood.lexicon
    near = understood.near.get(word, ())
    held = {word: 1.0} if lexicon.holders(word) else {term: q for term, q in near if lexicon.holders(term)}
    for term, weight in _meant(_mended(word, near), understood).items():
        held[term] = max(weight, held.get(term, 0.0))
    held |= {term: 1.0 for term, words in understood.joins.items() if word in words}
    return held


def _meant(word: str, understood: _Understood) -> dict[str, float]:
    """Say what the phrases that a word stands in mean."""
    meant: dict[str, float] = {}
    for phrase, terms in understood.phrases:
        if word in phrase.split(" "):
            for term, weight in terms.items():
                meant[term] = max(weight, meant.get(term, 0.0))
    return meant


def _text_clauses(understood: _Understood) -> list[Clause]:
    """Gather the clauses of the field ``text``; where two reasons claim a term, the stronger counts."""
    lexicon = understood.lexicon
    parts = {word for unit in understood.units if unit.text in understood.wholes for word in unit.words}
    spoken_for = {word for phrase, _ in understood.phrases if " " in phrase for word in phrase.split(" ")}
    found: dict[str, Clause] = {}

    def add(term: str, why: str, share: float) -> None:
        boost = lexicon.boosts[why] * share
        if lexicon.holders(term) and (term not in found or found[term].boost < boost):
            found[term] = Clause(term, TEXT, boost, why)

    for term in understood.wholes.values():
        add(term, "whole", 1.0)
    for term in understood.joins:
        add(term, "join", 1.0)
    for word, role in understood.roles.items():
        if role != "filler":
            share = SPOKEN_FOR if word in spoken_for else 1.0
            add(word, "part" if word in parts and role == "word" else role, share)
        for term, quality in understood.near.get(word, ()):
            add(term, "near", quality)
    for phrase, meant in understood.phrases:
        share = _share(phrase, understood)
        for term, weight in meant.items():
            add(term, "synonym", weight * share)
    return list(found.values())


def _share(phrase: str, understood: _Understood) -> float:
    """What a phrase counts for, 0 to 1: less in a long query, and less as a word of this corpus itself."""
    share = LONE + (1 - LONE) * (phrase.count(" ") + 1) / understood.length
    lexicon = understood.lexicon
    return share * NATIVE if lexicon.holders(phrase) * OFTEN >= lexicon.documents else share


def _mark_claims(understood: _Understood) -> list[Claim]:
    """Take the marks for the subject of a query that has no telling word."""
    claims = []
    for unit in understood.units:
        if unit.kind == "mark":
            term = understood.wholes.get(unit.text)
            meant = _meant(unit.words[0], understood)
            evidence = meant if term is None else {term: 1.0, **meant}
            if evidence:
                claims.append(Claim(unit.text, understood.lexicon.holders(term or ""), evidence))
    return claims


def _strangers(understood: _Understood, symbols: Sequence[str]) -> list[str]:
    """Find identifiers of several words that the index lacks: their words alone are half an answer."""
    explained = {word for phrase, _ in understood.phrases for word in phrase.split(" ")}
    return [
        unit.text
        for unit in understood.units
        if unit.kind == "code"
        and (len(unit.words) > 1 or unit.text.startswith("@"))
        and unit.text not in understood.wholes
        and not any(symbol in symbols for symbol in unit.symbols)
        and not all(word in explained for word in unit.words)
    ]
