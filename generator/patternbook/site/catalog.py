"""The examples of a corpus as a reader walks through them: by category, by tag, by symbol."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from patternbook.site import prose, sessions
from patternbook.site.highlight import highlight

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from markupsafe import Markup

    from patternbook.model import Example
    from patternbook.site.layout import Address, Layout

_SHARED = 2
"""Examples that a tag or symbol needs for a page of its own: a page that lists one example is a detour."""


@dataclass(frozen=True, eq=False)
class Entry:
    """An example with its place on the site."""

    example: Example
    address: Address

    @cached_property
    def summary(self) -> str:
        """First sentence of the explanation, plain."""
        return prose.summary(self.example.explanation)

    @cached_property
    def explanation(self) -> Markup:
        """The explanation as HTML."""
        return prose.render(self.example.explanation)

    @cached_property
    def is_session(self) -> bool:
        """Whether the source is what was typed at prompts, and what came of it."""
        return sessions.is_session(self.example)

    @property
    def lexer(self) -> str:
        """What Pygments and Markdown call the form of the source."""
        return sessions.LEXER if self.is_session else self.example.language

    @cached_property
    def code(self) -> Markup:
        """The source, highlighted."""
        return highlight(self.example.source, self.lexer)

    @cached_property
    def validators(self) -> tuple[str, ...]:
        """By what it was validated, one by one."""
        validation = self.example.validation
        return tuple(validation.by.split(", ")) if validation else ()

    @cached_property
    def source_lines(self) -> tuple[str, ...]:
        """The source, line by line."""
        return tuple(self.example.source.split("\n"))

    @cached_property
    def code_lines(self) -> tuple[str, ...]:
        """The highlighted source, line by line; each is HTML by itself."""
        return tuple(str(self.code).split("\n"))

    @cached_property
    def is_test(self) -> bool:
        """Whether it comes from a test: a reader meets written examples first."""
        path = self.example.origin.path if self.example.origin else ""
        words = [*path.lower().split("/")[:-1], *self.example.category.lower().replace("-", " ").split()]
        return any(word in ("test", "tests", "testing", "spec", "specs") for word in words)


@dataclass(frozen=True, eq=False)
class Group:
    """Examples that share a category, a tag or a symbol."""

    kind: str
    """``category``, ``tag`` or ``symbol``."""
    name: str
    title: str
    """What a heading calls it."""
    entries: tuple[Entry, ...]
    address: Address | None
    """``None`` when it is too small for a page of its own."""
    defined_in: tuple[Entry, ...] = ()
    """For a symbol: the examples that define it, best first; they are not among ``entries``."""

    @cached_property
    def count(self) -> int:
        """Number of its examples."""
        return len(self.entries) + len(self.defined_in)

    @cached_property
    def first(self) -> Entry:
        """Its first example."""
        return (self.defined_in or self.entries)[0]

    @cached_property
    def letter(self) -> str:
        """Under which letter a long list has it: of a dotted or qualified name, that of the last part."""
        without_arity = re.sub(r"/\d+$", "", self.name)
        last = re.split(r"[.\s#/:]+", without_arity.strip(":/#. "))[-1].lstrip("_")
        return last[:1].upper() if last[:1].isalpha() else "…"


@dataclass(frozen=True, eq=False)
class Catalog:
    """Every entry and group of a corpus."""

    entries: tuple[Entry, ...]
    categories: Mapping[str, Group]
    tags: Mapping[str, Group]
    symbols: Mapping[str, Group]

    @classmethod
    def of(
        cls,
        examples: Iterable[Example],
        layout: Layout,
        make_entry: Callable[[Example, Address], Entry] = Entry,
    ) -> Catalog:
        """Arrange examples.

        Args:
            examples: in the order in which category pages show them.
            layout: where pages stand.
            make_entry: makes an entry of an example, or finds it where it was made before.
        """
        entries = tuple(make_entry(example, layout.example(example.id)) for example in examples)

        def groups(kind: str, names: Callable[[Example], Iterable[str]], least: int) -> dict[str, Group]:
            members = _members(entries, names)
            return {
                name: Group(
                    kind,
                    name,
                    category_title(name) if kind == "category" else name,
                    tuple(found),
                    layout.group(kind, name) if len(found) >= least else None,
                )
                for name, found in sorted(members.items(), key=lambda item: _alphabetically(item[0]))
            }

        return cls(
            entries=entries,
            categories=groups("category", lambda e: (e.category,), 1),
            tags=groups("tag", lambda e: e.tags, _SHARED),
            symbols=_symbols(entries, layout),
        )

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[Entry | None, Entry | None]]:
        """By id, the example before and the example after it in its category."""
        found: dict[str, tuple[Entry | None, Entry | None]] = {}
        for group in self.categories.values():
            around = [None, *group.entries, None]
            for before, entry, after in zip(around, group.entries, around[2:], strict=False):
                found[entry.example.id] = (before, after)
        return found


def category_title(name: str) -> str:
    """Return a category's name for people: ``language-reference`` is ``Language reference``."""
    words = name.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:] or "Uncategorized"


def _symbols(entries: Iterable[Entry], layout: Layout) -> dict[str, Group]:
    defined = _members(entries, lambda e: e.defines)
    used = _members(entries, lambda e: e.uses)
    result: dict[str, Group] = {}
    for name in sorted(defined.keys() | used.keys(), key=_alphabetically):
        definitions = _best_first(name, defined.get(name, ()))
        elsewhere = set(used.get(name, ())).difference(definitions)
        uses = _best_first(name, elsewhere)
        shared = len(definitions) + len(uses) >= _SHARED
        address = layout.group("symbol", name) if shared else None
        result[name] = Group("symbol", name, name, uses, address, definitions)
    return result


def _members(
    entries: Iterable[Entry], names: Callable[[Example], Iterable[str]]
) -> Mapping[str, list[Entry]]:
    members: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        for name in dict.fromkeys(names(entry.example)):
            members[name].append(entry)
    return members


def _best_first(symbol: str, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Named in the title, then written to be read, not to test, then with few other symbols, then short."""
    found = tuple(entries)
    if len(found) < _SHARED:
        return found
    named = re.compile(rf"(?<![\w:]){re.escape(symbol)}(?![\w:])")

    def position(entry: Entry) -> tuple[bool, bool, int, int, str]:
        example = entry.example
        others = len(example.uses) + len(example.defines)
        return (not named.search(example.title), entry.is_test, others, len(entry.source_lines), example.id)

    return tuple(sorted(found, key=position))


def _alphabetically(name: str) -> tuple[str, str]:
    return (name.casefold(), name)
