"""What making a site of a corpus costs beside MkDocs alone, and what searching it costs beside Material's own search.

    python tests/bench/bench_site.py [CORPUS] [--language L] [--times 1,2,4] [--rounds N] [--ceiling N]

Building: the pages of the pattern book are written anew as Markdown by hand, as many with the same text, links and code,
outside the navigation, with the same theme, extensions and search plugin; both are built in turns, and processor time is
compared. The corpus is built so many times over with a share of new names, to see what grows faster than the pages.

Searching: one site with our search box and the same with Material's, in Chromium, in turns, each time with an empty cache:
a reader who types as soon as there is a field, and one who reads first. ``--ceiling`` times our search alone on a corpus
of so many times the entries. Without Chromium only building is timed.
"""

from __future__ import annotations

import argparse
import math
import re
import shutil
import statistics
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from grown import grown
from patternbook.corpus import Corpus
from patternbook.opening import bundled_corpus
from timed_sites import BY_HAND, OURS, built, write_book, write_copy_by_hand

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from playwright.sync_api import Browser

    from first_result import Server, Surface, Waited

AIM = 1.5
"""Times the processor time of pages written by hand."""
SEARCHES = ("without search", "with search")
MATERIAL = "Material's box"
READING = (0, 20_000)
"""Milliseconds that a reader looks at the page before typing."""
CHROMIUM = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-sync",
)


