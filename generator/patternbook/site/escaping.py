"""Texts of a corpus inside Markdown documents: what they hold stays text, whatever renders the document."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_BREAKS = re.compile(r"[\t\r\n]+")
_MARKS = re.compile(r"[\\`*\[\]<]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)|#(?=#*$)")
_FENCE = re.compile(r" {0,3}(?P<mark>`{3,}(?=[^`]*$)|~{3,})")
_IN_PROSE = re.compile(
    r"\\.|(?<!`)(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`)"  # escaped, or code: as it is
    r"|(?P<mark><(?!(?:https?:|mailto:)[^\s<>]*>)|!(?=\[)|^ {0,3}(?=#{1,6}(?:\s|$)))",
    re.DOTALL | re.MULTILINE,
)


def as_line(text: str) -> str:
    """Return a text as one line of Markdown that reads as the text itself."""
    return _MARKS.sub(r"\\\g<0>", _BREAKS.sub(" ", text))


def as_info(language: str) -> str:
    """Return a language's name as it may stand after the backticks that open a block of code."""
    return re.split(r"[`\s]", language, maxsplit=1)[0]


def as_part(markdown: str) -> str:
    """Return an explanation as a part of a longer document.

    It keeps its paragraphs, lists, code and links. HTML, images and headings, which explanations do not have,
    become text, and a block of code that is never closed ends with the explanation.
    """
    return "\n".join(_parts(re.split(r"\r\n?|\n", markdown)))


def _parts(lines: list[str]) -> Iterator[str]:
    prose: list[str] = []
    fence = ""
    for line in lines:
        found = _FENCE.match(line)
        if fence:
            yield line
            if found and found["mark"].startswith(fence) and not line.strip(" `~"):
                fence = ""
        elif found:
            yield from _without_marks(prose)
            prose = []
            fence = found["mark"]
            yield line
        else:
            prose.append(line)
    yield from _without_marks(prose)
    if fence:
        yield fence


def _without_marks(prose: list[str]) -> Iterator[str]:
    def escaped(found: re.Match[str]) -> str:
        mark = found["mark"]
        if mark is None:
            return found[0]
        return f"{mark}\\" if not mark.strip() else f"\\{mark}"

    if prose:
        yield _IN_PROSE.sub(escaped, "\n".join(prose))
