"""A report's facts in words, the same on the terminal and on the page."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patternbook.evaluation.report import Bin, LogReport, QueryCount

_LARGE = 1000


def number(value: int) -> str:
    """A count with its thousands apart."""
    return f"{value:,}"


def percent(share: float) -> str:
    """A share of 0 to 1, to a tenth of a percent."""
    return f"{100 * share:.1f} %"


def counted(query: QueryCount) -> str:
    """How often a query was sent; ``≥`` where the log has more distinct queries than are kept apart."""
    return f"{'' if query.count == query.most else '≥ '}{number(query.count)}"


def things(count: int, name: str) -> str:
    """``1 search``, ``2 searches``."""
    plural = f"{name}es" if name.endswith("ch") else f"{name[:-1]}ies" if name.endswith("y") else f"{name}s"
    return f"{number(count)} {name if count == 1 else plural}"


def span_line(report: LogReport) -> str:
    """How many searches, when."""
    logs = ", ".join(report.logs)
    if not report.searches:
        return f"No search in {logs}: nothing to report, and no threshold to miss."
    line = f"{things(report.searches, 'search')} in {logs}"
    if report.first and report.last:
        line += f", {minute(report.first)} to {minute(report.last)} UTC"
    if report.lookups:
        line += f"; {things(report.lookups, 'example')} fetched by id"
    return line


def minute(stamp: str) -> str:
    """A time stamp to the minute."""
    return datetime.fromisoformat(stamp).strftime("%Y-%m-%d %H:%M")


def corpora_line(report: LogReport) -> str:
    """Which corpora were searched."""
    return "corpora: " + ", ".join(f"{name} ({number(count)})" for name, count in report.corpora.items())


def verdict(report: LogReport) -> str:
    """Whether the threshold is met."""
    share = f"{number(report.empty.searches)} of {number(report.searches)} ({percent(report.empty.share)})"
    word = "within" if report.passed else "above"
    return f"No result: {share}, {word} the threshold of {report.threshold_percent:g} %"


def skipped_lines(report: LogReport) -> list[str]:
    """What was not counted."""
    lines = []
    if report.damaged_lines:
        reasons = ", ".join(f"{number(count)} {reason}" for reason, count in report.damage.items())
        lines.append(f"{things(report.damaged_lines, 'damaged line')} skipped: {reasons}")
        lines.append(f"first: {'; '.join(report.first_damaged)}")
    if report.other_lines:
        lines.append(f"{things(report.other_lines, 'line')} of other kinds left out")
    lines.extend(f"{log}: breaks off; what came before is counted" for log in report.cut_short)
    return lines


def bin_label(some: Bin) -> str:
    """Where a bin begins and ends."""
    return f"{plain(some.low)}–{plain(some.high)}" if some.high is not None else f"≥ {plain(some.low)}"


def plain(value: float) -> str:
    """A measured number: four digits, thousands apart, never an exponent."""
    return f"{value:,.0f}" if value >= _LARGE else f"{value:.4g}"
