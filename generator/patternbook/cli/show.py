"""``patternbook show``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.cli.common import book, complain, say, say_json
from patternbook.corpus import entry_to_dict
from patternbook.server.lookup import locate
from patternbook.server.uris import is_uri, uri_of

if TYPE_CHECKING:
    import argparse

    from patternbook.book import Book
    from patternbook.model import Example


def run(arguments: argparse.Namespace) -> int:
    """Print one example, whole."""
    example = _example(book(arguments), arguments.id)
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


def _example(found: Book, asked: str) -> Example:
    """The example of an id or an address; where several corpora have the id, the others are told."""
    if is_uri(asked):
        return locate(found, asked)[1]
    volume, example = found.locate(asked)
    others = [v for v in found.volumes if v is not volume and asked in v.corpus.by_id]
    if others:
        addresses = ", ".join(uri_of(other.source.name, asked) for other in others)
        complain(f"patternbook: this is the example of {volume.source.name}; the same id has {addresses}")
    return example
