"""What an index knows of terms, phrases and words: all that a plan needs of it."""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from patternbook.search.spelling import Vocabulary
from patternbook.search.storage import SYMBOLS, TEXT
from patternbook.search.terms import definition

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from patternbook.search.storage import Store


class Lexicon:
    """An index seen by its terms."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.documents = len(store.extra["ids"])
        self.phrases: Mapping[str, Mapping[str, float]] = {
            phrase: meant for meant, phrases in store.extra["synonyms"] for phrase in phrases
        }
        self.boosts: Mapping[str, float] = store.extra["boosts"]
        self.fillers = frozenset(store.extra["words"]["fillers"])
        self.punctuation = frozenset(store.extra["words"]["punctuation"])
        self.common = frozenset(store.extra["words"]["common"])
        self.homes = frozenset(store.extra["words"]["homes"])
        self.names = frozenset(store.extra["words"].get("names", ()))
        """Lower-case words that name a symbol where a query is nothing else, defined or not."""

    def holders(self, term: str) -> int:
        """Number of examples whose text holds a term."""
        posting = self._store.posting(term)
        return len(posting[TEXT]) if posting else 0

    def knows(self, word: str) -> bool:
        """Whether a word stands in an example's text or in a phrase of the synonym table."""
        return self.holders(word) > 0 or word in self.phrase_words

    def has_symbol(self, symbol: str) -> bool:
        """Whether an example defines or uses a symbol."""
        posting = self._store.posting(symbol)
        return bool(posting and posting[SYMBOLS])

    def defines(self, symbol: str) -> bool:
        """Whether an example defines a symbol."""
        return self.has_symbol(definition(symbol))

    @cached_property
    def longest_phrase(self) -> int:
        """Words of the longest phrase in the synonym table."""
        return max((phrase.count(" ") + 1 for phrase in self.phrases), default=0)

    @cached_property
    def phrase_words(self) -> frozenset[str]:
        """Every word that stands in a phrase."""
        return frozenset(chain.from_iterable(phrase.split(" ") for phrase in self.phrases))

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words that a query may have meant."""
        return Vocabulary(self._words, self.holders)

    def _words(self, letter: str) -> Iterator[str]:
        yield from self._store.terms(letter)
        yield from (word for word in self.phrase_words if word.startswith(letter))
