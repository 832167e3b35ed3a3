"""The weights that an index stores: fielded BM25 for text, and what an example defines and uses.

The fields of an entry are combined before saturation, as BM25F does it: a term's frequency is the sum of its
frequencies in the fields, each scaled by the field's weight and by the field's length.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from patternbook.search.rarity import rarity
from patternbook.search.reading import LONGEST_JOIN
from patternbook.search.terms import definition, lower, pieces, plain, scan, symbol_names, term, whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from patternbook.indexing.analysis import Analysis

Counts = dict[str, float]
"""Term → how often a text holds it, parts of identifiers at less than one."""

Weights = dict[str, dict[int, float]]
"""Term → document's number → stored weight."""


class Field(NamedTuple):
    """How a field of an entry counts."""

    weight: float
    length: float
    """Share of the field's length in its frequencies: 0 ignores it, 1 counts densities."""


TEXT_FIELDS: Mapping[str, Field] = {
    "title": Field(5.0, 0.6),
    "tags": Field(1.5, 0.6),
    "category": Field(0.5, 0.0),
    "explanation": Field(1.5, 0.5),
    "symbols": Field(1.5, 0.8),
    "source": Field(1.0, 0.8),
}
SATURATION = 1.6
"""BM25's k1."""
PART = 0.5
"""What a part of an identifier counts for, the whole being 1."""
PROVING = 0.8
"""What a test or a fixture counts for beside an example that was written to explain."""
FOCUS = 0.35
"""Share of an example's number of symbols in the weight of each: 0 ignores it."""
HELD, DEFINED, CLASS_DEFINED = 0.5, 0.6, 2.0
"""What a symbol counts for that an example holds, and what for one that it defines on top."""

_PROVING_WORDS = frozenset({"test", "spec", "fixtur"})
_WORD = re.compile(r"[a-z]+")
_SPLIT = re.compile(r"[.:#@/>?! ]+")
_SCALE = 10
"""Weights are stored in tenths, with one decimal place: hundredths, and for most a digit less to write."""


def text_weights(analyses: Sequence[Analysis]) -> Weights:
    """Weigh the words, identifiers and marks of each entry: fielded BM25, scaled by the entry's kind."""
    frequencies: dict[str, dict[int, float]] = defaultdict(dict)
    for number, fields in enumerate(scaled_counts(analyses)):
        for counts in fields.values():
            for found, frequency in counts.items():
                held = frequencies[found]
                held[number] = held.get(number, 0.0) + frequency
    priors = [PROVING if _proves(analysis) else 1.0 for analysis in analyses]
    return {
        found: {
            number: _stored(
                rarity(len(held), len(analyses)) * frequency / (SATURATION + frequency) * priors[number]
            )
            for number, frequency in held.items()
        }
        for found, held in frequencies.items()
    }


def scaled_counts(analyses: Sequence[Analysis]) -> list[Mapping[str, Counts]]:
    """Count for each entry, by field, how often it holds a term, scaled by the field's weight and length."""
    entries = [_counts(analysis) for analysis in analyses]
    means = {name: _mean(sum(counts[name].values()) for counts in entries) for name in TEXT_FIELDS}
    return [{name: _scaled(counts[name], name, means[name]) for name in TEXT_FIELDS} for counts in entries]


def _scaled(counts: Counts, name: str, mean: float) -> Counts:
    weight, length = TEXT_FIELDS[name]
    scale = weight / (1 - length + length * sum(counts.values()) / mean)
    return {found: scale * frequency for found, frequency in counts.items()}


