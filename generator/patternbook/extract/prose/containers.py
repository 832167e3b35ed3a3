"""Block rules for what holds Markdown inside Markdown, beyond CommonMark.

Two forms: containers whose content is indented (``!!! note``, ``??? tip``, ``=== "Tab"`` of
Python-Markdown), and containers between marks (```` ```{note} ````, ``:::{note}``, ``::: note``,
``::: {.callout}``, ``/// note | Title``). The kept plugin for the first form ends a container at two
blank lines, which stand in code all the time.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from patternbook.extract.prose.directives import CONTAINERS, OPTION, code_language, is_opaque
from patternbook.extract.prose.divisions import division_at, is_division_mark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock

_INDENT = 4
_INDENTED = re.compile(r"(?:!!!|\?\?\?\+?|===[!+]?)[ \t]+(?P<rest>\S.*)")
_QUOTED = re.compile(r'"([^"]*)"|\'([^\']*)\'')
_BETWEEN = re.compile(
    r"(?P<mark>`{3,}|~{3,}|:{3,}|/{3,})[ \t]*"
    r"(?:\{(?P<braced>[A-Za-z][\w:+.-]*)\}|(?P<word>[\w-]+)(?![\w.-]))(?P<rest>[^`]*)$"
)
_ALT = ["paragraph", "reference", "blockquote", "list"]


def containers_plugin(markdown: MarkdownIt, languages: frozenset[str] = frozenset()) -> None:
    """Add the rules to a parser.

    Args:
        markdown: the parser.
        languages: names that in braces (```` ```{python} ````) say a language and no directive.
    """

    def between(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        return _between(state, start, end, silent=silent, languages=languages)

    markdown.block.ruler.before("fence", "patternbook_between", between, {"alt": _ALT})
    markdown.block.ruler.before("fence", "patternbook_indented", _indented, {"alt": _ALT})


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]


def _starts_with(state: StateBlock, number: int, marks: str) -> bool:
    """Whether a line begins with one of some marks; a look at one character, before any pattern."""
    position = state.bMarks[number] + state.tShift[number]
    return position < state.eMarks[number] and state.src[position] in marks


def _indented(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if state.is_code_block(start) or not _starts_with(state, start, "!?="):
        return False
    opening = _INDENTED.fullmatch(_line(state, start))
    if opening is None:
        return False
    if silent:
        return True
    inner = state.sCount[start] + _INDENT
    stop = start + 1
    while stop < end and (state.isEmpty(stop) or state.sCount[stop] >= inner):
        stop += 1
    quoted = _QUOTED.search(opening["rest"])
    title = (quoted[1] or quoted[2] or "") if quoted else ""
    with _container(state, title, (start, stop), inner):
        state.md.block.tokenize(state, start + 1, stop)
    state.line = stop
    return True


def _between(state: StateBlock, start: int, end: int, *, silent: bool, languages: frozenset[str]) -> bool:
    opening = _opening(state, start, languages)
    stop = _closing(state, start, end, opening["mark"]) if opening else None
    if opening is None or stop is None:
        return _division(state, start, end, silent=silent)
    if silent:
        return True
    name = opening["braced"] or opening["word"]
    if _is_code(name, languages):
        _push_code(state, start, stop, opening)
    else:
        first = start + 1
        while first < stop and OPTION.match(_line(state, first)):
            first += 1
        title = opening["rest"].strip().lstrip("|").strip().strip("\"'")
        with _container(state, title, (start, stop), state.blkIndent):
            state.md.block.tokenize(state, first, stop)
    state.line = min(stop + 1, end)
    return True


def _division(state: StateBlock, start: int, end: int, *, silent: bool) -> bool:
    """A division with attributes or any name; a mark of one that is not closed, or not open, is no prose."""
    if not _starts_with(state, start, ":") or state.is_code_block(start):
        return False
    if not is_division_mark(_line(state, start)):
        return False
    if silent:
        return True
    title, stop = division_at(state, start)
    if stop is None or stop >= end:
        state.line = start + 1
        return True
    with _container(state, title, (start, stop), state.blkIndent):
        state.md.block.tokenize(state, start + 1, stop)
    state.line = stop + 1
    return True


def _opening(state: StateBlock, start: int, languages: frozenset[str]) -> re.Match[str] | None:
    """The line that opens a container between marks; a fence of code is left to the rule for fences."""
    if state.is_code_block(start) or not _starts_with(state, start, "`~:/"):
        return None
    opening = _BETWEEN.fullmatch(_line(state, start))
    if opening is None:
        return None
    fence = opening["mark"][0] in "`~"
    if opening["braced"]:
        return None if fence and _is_code(opening["braced"], languages) else opening
    return None if fence or opening["word"] not in CONTAINERS else opening


def _is_code(name: str, languages: frozenset[str]) -> bool:
    return code_language(name) is not None or is_opaque(name) or name in languages


def _closing(state: StateBlock, start: int, end: int, mark: str) -> int | None:
    """The line that closes a container: its mark, at least as long, alone; divisions pair."""
    if mark[0] == ":":
        _, paired = division_at(state, start)
        if paired is not None and paired < end:
            return paired
    unclosed: dict[tuple[str, int], int] = state.env.setdefault("patternbook_unclosed", {})
    known = unclosed.get((mark[0], end))
    if known is not None and len(mark) >= known:
        return None
    for number in range(start + 1, end):
        if not _starts_with(state, number, mark[0]):
            continue
        text = _line(state, number).rstrip()
        if len(text) >= len(mark) and not text.strip(mark[0]):
            return number
    # Nothing further down closes it either: one look for all that begin below.
    unclosed[mark[0], end] = len(mark)
    return None


@contextmanager
def _container(state: StateBlock, title: str, lines: tuple[int, int], indent: int) -> Iterator[None]:
    """The tokens around what is read inside, which ends with the container and is indented by so much."""
    parent, line_max, block_indent = state.parentType, state.lineMax, state.blkIndent
    state.parentType, state.lineMax, state.blkIndent = "container", lines[1], indent
    token = state.push("container_open", "div", 1)
    token.content = title
    token.map = list(lines)
    yield
    state.push("container_close", "div", -1)
    state.parentType, state.lineMax, state.blkIndent = parent, line_max, block_indent


def _push_code(state: StateBlock, start: int, stop: int, opening: re.Match[str]) -> None:
    name = opening["braced"] or opening["word"]
    token = state.push("fence", "code", 0)
    token.info = f"{{{name}}}{opening['rest']}"
    token.markup = opening["mark"]
    token.content = state.getLines(start + 1, stop, state.sCount[start], keepLastLF=True)
    token.map = [start, stop + 1]
