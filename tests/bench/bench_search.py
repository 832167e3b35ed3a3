"""What each mechanism of the search is worth on judged queries: all on, then each one off by itself.

    python tests/bench/bench_search.py [--corpus corpus.json] [--queries judged.jsonl] [--language L]

Judged queries are JSON lines ``{"qid", "kind", "query", "relevant": [{"id", "grade"}]}`` with grades 1 and 2. The last
two rows are peers: stock lunr.py over six fields with its own pipeline, and BM25 over whitespace words.
"""

from __future__ import annotations

import argparse
import math
import re
import statistics
import sys
from collections import Counter
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch

from lunr import lunr

from patternbook.corpus import Corpus
from patternbook.evaluation.judged import read_judged
from patternbook.evaluation.metrics import DEPTH, LABELS, score
from patternbook.indexing import build_index
from patternbook.indexing.impacts import TEXT_FIELDS, Field
from patternbook.opening import bundled_corpus
from patternbook.search.engine import Index
from patternbook.search.plan import BOOSTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from patternbook.evaluation.judged import JudgedQuery

JUDGED = Path(__file__).parents[1] / "cases" / "search" / "judged.jsonl"
COLUMNS = ("success@1", "success@5", "MRR@10", "nDCG@10", "empty")
STOCK_BOOSTS = {"title": 10, "tags": 8, "category": 5, "explanation": 2, "source": 1}


class Ablation(NamedTuple):
    """A mechanism, and what to replace so that it is off."""

    name: str
    replaced: dict[str, Any]


_FLAT = {name: Field(1.0, 0.75) for name in TEXT_FIELDS}
_SHORT = {name: field._replace(length=0.0) for name, field in TEXT_FIELDS.items()}
_INDEXING = "patternbook.indexing"
ABLATIONS = (
    Ablation("all on", {}),
    Ablation("no synonyms", {f"{_INDEXING}.phrase_table": lambda *_: {}}),
    Ablation("no plain forms", {f"{module}.plain": str for module in (
        f"{_INDEXING}.impacts", f"{_INDEXING}.topics", _INDEXING, "patternbook.search.synonyms",
        "patternbook.search.reading", "patternbook.search.terms",
    )}),
    Ablation("no forgiveness", {"patternbook.search.spelling.Vocabulary.near": lambda *_: ()}),
    Ablation("no symbols", {f"{_INDEXING}.symbol_weights": lambda _: {}}),
    Ablation("no whole identifiers", {
        "patternbook.search.plan.BOOSTS": {}, f"{_INDEXING}.BOOSTS": dict(BOOSTS) | {"whole": 0.0, "part": 1.0},
    }),
    Ablation("no parts of identifiers", {
        f"{_INDEXING}.impacts.PART": 0.0, "patternbook.search.plan.BOOSTS": {},
        f"{_INDEXING}.BOOSTS": dict(BOOSTS) | {"part": 0.0},
    }),
    Ablation("no joined words", {"patternbook.search.plan.joined_words": lambda _: ()}),
    Ablation("no field weights", {f"{_INDEXING}.impacts.TEXT_FIELDS": _FLAT}),
    Ablation("no length normalisation", {f"{_INDEXING}.impacts.TEXT_FIELDS": _SHORT}),
    # What saturates makes room for the other words of a query: covering them is worth more than repeating one.
    Ablation("hardly any saturation", {f"{_INDEXING}.impacts.SATURATION": 30.0}),
    Ablation("phrases beside meanings", {"patternbook.search.plan.SPOKEN_FOR": 1.0}),
    Ablation("no filler words", {
        f"{_INDEXING}.FILLERS": frozenset(), f"{_INDEXING}.COMMON": frozenset(),
    }),
    Ablation("tests as good as lessons", {f"{_INDEXING}.impacts.PROVING": 1.0}),
)  # fmt: skip


