"""Figures of an earlier trial, kept in a file that can be reviewed: one line a query."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from patternbook.errors import EvaluationError
from patternbook.evaluation.metrics import DEPTH, figures
from patternbook.evaluation.trial import SURE
from patternbook.files import replace_file

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from patternbook.book import Book
    from patternbook.evaluation.judged import JudgedQuery
    from patternbook.evaluation.metrics import Figures
    from patternbook.evaluation.trial import Outcome

_FORMAT = 1
_MATCHES = ("exact", "strong", "weak", "none")
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Before:
    """What a query got when the baseline was saved."""

    digest: str
    match: str
    rank: int | None
    ndcg: float
    empty: bool

    @property
    def figures(self) -> Figures:
        """The figures, all of which follow from what is kept."""
        return figures(self.rank, self.ndcg, empty=self.empty)

    def told(self, case: JudgedQuery) -> bool:
        """Whether the level was right."""
        return (self.match in SURE) != case.absent


@dataclass(frozen=True, slots=True)
class Baseline:
    """An earlier trial."""

    corpora: dict[str, str]
    """Name of each corpus that answered → its SHA-256."""
    queries: dict[str, Before]

    def changed(self, book: Book) -> list[str]:
        """Names of corpora that have changed since."""
        return [name for name, sha256 in _corpora(book).items() if self.corpora[name] != sha256]


def save_baseline(file: Path, book: Book, outcomes: Sequence[Outcome]) -> None:
    """Write what a trial found.

    Raises:
        EvaluationError: the file cannot be written.
    """
    lines = [f"    {json.dumps(o.case.qid, ensure_ascii=False)}: {_line(o)}" for o in outcomes]
    corpora = json.dumps(_corpora(book), ensure_ascii=False, sort_keys=True)
    body = ",\n".join(lines)
    text = f'{{\n  "format": {_FORMAT},\n  "corpora": {corpora},\n  "queries": {{\n{body}\n  }}\n}}\n'
    try:
        replace_file(file.absolute(), text.encode())
    except OSError as error:
        raise EvaluationError(f"{file}: the baseline cannot be written there ({error.strerror})") from None


def load_baseline(file: Path, book: Book, queries: Sequence[JudgedQuery]) -> Baseline:
    """Read a baseline of the same queries over corpora of the same names.

    Raises:
        EvaluationError: it cannot be read, is no baseline, or belongs to other queries or another corpus.
    """
    baseline = _parsed(file)
    if baseline.corpora.keys() != _corpora(book).keys():
        raise EvaluationError(
            f"{file}: belongs to another corpus: it was made over {', '.join(baseline.corpora) or 'none'}, "
            f"and now {', '.join(_corpora(book))} answers; name the right baseline or --corpus"
        )
    asked = {query.qid: query.digest for query in queries}
    added = [qid for qid in asked if qid not in baseline.queries]
    gone = [qid for qid in baseline.queries if qid not in asked]
    changed = [
        q for q, digest in asked.items() if q in baseline.queries and baseline.queries[q].digest != digest
    ]
    if added or gone or changed:
        told = [
            _named(qids, word) for qids, word in ((added, "new"), (gone, "gone"), (changed, "judged anew"))
        ]
        raise EvaluationError(
            f"{file}: belongs to other queries: {'; '.join(filter(None, told))}\n"
            "figures of other queries cannot be compared; --save-baseline without --baseline makes it anew"
        )
    return baseline


def _named(qids: list[str], word: str) -> str:
    more = f" and {len(qids) - _SHOWN} more" if len(qids) > _SHOWN else ""
    return f"{word}: {', '.join(qids[:_SHOWN])}{more}" if qids else ""


def _corpora(book: Book) -> dict[str, str]:
    return {volume.source.name: volume.corpus.sha256 for volume in book.volumes}


def _line(outcome: Outcome) -> str:
    ndcg = outcome.figures.ndcg_10 if outcome.figures else 0.0
    facts = {"judged": outcome.case.digest, "match": outcome.match, "rank": outcome.rank, "ndcg": ndcg}
    return json.dumps(facts | {"empty": not outcome.ids})


def _parsed(file: Path) -> Baseline:
    try:
        document = json.loads(file.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise EvaluationError(
            f"{file}: cannot be read ({error.strerror}); --save-baseline writes a baseline"
        ) from None
    except (ValueError, RecursionError) as error:
        raise EvaluationError(f"{file}: no baseline: not JSON ({error})") from None
    if not isinstance(document, dict) or document.get("format") != _FORMAT:
        raise EvaluationError(f"{file}: no baseline: expected what --save-baseline writes, format {_FORMAT}")
    corpora, queries = document.get("corpora"), document.get("queries")
    if not isinstance(corpora, dict) or not isinstance(queries, dict):
        raise EvaluationError(f"{file}: no baseline: expected 'corpora' and 'queries'; save it anew")
    return Baseline(corpora, {qid: _before(item, f"{file}: query {qid!r}") for qid, item in queries.items()})


def _before(item: Any, place: str) -> Before:
    if not isinstance(item, dict):
        raise EvaluationError(f"{place}: expected an object; save the baseline anew")
    values: list[Any] = [item.get(key) for key in ("judged", "match", "rank", "ndcg", "empty")]
    digest, match, rank, ndcg, empty = values
    good = (
        isinstance(digest, str)
        and match in _MATCHES
        and (rank is None or (type(rank) is int and 1 <= rank <= DEPTH))
        and type(ndcg) in (int, float)
        and 0 <= ndcg <= 1
        and isinstance(empty, bool)
    )
    if not good:
        raise EvaluationError(f"{place}: a value is missing or of the wrong type; save the baseline anew")
    return Before(digest, match, rank, ndcg, empty)
