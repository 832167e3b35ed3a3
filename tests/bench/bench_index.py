"""What reading and asking an index costs beside stock lunr.py on the same file, and how large it is.

    python tests/bench/bench_index.py [CORPUS [QUERIES]] [--language L] [--grown N]

The peers get the same bytes. A start is reading the file, opening it and a first answer, in a new process each time,
in turns; medians of processor time are compared. lunr.py is asked by the clauses that our plan made, so that both score the same terms;
ours plans the query too. The size is compared with an index that stock lunr.py makes of the same corpus with its own
pipeline. ``--grown`` (10) repeats all that with so many times the entries, a fifth of whose names are new in each copy,
for the words of a corpus grow with it. Where Node is installed, lunr.js opens the index too.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import mkdocs.contrib.search
from lunr import lunr
from lunr.index import Index as LunrIndex

sys.path.insert(0, str(Path(__file__).parents[1]))

from grown import grown
from patternbook.corpus import Corpus
from patternbook.indexing import build_index
from patternbook.opening import bundled_corpus
from patternbook.search.engine import Index
from patternbook.search.plan import plan
from patternbook.site.assets import engine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from patternbook.search.plan import Clause

LUNR_JS = Path(mkdocs.contrib.search.__file__).parent / "templates" / "search" / "lunr.js"
JUDGED = Path(__file__).parents[1] / "cases" / "search" / "judged.jsonl"
STARTS, ROUNDS = 9, 3
FIELDS = {"title": 10, "tags": 8, "category": 5, "explanation": 2, "source": 1}

_OURS = """
import sys, time
from patternbook.search.engine import Index
path, query, _ = sys.argv[1:]
start = time.process_time()
with open(path, "rb") as file:
    index = Index.parse(file.read(), path)
index.search(query)
print(time.process_time() - start)
"""
_THEIRS = """
import json, sys, time
from lunr.index import Index
path, _, clauses = sys.argv[1:]
start = time.process_time()
with open(path, "rb") as file:
    index = Index.load(json.loads(file.read()))
query = index.create_query()
for term, field, boost in json.loads(clauses):
    query.term(term, fields=[field], boost=boost, use_pipeline=False)
index.query(query)
print(time.process_time() - start)
"""
_NODE = """
const fs = require("node:fs");
const [enginePath, lunrPath, path, queries] = process.argv.slice(1);
const engine = require(enginePath), lunr = require(lunrPath);
const asked = JSON.parse(queries);
const start = performance.now();
const index = engine.open(JSON.parse(fs.readFileSync(path, "utf8")), lunr);
index.search(asked[0]);
const opened = performance.now() - start;
const times = asked.map((query) => { const at = performance.now(); index.search(query); return performance.now() - at; });
console.log(JSON.stringify([opened, ...times]));
"""


class Sizes(NamedTuple):
    """Bytes of an index."""

    raw: int
    gzipped: int

    @classmethod
    def of(cls, raw: bytes) -> Sizes:
        """Measure a file."""
        return cls(len(raw), len(gzip.compress(raw, 9)))


def main() -> int:
    """Print the tables."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    options.add_argument("corpus", nargs="?", type=Path, default=bundled_corpus())
    options.add_argument("queries", nargs="?", type=Path, default=JUDGED)
    options.add_argument("--language", help="frontend for entries that name no language")
    options.add_argument("--grown", type=int, default=10, help="times the entries in the second table")
    chosen = options.parse_args()
    corpus = Corpus.load(chosen.corpus)
    queries = [json.loads(line)["query"] for line in chosen.queries.read_text("utf-8").splitlines()]
    for times in (1, chosen.grown):
        _table(grown(corpus, times), queries, chosen.language)
    return 0


