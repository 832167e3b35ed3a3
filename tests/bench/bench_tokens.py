"""What an answer costs a model to read, in tokens, beside five whole entries for the same queries.

    python tests/bench/bench_tokens.py [CORPUS [QUERIES]] [--language L] [--limit N]

Tokens are those of Mistral's tekken, whose table ships with ``mistral-common``; nothing is fetched. The structured form
counts as compact JSON. The peer ranks as Beamtalk's own example search does, by substrings (title 10, tags 8, category
5, explanation 2, source 1 for each word of the query), and sends the best entries whole: as Markdown, which is what it
does, and as JSON of their six fields. The last table tells at which rank the first result stands that a judge found
good (grade 2), for that decides how much of each rank is worth showing.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mistral_common
from mistral_common.tokens.tokenizers.tekken import Tekkenizer

from patternbook.book import Book, Volume
from patternbook.corpus import Corpus
from patternbook.indexing import build_index
from patternbook.opening import bundled_corpus
from patternbook.search.engine import Index
from patternbook.search.results import Source
from patternbook.server.options import ServerOptions
from patternbook.server.tools import Context, search_examples
from patternbook.telemetry import Telemetry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from patternbook.model import Example

JUDGED = Path(__file__).parents[1] / "cases" / "search" / "judged.jsonl"
TABLE = Path(mistral_common.__file__).parent / "data" / "tekken_240911.json"
DEEPEST = 20
GOOD = 2


class Nowhere:
    """Takes the log of the searches."""

    def write(self, line: str) -> None:
        """Forget a line."""

    def close(self) -> None:
        """Do nothing."""


def main() -> int:
    """Print the tables."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    options.add_argument("corpus", type=Path, nargs="?", default=bundled_corpus())
    options.add_argument("queries", type=Path, nargs="?", default=JUDGED)
    options.add_argument("--language", default=None, help="frontend for entries that name no language")
    options.add_argument("--limit", type=int, default=5)
    chosen = options.parse_args()
    corpus = Corpus.load(chosen.corpus)
    index = Index.parse(build_index(corpus, name="bench", language=chosen.language), "bench")
    book = Book((Volume(Source("bench"), corpus, index, str(chosen.corpus)),))
    judged = [json.loads(line) for line in chosen.queries.read_text("utf-8").splitlines()]
    queries = [case["query"] for case in judged]
    sys.stdout.write(f"{len(queries)} queries, {len(corpus.entries)} entries, {chosen.limit} results each\n")
    tokens(book, queries, chosen.limit)
    ranks(book, judged)
    return 0


def tokens(book: Book, queries: Sequence[str], limit: int) -> None:
    """Print tokens by form, and each form's median as a multiple of the first peer's."""
    forms: dict[str, list[str]] = {
        name: [] for name in ("text", "structured", "whole, Markdown", "whole, JSON")
    }
    context = Context(book, ServerOptions(), Telemetry("error", Nowhere()))
    for query in queries:
        reply = search_examples(context, {"query": query, "limit": limit})
        best = by_substrings(book.volumes[0].corpus.entries, query)[:limit]
        forms["text"].append(reply.text)
        forms["structured"].append(compact(reply.data))
        forms["whole, Markdown"].append("\n---\n\n".join(map(markdown, best)))
        forms["whole, JSON"].append(compact([six_fields(example) for example in best]))
    encoder = Tekkenizer.from_file(TABLE)
    counts = {
        name: [len(encoder.encode(text, bos=False, eos=False)) for text in texts]
        for name, texts in forms.items()
    }
    peer = statistics.median(counts["whole, Markdown"])
    sys.stdout.write(f"{'tokens':<18}{'median':>8}{'mean':>8}{'largest':>9}{'median, peer = 1':>18}\n")
    for name, found in counts.items():
        median = statistics.median(found)
        row = f"{median:>8.0f}{statistics.fmean(found):>8.0f}{max(found):>9}{median / peer:>18.2f}"
        sys.stdout.write(f"{name:<18}{row}\n")


def ranks(book: Book, judged: Sequence[Mapping[str, Any]]) -> None:
    """Print how many queries have their first good result at each rank."""
    found: Counter[str] = Counter()
    for case in judged:
        good = {each["id"] for each in case["relevant"] if each["grade"] == GOOD}
        if good:
            hits = book.search(case["query"], DEEPEST)
            places = (str(rank) for rank, hit in enumerate(hits, 1) if hit.example.id in good)
            found[next(places, f"after {DEEPEST}")] += 1
    sys.stdout.write("first good result at rank: ")
    shown = sorted(found.items(), key=lambda item: int(item[0].removeprefix("after ")))
    sys.stdout.write(", ".join(f"{rank}: {count}" for rank, count in shown) + "\n")


def by_substrings(entries: Sequence[Example], query: str) -> list[Example]:
    """Rank entries as the peer does."""
    words = query.lower().split()
    ranked = [(-sum(worth(entry, word) for word in words), entry.id, entry) for entry in entries]
    return [entry for score, _, entry in sorted(ranked, key=lambda row: row[:2]) if score < 0]


def worth(entry: Example, word: str) -> int:
    """What a word of the query adds to an entry's score in the peer."""
    fields = (
        (10, [entry.title]),
        (8, entry.tags),
        (5, [entry.category]),
        (2, [entry.explanation]),
        (1, [entry.source]),
    )
    return sum(weight for weight, texts in fields if any(word in text.lower() for text in texts))


def markdown(entry: Example) -> str:
    """Write a whole entry with what the peer tells of it."""
    facts = f"**Category:** {entry.category} | **Tags:** {', '.join(entry.tags)}"
    return f"## {entry.title} (score: 10)\n{facts}\n\n```\n{entry.source}\n```\n\n{entry.explanation}\n"


def six_fields(entry: Example) -> dict[str, Any]:
    """Return a whole entry as JSON."""
    names = ("id", "title", "category", "tags", "source", "explanation")
    return {name: getattr(entry, name) for name in names}


def compact(document: object) -> str:
    """Write JSON as a client sends it on."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    sys.exit(main())
