"""What one build of a site leaves to the next: while MkDocs serves it, only what changed is made again."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from patternbook.indexing.analysis import languages_of
from patternbook.site.catalog import Entry
from patternbook.site.material import with_symbols
from patternbook.site.pages import render

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    import jinja2

    from patternbook.book import Volume
    from patternbook.corpus import Corpus
    from patternbook.indexing.analysis import Languages
    from patternbook.model import Example
    from patternbook.search.engine import Index
    from patternbook.site.layout import Address
    from patternbook.site.pages import Page, Rendered
    from patternbook.site.section import Section

V = TypeVar("V")


class Kept(Generic[V]):
    """Values by what they were made from. Those that a build does not ask for are forgotten after it."""

    def __init__(self) -> None:
        self.made = 0
        """How many values the current build had to make."""
        self._now: dict[Hashable, V] = {}
        self._before: dict[Hashable, V] = {}

    def __len__(self) -> int:
        """Count the values that the current build asked for."""
        return len(self._now)

    def start(self) -> None:
        """Begin a build."""
        self._before, self._now = self._now, {}
        self.made = 0

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """Return the value of a key; make it if neither this build nor the one before did."""
        if key in self._now:
            return self._now[key]
        if key in self._before:
            value = self._before[key]
        else:
            value = make()
            self.made += 1
        self._now[key] = value
        return value


class Memory:
    """What is kept of a section: all of it depends on contents alone, never on when a file was written."""

    def __init__(self) -> None:
        self.indexes: Kept[Index] = Kept()
        """Those made in memory, of corpora that came without."""
        self.languages: Kept[Languages] = Kept()
        self.examples: Kept[Example] = Kept()
        """Those of corpora without symbols, with the symbols that a frontend saw."""
        self.entries: Kept[Entry] = Kept()
        self.pages: Kept[Rendered] = Kept()

    def start(self) -> None:
        """Begin a build."""
        for kept in (self.indexes, self.languages, self.examples, self.entries, self.pages):
            kept.start()

    def index(self, volume: Volume, language: str) -> Index:
        """Return a volume's index; one that has to be made is made once for a corpus."""
        if not callable(volume.opened):
            return volume.opened
        return self.indexes.get((volume.corpus.sha256, volume.source.name, language), volume.opened)

    def analysed(self, corpus: Corpus, language: str) -> tuple[Example, ...]:
        """Return a corpus's examples; those that came without symbols get the ones that a frontend sees.

        Args:
            corpus: the corpus.
            language: frontend of examples that name none; empty for the one that accepts most of them.

        Raises:
            LanguageError: there is no such frontend.
        """
        if all(entry.analysed for entry in corpus.entries):
            return corpus.entries
        languages = self.languages.get(
            (corpus.sha256, language), lambda: languages_of(corpus, language or None)
        )
        default = languages.default.name if languages.default else ""
        return tuple(
            self.examples.get((entry, entry.analysed, default), partial(with_symbols, entry, languages))
            for entry in corpus.entries
        )

    def page(self, page: Page, section: Section, env: jinja2.Environment, templates: str) -> Rendered:
        """Return a page, rendered.

        Args:
            page: a page of the section.
            section: the section.
            env: renders it, if that has to be done.
            templates: what identifies the templates, and the corpus where they may show anything of it.

        Raises:
            SourceError: the template is broken.
        """
        shows = section.whole if page.shows is None else page.shows
        key = (templates, section.setup, page.template, page.address, shows)
        return self.pages.get(key, lambda: render(page, section, env))

    def entry(self, example: Example, address: Address) -> Entry:
        """Return an example with its place; its explanation and its code are rendered once."""
        return self.entries.get((example, address), partial(Entry, example, address))
