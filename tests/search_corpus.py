"""A small analysed corpus that search tests share; no frontend is needed to index it."""

from __future__ import annotations

from patternbook.book import Book, Volume
from patternbook.corpus import Corpus
from patternbook.indexing import build_index
from patternbook.model import Example
from patternbook.search.engine import Index
from patternbook.search.results import Source
from patternbook.search.synonyms import SynonymTable

SYNONYMS = """
[[concept]]
says = ["for loop", "for i in range"]
means = { "to:do:" = 1.0, "timesRepeat:" = 0.8 }

[[concept]]
says = ["reduce", "fold left"]
means = { "inject:into:" = 1.0 }

[[concept]]
says = ["unique elements"]
means = { "Set" = 1.0, "not in the corpus at all" = 0.5 }
note = "a set drops repeated elements"
"""


def _example(name: str, title: str, source: str, **fields: object) -> Example:
    values: dict[str, object] = {
        "id": name,
        "title": title,
        "category": "learn",
        "tags": (),
        "source": source,
        "explanation": "",
        "language": "none",
    }
    return Example(**(values | fields))  # type: ignore[arg-type]


ENTRIES = (
    _example(
        "fold-a-list",
        "Fold a list with inject:into:",
        "#(1, 2, 3) inject: 0 into: [:sum :each | sum + each]",
        explanation="Start with a value and combine it with each element.",
        tags=("collections", "folding"),
        uses=("#(", "inject:into:", "+"),
    ),
    _example(
        "count-up",
        "Count with to:do:",
        "1 to: 10 do: [:i | Transcript show: i printString]",
        explanation="A counted loop that includes both ends.",
        tags=("loops",),
        uses=("Transcript", "printString", "show:", "to:do:"),
    ),
    _example(
        "visit-each",
        "Visit each element",
        "#(1, 2) do: [:each | each printString]",
        uses=("#(", "do:", "printString"),
        tags=("loops", "iteration"),
    ),
    _example(
        "counter",
        "Counter",
        "Actor subclass: Counter\n  state: value = 0\n\n  increment => self.value := self.value + 1\n\n"
        "  value => self.value",
        explanation="An actor that counts; its state is set by messages.",
        category="actors",
        defines=("Counter", "Counter >> increment", "Counter >> value", "increment", "value"),
        uses=("+", ":=", "Actor", "subclass:"),
        tags=("actor", "state"),
    ),
    _example(
        "use-a-counter",
        "Use a counter",
        "c := Counter spawn.\nc increment.\nc value",
        category="actors",
        uses=(":=", "Counter", "increment", "spawn", "value"),
        tags=("actor",),
    ),
    _example(
        "sets",
        "Sets drop repeated elements",
        "s := Set new.\ns add: 1; add: 1",
        explanation="Set is a collection without order.",
        uses=(":=", ";", "Set", "add:", "new"),
        tags=("collections",),
    ),
    _example(
        "accessors",
        "Get and set",
        "p := Point new.\np setX: 3",
        explanation="Set the x of a point by a setter, get it by a getter.",
        uses=(":=", "Point", "new", "setX:"),
    ),
    _example(
        "join-text",
        "Join strings with ++",
        '"a" ++ "b"',
        explanation="Concatenation of strings, and 2 ** 3 for a power.",
        uses=("**", "++"),
        tags=("strings",),
    ),
    _example(
        "silence",
        "Silence a diagnostic with @expect",
        "@expect dnu\nx foo",
        uses=("@expect", "foo"),
        tags=("diagnostics",),
    ),
)


def corpus() -> Corpus:
    """The corpus itself."""
    return Corpus.of(ENTRIES)


def synonyms() -> SynonymTable:
    """A small table of synonyms for it."""
    return SynonymTable.parse(SYNONYMS, "synonyms of the tests")


def raw_index(entries: Corpus | None = None) -> bytes:
    """The bytes of its index, or of that of other entries."""
    return build_index(entries or corpus(), name="Test", licence="Apache-2.0", synonyms=[synonyms()])


def book() -> Book:
    """A book of this corpus alone."""
    index = Index.parse(raw_index(), "the tests' index")
    return Book((Volume(Source("Test"), corpus(), index, "corpus.json"),))
