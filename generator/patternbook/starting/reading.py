"""What a file holds, as far as one look at its text tells. Nothing is parsed, so a look costs little."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from patternbook.model import SourceFile
from patternbook.sources.foreign import is_generated
from patternbook.starting.habits import habits

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from patternbook.languages import Frontend

_LARGEST = 16 * 1024 * 1024
"""Bytes of a file that are looked at."""
_RST = (".rst", ".txt")
_CONSOLES = {"python": r"|(?m:^[ \t]*(?:> ?)?>>> \S)"}
"""Language → what else in prose is code in it: a session with its prompt."""
_BARE = {
    "python": r"|(?m:^[ \t]*(?:\.\.[ \t]+|[`:]{3,}\{)"
    r"(?:ipython|doctest|testcode|jupyter-execute|code-cell|altair-plot|bokeh-plot|plot|pyplot)(?:::|\}))"
}
"""Language → directives that hold code in it without naming it."""
_SHELL = r"\$|<|\.\.|(?:pip|python3?|git|conda|cd|make|sudo|npm|apt|brew|uv|export|py|easy_install)\b"
_LITERAL = {"python": re.compile(rf"(?m)::[ \t]*\n[ \t]*\n[ \t]+(?!{_SHELL})\S")}
"""Language → blocks of reStructuredText that name no language, which are taken for this one."""


def read(root: Path, path: str) -> str | None:
    """A file's text, or ``None`` where it cannot be read or is not UTF-8."""
    try:
        with (root / path).open("rb") as file:
            raw = file.read(_LARGEST)
        return raw.decode("utf-8", "ignore" if len(raw) == _LARGEST else "strict")
    except (OSError, UnicodeDecodeError):
        return None


def is_made_by_a_tool(path: str, text: str) -> bool:
    """Whether a file says that it was generated."""
    return is_generated(SourceFile(path, text))


def languages_of_document(path: str, text: str, frontends: Iterable[Frontend]) -> frozenset[str]:
    """The languages in which a document holds code."""
    if path.endswith(".ipynb"):
        return frozenset(f.name for f in frontends if _notebook(f.name).search(text))
    return frozenset(
        f.name
        for f in frontends
        if _block(f.name, f.fences).search(text)
        or (path.endswith(_RST) and f.name in _LITERAL and _LITERAL[f.name].search(text))
    )


def holds_tests(text: str, language: str) -> bool:
    """Whether code holds tests; a language that has no sign for them is believed by the file's name."""
    sign = habits().signs(language).tests
    return sign is None or bool(sign.search(text))


def holds_documentation(text: str, language: str) -> bool:
    """Whether the documentation inside code holds examples."""
    sign = habits().signs(language).documentation
    return sign is not None and bool(sign.search(text))


@cache
def _block(language: str, fences: tuple[str, ...]) -> re.Pattern[str]:
    """What opens a block of code in Markdown or reStructuredText."""
    names = "|".join(re.escape(fence) for fence in fences)
    fence = rf"(?:```+|~~~+)[ \t]*(?:\{{(?:code-block|code|code-cell)\}}[ \t]*|\{{?\.?)(?:{names})\b"
    directive = rf"\.\.[ \t]+(?:code-block|code|sourcecode|highlight)::[ \t]*(?:{names})\b"
    more = _CONSOLES.get(language, "") + _BARE.get(language, "")
    return re.compile(rf"(?mi:^[ \t>*+-]*(?:\d+[.)][ \t]+)?(?:{fence}|{directive})){more}")


@cache
def _notebook(language: str) -> re.Pattern[str]:
    return re.compile(rf'"(?:language|name)"\s*:\s*"{re.escape(language)}\d*"')
