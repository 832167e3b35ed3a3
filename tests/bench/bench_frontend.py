"""How fast the Beamtalk frontend reads, next to Python's own pure-Python tokenizer in the same run.

    python tests/bench/bench_frontend.py [--root FOLDER] [--repeat N]

The body of Beamtalk is every ``.bt`` file below the folder (this project's own by default), once, twice, four
and eight times over, read file by file, and those that hold classes alone read as one text. The body of
Python is as many bytes of the standard library, module by module. The frontend is within its aim while it
takes at most four times the tokenizer's seconds per megabyte, whatever the size.
"""

from __future__ import annotations

import argparse
import io
import sys
import sysconfig
import time
import tokenize
from pathlib import Path
from typing import TYPE_CHECKING

from patternbook.languages import frontend

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

OWN = Path(__file__).parents[2] / "docs/beamtalk"
SIZES = (1, 2, 4, 8)
AIM = 4.0
MEGABYTE = 1_000_000


def main() -> int:
    """Print the table; exit code 1 if a size misses the aim."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    options.add_argument("--root", type=Path, default=OWN, help="folder with .bt files")
    options.add_argument("--repeat", type=int, default=3, help="runs of each, of which the best counts")
    chosen = options.parse_args()
    texts = [path.read_text("utf-8") for path in sorted(chosen.root.rglob("*.bt"))]
    if not texts:
        sys.stderr.write(f"{chosen.root}: no .bt files below it\n")
        return 2
    parse = frontend("beamtalk").parse
    classes = [text for text in texts if holds_classes_alone(text)]
    worst = 0.0
    sys.stdout.write("    size      bytes  by file s/MB  one text s/MB  tokenize s/MB   ratio\n")
    for size in SIZES:
        body = texts * size
        whole = "\n".join(classes * size)
        count = sum(len(text.encode()) for text in body)
        by_file = best(chosen.repeat, parse, body) / count * MEGABYTE
        at_once = best(chosen.repeat, parse, [whole]) / len(whole.encode()) * MEGABYTE
        python = list(python_of(count))
        theirs = best(chosen.repeat, tokenized, python) / sum(map(len, python)) * MEGABYTE
        ratio = max(by_file, at_once) / theirs
        worst = max(worst, ratio)
        row = f"{size:>7}x {count:>10} {by_file:>13.3f} {at_once:>14.3f} {theirs:>14.3f} {ratio:>7.2f}\n"
        sys.stdout.write(row)
    sys.stdout.write(f"aim: a ratio of {AIM:.0f} at most\n")
    return int(worst > AIM)


def holds_classes_alone(text: str) -> bool:
    """Whether a text can stand before and after others: what follows a protocol is read as its signatures."""
    outline = frontend("beamtalk").parse(text)
    kinds = {definition.kind for definition in outline.definitions if not definition.owner}
    return outline.accepted and kinds == {"class"} and not outline.statements


def best(repeat: int, read: Callable[[str], object], texts: Sequence[str]) -> float:
    """Seconds of processor time that reading all texts takes, in the best of several runs."""
    seconds = []
    for _ in range(repeat):
        start = time.process_time()
        for text in texts:
            read(text)
        seconds.append(time.process_time() - start)
    return min(seconds)


def tokenized(text: str) -> int:
    """Tokens of a Python text."""
    return sum(1 for _ in tokenize.generate_tokens(io.StringIO(text).readline))


def python_of(count: int) -> Iterator[str]:
    """Modules of the standard library, whole, until they make up so many bytes."""
    while True:
        for path in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py")):
            if count <= 0:
                return
            text = path.read_text("utf-8")
            count -= len(text)
            yield text


if __name__ == "__main__":
    sys.exit(main())
