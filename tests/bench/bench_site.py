"""What making a site of a corpus costs beside MkDocs alone, and what searching it costs beside Material's own search.

    python tests/bench/bench_site.py [CORPUS] [--language L] [--times 1,2,4] [--rounds N] [--no-browser]

Building: the pages of the pattern book are written anew as Markdown by hand, as many with the same text, links and code,
outside the navigation, with the same theme, extensions and search plugin; both are built in turns, and processor time is
compared. The corpus is built so many times over with a share of new names, to see what grows faster than the pages.

Searching: one site with our search box and the same with Material's, in Chromium, in turns.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from grown import grown
from patternbook.corpus import Corpus
from patternbook.opening import bundled_corpus
from timed_sites import BY_HAND, OURS, built, write_book, write_copy_by_hand

if TYPE_CHECKING:
    from collections.abc import Sequence

AIM = 1.5
"""Times the processor time of pages written by hand."""
SEARCHES = ("without search", "with search")


def main() -> int:
    """Print the tables; exit code 1 if building misses its aim."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    options.add_argument("corpus", nargs="?", type=Path, default=bundled_corpus())
    options.add_argument("--language", help="frontend for entries that name no language")
    options.add_argument("--times", default="1,2,4", help="sizes, as times the corpus")
    options.add_argument("--rounds", type=int, default=3, help="builds of each")
    chosen = options.parse_args()
    corpus = Corpus.load(chosen.corpus)
    times = [int(number) for number in chosen.times.split(",")]
    return building(corpus, chosen.language, times, chosen.rounds)


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


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