def main() -> int:
    """Print the tables; exit code 2 if the queries cannot be used."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    options.add_argument("--corpus", type=Path, default=bundled_corpus())
    options.add_argument("--queries", type=Path, default=JUDGED)
    options.add_argument("--language", default=None, help="frontend for entries that name no language")
    chosen = options.parse_args()
    corpus = Corpus.load(chosen.corpus)
    cases = [case for case in read_judged([chosen.queries]) if not case.absent]
    if not any(case.grades.keys() & corpus.by_id.keys() for case in cases):
        sys.stderr.write(f"{chosen.queries}: judges no entry of {chosen.corpus}\n")
        return 2
    sys.stdout.write(f"{len(cases)} queries, {len(corpus.entries)} entries\n")
    row("", COLUMNS)
    for ablation in ABLATIONS:
        with ExitStack() as off:
            for target, replacement in ablation.replaced.items():
                off.enter_context(patch(target, replacement))
            index = Index.parse(build_index(corpus, name="bench", language=chosen.language), "bench")
            row(ablation.name, scores(cases, partial(found, index)))
    row("stock lunr.py", scores(cases, stock(corpus)))
    row("BM25 over words", scores(cases, bm25(corpus)))
    by_kind(cases, corpus, chosen.language)
    return 0


def found(index: Index, query: str) -> list[str]:
    """Ids of the best hits."""
    return [hit.id for hit in index.search(query, DEPTH).hits]


def scores(cases: Sequence[JudgedQuery], search: Callable[[str], Sequence[str]]) -> tuple[float, ...]:
    """Mean of each column over all queries."""
    rows = [score(case.grades, search(case.query)) for case in cases]
    means = dict(zip(LABELS, map(statistics.fmean, zip(*rows, strict=True)), strict=True))
    return tuple(means[column] for column in COLUMNS)


def stock(corpus: Corpus) -> Callable[[str], Sequence[str]]:
    """Stock lunr.py: its own pipeline and query parser, the same five fields."""
    documents = [
        {name: getattr(entry, name) for name in ("id", "title", "category", "explanation", "source")}
        | {"tags": " ".join(entry.tags)}
        for entry in corpus.entries
    ]
    fields = [{"field_name": name, "boost": boost} for name, boost in STOCK_BOOSTS.items()]
    index = lunr(ref="id", fields=fields, documents=documents)

    def search(query: str) -> Sequence[str]:
        words = re.sub(r"[:+\-~^*]", " ", query)
        return [hit["ref"] for hit in index.search(words)] if words.strip() else []

    return search


def bm25(corpus: Corpus, k1: float = 1.5, b: float = 0.75) -> Callable[[str], Sequence[str]]:
    """Okapi BM25 over the words of all fields together."""
    texts = [" ".join((e.title, *e.tags, e.category, e.explanation, e.source)) for e in corpus.entries]
    counts = [Counter(re.findall(r"\w+", text.lower())) for text in texts]
    lengths = [sum(count.values()) for count in counts]
    mean = statistics.fmean(lengths)
    holders = Counter(word for count in counts for word in count)

    def search(query: str) -> Sequence[str]:
        ranked = []
        for entry, count, length in zip(corpus.entries, counts, lengths, strict=True):
            total = 0.0
            for word in re.findall(r"\w+", query.lower()):
                rarity = math.log(1 + (len(counts) - holders[word] + 0.5) / (holders[word] + 0.5))
                total += rarity * count[word] * (k1 + 1) / (count[word] + k1 * (1 - b + b * length / mean))
            ranked.append((-total, entry.id))
        return [entry_id for total, entry_id in sorted(ranked) if total < 0]

    return search


def by_kind(cases: Sequence[JudgedQuery], corpus: Corpus, language: str | None) -> None:
    """Print the scores of each kind of query."""
    index = Index.parse(build_index(corpus, name="bench", language=language), "bench")
    sys.stdout.write("\n")
    row("by kind", COLUMNS)
    for kind in dict.fromkeys(case.kind for case in cases):
        chosen = [case for case in cases if case.kind == kind]
        row(f"{kind} ({len(chosen)})", scores(chosen, partial(found, index)))


def row(name: str, values: Sequence[float | str]) -> None:
    """Print one line of a table."""
    cells = "".join(f"{value:>11}" if isinstance(value, str) else f"{value:>11.3f}" for value in values)
    sys.stdout.write(f"{name:<26}{cells}\n")


if __name__ == "__main__":
    sys.exit(main())
