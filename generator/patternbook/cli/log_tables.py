"""A report on logs, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from patternbook.cli.common import shown
from patternbook.cli.tables import good_or_bad, show, table
from patternbook.evaluation.wording import (
    bin_label,
    corpora_line,
    counted,
    number,
    percent,
    plain,
    skipped_lines,
    span_line,
    verdict,
)

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from patternbook.evaluation.report import LogReport, QueryList, Spread

_HASH = 12
_BAR = 30


def show_report(report: LogReport) -> None:
    """Print what logs tell."""
    parts: list[RenderableType | None] = [_head(report)]
    if report.searches:
        parts += [
            _queries("Queries without a result", report.empty),
            _queries(f"Low queries: {report.low_rule}", report.low),
            _queries("Most frequent queries", report.frequent),
            _bars("Match", report.matches),
            _bars("Results in an answer", report.result_counts),
            *_spread("Best score, where something was found", report.scores),
            *_spread("Latency in milliseconds", report.latency_ms),
        ]
    show(*(part for part in parts if part is not None))


def _head(report: LogReport) -> Text:
    lines = [span_line(report), *([corpora_line(report)] if report.corpora else [])]
    head = Text(shown("\n".join(lines)))
    if report.searches:
        head.append("\n").append_text(good_or_bad(verdict(report), good=report.passed))
        head.append(f"\nLow ({report.low_rule}): {number(report.low.searches)} ({percent(report.low.share)})")
    for line in skipped_lines(report):
        head.append(f"\n{shown(line)}")
    return head


def _queries(title: str, found: QueryList) -> Table | Text:
    if not found.queries:
        return Text(f"{title}: none")
    distinct = f"{'' if found.exact else 'about '}{number(found.distinct)}"
    rest = f" (the first {len(found.queries)} of {distinct})" if found.distinct > len(found.queries) else ""
    rows = [(counted(query), query.query_hash[:_HASH], query.query or "") for query in found.queries]
    heads = ("searches", "hash", "query")
    if not any(query.query for query in found.queries):
        rows, heads = [row[:2] for row in rows], heads[:2]  # type: ignore[misc,assignment]
    return table(f"{title}{rest}", heads, rows, words=(1, 2))


def _bars(title: str, counts: dict[str, int]) -> Table | None:
    most = max(counts.values(), default=0)
    if not most:
        return None
    total = sum(counts.values())
    rows = [
        (name, number(count), percent(count / total), "█" * round(_BAR * count / most))
        for name, count in counts.items()
    ]
    return table(title, ("", "searches", "share", ""), rows, words=(0, 3))


def _spread(title: str, spread: Spread) -> list[RenderableType | None]:
    if not spread.count:
        return []
    quantiles = "  ".join(f"{name} {plain(value)}" for name, value in spread.quantiles.items())
    return [_bars(title, {bin_label(some): some.count for some in spread.bins}), Text(quantiles)]
