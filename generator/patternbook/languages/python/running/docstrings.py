"""Which docstring of a file a line stands in."""

from __future__ import annotations

import ast
from bisect import bisect_right

_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class Docstrings:
    """The docstrings of a file, by line."""

    def __init__(self, text: str) -> None:
        spans = []
        try:
            module = ast.parse(text)
        except SyntaxError:
            # Code for a newer interpreter than this one; each example then stands by itself.
            module = ast.Module([], [])
        for node in ast.walk(module):
            if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
                first = node.body[0]
                spans.append((first.lineno, first.end_lineno or first.lineno))
        self._spans = sorted(spans)

    def at(self, line: int) -> int:
        """A number for the docstring at a line: lines of one docstring have the same."""
        position = bisect_right(self._spans, (line, float("inf"))) - 1
        if position >= 0 and line <= self._spans[position][1]:
            return position
        return -line
