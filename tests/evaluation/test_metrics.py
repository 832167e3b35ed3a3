"""The figures of single answers, and the intervals around their means."""

from __future__ import annotations

import random
from typing import Any

import pytest

from patternbook.evaluation.intervals import estimates
from patternbook.evaluation.metrics import LABELS, Figures, first_rank, score
from support import cases


@pytest.mark.parametrize("case", cases("evaluation/metrics.toml"))
def test_figures_are_those_worked_out_by_hand(case: dict[str, Any]) -> None:
    figures = score(case["grades"], case["ids"])
    assert list(figures[:4]) == case["success"]
    assert figures.mrr_10 == pytest.approx(case["mrr"], abs=1e-15)
    assert figures.ndcg_10 == pytest.approx(case["ndcg"], abs=1e-15)
    assert figures.empty == (not case["ids"])


def test_every_figure_has_a_label() -> None:
    assert len(LABELS) == len(Figures._fields)


def test_rank_of_the_first_relevant_one() -> None:
    assert first_rank({"a": 1, "b": 2}, ["x", "b", "a"]) == 2
    assert first_rank({"a": 1}, ["x"]) is None


def test_the_interval_holds_the_mean_and_is_the_same_every_time() -> None:
    chance = random.Random(3)
    rows = [(float(chance.random() < 0.7), 0.25) for _ in range(60)]
    wide, fixed = estimates(rows, range(60))
    assert wide.low < wide.mean < wide.high
    assert 0.15 < wide.high - wide.low < 0.3  # the normal approximation gives 0.23
    assert fixed == (0.25, 0.25, 0.25)
    assert estimates(rows, range(60)) == [wide, fixed]


def test_queries_of_a_group_are_drawn_together() -> None:
    rows = [(0.0,)] * 30 + [(1.0,)] * 30
    (alone,) = estimates(rows, range(60))
    (grouped,) = estimates(rows, [n // 30 for n in range(60)])
    assert (grouped.low, grouped.high) == (0.0, 1.0)
    assert alone.low > 0.3
    assert grouped.mean == alone.mean == 0.5
