"""A report on logs as one HTML page: no script, nothing fetched, no colour that only one scheme can show."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from jinja2 import Environment, StrictUndefined

from patternbook.evaluation import wording
from patternbook.evaluation.charts import bar_chart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from patternbook.evaluation.report import LogReport, Spread
    from patternbook.evaluation.timeline import Period

_TEMPLATE = "report.html.jinja"
_HOUR_AT = 11


class Chart(NamedTuple):
    """A chart and the same in numbers."""

    title: str
    note: str
    drawing: Markup
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    legend: tuple[str, ...] = ()
    """What the colours mean, where there are several."""


def page(report: LogReport) -> str:
    """The page."""
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    template = environment.from_string(files(__package__).joinpath(_TEMPLATE).read_text(encoding="utf-8"))
    return template.render(report=report, charts=_charts(report), wording=wording)


def _charts(report: LogReport) -> list[Chart]:
    if not report.searches:
        return []
    made = [_timeline(report.timeline_unit, report.timeline)] if report.timeline else []
    made.append(
        _bars(
            "Query frequency", "Searches that the most frequent queries make up", "queries", report.coverage
        )
    )
    made.append(_bars("Match levels", "How good the best result of an answer is", "match", report.matches))
    made.append(
        _bars("Results in an answer", "As many as the limit lets through", "results", report.result_counts)
    )
    if report.scores.count:
        made.append(_spread("Best scores", "Of answers with a result", report.scores))
    if report.latency_ms.count:
        made.append(
            _spread("Latency in milliseconds", "From the arguments to the finished answer", report.latency_ms)
        )
    return made


def _bars(title: str, note: str, head: str, counts: dict[str, int]) -> Chart:
    rows = tuple((name, wording.number(count)) for name, count in counts.items())
    return Chart(
        title, note, bar_chart(title, list(counts), {title: list(counts.values())}), (head, "searches"), rows
    )


def _spread(title: str, note: str, spread: Spread) -> Chart:
    counts = {wording.bin_label(some): some.count for some in spread.bins}
    starts = [wording.plain(some.low) for some in spread.bins]
    rows = tuple((name, wording.number(count)) for name, count in counts.items())
    median, most = (wording.plain(spread.quantiles[name]) for name in ("p50", "p95"))
    middle = f"median {median}, 95 % up to {most}"
    label = f"{title}: {middle}"
    drawing = bar_chart(label, starts, {title: list(counts.values())})
    return Chart(title, f"{note}; {middle}", drawing, ("from–to", "searches"), rows)


def _timeline(unit: str, periods: Sequence[Period]) -> Chart:
    title = f"Searches by {unit}"
    names = [_period_name(unit, period.name) for period in periods]
    series = {
        "no result": [period.empty for period in periods],
        "something found": [period.searches - period.empty for period in periods],
    }
    counts = [(wording.number(period.searches), wording.number(period.empty)) for period in periods]
    rows = tuple((name, *pair) for name, pair in zip(names, counts, strict=True))
    heads = (unit, "searches", "no result")
    return Chart(title, "UTC", bar_chart(title, names, series), heads, rows, tuple(series))


def _period_name(unit: str, name: str) -> str:
    if unit == "hour":
        return f"{name[_HOUR_AT:]}:00"
    return name[5:] if unit == "day" else name
