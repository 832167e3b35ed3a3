"""Judged queries: JSON lines that say which examples answer a query."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from patternbook.errors import EvaluationError
from patternbook.evaluation.metrics import GAINS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from patternbook.book import Book

ABSENT = "absent"
"""The kind of a query that the corpus cannot answer; ``"relevant": []`` says the same of any kind."""
_NO_KIND = "any"
_EXPECTED = '{"query": "…", "relevant": [{"id": "…", "grade": 1 or 2}, …]}'
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class JudgedQuery:
    """A query, and what answers it."""

    qid: str
    """Unique among all queries of a run; the query itself where the line gives none."""
    query: str
    kind: str
    group: str
    """Queries of a group share their answers; the ``qid`` where the line gives none."""
    grades: dict[str, int] = field(hash=False)
    """Id of each relevant example → 1 relevant, 2 a very good answer. Empty: the corpus has no answer."""
    place: str = ""
    """The file and line that it was read from, for messages."""

    @property
    def absent(self) -> bool:
        """Whether the corpus has no answer, so that a good search says so."""
        return not self.grades

    @property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that change with the query and with its judgments."""
        text = json.dumps([self.query, sorted(self.grades.items())])
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_judged(files: Iterable[Path]) -> list[JudgedQuery]:
    """Read judged queries, blank lines left out.

    Raises:
        EvaluationError: a file cannot be read or holds no query; a line breaks the format, or has the ``qid``
            of another.
    """
    queries: dict[str, JudgedQuery] = {}
    for file in files:
        before = len(queries)
        for number, line in _lines(file):
            query = _judged(line, f"{file}: line {number}")
            other = queries.setdefault(query.qid, query)
            if other is not query:
                raise EvaluationError(
                    f"{query.place}: qid {query.qid!r} stands at {other.place} already; "
                    "expected one line a query"
                )
        if len(queries) == before:
            raise EvaluationError(f"{file}: holds no query; expected lines {_EXPECTED}")
    return list(queries.values())


def check_judgments(queries: Sequence[JudgedQuery], book: Book) -> None:
    """Make sure that every judged example exists.

    Raises:
        EvaluationError: one does not; the message names the line, the id, ids near it, and other such lines.
    """
    known = {entry_id for volume in book.volumes for entry_id in volume.corpus.by_id}
    stale = [(query, gone) for query in queries for gone in query.grades if gone not in known]
    if not stale:
        return
    query, gone = stale[0]
    near = get_close_matches(gone, known, 1)
    names = ", ".join(volume.source.name for volume in book.volumes)
    others = list(dict.fromkeys(query.place for query, _ in stale if query is not stale[0][0]))
    rest = "; ".join(others[:_SHOWN]) + (f" and {len(others) - _SHOWN} more" if len(others) > _SHOWN else "")
    raise EvaluationError(
        f"{query.place}: the judgments are stale: {names} has no example {gone!r}"
        + (f", but {near[0]!r}" if near else "")
        + (f"\nstale too: {rest}" if others else "")
    )


def _lines(file: Path) -> Iterator[tuple[int, str]]:
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise EvaluationError(f"{file}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise EvaluationError(f"{file}: not UTF-8 at byte {error.start}") from None
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, line


def _judged(line: str, place: str) -> JudgedQuery:
    try:
        item = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise EvaluationError(f"{place}: not JSON ({error}); expected {_EXPECTED}") from None
    if not isinstance(item, dict):
        raise EvaluationError(f"{place}: expected an object {_EXPECTED}")
    query = _text(item, "query", None, place)
    qid = _text(item, "qid", query, place)
    kind = _text(item, "kind", _NO_KIND, place)
    if "relevant" not in item and kind != ABSENT:
        raise EvaluationError(
            f"{place}: no 'relevant'; expected {_EXPECTED}, or an empty list where the corpus has no answer"
        )
    grades = _grades(item.get("relevant", []), place)
    if grades and kind == ABSENT:
        raise EvaluationError(
            f"{place}: kind {ABSENT!r} is for what the corpus lacks, but examples are relevant; drop either"
        )
    return JudgedQuery(qid, query, kind, _text(item, "group", qid, place), grades, place)


def _text(item: dict[str, Any], key: str, default: str | None, place: str) -> str:
    value = item.get(key, default)
    if not isinstance(value, str) or not value.strip():
        raise EvaluationError(f"{place}: {key!r}: expected a text that is not blank")
    return value


def _grades(relevant: object, place: str) -> dict[str, int]:
    if not isinstance(relevant, list):
        raise EvaluationError(f'{place}: \'relevant\': expected a list of {{"id": "…", "grade": 1 or 2}}')
    grades: dict[str, int] = {}
    for position, item in enumerate(relevant, 1):
        entry_id, grade = (item.get("id"), item.get("grade")) if isinstance(item, dict) else (None, None)
        if not isinstance(entry_id, str) or not entry_id or type(grade) is not int or grade not in GAINS:
            raise EvaluationError(
                f'{place}: \'relevant\', item {position}: expected {{"id": "…", "grade": 1 or 2}}'
            )
        if entry_id in grades:
            raise EvaluationError(f"{place}: 'relevant': {entry_id!r} is judged twice")
        grades[entry_id] = grade
    return grades
