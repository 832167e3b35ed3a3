"""Sentences about what is shown of a test and what is not."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from patternbook.languages.python.testing.fixtures import OF_PLUGINS
from patternbook.naming import sentence_case

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from patternbook.languages.python.testing.cases import Cut
    from patternbook.languages.python.testing.names import Function
    from patternbook.languages.python.testing.parts import Part

_REMARK = re.compile(
    r"(type|fmt|yapf|ruff|noqa|pragma|pylint|mypy|isort|flake8|nosec|todo|fixme|xxx)\b", re.IGNORECASE
)
"""How comments begin that are for tools, or for those who work on the file."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_FEWEST_WORDS = 3


_LEAD = re.compile(
    r"\A(?:(?:unit |regression )?tests? (?:that|if|whether)"
    r"|test(?: for)?(?! (?:apps?|cases?|clients?|data|functions?|names?|runners?|servers?|suites?)\b)"
    r"|(?:ensures?|verif(?:y|ies)|checks?|makes? sure) that)\s+",
    re.IGNORECASE,
)
"""How documentation begins that says of a test that it is one; what follows is a sentence of its own."""


def documentation(node: Function) -> str:
    """A test's documentation, without saying that it is a test."""
    doc = ast.get_docstring(node) or ""
    doc = _LEAD.sub("", doc, count=1)
    return sentence_case(doc) if doc.split(" ", 1)[0].isalpha() else doc


def comment_above(lines: Sequence[str], first: int) -> str:
    """The comment directly above a line, if it is prose.

    Args:
        lines: of the text.
        first: line number, 1-based.
    """
    indent = _indent(lines[first - 1])
    found: list[str] = []
    line = first - 2
    while line >= 0 and lines[line].lstrip().startswith("#") and _indent(lines[line]) == indent:
        found.append(lines[line].strip().lstrip("#!:").strip())
        line -= 1
    text = "\n".join(reversed(found)).strip()
    is_code = re.search(r"^\s*(def|class|import|from|assert|@)\b|[=({]$", text, re.MULTILINE)
    if _REMARK.match(text) or is_code or len(_WORD.findall(text)) < _FEWEST_WORDS:
        return ""
    return text


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def notes_of(cuts: Iterable[Cut], left_out: Iterable[Part], of_plugins: Iterable[str]) -> Iterator[str]:
    """What a reader has to know about the code that is shown, a sentence each, as Markdown."""
    cases = sum(cut.cases for cut in cuts)
    if cases:
        yield f"{cases} more {'case is' if cases == 1 else 'cases are'} left out."
    for part in sorted(left_out, key=lambda p: p.first):
        names = ", ".join(f"`{name}`" for name in sorted(part.binds)) or "A statement"
        yield f"{names} ({part.size} lines) is left out."
    by_plugin: dict[str, list[str]] = {}
    for name in of_plugins:
        by_plugin.setdefault(OF_PLUGINS[name], []).append(f"`{name}`")
    for plugin, fixtures in by_plugin.items():
        said = "is a fixture" if len(fixtures) == 1 else "are fixtures"
        yield f"{' and '.join(fixtures)} {said} of {plugin}."