def main() -> int:
    """Print the tables; exit code 1 if an aim is missed."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    options.add_argument("corpus", nargs="?", type=Path, default=bundled_corpus())
    options.add_argument("queries", nargs="?", help="not needed; `just bench` names it for the others")
    options.add_argument("--language", help="frontend for entries that name no language")
    options.add_argument("--times", default="1,2,4", help="sizes, as times the corpus")
    options.add_argument("--rounds", type=int, default=3, help="builds of each, and searches")
    options.add_argument(
        "--ceiling", type=int, default=0, help="times the corpus that our search is tried on alone"
    )
    chosen = options.parse_args()
    corpus = Corpus.load(chosen.corpus)
    times = [int(number) for number in chosen.times.split(",")]
    failed = building(corpus, chosen.language, times, chosen.rounds)
    if shutil.which("chromium") is None:
        say("\nno Chromium here, so no search is timed: apt-get install chromium")
        return failed
    failed |= searching(corpus, chosen.language, chosen.rounds)
    if chosen.ceiling:
        searching(grown(corpus, chosen.ceiling), chosen.language, chosen.rounds, alone=True)
    return failed


def building(corpus: Corpus, language: str | None, times: Sequence[int], rounds: int) -> int:
    """Print what building costs at each size; returns 1 if it misses its aim."""
    say(
        f"{'entries':>8}{'pages':>8}  {'':<16}{'ours':>8}{'by hand':>9}{'ratio':>7}{'growth: ours':>14}{'by hand':>9}"
    )
    before: dict[str, tuple[int, dict[str, float]]] = {}
    ratios = []
    for size in times:
        entries = grown(corpus, size)
        with tempfile.TemporaryDirectory() as folder:
            pages, seconds = built_in_turns(Path(folder), entries, language, rounds)
        for search, medians in seconds.items():
            ratios.append(medians[OURS] / medians[BY_HAND])
            last = before.get(search)
            growths = [growth(last, pages, medians, whose) for whose in (OURS, BY_HAND)] if last else ["", ""]
            say(
                f"{len(entries.entries):>8,}{pages:>8,}  {search:<16}{medians[OURS]:>8.1f}{medians[BY_HAND]:>9.1f}"
                f"{ratios[-1]:>7.2f}{growths[0]:>14}{growths[1]:>9}"
            )
            before[search] = (pages, medians)
    say(
        f"seconds of the processor, medians; aim: {AIM} times at most; growth is the exponent by the number of pages"
    )
    return int(max(ratios) > AIM)


def built_in_turns(
    folder: Path, corpus: Corpus, language: str | None, rounds: int
) -> tuple[int, dict[str, dict[str, float]]]:
    """Build each so many times; returns the number of pages, and the medians by search and by whose site it is."""
    folders = {OURS: folder / "ours", BY_HAND: folder / "hand"}
    write_book(folders[OURS], corpus, language)
    site, _ = built(folders[OURS], SEARCHES[0])
    pages = write_copy_by_hand(folders[BY_HAND], site)
    seconds: dict[str, dict[str, float]] = {}
    for search in SEARCHES:
        rows = [{whose: built(each, search)[1] for whose, each in folders.items()} for _ in range(rounds)]
        seconds[search] = {whose: statistics.median(row[whose] for row in rows) for whose in folders}
    return pages, seconds


def growth(before: tuple[int, dict[str, float]], pages: int, now: dict[str, float], whose: str) -> str:
    """The exponent with which time grows by the number of pages: 1 is linear."""
    return f"{math.log(now[whose] / before[1][whose]) / math.log(pages / before[0]):.2f}"


def searching(corpus: Corpus, language: str | None, rounds: int, *, alone: bool = False) -> int:
    """Print what the first result costs; returns 1 if ours costs more than Material's from the page's opening on."""
    from first_result import BOX, PAGE, counting

    queries = list(words(corpus, rounds))
    missed = False
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        write_book(Path(folder), corpus, language)
        names = [SEARCHES[1]] if alone else [SEARCHES[1], MATERIAL]
        sites = {name: built(Path(folder), name)[0] for name in names}
        for reading in READING:
            say(
                f"\n{len(corpus.entries):,} entries, searched after {reading / 1000:.0f} s of reading (medians)"
            )
            with counting(sites[SEARCHES[1]]) as ours, counting(sites[names[-1]]) as theirs:
                surfaces = {"our box": (ours, BOX), "our page": (ours, PAGE)}
                surfaces |= {} if alone else {MATERIAL: (theirs, BOX)}
                medians = searched_in_turns(browser, surfaces, queries, reading)
            table(medians)
            if not alone:
                missed |= any(
                    medians[name][0] >= medians[MATERIAL][0] or medians[name][2] > medians[MATERIAL][2]
                    for name in ("our box", "our page")
                )
    return int(missed)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A real Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=[*CHROMIUM])
        yield browser
        browser.close()


def searched_in_turns(
    browser: Browser, surfaces: Mapping[str, tuple[Server, Surface]], queries: Sequence[str], reading: float
) -> dict[str, list[float]]:
    """Search each surface by each query, one after the other; returns the medians by surface."""
    from first_result import search

    rows: dict[str, list[Waited]] = {name: [] for name in surfaces}
    for query in queries:
        for name, (server, surface) in surfaces.items():
            rows[name].append(search(browser, server, surface, query, reading))
    return {
        name: [statistics.median(column) for column in zip(*row, strict=True)] for name, row in rows.items()
    }


def table(medians: Mapping[str, Sequence[float]]) -> None:
    """Print the medians."""
    say(
        f"{'first result after':>26}{'first key':>12}{'blocked':>10}{'longest':>9}{'bytes before':>15}{'then':>12}  (gzip)"
    )
    for name, (opened, typed, blocked, longest, before, gz_before, after, gz_after) in medians.items():
        say(
            f"{name:<15}{opened:>8.0f} ms{typed:>9.0f} ms{blocked:>7.0f} ms{longest:>6.0f} ms"
            f"{before:>15,.0f}{after:>12,.0f}  ({gz_before:,.0f}, {gz_after:,.0f})"
        )


def words(corpus: Corpus, number: int) -> Iterator[str]:
    """One plain word each of titles that lie evenly in the corpus, for both searches to find."""
    step = max(1, len(corpus.entries) // number)
    for entry in corpus.entries[::step][:number]:
        yield max(re.findall(r"[a-z]+", entry.title.lower()), key=len, default="example")


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
