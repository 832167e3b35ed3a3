"""The lines of an example that show a symbol at work."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patternbook.site.catalog import Entry

_COMMENT = re.compile(r'\s*(?:<span class="w">\s*</span>)?<span class="c')
"""How Pygments starts a line that is a comment."""
_AROUND = 2
"""Lines shown after the line that was found; one is shown before it."""


def excerpt(entry: Entry, symbol: str) -> Markup:
    """Return the highlighted lines around the first place where the symbol stands in the example's code.

    The corpus says that the symbol is there; where it is spelled apart, as a selector is around its
    arguments, its first part is looked for. Where it stands in comments only, these are shown, and where
    nothing is found, the first lines.
    """
    plain, shown = entry.source_lines, entry.code_lines
    code = ["" if _COMMENT.match(html) else line for line, html in zip(plain, shown, strict=True)]
    places = (_line_of(spelling, lines) for lines in (code, plain) for spelling in _spellings(symbol))
    found = next((line for line in places if line is not None), 0)
    around = range(max(found - 1, 0), min(found + 1 + _AROUND, len(plain)))
    written = [line for line in around if plain[line].strip()] or [found]
    indentation = min(len(plain[line]) - len(plain[line].lstrip(" ")) for line in written)
    lines = (_outdented(shown[line], indentation) for line in range(written[0], written[-1] + 1))
    return Markup("\n".join(lines))  # noqa: S704 - lines of escaped HTML


def _spellings(symbol: str) -> list[str]:
    """From the whole to the telling part: ``Array >> inject:into:``, ``inject:into:``, ``inject:``."""
    name = symbol.rsplit(" ", 1)[-1]
    without_arity = re.sub(r"/\d+$", "", name)
    keyword = re.match(r"\w+:", name)
    after_module = re.split(r"[.:#]", without_arity.rstrip(":"))[-1]
    return [symbol, name, without_arity, *([keyword.group()] if keyword else []), after_module]


def _line_of(spelling: str, lines: Sequence[str]) -> int | None:
    return next((n for n, line in enumerate(lines) if spelling and _stands_in(spelling, line)), None)


def _stands_in(spelling: str, line: str) -> bool:
    """Whether a line holds a spelling; a word must begin where one begins."""
    at = line.find(spelling)
    while at > 0 and spelling[0].isalnum() and (line[at - 1].isalnum() or line[at - 1] in "_:"):
        at = line.find(spelling, at + 1)
    return at >= 0


def _outdented(line: str, indentation: int) -> str:
    """Take the indentation from a highlighted line, in which it is bare or the first thing in a ``span``."""
    return re.sub(rf"^((?:<span[^>]*>)*) {{{indentation}}}", r"\1", line)
