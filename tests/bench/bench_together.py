"""What makes scores of several corpora comparable is worth: a corpus in parts, beside the whole of it.

    python tests/bench/bench_together.py [--corpus corpus.json] [--queries judged.jsonl] [--language L]

Each row tells how many of the first five hits are the whole's, and nDCG@10: with the scores that each part gives by
itself, and with those that are put right.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from patternbook.book import Book, Volume
from patternbook.corpus import Corpus
from patternbook.evaluation.judged import read_judged
from patternbook.evaluation.metrics import DEPTH, LABELS, score
from patternbook.indexing import build_index
from patternbook.opening import bundled_corpus
from patternbook.search.engine import Index
from patternbook.search.results import Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from patternbook.evaluation.judged import JudgedQuery
    from patternbook.model import Example

JUDGED = Path(__file__).parents[1] / "cases" / "search" / "judged.jsonl"
FIRST = 5


def main() -> int:
    """Print the table."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    options.add_argument("--corpus", type=Path, default=bundled_corpus())
    options.add_argument("--queries", type=Path, default=JUDGED)
    options.add_argument("--language", default=None, help="frontend for entries that name no language")
    chosen = options.parse_args()
    corpus = Corpus.load(chosen.corpus)
    cases = [case for case in read_judged([chosen.queries]) if not case.absent]
    whole = together(book([corpus.entries], chosen.language), cases)
    sys.stdout.write(
        f"{len(cases)} queries, {len(corpus.entries)} entries; the whole: nDCG {ndcg(cases, whole):.3f}\n"
    )
    for name, parts in splits(corpus.entries):
        parted = book(parts, chosen.language)
        for way, found in (("as they stand", apart(parted, cases)), ("put right", together(parted, cases))):
            sys.stdout.write(f"{name:<28}{way:<16}{same(whole, found):.3f}  {ndcg(cases, found):.3f}\n")
    return 0


def splits(entries: Sequence[Example]) -> Iterator[tuple[str, list[list[Example]]]]:
    """Ways to part a corpus, each with its name."""
    for name, count in (("halves", 2), ("five parts", 5)):
        yield name, [list(entries[start::count]) for start in range(count)]
    yield "one in ten and the rest", [list(entries[::10]), [e for n, e in enumerate(entries) if n % 10]]
    chosen = set(sorted({entry.category for entry in entries})[::2])
    yield (
        "two sets of categories",
        [[e for e in entries if (e.category in chosen) is side] for side in (True, False)],
    )


def book(parts: Sequence[Sequence[Example]], language: str | None) -> Book:
    """A book with a corpus of each part."""
    volumes = []
    for number, part in enumerate(parts):
        corpus, name = Corpus.of(part), f"part {number}"
        index = Index.parse(build_index(corpus, name=name, language=language), name)
        volumes.append(Volume(Source(name), corpus, index, name))
    return Book(tuple(volumes))


def together(searched: Book, cases: Sequence[JudgedQuery]) -> dict[str, list[str]]:
    """Ids of the best hits of each query."""
    return {case.query: [hit.example.id for hit in searched.search(case.query, DEPTH)] for case in cases}


def apart(searched: Book, cases: Sequence[JudgedQuery]) -> dict[str, list[str]]:
    """The same by the scores that each corpus gives by itself."""
    found = {}
    for case in cases:
        hits = [hit for volume in searched.volumes for hit in volume.index.search(case.query, DEPTH).hits]
        found[case.query] = [
            hit.id for hit in sorted(hits, key=lambda hit: (not hit.exact, -hit.score, hit.id))[:DEPTH]
        ]
    return found


def same(whole: Mapping[str, Sequence[str]], found: Mapping[str, Sequence[str]]) -> float:
    """Mean share of the whole's first hits that are found too."""
    shares = [
        len({*ids[:FIRST]} & {*found[query][:FIRST]}) / min(FIRST, len(ids))
        for query, ids in whole.items()
        if ids
    ]
    return statistics.fmean(shares)


def ndcg(cases: Sequence[JudgedQuery], found: Mapping[str, Sequence[str]]) -> float:
    """Mean nDCG@10."""
    position = LABELS.index("nDCG@10")
    return statistics.fmean(score(case.grades, found[case.query])[position] for case in cases)


if __name__ == "__main__":
    sys.exit(main())
