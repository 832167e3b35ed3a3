"""A trial against a baseline: what belongs together, and what is a regression."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from books import book, volume
from patternbook.errors import EvaluationError
from patternbook.evaluation.baseline import Baseline, Before, load_baseline, save_baseline
from patternbook.evaluation.judged import JudgedQuery
from patternbook.evaluation.metrics import score
from patternbook.evaluation.regression import Comparison, compare
from patternbook.evaluation.trial import Outcome, ask
from patternbook.evaluation.trial_report import TrialReport
from patternbook.search.results import Match, Source

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

RELEVANT = {"counters-count-1": 2}


def judged(name: str, grades: dict[str, int] | None = None, kind: str = "any") -> JudgedQuery:
    return JudgedQuery(name, name, kind, name, RELEVANT if grades is None else grades)


def outcome(case: JudgedQuery, rank: int | None, match: Match = "strong") -> Outcome:
    ids = tuple("counters-count-1" if place == rank else f"other-{place}" for place in range(1, 11))
    return Outcome(case, match, ids, score(case.grades, ids) if case.grades else None)


def before(made: Outcome) -> Before:
    ndcg = made.figures.ndcg_10 if made.figures else 0.0
    return Before(made.case.digest, made.match, made.rank, ndcg, empty=not made.ids)


def moved(pairs: Sequence[tuple[int | None, int | None]], kinds: int = 1) -> Comparison:
    """Compare queries by their rank before and after."""
    queries = [judged(f"q{n}", kind=f"kind{n % kinds}") for n in range(len(pairs))]
    then = {q.qid: before(outcome(q, rank)) for q, (rank, _) in zip(queries, pairs, strict=True)}
    now = [outcome(q, rank) for q, (_, rank) in zip(queries, pairs, strict=True)]
    return compare(now, Baseline({"Shop Floor": "0"}, then))


def test_nothing_moved() -> None:
    comparison = moved([(1, 1)] * 20)
    assert not comparison.regressions
    assert comparison.worse == comparison.better == ()


def test_one_query_of_many_that_slips_is_listed_but_no_regression() -> None:
    comparison = moved([(1, 2)] + [(1, 1)] * 99)
    assert [(m.outcome.case.qid, m.before.rank, m.outcome.rank) for m in comparison.worse] == [("q0", 1, 2)]
    assert not comparison.regressions


def test_a_large_fall_is_a_regression() -> None:
    comparison = moved([(1, None)] * 3 + [(1, 1)] * 97)
    assert {d.figure for d in comparison.regressions} == {"success@1", "success@5", "MRR@10", "nDCG@10"}


def test_queries_that_only_get_worse_are_a_regression_even_if_they_fall_little() -> None:
    comparison = moved([(3, 5)] * 6 + [(1, 1)] * 94)
    assert {d.figure for d in comparison.regressions} == {"MRR@10", "nDCG@10"}
    assert all(-0.02 < d.change.mean < 0 for d in comparison.regressions)


def test_as_many_better_as_worse_is_no_regression() -> None:
    comparison = moved([(1, 2), (2, 1)] * 10 + [(1, 1)] * 30)
    assert not comparison.regressions
    assert len(comparison.worse) == len(comparison.better) == 10


def test_one_kind_that_falls_while_the_others_gain_is_a_regression() -> None:
    pairs = [(1, 2) if n % 4 == 0 else (2, 1) for n in range(80)]
    comparison = moved(pairs, kinds=4)
    assert {d.name for d in comparison.regressions} == {"kind0"}
    overall = [d for d in comparison.differences if d.name == "all"]
    assert all(d.change.mean >= 0 for d in overall)


def test_a_wrong_level_counts_for_both_sorts_of_queries() -> None:
    absent, present = judged("sourdough", {}), judged("counters")
    good = (outcome(absent, None, "weak"), outcome(present, 1, "exact"))
    then = {made.case.qid: before(made) for made in good}
    comparison = compare([outcome(absent, None, "strong"), outcome(present, 1, "weak")], Baseline({}, then))
    assert {(d.part, d.figure) for d in comparison.regressions} == {
        ("absent", "level right"),
        ("judged", "level right"),
    }
    assert {move.outcome.case.qid for move in comparison.worse} == {"sourdough", "counters"}


def test_a_baseline_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    queries = [judged("count to 1"), judged("zzz", {})]
    outcomes = ask(book(), queries)
    save_baseline(tmp_path / "baseline.json", book(), outcomes)
    loaded = load_baseline(tmp_path / "baseline.json", book(), queries)
    assert loaded.queries == {made.case.qid: before(made) for made in outcomes}
    assert loaded.changed(book()) == []
    comparison = compare(outcomes, loaded)
    assert [d.before for d in comparison.differences] == [d.after for d in comparison.differences]
    assert json.loads((tmp_path / "baseline.json").read_text(encoding="utf-8"))["format"] == 1


def test_a_baseline_of_other_queries_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "baseline.json"
    save_baseline(file, book(), ask(book(), [judged("one"), judged("two"), judged("three")]))
    with pytest.raises(EvaluationError) as caught:
        load_baseline(file, book(), [judged("one"), judged("two", {"counters-count-2": 1}), judged("four")])
    assert "belongs to other queries: new: four; gone: three; judged anew: two" in str(caught.value)
    assert "--save-baseline" in str(caught.value)


def test_a_baseline_of_another_corpus_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "baseline.json"
    save_baseline(file, book(), ask(book(), [judged("one")]))
    with pytest.raises(
        EvaluationError, match="belongs to another corpus: it was made over Shop Floor, and now Annexe"
    ):
        load_baseline(file, book(volume(Source("Annexe"))), [judged("one")])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "not JSON"),
        ("[]", "expected what --save-baseline writes"),
        ('{"format": 2}', "format 1"),
        ('{"format": 1, "corpora": []}', "'corpora' and 'queries'"),
        ('{"format": 1, "corpora": {}, "queries": {"a": 3}}', "query 'a': expected an object"),
        ('{"format": 1, "corpora": {}, "queries": {"a": {"rank": 0}}}', "query 'a': a value is missing"),
        ("\x00\xff", "not JSON"),
    ],
)
def test_what_is_no_baseline(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "b.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(EvaluationError, match=r"b\.json") as caught:
        load_baseline(tmp_path / "b.json", book(), [judged("one")])
    assert says in str(caught.value)


def test_the_report_counts_levels_and_names_what_was_missed() -> None:
    case, lacking = judged("counters", kind="a"), judged("bread", {}, kind="b")
    outcomes = [outcome(case, None, "weak"), outcome(lacking, None, "strong")]
    facts = TrialReport.of(outcomes, {"Shop": 3}).facts()
    (overall,) = facts["judged"]
    assert overall["levels"] == {"exact": 0, "strong": 0, "weak": 1, "none": 0}
    assert overall["figures"]["level right"]["mean"] == 0.0
    assert facts["absent"][0]["figures"] == {"level right": {"mean": 0.0, "low": 0.0, "high": 0.0}}
    assert [missed["qid"] for missed in facts["missed"]] == ["counters"]
    assert [wrong["qid"] for wrong in facts["level_wrong"]] == ["counters", "bread"]
    assert facts["baseline"] is None
