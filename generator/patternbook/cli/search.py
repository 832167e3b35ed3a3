"""``patternbook search``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from patternbook.cli.common import book, say, say_json
from patternbook.errors import QueryError
from patternbook.search.facts import results_facts
from patternbook.server.uris import uri_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from pathlib import Path

    from patternbook.book import Book
    from patternbook.search.results import Hit, Results

_LIMIT = 5
_BATCH_LIMIT = 10
_PREVIEW_LINES = 6


def run(arguments: argparse.Namespace) -> int:
    """Answer one query, or a file of them."""
    query = " ".join(arguments.query)
    if arguments.queries is not None:
        if query or arguments.json or arguments.explain:
            raise QueryError("--queries takes no QUERY, --json or --explain beside it")
        return _batch(arguments)
    if not query.strip():
        raise QueryError("the query is blank; say what to look for, such as `patternbook search closures`")
    found = book(arguments)
    results = found.search(query, arguments.limit or _LIMIT)
    explanation = _explain(found, results, arguments)
    if arguments.json:
        say_json(results_facts(results) | ({"explain": explanation} if explanation else {}))
    else:
        _show(results, several=len(found.volumes) > 1)
        if explanation:
            from patternbook.cli.explain import say_explanation

            say_explanation(explanation)
    return 0 if results.hits else 1


def _explain(found: Book, results: Results, arguments: argparse.Namespace) -> dict[str, Any] | None:
    if not arguments.explain:
        return None
    from patternbook.cli.explain import explain

    return explain(found, results, arguments.language)


def _batch(arguments: argparse.Namespace) -> int:
    queries = list(_queries(arguments.queries))
    found = book(arguments)
    for qid, query in queries:
        results = found.search(query, arguments.limit or _BATCH_LIMIT)
        ids = [hit.example.id for hit in results]
        say(json.dumps({"qid": qid, "ids": ids, "match": results.match}, ensure_ascii=False))
    return 0


def _queries(file: Path) -> Iterator[tuple[str, str]]:
    try:
        lines = file.read_bytes().decode("utf-8-sig").split("\n")
    except OSError as error:
        raise QueryError(f"{file}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise QueryError(f"{file}: not UTF-8 at byte {error.start}") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            item = json.loads(line)
            qid, query = item["qid"], item["query"]
        except (ValueError, TypeError, KeyError, RecursionError):
            qid = query = None
        if not isinstance(qid, str) or not isinstance(query, str) or not query.strip():
            raise QueryError(f'{file}: line {number}: expected {{"qid": "…", "query": "…"}} with a query')
        yield qid, query


def _show(results: Results, *, several: bool) -> None:
    counts = (
        f"{results.total} examples, {results.exact_total} of them exact" if results.total else "no example"
    )
    say(f"match: {results.match} ({counts})")
    for hit in results:
        say()
        _show_hit(hit, several=several)
    if results.suggestions:
        say()
        say(f"near terms: {', '.join(results.suggestions)}")
    if results.categories and not results.hits:
        say(f"categories: {', '.join(results.categories)}")


def _show_hit(hit: Hit, *, several: bool) -> None:
    example, corpus = hit.example, hit.corpus
    say(f"{'= ' if hit.exact else ''}{example.title}")
    place = f"{example.origin.path}:{example.origin.start_line}" if example.origin else example.category
    source = f"  {corpus.name} {corpus.version or ''}".rstrip() if several or corpus.version else ""
    say(f"  {example.id}  {place}{source}  score {hit.score:.3f}")
    lines = example.source.split("\n")
    for line in lines[:_PREVIEW_LINES]:
        say(f"  | {line}".rstrip())
    if len(lines) > _PREVIEW_LINES:
        address = uri_of(corpus.name, example.id) if several else example.id
        say(f"  … {len(lines) - _PREVIEW_LINES} more lines: patternbook show {address}")
