"""``patternbook check``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.cli.annotations import append_summary, drift, fault
from patternbook.cli.build import shown_progress
from patternbook.cli.common import configuration, say, say_json
from patternbook.corpus import Corpus, Difference
from patternbook.errors import ConfigError, PatternbookError
from patternbook.opening import CORPUS_FILE, INDEX_FILE
from patternbook.pipeline import build

if TYPE_CHECKING:
    import argparse

    from patternbook.config import Config
    from patternbook.pipeline import Build


def run(arguments: argparse.Namespace) -> int:
    """Build in memory and compare with what stands on disk."""
    if arguments.json and arguments.format != "text":
        raise ConfigError("--json and --format go apart; give one of them")
    try:
        return _check(arguments)
    except PatternbookError as error:
        if arguments.format == "github":
            say(fault(str(error)))
        raise


def _check(arguments: argparse.Namespace) -> int:
    config = configuration(arguments)
    with shown_progress() as progress:
        made = build(config, progress=progress)
    old = _corpus_on_disk(config)
    difference = Difference.between(old, made.corpus)
    fresh = _same_bytes(config, made)
    if arguments.json:
        say_json(
            {
                "fresh": fresh,
                "added": list(difference.added),
                "removed": list(difference.removed),
                "changed": list(difference.changed),
            }
        )
    else:
        _say(config, fresh, difference)
    if arguments.format == "github":
        if not fresh:
            for line in drift(config, difference, old, made.corpus):
                say(line)
        append_summary(config, fresh, difference, old, made.corpus)
    return 0 if fresh else 1


def _corpus_on_disk(config: Config) -> Corpus:
    file = config.output / CORPUS_FILE
    return Corpus.load(file) if file.exists() else Corpus.of(())


def _same_bytes(config: Config, made: Build) -> bool:
    wanted = {CORPUS_FILE: made.corpus.raw, INDEX_FILE: made.index}
    for name, content in wanted.items():
        file = config.output / name
        if not file.is_file() or file.read_bytes() != content:
            return False
    return True


def _say(config: Config, fresh: bool, difference: Difference) -> None:
    if fresh:
        say(f"fresh: {config.output}")
        return
    for word in ("added", "removed", "changed"):
        for example_id in getattr(difference, word):
            say(f"{word}: {example_id}")
    if not (difference.added or difference.removed or difference.changed):
        say(f"the entries are the same, but {CORPUS_FILE} or {INDEX_FILE} is missing or differs in its bytes")
    say(f"stale: run `patternbook build` in {config.root}")
