"""A block rule for interactive sessions that stand in Markdown as they do in documentation, without a fence.

To Markdown, ``>>>`` is a quote in a quote in a quote, or goes on with the paragraph above it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it.rules_block import code, paragraph

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock

_PROMPT = re.compile(r">>>(?: |$)")
_FENCE = ("```", "~~~")


def sessions_plugin(markdown: MarkdownIt) -> None:
    """Let a parser take what begins with a prompt as a block of code up to the next blank line."""
    markdown.block.ruler.before("code", "patternbook_session", _session, {"alt": ["reference", "blockquote"]})
    markdown.block.ruler.at("code", _code)
    markdown.block.ruler.at("paragraph", _paragraph)


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]


def _session(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if not _begins(state, start):
        return False
    if silent:
        return True
    stop = start + 1
    while stop < end and not state.isEmpty(stop) and state.sCount[stop] >= state.sCount[start]:
        if _line(state, stop).startswith(_FENCE):
            break
        stop += 1
    token = state.push("code_block", "code", 0)
    token.content = state.getLines(start, stop, state.sCount[start], keepLastLF=True)
    token.map = [start, stop]
    state.line = stop
    return True


def _paragraph(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A paragraph ends where a session begins, however far that is indented."""
    last = state.lineMax
    stop = start + 1
    while stop < last and not (state.isEmpty(stop) or _begins(state, stop)):
        stop += 1
    state.lineMax = stop
    try:
        return paragraph(state, start, end, silent)
    finally:
        state.lineMax = last


def _code(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Indented text ends there too: it may be the prose of a section of the documentation."""
    stop = start + 1
    while stop < end and (state.isEmpty(stop) or state.is_code_block(stop)) and not _begins(state, stop):
        stop += 1
    return code(state, start, stop, silent)


def _begins(state: StateBlock, number: int) -> bool:
    """Whether a session begins at a line."""
    return _PROMPT.match(_line(state, number)) is not None