def _table(corpus: Corpus, queries: Sequence[str], language: str | None) -> None:
    raw = build_index(corpus, name="bench", language=language)
    index = Index.parse(raw, "bench")
    sys.stdout.write(f"\n{len(corpus.entries)} entries, {len(index.terms())} terms, {len(queries)} queries\n")
    sys.stdout.write(f"{'':<26}{'ours':>10}{'lunr.py':>10}{'ratio':>8}\n")
    _sizes(Sizes.of(raw), Sizes.of(_stock(corpus)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "index.json"
        path.write_bytes(raw)
        _starts(path, queries[0], plan(queries[0], index.lexicon).clauses)
        _answers(raw, queries)
        _in_node(path, queries, Path(folder))


def _sizes(ours: Sizes, theirs: Sizes) -> None:
    _row("MB", ours.raw / 1e6, theirs.raw / 1e6)
    _row("MB gzipped", ours.gzipped / 1e6, theirs.gzipped / 1e6)


def _stock(corpus: Corpus) -> bytes:
    documents = [
        {name: getattr(entry, name) for name in FIELDS} | {"id": entry.id, "tags": " ".join(entry.tags)}
        for entry in corpus.entries
    ]
    fields = [{"field_name": name, "boost": boost} for name, boost in FIELDS.items()]
    index = lunr(ref="id", fields=fields, documents=documents)
    return json.dumps(index.serialize(), separators=(",", ":")).encode()


def _starts(path: Path, query: str, clauses: Sequence[Clause]) -> None:
    asked = json.dumps([(clause.term, clause.field, clause.boost) for clause in clauses])
    times: dict[str, list[float]] = {_OURS: [], _THEIRS: []}
    for _ in range(STARTS):
        for program, taken in times.items():
            command = [sys.executable, "-c", program, str(path), query, asked]
            taken.append(float(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
    _row("load, first answer (ms)", *(1000 * statistics.median(taken) for taken in times.values()))


def _answers(raw: bytes, queries: Sequence[str]) -> None:
    """Time each query once by an index just opened, in some rounds; its median over the rounds counts."""
    rounds = [_round(raw, queries) for _ in range(ROUNDS)]
    mine, theirs = (
        [statistics.median(times) for times in zip(*peer, strict=True)] for peer in zip(*rounds, strict=True)
    )
    _row("median answer (ms)", statistics.median(mine), statistics.median(theirs))
    _row("99th percentile (ms)", _percentile(mine), _percentile(theirs))
    _row("our 99th, their median", _percentile(mine), statistics.median(theirs))


def _round(raw: bytes, queries: Sequence[str]) -> tuple[list[float], list[float]]:
    ours, theirs = Index.parse(raw, "bench"), LunrIndex.load(json.loads(raw))
    plans = [plan(query, ours.lexicon).clauses for query in queries]
    ours = Index.parse(raw, "bench")
    return (
        [_time(partial(ours.search, query)) for query in queries],
        [_time(partial(_ask, theirs, clauses)) for clauses in plans],
    )


def _ask(index: LunrIndex, clauses: Sequence[Clause]) -> Any:
    query = index.create_query()
    for clause in clauses:
        query.term(clause.term, fields=[clause.field], boost=clause.boost, use_pipeline=False)
    return index.query(query)


def _time(call: Callable[[], Any]) -> float:
    """Milliseconds of processor time of a call."""
    start = time.process_time()
    call()
    return 1000 * (time.process_time() - start)


def _percentile(times: Sequence[float]) -> float:
    return statistics.quantiles(times, n=100)[98]


def _in_node(path: Path, queries: Sequence[str], folder: Path) -> None:
    node = shutil.which("node")
    if node is None:
        return
    script = folder / "engine.js"
    script.write_bytes(engine(None))
    command = [node, "-e", _NODE, str(script), str(LUNR_JS), str(path), json.dumps(list(queries))]
    opened, *answers = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    sys.stdout.write(
        f"engine.js in Node: {opened:.0f} ms to load and answer, then {statistics.median(answers):.1f} ms "
        f"at the median, {_percentile(answers):.1f} ms at the 99th percentile\n"
    )


def _row(name: str, ours: float, theirs: float) -> None:
    """Print one line of a table."""
    sys.stdout.write(f"{name:<26}{ours:>10.2f}{theirs:>10.2f}{ours / theirs:>8.3f}\n")


if __name__ == "__main__":
    sys.exit(main())
