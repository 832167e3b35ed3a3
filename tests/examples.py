"""Examples, hits and corpora to serve in tests."""

from __future__ import annotations

from patternbook.corpus import Corpus
from patternbook.indexing.borders import marks_of
from patternbook.languages import frontend
from patternbook.model import Example, Origin, Validation
from patternbook.search.borders import Borders
from patternbook.search.results import Hit, Match, Results, Source

SHOP = Source("Shop Floor", "1.2.0")


def example(number: int, *, source: str | None = None, **fields: object) -> Example:
    """An example whose fields all differ from those of any other number."""
    source = f"counter{number} := Counter new.\ncounter{number} increment" if source is None else source
    values: dict[str, object] = {
        "id": f"counters-count-{number}",
        "title": f"Count to {number}",
        "category": f"counting-{number % 3}",
        "tags": (f"step-{number}", "counter"),
        "source": source,
        "explanation": f"Counter number {number} counts. It has no upper bound.",
        "language": "beamtalk",
        "defines": (),
        "uses": ("Counter", f"counter{number}", "increment"),
        "origin": Origin(f"docs/count-{number}.md", 10 + number, 11 + number, 100, 150),
        "validation": Validation("parsed", "beamtalk@1"),
    }
    return Example(**(values | fields))  # type: ignore[arg-type]


def long_source(methods: int, lines: int = 4) -> tuple[str, tuple[int, ...]]:
    """A class of so many methods without a blank line, and the lines at which its parts begin."""
    parts = [["Object subclass: Ledger"]]
    parts += [
        [f"  entry{method} =>", *(f"    self note: {method}{line}" for line in range(lines - 1))]
        for method in range(methods)
    ]
    cuts, start = [], 1
    for part in parts:
        cuts.append(start)
        start += len(part)
    return "\n".join(line for part in parts for line in part), tuple(cuts)


def borders(source: str) -> Borders:
    """Where a Beamtalk source may be cut, as an index has it."""
    reader = frontend("beamtalk")
    return Borders(marks_of(source, reader.parse(source), reader.line_comment), reader.line_comment)


def hit(found: Example, *, exact: bool = False, score: float = 1.5, matched: tuple[str, ...] = ()) -> Hit:
    """A hit on an example of the test corpus."""
    return Hit(found, score, exact, SHOP, matched)


def results(*hits: Hit, match: Match = "strong", **fields: object) -> Results:
    """An answer that found exactly these hits."""
    exact = sum(found.exact for found in hits)
    return Results("counter", match, hits, len(hits), exact, **fields)  # type: ignore[arg-type]


def corpus() -> Corpus:
    """A corpus of thirty short examples and one of every awkward kind."""
    ledger, _ = long_source(400)
    awkward = (
        example(100, id="ledger-whole", title="A ledger", source=ledger, category="ledgers"),
        example(101, id="fences-nested", title="Fences", source='"""\n````\nfenced\n````\n"""'),
        example(102, id="unicode-greeting", title="Grüße — 你好", source="'żółw' displayNl", tags=("ünï",)),
        example(103, id="guide/part two", title="An id of another tool", origin=None, validation=None),
    )
    return Corpus.of((*(example(number) for number in range(1, 31)), *awkward))
