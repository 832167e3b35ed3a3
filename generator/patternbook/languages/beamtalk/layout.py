"""How a file lies on its lines: what can be taken out of it line by line and still be valid."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from patternbook.languages.beamtalk.declarations import Class, Method, Module, State
from patternbook.languages.beamtalk.docs import is_documentation

if TYPE_CHECKING:
    from patternbook.languages.beamtalk.lexer import Lexed
    from patternbook.languages.beamtalk.positions import Positions
    from patternbook.languages.beamtalk.syntax import Node
    from patternbook.model import Span

_MEMBER_COLUMN: Final = 3
"""Last column, counted from 1, at which the language always sees where a keyword method begins."""
_REST_OF_LINE: Final = re.compile(r"[ \t.!]*+(?://[^\n]*+)?(?:\n|\Z)")


class Layout:
    """Lines of a file's parts."""

    def __init__(self, module: Module, lexed: Lexed, positions: Positions) -> None:
        self._text = lexed.text
        self._positions = positions
        self._known: dict[Node, Span] = {}
        self._apart: dict[Class, bool] = {}
        self._comments: dict[int, tuple[int, int]] = {}
        """Comments on lines of their own: first line and offset, by last line."""
        for start, end in lexed.comments:
            if self._begins_line(start) and self._ends_line(end):
                self._comments[positions.line(end - 1)] = (positions.line(start), start)
        self._first = self._top(module.items[0].start, documentation=True)
        self._last = positions.line(len(self._text.rstrip()))

    def of_class(self, node: Class) -> Span:
        """A whole class with its documentation."""
        if node not in self._known:
            first = self._top(node.start, documentation=True)
            self._known[node] = self._positions.lines(first, self._last_line(_class_reach(node)))
        return self._known[node]

    def of_header(self, node: Class) -> Span:
        """A class's documentation, header and state."""
        end = max([node.header.end, *(state.end for state in node.states)])
        return self._positions.lines(self._top(node.start, documentation=True), self._last_line(end))

    def of_member(self, member: Method | State) -> Span:
        """A member with the comments right above it."""
        if member not in self._known:
            last = self._last_line(_reach(member))
            self._known[member] = self._positions.lines(self._top(_start(member)), last)
        return self._known[member]

    def around(self, part: Span) -> list[Span]:
        """The rest of the file, from its first declaration or statement on."""
        stretches = (self._first, part.start_line - 1), (part.end_line + 1, self._last)
        return [self._positions.lines(first, last) for first, last in stretches if first <= last]

    def is_regular(self, node: Class) -> bool:
        """Whether members can be left out of a class and the rest of it is still valid.

        The class and each member take lines of their own, state comes first, and all members begin at one
        column that the language takes for a member's, so that nothing can be read as a continuation.
        """
        starts = [_start(member) for member in node.members]
        columns = {self._positions.column(start) for start in starts}
        return (
            self.is_apart(node)
            and self._ends_line(node.header.end)
            and all(self._begins_line(start) for start in starts)
            and all(self._ends_line(_reach(member)) for member in node.members)
            and (not columns or (len(columns) == 1 and columns.pop() <= _MEMBER_COLUMN))
            and _state_comes_first(node)
        )

    def is_apart(self, node: Class) -> bool:
        """Whether a class takes lines of its own."""
        if node not in self._apart:
            self._apart[node] = self._begins_line(node.start) and self._ends_line(_class_reach(node))
        return self._apart[node]

    def _top(self, start: int, *, documentation: bool = False) -> int:
        """The line of a part, or the first line of the comments right above it, at its column.

        Args:
            start: where the part begins.
            documentation: whether only ``///`` comments count.
        """
        line, column = self._positions.line(start), self._positions.column(start)
        while line - 1 in self._comments:
            above, at = self._comments[line - 1]
            if self._positions.column(at) != column or (
                documentation and not is_documentation(self._text, at)
            ):
                break
            line = above
        return line

    def _last_line(self, end: int) -> int:
        return self._positions.line(end - 1)

    def _begins_line(self, start: int) -> bool:
        while start > 0 and self._text[start - 1] in " \t":
            start -= 1
        return start == 0 or self._text[start - 1] == "\n"

    def _ends_line(self, end: int) -> bool:
        return _REST_OF_LINE.match(self._text, end) is not None


def _start(member: Method | State) -> int:
    return member.start if member.expect is None else member.expect.start


def _reach(member: Method | State) -> int:
    return member.reach if isinstance(member, Method) else member.end


def _class_reach(node: Class) -> int:
    return max([node.header.end, node.end, *(_reach(member) for member in node.members)])


def _state_comes_first(node: Class) -> bool:
    kinds = [isinstance(member, State) for member in node.members]
    return kinds == sorted(kinds, reverse=True)
