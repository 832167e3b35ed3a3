"""What a tally sums up to."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from evaluation_logs import log_text, nothing, search_line
from patternbook.errors import EvaluationError
from patternbook.evaluation.entries import Search, read_entry
from patternbook.evaluation.logs import Line
from patternbook.evaluation.report import LogReport, log_report
from patternbook.evaluation.scales import latency_edges, score_edges
from patternbook.evaluation.sketches import Distribution, Frequent
from patternbook.evaluation.tally import Tally
from patternbook.evaluation.threshold import DEFAULT, Threshold
from patternbook.evaluation.timeline import Timeline

if TYPE_CHECKING:
    from collections.abc import Iterable


def report_of(
    lines: Iterable[dict[str, Any]], low_score: float | None = None, threshold: Threshold = DEFAULT
) -> LogReport:
    tally = Tally(low_score)
    for line in lines:
        entry = read_entry(Line(1, log_text(line).encode()))
        assert isinstance(entry, Search)
        tally.count(entry)
    return log_report(tally, ["x.log"], threshold)


def _timeline(*searches: tuple[datetime, bool]) -> Timeline:
    timeline = Timeline()
    for stamp, empty in searches:
        timeline.add(stamp, empty=empty)
    return timeline


def test_empty_and_low_queries_by_how_often_they_were_sent() -> None:
    lines = [
        *(nothing(n, query="bread") for n in range(3)),
        nothing(4, query="soup"),
        *(search_line(n, query="loops", match="weak", top_score=1.0) for n in range(2)),
        *(search_line(n, query="folds", top_score=9.0, result_count=n) for n in range(1, 5)),
    ]
    report = report_of(lines)
    assert report.searches == 10
    assert (report.empty.searches, report.empty.share, report.empty.distinct) == (4, 0.4, 2)
    assert [(query.query, query.count, query.most) for query in report.empty.queries] == [
        ("bread", 3, 3),
        ("soup", 1, 1),
    ]
    assert [(query.query, query.count) for query in report.low.queries] == [("loops", 2)]
    assert report.frequent.queries[0].query == "folds"
    assert report.matches == {"exact": 0, "strong": 4, "weak": 2, "none": 4}
    assert report.result_counts == {"0": 4, "1": 1, "2": 1, "3": 1, "4": 1, "5": 2}
    assert report.coverage == {"1": 4, "2": 7, "4": 10}
    assert report.scores.count == 6
    assert json.loads(json.dumps(report.facts()))["empty"]["queries"][0]["query"] == "bread"


def test_low_by_score_leaves_empty_answers_out() -> None:
    lines = [
        nothing(1),
        search_line(2, top_score=2.49, match="exact"),
        search_line(3, top_score=2.5, match="weak"),
    ]
    report = report_of(lines, low_score=2.5)
    assert report.low.searches == 1
    assert report.low_rule == "score below 2.5"


def test_without_a_text_there_is_the_hash_alone() -> None:
    line = nothing(1)
    (query,) = report_of([line]).empty.queries
    assert (query.query, query.query_hash) == (None, line["query_hash"])


def test_a_text_is_found_whichever_line_holds_it() -> None:
    (query,) = report_of([nothing(7), nothing(7, query="query 7")]).empty.queries
    assert (query.query, query.count) == ("query 7", 2)


def test_no_search_at_all() -> None:
    report = report_of([])
    assert report.passed
    assert (report.first, report.scores.count, report.coverage, report.timeline) == (None, 0, {}, ())


@pytest.mark.parametrize(
    ("text", "percent"),
    [
        ("15", 15),
        ("15%", 15),
        ("15 %", 15),
        ("0.15", 15),
        (".5", 50),
        ("0.5%", 0.5),
        ("1%", 1),
        ("0", 0),
        ("100", 100),
        ("12.5", 12.5),
    ],
)
def test_forms_of_a_threshold(text: str, percent: float) -> None:
    assert Threshold.parse(text).share * 100 == percent


@pytest.mark.parametrize("text", ["", "abc", "-1", "101", "100.1%", "nan", "1e1", "15%%", "1,5", "٣"])
def test_what_is_no_threshold(text: str) -> None:
    with pytest.raises(EvaluationError, match="expected a share from 0 to 100 percent"):
        Threshold.parse(text)


@pytest.mark.parametrize("text", ["1", "1.0"])
def test_one_is_ambiguous(text: str) -> None:
    with pytest.raises(EvaluationError, match="write 1% or 100%"):
        Threshold.parse(text)


def test_a_threshold_is_met_to_the_last_search() -> None:
    lines = [nothing(n) for n in range(3)] + [search_line(n) for n in range(17)]
    assert report_of(lines).passed
    assert not report_of([*lines, nothing(50)]).passed
    assert not report_of(lines, threshold=Threshold.parse("14.999")).passed
    assert report_of([search_line()], threshold=Threshold.parse("0")).passed


def test_quantiles_and_bins_agree_with_a_sorted_list() -> None:
    chance = random.Random(5)
    values = [chance.expovariate(1 / 3_000) for _ in range(4_000)]
    found = Distribution(1, 3.6e9)
    for value in values:
        found.add(value)
    ranked = sorted(values)
    shares = (0.0, 0.5, 0.95, 1.0)
    exact = [ranked[max(0, round(share * len(ranked)) - 1)] for share in shares]
    assert found.quantiles(shares) == pytest.approx(exact, rel=1e-4, abs=0.5)
    edges = [1_000, 5_000, 20_000]
    counted = [sum(round(v) < 1_000 for v in values), sum(1_000 <= round(v) < 5_000 for v in values)]
    assert found.counts(edges)[:2] == counted
    assert sum(found.counts(edges)) == found.count == len(values)


def _many(number: int) -> Frequent:
    found = Frequent()
    for n in range(number):
        found.add(str(n))
    return found


def test_frequent_items_are_exact_while_all_can_be_kept() -> None:
    found = _many(20_000)
    found.add("7")
    assert found.exact
    assert found.distinct() == 20_000
    assert [(c.item, c.count, c.most) for c in found.most_frequent(1)] == [("7", 2, 2)]


def test_frequent_items_have_bounds_where_there_are_too_many_to_keep() -> None:
    found = _many(60_000)
    for n in range(60_000, 120_000):
        found.add(str(n))
        found.add("often")
    assert not found.exact
    assert found.distinct() == pytest.approx(120_001, rel=0.02)
    (top,) = found.most_frequent(1)
    assert top.item == "often"
    assert top.count <= 60_000 <= top.most


@pytest.mark.parametrize(
    ("span", "unit", "periods"),
    [
        (timedelta(0), "hour", 1),
        (timedelta(hours=5), "hour", 6),
        (timedelta(days=30), "day", 31),
        (timedelta(days=400), "month", 15),
        (timedelta(days=366 * 30), "year", 31),
    ],
)
def test_the_timeline_is_as_fine_as_its_span_allows(span: timedelta, unit: str, periods: int) -> None:
    first = datetime(2026, 1, 31, 23, 59, tzinfo=UTC)
    found, made = _timeline((first + span, True), (first, False), (first, True)).periods()
    assert (found, len(made)) == (unit, periods)
    assert sum(period.searches for period in made) == 3
    assert made[0].searches >= 2
    assert made[-1].empty >= 1
    assert len({period.name for period in made}) == periods


def test_the_timeline_keeps_few_periods_whatever_the_clock_says() -> None:
    start = datetime(1, 1, 1, tzinfo=UTC)
    timeline = _timeline(*((start + timedelta(hours=number * 1_400), False) for number in range(60_000)))
    assert len(timeline._periods) < 10_000
    unit, made = timeline.periods()
    assert unit == "year"
    assert sum(period.searches for period in made) == 60_000


@pytest.mark.parametrize("highest", [0.0, 0.05, 1.0, 3.97, 47.0, 999_999.0])
def test_score_bins_are_few_and_hold_the_highest(highest: float) -> None:
    edges = score_edges(0.0, highest)
    assert edges[0] == 0
    assert len(edges) <= 12
    assert edges[-1] <= highest
    width = edges[1] if len(edges) > 1 else 0.1
    assert highest < edges[-1] + width + 1e-9


@pytest.mark.parametrize(("lowest", "highest"), [(0.0, 0.0), (0.3, 14.2), (7.0, 7.5), (0.0005, 3_600_000.0)])
def test_latency_bins_begin_below_the_lowest(lowest: float, highest: float) -> None:
    edges = latency_edges(lowest, highest)
    assert edges[0] <= lowest
    assert edges == sorted(edges)
    assert edges[-1] <= highest
