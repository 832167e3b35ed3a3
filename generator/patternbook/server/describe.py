"""What the server says about itself: instructions and the tool's description, each under 2 KB.

Clients cut both near that size, so the lists in them are shortened, never the sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patternbook.book import Book

TITLE = "Search code examples"

_MOST_BYTES = 1_900
_CORPORA_BYTES = 400

_INSTRUCTIONS = """\
Patternbook holds {count} {kind}: {corpora}. Call search_examples before you write or change code with \
them, and whenever a name or a construct is in doubt: the examples show what is valid there, which need not \
be what other languages suggest.
Ask for a concept ("closures"), a task ("read a file line by line"), another language's word for it \
("try catch"), or an exact name ("inject:into:"); exact names come first. `match` tells how good the best \
result is: exact, strong, weak, none. On weak or none try the suggestions or a category. A result that is \
truncated is returned whole when you send its id or patternbook:// URI as the query. Works offline.
Categories: {categories}."""

_DESCRIPTION = """\
Search {count} {kind}: {corpora}. Call this before writing code with them, to see \
how things are really done. Works offline. Takes keywords, a question in natural language, another \
language's word for something, or an exact name; punctuation belongs to the name. Send an id or a \
patternbook:// URI as the query to get that example whole.
Categories: {categories}."""


def instructions(book: Book) -> str:
    """Say when to call the tool, and which categories exist."""
    return _filled(_INSTRUCTIONS, book)


def tool_description(book: Book) -> str:
    """Say what the tool searches, and how to ask."""
    return _filled(_DESCRIPTION, book)


def _filled(template: str, book: Book) -> str:
    corpora = _listed(
        [_corpus(volume.source.name, volume.source.version) for volume in book.volumes], _CORPORA_BYTES
    )
    known = {"count": len(book), "kind": _kind(book), "corpora": corpora}
    room = _MOST_BYTES - len(template.format(**known, categories="").encode())
    return template.format(**known, categories=_listed(book.categories, room))


def _kind(book: Book) -> str:
    """Promise validation only where every example has it: a corpus of another tool may lack it."""
    validated = all(example.validation for volume in book.volumes for example in volume.corpus.entries)
    return "validated code examples" if validated else "code examples"


def _corpus(name: str, version: str | None) -> str:
    return f"{name} {version}" if version else name


def _listed(names: Sequence[str], room: int) -> str:
    """Join names with commas in a number of bytes; what does not fit is counted."""
    if not names:
        return "none"
    kept: list[str] = []
    reserve = len(f" and {len(names)} more")
    for name in names:
        room -= len(name.encode()) + len(", ")
        if room < reserve and len(kept) < len(names) - 1:
            return f"{', '.join(kept)} and {len(names) - len(kept)} more" if kept else f"{len(names)} in all"
        kept.append(name)
    return ", ".join(kept)
