"""A text as parts: whole lines that can be shown or left out, and the names that they bind."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from patternbook.languages.python.testing.names import (
    Free,
    Function,
    arguments,
    dotted,
    free_names,
    imported,
    root_name,
)
from patternbook.model import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


@dataclass(eq=False)
class Part:
    """One or more statements on lines of their own, or the header of a class or ``if`` that was opened."""

    first: int
    """First line, decorators included; 1-based."""
    last: int
    nodes: list[ast.AST]
    """Its statements; of a header the expressions in it."""
    outer: Part | None = None
    """The header that it stands under."""
    opened: ast.ClassDef | ast.If | None = None
    """Of a header: what it opens."""
    members: list[Part] = field(default_factory=list)
    """Of a header: the parts below it."""
    binds: frozenset[str] = frozenset()
    amends: frozenset[str] = frozenset()
    """Names of objects that it changes without binding them."""

    @property
    def function(self) -> Function | None:
        """The function that this part is, if it is one."""
        node = self.nodes[0] if len(self.nodes) == 1 else None
        return node if isinstance(node, Function) else None

    @property
    def is_import(self) -> bool:
        """Whether it imports and does nothing else."""
        return self.opened is None and all(isinstance(n, ast.Import | ast.ImportFrom) for n in self.nodes)

    @property
    def size(self) -> int:
        """Number of lines."""
        return self.last - self.first + 1

    @cached_property
    def free(self) -> Free:
        """Names that it takes from around it."""
        return free_names(self.nodes)

    @cached_property
    def is_annotated(self) -> bool:
        """Whether anything in it has an annotation."""
        return any(_is_annotated(item) for node in self.nodes for item in ast.walk(node))

    @cached_property
    def paths(self) -> frozenset[tuple[str, ...]]:
        """Names that it uses, each with all attributes that are written out: ``("a", "b", "c")``."""
        return frozenset(_paths(self.nodes))

    @cached_property
    def imports(self) -> dict[str, str]:
        """Names that are imported in it, each with its full name."""
        found: dict[str, str] = {}
        for node in self.nodes:
            for item in ast.walk(node):
                if isinstance(item, ast.Import | ast.ImportFrom):
                    found |= imported(item)
        return found

    @cached_property
    def submodules(self) -> frozenset[str]:
        """The first two parts of the names of modules that it imports as ``import a.b.c``, if that is all."""
        if not all(isinstance(node, ast.Import) for node in self.nodes):
            return frozenset()
        names = [alias for node in self.nodes if isinstance(node, ast.Import) for alias in node.names]
        if any(alias.asname or "." not in alias.name for alias in names):
            return frozenset()
        return frozenset(".".join(alias.name.split(".")[:2]) for alias in names)

    @cached_property
    def own_attributes(self) -> frozenset[tuple[str, bool]]:
        """Names that a method takes from its first parameter, and whether it takes them with ``super()``."""
        return frozenset(_own_attributes(self.nodes))

    @cached_property
    def attributes(self) -> frozenset[tuple[str, str]]:
        """Pairs of a name and an attribute that is taken from it."""
        return frozenset(
            (inner.value.id, inner.attr)
            for node in self.nodes
            for inner in ast.walk(node)
            if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name)
        )


def _is_annotated(node: ast.AST) -> bool:
    if isinstance(node, Function):
        return node.returns is not None or any(a.annotation for a in arguments(node.args))
    return isinstance(node, ast.AnnAssign)


def _paths(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, ...]]:
    pending = list(nodes)
    while pending:
        item = pending.pop()
        path = dotted(item)
        if path:
            yield path
        else:
            pending.extend(ast.iter_child_nodes(item))


def _own_attributes(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, bool]]:
    for node in nodes:
        first = [a.arg for a in arguments(node.args)[:1]] if isinstance(node, Function) else []
        for inner in ast.walk(node):
            match inner:
                case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in first:
                    yield attribute, False
                case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=attribute):
                    yield attribute, True


class Text:
    """The lines of a text, with the bytes at which they start."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self._starts = [0]
        for line in self.lines:
            self._starts.append(self._starts[-1] + len(line.encode("utf-8", "surrogatepass")) + 1)

    def rows(self, first: int, last: int) -> Span:
        """The span of whole lines, without the line feed of the last."""
        return Span(first, last, self._starts[first - 1], self._starts[last] - 1)

    def span(self, node: ast.stmt) -> Span:
        """The span of a statement itself; its decorators are part of it."""
        start: ast.stmt | ast.expr = node
        at_sign = 0
        if isinstance(node, Function | ast.ClassDef) and node.decorator_list:
            start = node.decorator_list[0]
            line = self.lines[start.lineno - 1].encode("utf-8", "surrogatepass")
            at_sign = start.col_offset - max(line.rfind(b"@", 0, start.col_offset), 0)
        last = node.end_lineno or node.lineno
        first_byte = self._starts[start.lineno - 1] + start.col_offset - at_sign
        return Span(start.lineno, last, first_byte, self._starts[last - 1] + (node.end_col_offset or 0))

    def is_blank(self, line: int) -> bool:
        """Whether a line has no code: it is blank or a comment."""
        stripped = self.lines[line - 1].strip()
        return not stripped or stripped.startswith("#")


