"""One walk through a tree: scopes and what they bind, definitions, and all that uses a name.

What a name stands for is asked only after it, for a function may use what is defined below it.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Final

from patternbook.languages.python.assigning import Assignments
from patternbook.languages.python.defining import Definitions
from patternbook.languages.python.marks import MARKS
from patternbook.languages.python.scopes import UNKNOWN_BINDING, Scope
from patternbook.languages.python.walking import root_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from patternbook.languages.python.walking import Collected, Task

Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp

_DOTTED: Final = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_LONGEST_QUOTED = 100


def collect(module: ast.Module) -> Collected:
    """Walk through a text's tree."""
    walk = _Walk()
    walk.run(module)
    return walk.collected


class _Walk(Definitions, Assignments):
    def __init__(self) -> None:
        super().__init__()
        self._handlers: dict[str, Callable[..., None]] = {
            "FunctionDef": self._function,
            "AsyncFunctionDef": self._function,
            "ClassDef": self._class,
            "Lambda": self._lambda,
            "ListComp": self._comprehension,
            "SetComp": self._comprehension,
            "DictComp": self._comprehension,
            "GeneratorExp": self._comprehension,
            "Name": self._name,
            "Attribute": self._attribute,
            "Call": self._call,
            "Constant": self._constant,
            "JoinedStr": self._joined,
            "TemplateStr": self._joined,
            "FormattedValue": self._formatted,
            "Interpolation": self._formatted,
            "Import": self._import,
            "ImportFrom": self._import_from,
            "Assign": self._assign,
            "AnnAssign": self._annotated,
            "AugAssign": self._augmented,
            "NamedExpr": self._walrus,
            "With": self._with,
            "AsyncWith": self._with,
            "Global": self._global,
            "Nonlocal": self._nonlocal,
            "ExceptHandler": self._handler,
            "MatchAs": self._capture,
            "MatchStar": self._capture,
            "MatchMapping": self._rest,
            "TypeAlias": self._type_alias,
        }

    def run(self, module: ast.Module) -> None:
        top = self.collected.module
        self.push((node, top, False) for node in module.body)
        tasks, handlers = self.tasks, self._handlers
        while tasks:
            node, scope, hint = tasks.pop()
            name = type(node).__name__
            marks = MARKS.get(name)
            if marks is not None:
                for mark in marks(node):
                    self.use("mark", None, scope, getattr(node, "lineno", 1), mark)
            if isinstance(node, ast.stmt) and (scope is not top or node.col_offset):
                self.collected.statements.append(node)
            handler = handlers.get(name)
            if handler is not None:
                handler(node, scope, hint)
            else:
                self.children(node, scope, hint)

    def _comprehension(self, node: Comprehension, scope: Scope, hint: bool) -> None:
        inner = Scope("comprehension", scope, scope.symbol)
        first, *others = node.generators
        tasks: list[Task] = [(first.target, inner, hint), *((test, inner, hint) for test in first.ifs)]
        for generator in others:
            tasks += [(generator.target, inner, hint), (generator.iter, inner, hint)]
            tasks += [(test, inner, hint) for test in generator.ifs]
        elements = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        self.push([(first.iter, scope, hint), *tasks, *((element, inner, hint) for element in elements)])

    def _name(self, node: ast.Name, scope: Scope, hint: bool) -> None:
        if isinstance(node.ctx, ast.Load):
            self.use("annotation" if hint else "load", node, scope, node.lineno)
        else:
            scope.bind(node.id, UNKNOWN_BINDING)

    def _attribute(self, node: ast.Attribute, scope: Scope, hint: bool) -> None:
        root = root_of(node)
        if isinstance(node.ctx, ast.Load):
            self.use("annotation" if hint else "load", node, scope, node.lineno)
        else:
            self.collected.stored.add(node.attr)
            if isinstance(root, ast.Name):
                self.use("load", node.value, scope, node.lineno)
        if not isinstance(root, ast.Name):
            self.tasks.append((root, scope, hint))

    def _call(self, node: ast.Call, scope: Scope, hint: bool) -> None:
        self.use("call", node.func, scope, node.func.end_lineno or node.lineno)
        root = root_of(node.func)
        self.push(
            [
                *([] if isinstance(root, ast.Name) else [(root, scope, hint)]),
                *((argument, scope, hint) for argument in node.args),
                *((keyword.value, scope, hint) for keyword in node.keywords),
            ]
        )

    def _constant(self, node: ast.Constant, scope: Scope, hint: bool) -> None:
        if not isinstance(node.value, str | bytes):
            return
        self.collected.strings.append(node)
        if hint and isinstance(node.value, str):
            quoted = node.value.strip()
            if len(quoted) <= _LONGEST_QUOTED and _DOTTED.fullmatch(quoted):
                self.use("annotation", _quoted(quoted, node), scope, node.lineno)

    def _joined(self, node: ast.JoinedStr, scope: Scope, _: bool) -> None:
        self.collected.strings.append(node)
        self.push((part, scope, False) for part in node.values if not isinstance(part, ast.Constant))

    def _formatted(self, node: ast.FormattedValue, scope: Scope, _: bool) -> None:
        spec = node.format_spec
        parts = spec.values if isinstance(spec, ast.JoinedStr) else []
        self.push(
            [
                (node.value, scope, False),
                *((part, scope, False) for part in parts if not isinstance(part, ast.Constant)),
            ]
        )


def _quoted(dotted: str, node: ast.Constant) -> ast.expr:
    """What a quoted annotation says, at the string's place."""
    first, *others = dotted.split(".")
    found: ast.expr = ast.copy_location(ast.Name(first, ast.Load()), node)
    for part in others:
        found = ast.copy_location(ast.Attribute(found, part, ast.Load()), node)
    return found
