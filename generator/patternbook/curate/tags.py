"""Tags: the topics that an example's symbols belong to, by its language's reviewed table."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from patternbook.errors import ConfigError
from patternbook.naming import label

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from patternbook.model import Checked

_WORD = re.compile(r"[a-z]+")
_PLURAL = re.compile(r"(ss|x|ch)es$|([^s])s$")
_KIND_TAGS = {"tests": "unit-test", "patterns": "program"}
"""Tags that an extraction gives to all that it takes."""


@dataclass(frozen=True, slots=True)
class Topics:
    """A language's topics: symbol → tags."""

    telling: Mapping[str, frozenset[str]]
    """Symbols that say what an example is about wherever they stand."""
    everyday: Mapping[str, frozenset[str]]
    """Symbols that stand in examples about anything; they count where the prose names them or the topic."""


def tags_of(item: Checked, topics: Topics) -> tuple[str, ...]:
    """Sorted tags of a snippet: from its symbols, from its extraction, and those that its file names."""
    snippet = item.snippet
    prose = f"{snippet.title}\n{snippet.explanation}"
    symbols = (*item.defines, *item.uses)
    tags = {tag for symbol in symbols for tag in topics.telling.get(symbol, ())}
    named = f" {_singular(prose)} "
    for symbol in symbols:
        everyday = topics.everyday.get(symbol, frozenset())
        tags |= everyday if symbol in prose else {tag for tag in everyday if f" {_singular(tag)} " in named}
    tags |= {label(topic) for topic in snippet.topics}
    if snippet.project:
        tags.add(label(snippet.project))
    if snippet.kind in _KIND_TAGS:
        tags.add(_KIND_TAGS[snippet.kind])
    return tuple(sorted(tags - {""}))


def _singular(text: str) -> str:
    """The words of a text in lower case, each without the ending of a plural."""
    return " ".join(_PLURAL.sub(r"\1\2", word) for word in _WORD.findall(text.lower()))


@cache
def load_topics(file: Path) -> Topics:
    """Read a language's ``topics.toml``: tables ``telling`` and ``everyday``, each ``tag = [symbols]``.

    Raises:
        ConfigError: it is not of that form.
    """
    if not file.is_file():
        return Topics({}, {})
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"{file}: cannot be read as TOML: {error}") from None
    unknown = document.keys() - {"telling", "everyday"}
    if unknown:
        raise ConfigError(f"{file}: unknown key '{min(unknown)}'; the keys here are: telling, everyday")
    return Topics(_table(document, "telling", file), _table(document, "everyday", file))


def _table(document: Mapping[str, object], key: str, file: Path) -> dict[str, frozenset[str]]:
    table = document.get(key, {})
    if not isinstance(table, dict):
        raise ConfigError(f"{file}: key '{key}': expected a table of tags; found {table!r}")
    topics: dict[str, set[str]] = defaultdict(set)
    for tag, symbols in table.items():
        if not isinstance(symbols, list) or not all(isinstance(symbol, str) for symbol in symbols):
            raise ConfigError(f"{file}: key '{key}.{tag}': expected a list of symbols; found {symbols!r}")
        for symbol in symbols:
            topics[symbol].add(label(tag))
    return {symbol: frozenset(tags) for symbol, tags in topics.items()}
