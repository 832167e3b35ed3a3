"""Top-level statements and imports, and where a text may be cut and where it must not be."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from patternbook.languages.python.testing.names import imported
from patternbook.model import Import

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from patternbook.languages.python.places import Places
    from patternbook.model import Span


def statements(module: ast.Module, defined: set[ast.stmt], session: bool, places: Places) -> tuple[Span, ...]:
    """Spans of the top-level statements that define nothing; a module's docstring is none."""
    first = module.body[0] if module.body and not session else None
    docstring = first if first is not None and _is_string(first) else None
    found = (node for node in module.body if node not in defined and node is not docstring)
    return tuple(places.span(node) for node in found)


def _is_string(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def imports(module: ast.Module, places: Places) -> tuple[Import, ...]:
    """Imports at the top level; ``try`` and ``if`` that do nothing but import are one each.

    One that shares its line with something else is left out, for its lines are not its own.
    """
    names = [_names(node) for node in module.body]
    rows = [_rows(node) for node in module.body]
    found = []
    for number, (first, last) in enumerate(rows):
        shared = (number and not names[number - 1] and rows[number - 1][1] == first) or (
            number + 1 < len(rows) and not names[number + 1] and rows[number + 1][0] == last
        )
        if names[number] and not shared:
            stands_for = _stands_for(module.body[number], names[number])
            found.append(Import(tuple(names[number]), places.rows(first, last), stands_for))
    return tuple(found)


def _stands_for(node: ast.stmt, names: Iterable[str]) -> tuple[str, ...]:
    full = imported(node) if isinstance(node, ast.Import | ast.ImportFrom) else {}
    return tuple(full[name] for name in names if name in full)


def _rows(node: ast.stmt) -> tuple[int, int]:
    decorators: Sequence[ast.expr] = getattr(node, "decorator_list", ())
    return min([node.lineno, *(d.lineno for d in decorators)]), node.end_lineno or node.lineno


def _names(node: ast.stmt) -> list[str]:
    """Names that a statement imports; empty where it does anything else."""
    found: list[str] = []
    imports_anything = False
    tasks = [node]
    while tasks:
        task = tasks.pop()
        match task:
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                imports_anything = True
                whole = isinstance(task, ast.ImportFrom)
                found += [a.asname or (a.name if whole else a.name.partition(".")[0]) for a in aliases]
            case ast.If(body=body, orelse=orelse):
                tasks += reversed([*body, *orelse])
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=finalbody):
                handled = (part for handler in handlers for part in handler.body)
                tasks += reversed([*body, *handled, *orelse, *finalbody])
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant()) if task is not node:
                found.append(name)
            case ast.Pass() if task is not node:
                pass
            case _:
                return []
    return list(dict.fromkeys(found)) if imports_anything else []


def steps(nodes: Iterable[ast.stmt], places: Places) -> tuple[int, ...]:
    """Lines that begin with one of some statements, ascending."""
    columns: dict[int, int] = {}
    for node in nodes:
        columns[node.lineno] = min(node.col_offset, columns.get(node.lineno, node.col_offset))
    starts = (row for row, column in columns.items() if not places.code_row(row)[:column].strip())
    return tuple(sorted({places.line(row) for row in starts}))


def unbroken(strings: Iterable[ast.expr], places: Places) -> tuple[Span, ...]:
    """Strings of several lines, in source order, none within another."""
    spans = sorted(
        (places.span(node) for node in strings if node.lineno < (node.end_lineno or node.lineno)),
        key=lambda span: (span.start_byte, -span.end_byte),
    )
    return tuple(_outermost(spans))


def _outermost(spans: Iterable[Span]) -> Iterator[Span]:
    end = -1
    for span in spans:
        if span.start_byte >= end:
            yield span
            end = span.end_byte
