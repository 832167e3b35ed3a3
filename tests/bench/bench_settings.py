"""Whether the numbers of the ranking suit queries that they were not chosen for.

    python tests/bench/bench_settings.py [--corpus corpus.json] [--queries judged.jsonl] [--language L]

Each number is halved and doubled, one at a time. For each fold of the queries — a kind, or a fifth of the groups — the
setting that is best on all other queries is applied to the fold. What that gives stands beside what the shipped numbers
give, and beside the best that any of the settings could have given, in mean nDCG@10. If the shipped numbers were fitted
to these queries, they would beat by far what the other folds choose.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch

from patternbook.corpus import Corpus
from patternbook.evaluation.judged import read_judged
from patternbook.evaluation.metrics import DEPTH, score
from patternbook.indexing import build_index
from patternbook.indexing.analysis import analyse, languages_of
from patternbook.indexing.impacts import (
    FOCUS,
    HELD,
    PART,
    PROVING,
    SATURATION,
    TEXT_FIELDS,
)
from patternbook.opening import bundled_corpus
from patternbook.search.engine import Index
from patternbook.search.plan import BOOSTS, LONE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from patternbook.evaluation.judged import JudgedQuery

JUDGED = Path(__file__).parents[1] / "cases" / "search" / "judged.jsonl"
GROUP_FOLDS = 5
SHIPPED = "as shipped"
_IMPACTS = "patternbook.indexing.impacts"
_BOOSTED = ("whole", "part", "common", "near", "synonym", "join")


class Setting(NamedTuple):
    """A change of one number, and where it stands."""

    name: str
    replaced: dict[str, Any]


def settings() -> Iterator[Setting]:
    """The shipped numbers, then each number halved and doubled."""
    yield Setting(SHIPPED, {})
    for factor in (0.5, 2.0):
        for name, value in {"SATURATION": SATURATION, "PART": PART, "FOCUS": FOCUS, "HELD": HELD}.items():
            yield Setting(f"{name} x {factor}", {f"{_IMPACTS}.{name}": value * factor})
        for name, field in TEXT_FIELDS.items():
            changed = dict(TEXT_FIELDS) | {name: field._replace(weight=field.weight * factor)}
            yield Setting(f"{name} x {factor}", {f"{_IMPACTS}.TEXT_FIELDS": changed})
        lengths = {name: f._replace(length=min(0.95, f.length * factor)) for name, f in TEXT_FIELDS.items()}
        yield Setting(f"lengths x {factor}", {f"{_IMPACTS}.TEXT_FIELDS": lengths})
        for name in _BOOSTED:
            boosts = dict(BOOSTS) | {name: BOOSTS[name] * factor}
            yield Setting(f"boost of {name} x {factor}", {"patternbook.indexing.BOOSTS": boosts})
    yield Setting("PROVING 1", {f"{_IMPACTS}.PROVING": 1.0})
    yield Setting("PROVING squared", {f"{_IMPACTS}.PROVING": PROVING * PROVING})
    yield Setting("LONE 1", {"patternbook.search.plan.LONE": 1.0})
    yield Setting("LONE halved", {"patternbook.search.plan.LONE": LONE / 2})


def main() -> int:
    """Print the table."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    options.add_argument("--corpus", type=Path, default=bundled_corpus())
    options.add_argument("--queries", type=Path, default=JUDGED)
    options.add_argument("--language", default=None, help="frontend for entries that name no language")
    chosen = options.parse_args()
    cases = [case for case in read_judged([chosen.queries]) if not case.absent]
    figures = _figures(Corpus.load(chosen.corpus), cases, chosen.language)
    _all(figures)
    kinds = [
        (f"{kind}", [case.kind == kind for case in cases]) for kind in dict.fromkeys(c.kind for c in cases)
    ]
    parts = [_part(case) for case in cases]
    groups = [(f"groups {n + 1}", [part == n for part in parts]) for n in range(GROUP_FOLDS)]
    for title, folds in (("a kind left out", kinds), ("a fifth of the groups left out", groups)):
        sys.stdout.write(
            f"\n{title:<32}{'queries':>9}{'shipped':>9}{'chosen':>9}{'best':>9}  chosen by the others\n"
        )
        for name, inside in folds:
            _fold(name, inside, figures)
    return 0


def _figures(corpus: Corpus, cases: Sequence[JudgedQuery], language: str | None) -> dict[str, list[float]]:
    """Return nDCG of each query, by setting."""
    analysed = analyse(corpus, languages_of(corpus, language))
    figures: dict[str, list[float]] = {}
    with patch("patternbook.indexing.analyse", lambda *_: analysed):
        for setting in settings():
            started = [patch(target, replacement) for target, replacement in setting.replaced.items()]
            for one in started:
                one.start()
            index = Index.parse(build_index(corpus, name="bench", language=language), "bench")
            figures[setting.name] = [
                score(case.grades, [hit.id for hit in index.search(case.query, DEPTH).hits]).ndcg_10
                for case in cases
            ]
            for one in started:
                one.stop()
    return figures


def _all(figures: dict[str, list[float]]) -> None:
    sys.stdout.write(f"{'nDCG@10 over all queries':<32}\n")
    for name, values in sorted(figures.items(), key=lambda pair: -statistics.fmean(pair[1])):
        sys.stdout.write(f"  {name:<30}{statistics.fmean(values):>9.3f}\n")


def _part(case: JudgedQuery) -> int:
    return zlib.crc32(str(case.group or case.qid).encode()) % GROUP_FOLDS


def _fold(name: str, inside: Sequence[bool], figures: dict[str, list[float]]) -> None:
    """Print one fold."""
    if not any(inside) or all(inside):
        return
    within = {
        s: statistics.fmean(v for v, i in zip(vs, inside, strict=True) if i) for s, vs in figures.items()
    }
    others = {
        s: statistics.fmean(v for v, i in zip(vs, inside, strict=True) if not i) for s, vs in figures.items()
    }
    best = max(others, key=lambda setting: others[setting])
    numbers = "".join(f"{value:>9.3f}" for value in (within[SHIPPED], within[best], max(within.values())))
    sys.stdout.write(f"  {name:<30}{sum(inside):>9}{numbers}  {best}\n")


if __name__ == "__main__":
    sys.exit(main())
