"""Figures of judged queries, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from patternbook.cli.tables import good_or_bad, one_line, show, table
from patternbook.evaluation.regression import WATCHED
from patternbook.evaluation.summary import OVERALL, TOLD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType
    from rich.table import Table

    from patternbook.evaluation.intervals import Estimate
    from patternbook.evaluation.regression import Comparison, Difference, Move
    from patternbook.evaluation.summary import Slice
    from patternbook.evaluation.trial import Outcome
    from patternbook.evaluation.trial_report import TrialReport

_SHOWN = 20


def show_trial(report: TrialReport) -> None:
    """Print what a trial found."""
    parts: list[RenderableType] = [_head(report)]
    if report.judged:
        parts.append(_overall(report.judged[0]))
        if len(report.judged) > 1:
            parts.append(_kinds(report.judged[1:]))
        parts.append(_levels("Levels; exact and strong are right", report.judged))
    if report.absent:
        parts.append(_levels("Queries without an answer; weak and none are right", report.absent))
    parts += _listed("Not among the first ten", report.missed)
    parts += _listed("Level is wrong", report.mistold)
    if report.comparison is not None:
        parts += _compared(report.comparison, report)
    show(*parts)


def _head(report: TrialReport) -> str:
    corpora = ", ".join(f"{name} ({entries} entries)" for name, entries in report.corpora.items())
    count = len(report.outcomes)
    return f"{count} {'query' if count == 1 else 'queries'} to {one_line(corpora)}"


def _overall(found: Slice) -> Table:
    rows = [(label, f"{value.mean:.3f}", _interval(value)) for label, value in found.figures.items()]
    return table(f"All {found.queries} judged queries", ("figure", "mean", "95 % interval"), rows, words=(0,))


def _kinds(found: Sequence[Slice]) -> Table:
    labels = [label for label in found[0].figures if label != TOLD]
    rows = [
        (
            some.name,
            str(some.queries),
            *(f"{some.figures[label].mean:.3f}" for label in labels),
            _interval(some.figures["nDCG@10"]),
        )
        for some in found
    ]
    short = (label.removeprefix("success").replace("@10", "\n@10") for label in labels)
    heads = ("kind", "n", *short, "95 %\nof nDCG")
    return table("By kind, success @1 to @10 first", heads, rows, words=(0,))


def _levels(title: str, found: Sequence[Slice]) -> Table:
    rows = [
        (
            some.name,
            str(some.queries),
            *map(str, some.levels.values()),
            f"{some.figures[TOLD].mean:.3f}",
            _interval(some.figures[TOLD]),
        )
        for some in found
    ]
    return table(title, ("kind", "n", *found[0].levels, "right", "95 % interval"), rows, words=(0,))


def _interval(value: Estimate) -> str:
    return f"{value.low:.3f}–{value.high:.3f}"


def _listed(title: str, outcomes: Sequence[Outcome]) -> list[RenderableType]:
    if not outcomes:
        return []
    more = f" (the first {_SHOWN} of {len(outcomes)})" if len(outcomes) > _SHOWN else ""
    rows = [(o.case.query, o.case.kind, o.match, o.ids[0] if o.ids else "") for o in outcomes[:_SHOWN]]
    return [table(f"{title}{more}", ("query", "kind", "match", "first result"), rows, words=(0, 1, 2, 3))]


def _compared(comparison: Comparison, report: TrialReport) -> list[RenderableType]:
    chosen = [d for d in comparison.differences if d.name == OVERALL or d.regressed]
    heads = ("", "figure", "before", "after", "change", "95 % interval", "")
    parts: list[RenderableType] = [
        table("Against the baseline", heads, map(_difference, chosen), words=(0, 1, 6)),
        *_moves("Got worse", comparison.worse),
        *_moves("Got better", comparison.better),
    ]
    if report.changed_corpora:
        parts.append(Text(f"changed since the baseline: {one_line(', '.join(report.changed_corpora))}"))
    parts.append(_verdict(comparison))
    return parts


def _difference(difference: Difference) -> tuple[str | Text, ...]:
    return (
        f"{difference.part}, {difference.name}",
        difference.figure,
        f"{difference.before:.3f}",
        f"{difference.after:.3f}",
        f"{difference.change.mean:+.3f}",
        f"{difference.change.low:+.3f} to {difference.change.high:+.3f}",
        good_or_bad("regressed", good=False) if difference.regressed else "",
    )


def _moves(title: str, moves: Sequence[Move]) -> list[RenderableType]:
    if not moves:
        return []
    more = f" (the first {_SHOWN} of {len(moves)})" if len(moves) > _SHOWN else ""
    rows = [
        (
            move.outcome.case.query,
            _rank(move.before.rank),
            _rank(move.outcome.rank),
            f"{move.change:+.3f}",
            f"{move.before.match} → {move.outcome.match}" if move.before.match != move.outcome.match else "",
        )
        for move in moves[:_SHOWN]
    ]
    heads = ("query", "rank before", "after", "change", "match")
    return [table(f"{title}{more}", heads, rows, words=(0, 4))]


def _rank(rank: int | None) -> str:
    return "–" if rank is None else str(rank)


def _verdict(comparison: Comparison) -> Text:
    counts = f"{len(comparison.worse)} worse, {len(comparison.better)} better"
    if not comparison.regressions:
        return good_or_bad(f"no regression ({counts})", good=True)
    figures = [figure for figure in WATCHED if figure in {d.figure for d in comparison.regressions}]
    return good_or_bad(f"regression in {', '.join(figures)} ({counts})", good=False)
