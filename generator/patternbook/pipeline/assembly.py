"""From checked snippets to examples: repetitions folded, ids given, tags and overrides put on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.curate.collaborators import name_collaborators
from patternbook.curate.duplicates import Text, find_duplicates
from patternbook.curate.ids import assign_ids, numbered_title, numbers_of
from patternbook.curate.tags import load_topics, tags_of
from patternbook.languages import frontend
from patternbook.model import Checked, Example, Rejection

if TYPE_CHECKING:
    from collections.abc import Sequence


def fold(items: Sequence[Checked]) -> tuple[list[Checked], list[Rejection]]:
    """Put snippets in canonical order and fold those that repeat an earlier one."""
    ordered = sorted(items, key=lambda i: (i.snippet.origin.path, i.snippet.origin.start_byte, i.snippet.key))
    repeated = find_duplicates([Text(i.snippet.source, i.snippet.own_source) for i in ordered])
    folded = []
    for position, kept in repeated.items():
        origin, twin = ordered[position].snippet.origin, ordered[kept].snippet.origin
        message = f"says the same as {twin.path}:{twin.start_line}, which is kept"
        folded.append(Rejection(origin.path, origin.start_line, "duplicate", message))
    return [item for position, item in enumerate(ordered) if position not in repeated], folded


def examples_of(items: Sequence[Checked]) -> list[Example]:
    """Turn snippets in canonical order into examples."""
    items = name_collaborators(items)
    titles = [numbered_title(item, *found) for item, found in zip(items, numbers_of(items), strict=True)]
    return [_example(*parts) for parts in zip(assign_ids(items), titles, items, strict=True)]


def _example(example_id: str, title: str, item: Checked) -> Example:
    snippet = item.snippet
    topics = load_topics(frontend(snippet.language).data / "topics.toml")
    return Example(
        id=example_id,
        title=title or example_id.replace("-", " ").capitalize(),
        category=snippet.category,
        tags=tags_of(item, topics),
        source=snippet.source,
        explanation=snippet.explanation,
        language=snippet.language,
        defines=item.defines,
        uses=item.uses,
        origin=snippet.origin,
        validation=item.validation,
    )
