"""The pattern book as one section of a site: a corpus, its index, and how the section is set up."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import quote

from patternbook.errors import ConfigError
from patternbook.site.catalog import Catalog, Entry

if TYPE_CHECKING:
    from collections.abc import Callable

    from patternbook.corpus import Corpus
    from patternbook.model import Example
    from patternbook.site.catalog import Group
    from patternbook.site.layout import Address, Layout

ASSETS = "assets/patternbook"
"""Folder of style sheets and scripts, from the root of the site."""
_COMMON_TAGS = 40
_MOST_TOGETHER = 300
"""Symbols of a kind that are listed without letters."""
_MOST_LISTED = 5_000
"""Symbols of which each is listed; of more, those of several examples."""
_KINDS = ("Classes and modules", "Methods and functions", "Selectors and names", "Operators and marks")


@dataclass(frozen=True)
class Section:
    """Everything that pages and exports are made from."""

    title: str
    """Heading of its home page and name in the navigation."""
    name: str
    """Name of the corpus: ``Beamtalk``."""
    licence: str
    """Licence of the examples, or empty."""
    corpus: Corpus
    examples: tuple[Example, ...]
    """The corpus's examples, with the symbols of those that came without."""
    index: bytes
    """The corpus's ``index.json``."""
    layout: Layout
    path: str = "examples"
    """Folder of the section on the site, without slashes around it; empty for the root."""
    source_url: str = ""
    """Link to source lines with ``{path}``, ``{start}`` and ``{end}``; empty for none."""
    own_search: bool = False
    """Whether the theme's search box answers from this index, so that the theme need not index the pages."""
    mcp_corpus: str = "corpus.json"
    """What the server's option ``--corpus`` names; empty where the server finds the corpus by itself."""

    make_entry: Callable[[Example, Address], Entry] = Entry
    """Makes an entry of an example, or finds it where it was made before."""

    @property
    def setup(self) -> tuple[object, ...]:
        """What shows on pages of every kind beside the examples themselves."""
        return (self.title, self.layout, self.path, self.source_url, self.own_search, self.levels)

    @property
    def whole(self) -> tuple[object, ...]:
        """What shows on pages about the section as a whole."""
        return (self.name, self.licence, self.mcp_corpus, self.key, self.examples)

    @cached_property
    def catalog(self) -> Catalog:
        """The corpus's examples, arranged."""
        return Catalog.of(self.examples, self.layout, self.make_entry)

    @cached_property
    def home(self) -> Address:
        """Address of the section's first page."""
        return self.layout.page("index")

    @cached_property
    def search(self) -> Address:
        """Address of the search page."""
        return self.layout.page("search")

    @cached_property
    def tags(self) -> Address:
        """Address of the list of tags."""
        return self.layout.page("tags")

    @cached_property
    def symbols(self) -> Address:
        """Address of the list of symbols."""
        return self.layout.page("symbols")

    @property
    def key(self) -> str:
        """What scripts call the section's data by."""
        return self.corpus.sha256[:12]

    def asset(self, root: str, name: str) -> str:
        """Link from a page whose way to the section is ``root`` to a style sheet or script."""
        up = "../" * (self.path.count("/") + 1) if self.path else ""
        return f"{root}{up}{ASSETS}/{name}"

    @cached_property
    def validators(self) -> str:
        """By what the examples were validated, in words; empty unless all of them were."""
        kinds = {entry.validators for entry in self.catalog.entries}
        if () in kinds:
            return ""
        names = sorted({name for kind in kinds for name in kind})
        return (" and " if len(kinds) == 1 else " or ").join(names)

    @cached_property
    def levels(self) -> frozenset[str]:
        """The levels of validation that occur, with an empty one for examples without."""
        return frozenset(entry.validation.level if entry.validation else "" for entry in self.corpus.entries)

    @cached_property
    def common_tags(self) -> tuple[Group, ...]:
        """The tags of most examples, in alphabetical order."""
        tags = self.catalog.tags.values()
        common = sorted((g for g in tags if g.address), key=lambda g: -g.count)[:_COMMON_TAGS]
        chosen = set(common)
        return tuple(group for group in tags if group in chosen)

    @cached_property
    def unlisted_symbols(self) -> int:
        """How many symbols are not listed, since they are very many and these are of one example each."""
        symbols = self.catalog.symbols
        return sum(not group.address for group in symbols.values()) if len(symbols) > _MOST_LISTED else 0

    @cached_property
    def symbol_kinds(self) -> tuple[tuple[str, tuple[tuple[str, tuple[Group, ...]], ...]], ...]:
        """Symbols by what their spelling says they are, with a heading for each kind that occurs.

        Those of a kind are by letter where they are many, else all together under an empty one.
        """
        kinds: dict[str, list[Group]] = {kind: [] for kind in _KINDS}
        for name, group in self.catalog.symbols.items():
            if group.address or not self.unlisted_symbols:
                kinds[_kind(name)].append(group)
        return tuple((kind, _by_letter(groups)) for kind, groups in kinds.items() if groups)

    @cached_property
    def client_configuration(self) -> str:
        """What an MCP client's configuration says to start the server on this corpus."""
        arguments = ["mcp", *(["--corpus", self.mcp_corpus] if self.mcp_corpus else [])]
        server = {"command": "patternbook", "args": arguments}
        return json.dumps({"mcpServers": {"patternbook": server}}, indent=2)

    def origin_url(self, example: Example) -> str:
        """Link to the lines that an example comes from, or the empty string.

        Raises:
            ConfigError: ``source_url`` has a field that is not known.
        """
        origin = example.origin
        if origin is None or not self.source_url:
            return ""
        try:
            return self.source_url.format(
                path=quote(origin.path), start=origin.start_line, end=origin.end_line
            )
        except (LookupError, ValueError):
            raise ConfigError(
                f"source_url {self.source_url!r}: the fields are {{path}}, {{start}} and {{end}}"
            ) from None


def _by_letter(groups: list[Group]) -> tuple[tuple[str, tuple[Group, ...]], ...]:
    if len(groups) <= _MOST_TOGETHER:
        return (("", tuple(groups)),)
    letters: dict[str, list[Group]] = {}
    for group in groups:
        letters.setdefault(group.letter, []).append(group)
    return tuple((letter, tuple(letters[letter])) for letter in sorted(letters))


def _kind(symbol: str) -> str:
    classes, methods, names, marks = _KINDS
    if not symbol[:1].isalpha() and symbol[:1] != "_":
        return marks
    if " " in symbol or any(mark in symbol.rstrip(":") for mark in "./#") or re.search(r":[^:]+$", symbol):
        return methods
    return classes if symbol[0].isupper() else names