def read_parts(
    body: Sequence[ast.stmt], text: Text, opens: Callable[[ast.ClassDef], bool], outer: Part | None = None
) -> list[Part]:
    """Parts of a body, in source order; classes that ``opens`` names and plain ``if`` are opened.

    What is opened becomes a header with members below it.
    """
    parts: list[Part] = []
    for node in body:
        first = first_line(node)
        last = node.end_lineno or node.lineno
        if parts and first <= _reach(parts[-1]):
            _merge(parts, node, last)
            continue
        if _can_open(node, opens) and first_line(node.body[0]) > node.lineno:  # type: ignore[attr-defined]
            parts.append(_opened(node, text, opens, outer))  # type: ignore[arg-type]
        else:
            parts.append(Part(first, last, [node], outer, binds=_bound(node), amends=_amended(node)))
    return parts


def first_line(node: ast.stmt) -> int:
    """The line on which a statement starts, decorators included."""
    decorators = node.decorator_list if isinstance(node, Function | ast.ClassDef) else []
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _reach(part: Part) -> int:
    return max([part.last, *(_reach(member) for member in part.members)])


def _merge(parts: list[Part], node: ast.stmt, last: int) -> None:
    """Put a statement that begins on the last part's last line into that part, which is then one whole."""
    part = parts[-1]
    if part.opened is not None:
        part.nodes = [part.opened]
        part.binds, part.amends = _bound(part.opened), _amended(part.opened)
        part.opened, part.members = None, []
    part.nodes.append(node)
    part.last = last
    part.binds |= _bound(node)
    part.amends |= _amended(node)


def _can_open(node: ast.stmt, opens: Callable[[ast.ClassDef], bool]) -> bool:
    return (isinstance(node, ast.ClassDef) and opens(node)) or (isinstance(node, ast.If) and not node.orelse)


def _opened(
    node: ast.ClassDef | ast.If, text: Text, opens: Callable[[ast.ClassDef], bool], outer: Part | None
) -> Part:
    last = first_line(node.body[0]) - 1
    while text.is_blank(last):
        last -= 1
    if isinstance(node, ast.If):
        inside: list[ast.AST] = [node.test]
        binds = frozenset[str]()
    else:
        inside = [*node.decorator_list, *node.bases, *(keyword.value for keyword in node.keywords)]
        binds = frozenset({node.name})
    header = Part(first_line(node), last, inside, outer, node, binds=binds)
    header.members = read_parts(node.body, text, opens, header)
    return header


def _bound(node: ast.stmt) -> frozenset[str]:
    """Names that a statement binds where it stands."""
    return frozenset(_bindings(node))


_OWN_SCOPE = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _bindings(node: ast.stmt) -> Iterator[str]:
    pending: list[ast.AST] = [node]
    while pending:
        item = pending.pop()
        match item:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield item.name
                continue
            case ast.Import() | ast.ImportFrom():
                yield from imported(item)
            case ast.Name(ctx=ast.Store(), id=name):
                yield name
            case (
                ast.ExceptHandler(name=str(name))
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
            ):
                yield name
        if not isinstance(item, _OWN_SCOPE):
            pending.extend(ast.iter_child_nodes(item))


def _amended(node: ast.stmt) -> frozenset[str]:
    """Names of objects that a statement changes: ``names.add(x)``, ``Model.limit = 3``, ``table[k] = v``."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute() as target)):
            return frozenset({root_name(target)} - {""})
        case ast.Assign(targets=targets):
            changed = (target for target in targets if isinstance(target, ast.Attribute | ast.Subscript))
            return frozenset({root_name(target) for target in changed} - {""})
        case _:
            return frozenset()
