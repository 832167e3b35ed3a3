"""``patternbook show``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.cli.common import book, say, say_json
from patternbook.corpus import entry_to_dict

if TYPE_CHECKING:
    import argparse


def run(arguments: argparse.Namespace) -> int:
    """Print one example, whole."""
    example = book(arguments).get(arguments.id)
    if arguments.json:
        say_json(entry_to_dict(example))
        return 0
    say(example.title)
    place = f"{example.origin.path}:{example.origin.start_line}" if example.origin else ""
    proof = f"{example.validation.level} by {example.validation.by}" if example.validation else ""
    say("  ".join(part for part in (example.id, example.category, place, proof) if part))
    if example.explanation:
        say()
        say(example.explanation)
    say()
    say(example.source)
    return 0
