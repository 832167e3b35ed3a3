"""A small corpus with everything that a site must cope with, and the site of it, built as a user would."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

from click.testing import CliRunner
from mkdocs.__main__ import cli

from patternbook.corpus import Corpus
from patternbook.indexing import build_index
from patternbook.model import Example, Origin, Validation

if TYPE_CHECKING:
    from pathlib import Path

_BEAMTALK = {
    "fold-a-list": (
        "Fold a list into one value with inject:into:",
        "lists",
        ("collection", "list", "reduce"),
        "#(5, 3, 8) inject: 0 into: [:sum :n | sum + n]   // => 16",
        "Reduce a list with `inject:into:`. It starts with the first argument.",
        ("#(", "inject:into:", "+"),
    ),
    "visit-each": (
        "Visit each element with do:",
        "lists",
        ("collection", "iteration", "list"),
        "#(1, 2) do: [:each | Transcript show: each printString]",
        "Like `forEach` elsewhere.",
        ("#(", "do:", "Transcript", "show:", "printString"),
    ),
    "count-up": (
        "Count with to:do:",
        "loops",
        ("iteration", "loop"),
        "1 to: 3 do: [:n | Transcript show: n printString]",
        "The block gets each number.",
        ("to:do:", "Transcript", "show:", "printString"),
    ),
    "join-strings": (
        "Join strings with ++",
        "strings",
        ("string",),
        'greeting := "Hello, " ++ "world"',
        "The operator `++` makes a new string.",
        (":=", "++"),
    ),
    "counter": (
        "A counter in an actor",
        "actors",
        ("actor", "state"),
        "Actor subclass: Counter\n  state: count = 0\n\n  increment => self.count := self.count + 1",
        "Several processes count together.",
        ("Actor", "subclass:", ":=", "+"),
    ),
}
_DEFINES = {"counter": ("Counter", "Counter >> increment")}


def _beamtalk(number: int, example_id: str) -> Example:
    title, category, tags, source, explanation, uses = _BEAMTALK[example_id]
    return Example(
        id=example_id,
        title=title,
        category=category,
        tags=tags,
        source=source,
        explanation=explanation,
        language="beamtalk",
        defines=_DEFINES.get(example_id, ()),
        uses=tuple(sorted(uses)),
        origin=Origin(f"docs/{category}.md", 10 * number, 10 * number + 3, 100 * number, 100 * number + 50),
        validation=Validation("executed" if number % 2 else "parsed", "beamtalk@5e38222c"),
    )


_LONG = "\n".join(
    ["Object subclass: Ledger", *(f"  entry{n} => self note: {n}\n" for n in range(60)), "  last => nil"]
)

AWKWARD = (
    Example(
        id="markup-in-every-field",
        title="<b>Bold</b> & `code` {{ macro }} *star* [link](x) ::",
        category='odd "names" <i>',
        tags=("<script>alert(1)</script>", "a/b", "C++", "c++"),
        source='x := "</textarea></script><script>document.title = 1</script>" {{ x }}\n```\nfence\n```\n--8<-- "x"',
        explanation="Raw <img src=x onerror=alert(1)> stays text. ![no](https://example.org/p.png) [rel](../x.md)",
        language="beamtalk",
        defines=(),
        uses=("<", "++", "&&", "Set", "set"),
        validation=Validation("parsed", "<b>by</b>"),
    ),
    Example(
        id="Id/of another:tool",
        title="An id of another tool",
        category="lists",
        tags=("a/b", "C++", "c++"),
        source="set := Set new\n\n\tset add: 1",
        explanation="",
        language="no-such-language",
        defines=(),
        uses=("<", "&&", ":=", "Set", "set", "add:"),
    ),
    Example(
        id="search",
        title="An example whose id the site has a page for",
        category="search",
        tags=("list",),
        source=_LONG,
        explanation="First paragraph.\n\n- one\n- two\n\nSee [the book](https://example.org/book).",
        language="beamtalk",
        defines=("Ledger",),
        uses=(),
        origin=Origin("docs/ledger.bt", 1, 62, 0, 900),
        validation=Validation("compiled", "beamtalk@5e38222c"),
    ),
)
"""Ids, names and texts that break a careless site."""


def small_corpus() -> Corpus:
    """Five plain examples and the awkward ones."""
    plain = (_beamtalk(number, example_id) for number, example_id in enumerate(_BEAMTALK, 1))
    return Corpus.of((*plain, *AWKWARD))


def write_corpus(folder: Path, corpus: Corpus | None = None) -> Path:
    """Write a corpus and its index; returns the folder."""
    corpus = corpus or small_corpus()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "corpus.json").write_bytes(corpus.raw)
    index = build_index(corpus, name="Little", licence="Apache-2.0", language="beamtalk")
    (folder / "index.json").write_bytes(index)
    return folder


def write_site(
    folder: Path, *, docs: dict[str, str] | None = None, plugin: dict[str, Any] | None = None, **settings: Any
) -> Path:
    """Write a corpus, some pages and a ``mkdocs.yml`` beside them; returns the folder."""
    write_corpus(folder / "book")
    pages = {"index.md": "# Home\n\nSee [the book](examples/index.md).\n"} if docs is None else docs
    for name, text in pages.items():
        page = folder / "docs" / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")
    configuration = {
        "site_name": "Little site",
        "use_directory_urls": False,
        "theme": {"name": "material", "font": False, "features": ["content.code.copy"]},
        "plugins": ["search", {"patternbook": {"corpus": "book", "title": "Little book"} | (plugin or {})}],
    }
    text = json.dumps(configuration | settings)  # JSON is YAML
    (folder / "mkdocs.yml").write_text(text, encoding="utf-8")
    return folder


def run_mkdocs(folder: Path) -> tuple[int, str]:
    """Run ``mkdocs build --strict`` on a written site; returns the exit code and what it said."""
    logger = logging.getLogger("mkdocs")
    before = list(logger.handlers)
    arguments = ["build", "--strict", "--config-file", str(folder / "mkdocs.yml")]
    result = CliRunner().invoke(cli, arguments)
    for handler in logger.handlers[:]:
        if handler not in before:
            logger.removeHandler(handler)  # it writes to the runner's closed stream
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


def build_small_site(folder: Path, **settings: Any) -> Path:
    """Write and build; returns the folder of the finished site."""
    code, said = run_mkdocs(write_site(folder, **settings))
    assert code == 0, said
    return folder / "site"