def symbol_weights(analyses: Sequence[Analysis]) -> Weights:
    """Weigh what each entry defines and uses: rare symbols above common ones, short examples above long.

    What an entry defines stands twice: as a symbol that it holds, and as a definition. Where all that hold a
    symbol define it, the second tells nothing and is left out; but a plain word keeps it, for such a word is
    a symbol in a query only if it is defined.
    """
    held: dict[str, set[int]] = defaultdict(set)
    defined: dict[str, set[int]] = defaultdict(set)
    for number, analysis in enumerate(analyses):
        for name in _names((*analysis.defines, *analysis.uses, *analysis.spellings)):
            held[name].add(number)
        for name in _names(analysis.defines):
            if " " not in name:
                defined[name].add(number)
    counts = [len(a.defines) + len(a.uses) for a in analyses]
    mean = _mean(counts)
    focus = [
        (PROVING if _proves(analysis) else 1.0) / (1 - FOCUS + FOCUS * count / mean)
        for analysis, count in zip(analyses, counts, strict=True)
    ]
    weights: Weights = {}
    for name, holders in held.items():
        rare = rarity(len(holders), len(analyses))
        weights[name] = {number: _stored(HELD * rare * focus[number]) for number in holders}
        if name in defined and (defined[name] != holders or _WORD.fullmatch(name)):
            share = CLASS_DEFINED if name[:1].isupper() else DEFINED
            weights[definition(name)] = {
                number: _stored(share * rare * focus[number]) for number in defined[name]
            }
    return weights


def _names(symbols: Iterable[str]) -> set[str]:
    return {term(name) for symbol in symbols for name in symbol_names(symbol)}


def _stored(weight: float) -> float:
    return round(_SCALE * weight, 1)


def _mean(numbers: Iterable[float]) -> float:
    values = list(numbers)
    return sum(values) / len(values) or 1.0 if values else 1.0


def _proves(analysis: Analysis) -> bool:
    """Whether an entry was written to prove something rather than to explain it: a test, a fixture."""
    return any(
        plain(piece) in _PROVING_WORDS for piece in pieces(analysis.example.category.replace("-", "_"))
    )


def _counts(analysis: Analysis) -> dict[str, Counts]:
    example = analysis.example
    unread = not example.analysed and analysis.outline is None
    names = [name for name in _names((*analysis.defines, *analysis.uses)) if " " not in name]
    fields: dict[str, Counts] = {
        "title": _prose(example.title),
        "tags": _prose("\n".join(example.tags)),
        "category": _prose(example.category),
        "explanation": _prose(example.explanation),
        "symbols": dict.fromkeys(map(whole, names), 1.0),
        "source": _prose(example.source) if unread else _code(example.source),
    }
    # Words of a query make shorter names at most, and these are found as symbols: no need to hold them twice.
    # Keyword selectors stay: synonyms mean them as terms of the text.
    long = {whole(name) for name in names if ":" not in name and len(pieces(name)) > LONGEST_JOIN}
    return {
        field: {found: count for found, count in counts.items() if found not in long}
        for field, counts in fields.items()
    }


def _prose(text: str) -> Counts:
    """Count the terms of a text for people: words, identifiers whole and in parts, longer marks."""
    counts: Counts = defaultdict(float)
    for token in scan(text):
        if token.kind in ("name", "method"):
            parts = _parts(token.text)
            if token.text.isalpha() and len(parts) == 1:
                counts[parts[0]] += 1
                continue
            counts[whole(token.text)] += 1
            for part in parts:
                counts[part] += PART
        elif token.kind != "mark":
            counts[lower(token.text)] += 1
        elif len(token.text) > 1:
            counts[whole(token.text)] += 1
    return counts


def _code(text: str) -> Counts:
    """Count the terms of a source whose symbols are known: its words, identifiers whole and in parts."""
    counts: Counts = defaultdict(float)
    for token in scan(text):
        if token.kind == "mark" and len(token.text) > 1 and not token.text.startswith("//"):
            counts[whole(token.text)] += 1
        if token.kind not in ("name", "method"):
            continue
        for identifier in _SPLIT.split(token.text):
            parts = _parts(identifier)
            if len(parts) == 1:
                counts[parts[0]] += 1
            elif parts:
                counts[lower(identifier)] += 1
                for part in parts:
                    counts[part] += PART
    return counts


@lru_cache(maxsize=1 << 16)
def _parts(identifier: str) -> tuple[str, ...]:
    return tuple(plain(piece) for piece in pieces(identifier))
