"""Tags: the topics that an example's symbols belong to, by its language's reviewed table."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING

from patternbook.errors import ConfigError
from patternbook.naming import slug

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from patternbook.model import Checked

_KIND_TAGS = {"tests": "unit-test", "patterns": "program"}
"""Tags that an extraction gives to all that it takes."""


def tags_of(item: Checked, topics: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """Sorted tags of a snippet: from its symbols, from its extraction, and those that its file names."""
    tags = {tag for symbol in (*item.defines, *item.uses) for tag in topics.get(symbol, ())}
    tags |= {slug(topic) for topic in item.snippet.topics}
    if item.snippet.project:
        tags.add(slug(item.snippet.project))
    if item.snippet.kind in _KIND_TAGS:
        tags.add(_KIND_TAGS[item.snippet.kind])
    return tuple(sorted(tags))


@cache
def load_topics(file: Path) -> Mapping[str, frozenset[str]]:
    """Read a language's ``topics.toml``: symbol → tags.

    Raises:
        ConfigError: it is not a table of topics, each with a tag and a list of symbols.
    """
    if not file.is_file():
        return {}
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"{file}: cannot be read as TOML: {error}") from None
    topics: dict[str, set[str]] = defaultdict(set)
    for tag, symbols in document.items():
        if not isinstance(symbols, list) or not all(isinstance(symbol, str) for symbol in symbols):
            raise ConfigError(f"{file}: key '{tag}': expected a list of symbols; found {symbols!r}")
        for symbol in symbols:
            topics[symbol].add(slug(tag))
    return {symbol: frozenset(tags) for symbol, tags in topics.items()}
