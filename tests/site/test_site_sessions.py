"""Interactive sessions: what is code in them, and how a page shows them."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

import pytest

from patternbook.corpus import Corpus
from patternbook.model import Example, Validation
from patternbook.site.catalog import Catalog, Group
from patternbook.site.exports import twin
from patternbook.site.layout import Layout
from patternbook.site.section import Section
from patternbook.site.sessions import code
from sites import run_mkdocs, write_corpus, write_site

if TYPE_CHECKING:
    from pathlib import Path

_SESSION = """\
>>> def twice(n):
...     return 2 * n
...
>>> twice(4)
8
>>> for n in (1, 2):
...     print("...", n)
... 1
... 2

>>> raise ValueError("no")
Traceback (most recent call last):
    ...
ValueError: no"""
_CODE = """\
def twice(n):
    return 2 * n

twice(4)
for n in (1, 2):
    print("...", n)
1
2
raise ValueError("no")"""


def _example(source: str, **fields: object) -> Example:
    values = {
        "id": "session",
        "title": "Session",
        "category": "c",
        "tags": (),
        "explanation": "",
        "language": "python",
    }
    return Example(source=source, **(values | fields))  # type: ignore[arg-type]


def test_code_is_what_was_typed() -> None:
    assert code(_SESSION) == _CODE  # doctest, too, reads lines of dots after a prompt's as code


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (">>> 1", "1"),
        ("\n>>> a\n>>> b\n", "a\nb"),
        ("  >>> if x:\n  ...     y\n  z", "if x:\n    y"),
        (">>> x\n[1,\n ...]\n>>> y", "x\ny"),
    ],
)
def test_small_sessions(source: str, expected: str) -> None:
    assert code(source) == expected


def test_a_session_is_highlighted_as_one_and_keeps_every_line() -> None:
    (entry,) = Catalog.of([_example(f"\n{_SESSION}\n")], Layout(directory_urls=False)).entries
    assert entry.is_session
    assert '<span class="gp">&gt;&gt;&gt; </span>' in entry.code
    plain = html.unescape(re.sub(r"<[^>]*>", "", entry.code))
    assert plain.strip("\n") == _SESSION
    assert plain.startswith("\n>>> def")
    assert "```pycon\n" in twin(entry)


@pytest.mark.parametrize("fields", [{"language": "beamtalk"}, {"source": "x >>> y"}])
def test_nothing_else_is_a_session(fields: dict[str, str]) -> None:
    (entry,) = Catalog.of([_example(**({"source": ">>> x"} | fields))], Layout(directory_urls=False)).entries
    assert not entry.is_session
    assert entry.lexer == entry.example.language


def test_the_page_copies_the_code_and_shows_the_session(tmp_path: Path) -> None:
    write_site(tmp_path)
    validation = Validation("executed", "python@3.11, ruff@0.15")
    write_corpus(tmp_path / "book", Corpus.of([_example(_SESSION, validation=validation)]))
    code_, said = run_mkdocs(tmp_path)
    assert code_ == 0, said
    page = (tmp_path / "site" / "examples" / "session.html").read_text(encoding="utf-8")
    bare = re.search(r'<textarea [^>]*id="pb-bare"[^>]*>\n(.*?)</textarea>', page, re.DOTALL)
    assert bare is not None
    assert html.unescape(bare[1]) == _CODE
    assert 'data-pb-copy="pb-bare"' in page
    assert "python session" in page
    assert "by <code>python@3.11</code> and <code>ruff@0.15</code>" in page
    home = (tmp_path / "site" / "examples" / "index.html").read_text(encoding="utf-8")
    assert "each validated by python@3.11 and ruff@0.15." in home


@pytest.mark.parametrize(
    ("validators", "said"),
    [
        (["a@1", "a@1"], "a@1"),
        (["a@1, b@2", "a@1, b@2"], "a@1 and b@2"),
        (["a@1, b@2", "a@1"], "a@1 or b@2"),
        (["a@1", ""], ""),
    ],
)
def test_validators_in_words(validators: list[str], said: str) -> None:
    examples = tuple(
        _example("x", id=f"e{number}", validation=Validation("executed", by) if by else None)
        for number, by in enumerate(validators)
    )
    section = Section("Book", "Book", "", Corpus.of(examples), examples, b"", Layout(directory_urls=False))
    assert section.validators == said


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        ("sympy.core.Add", "A"),
        ("List >> do:", "D"),
        ("_private", "P"),
        ("inject:into:", "I"),
        ("++", "…"),
        ("lists:map/2", "M"),
    ],
)
def test_long_lists_have_names_by_the_letter_of_their_last_part(name: str, letter: str) -> None:
    assert Group("symbol", name, name, (), None).letter == letter
