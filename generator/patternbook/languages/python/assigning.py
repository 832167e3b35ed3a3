"""Imports, assignments and all else that binds names."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Final

from patternbook.languages.python.scopes import NOTHING, UNKNOWN_BINDING, Assigned, Entered, Imported
from patternbook.languages.python.walking import Found, Walking, last_part

if TYPE_CHECKING:
    from patternbook.languages.python.scopes import Scope
    from patternbook.languages.python.walking import Task

_CONSTANT: Final = re.compile(r"[A-Z][A-Z0-9_]+")


class Assignments(Walking):
    """Handlers of what binds names and defines nothing that has a body."""

    def _assign(self, node: ast.Assign, scope: Scope, _: bool) -> None:
        for target in node.targets:
            self._bind_value(target, node.value, node, scope)
        self.push(
            [
                (node.value, scope, False),
                *((target, scope, False) for target in node.targets if not isinstance(target, ast.Name)),
            ]
        )

    def _annotated(self, node: ast.AnnAssign, scope: Scope, _: bool) -> None:
        if isinstance(node.target, ast.Name):
            if last_part(node.annotation) == "TypeAlias":
                self.define(node, node.target.id, "alias", scope)
            elif node.value is None:
                scope.bind(node.target.id, NOTHING)
            else:
                self._bind_value(node.target, node.value, node, scope)
        value = [] if node.value is None else [node.value]
        target = [] if isinstance(node.target, ast.Name) else [node.target]
        self.push(
            [(node.annotation, scope, True), *((part, scope, False) for part in (*target, *value))],
        )

    def _bind_value(self, target: ast.expr, value: ast.expr, node: ast.stmt, scope: Scope) -> None:
        if not isinstance(target, ast.Name):
            return
        if isinstance(value, ast.Constant) and value.value is None:
            scope.bind(target.id, NOTHING)
        else:
            scope.bind(target.id, Assigned(value, scope))
        if scope.kind == "module" and _CONSTANT.fullmatch(target.id):
            self.collected.found.append(Found(target.id, target.id, "constant", "", node))

    def _augmented(self, node: ast.AugAssign, scope: Scope, _: bool) -> None:
        if isinstance(node.target, ast.Name):
            scope.bind(node.target.id, UNKNOWN_BINDING)
            self.use(
                "load",
                ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target),
                scope,
                node.lineno,
            )
        else:
            self.tasks.append((node.target, scope, False))
        self.tasks.append((node.value, scope, False))

    def _walrus(self, node: ast.NamedExpr, scope: Scope, hint: bool) -> None:
        scope.target_of_walrus().bind(node.target.id, Assigned(node.value, scope))
        self.tasks.append((node.value, scope, hint))

    def _with(self, node: ast.With | ast.AsyncWith, scope: Scope, _: bool) -> None:
        tasks: list[Task] = []
        for item in node.items:
            tasks.append((item.context_expr, scope, False))
            if isinstance(item.optional_vars, ast.Name):
                scope.bind(item.optional_vars.id, Entered(item.context_expr, scope))
            elif item.optional_vars is not None:
                tasks.append((item.optional_vars, scope, False))
        self.push([*tasks, *((part, scope, False) for part in node.body)])

    def _global(self, node: ast.Global, scope: Scope, _: bool) -> None:
        if scope.kind != "module":
            scope.globals |= set(node.names)

    def _nonlocal(self, node: ast.Nonlocal, scope: Scope, _: bool) -> None:
        scope.nonlocals |= set(node.names)

    def _handler(self, node: ast.ExceptHandler, scope: Scope, hint: bool) -> None:
        if node.name:
            scope.bind(node.name, UNKNOWN_BINDING)
        self.children(node, scope, hint)

    def _capture(self, node: ast.MatchAs | ast.MatchStar, scope: Scope, hint: bool) -> None:
        if node.name:
            scope.bind(node.name, UNKNOWN_BINDING)
        self.children(node, scope, hint)

    def _rest(self, node: ast.MatchMapping, scope: Scope, hint: bool) -> None:
        if node.rest:
            scope.bind(node.rest, UNKNOWN_BINDING)
        self.children(node, scope, hint)

    def _import(self, node: ast.Import, scope: Scope, _: bool) -> None:
        for alias in node.names:
            first = alias.name.partition(".")[0]
            scope.bind(alias.asname or first, Imported(alias.name if alias.asname else first))
            self.use("mark", None, scope, alias.lineno, alias.name)

    def _import_from(self, node: ast.ImportFrom, scope: Scope, _: bool) -> None:
        module = "." * node.level + (node.module or "")
        if module == "__future__":
            return
        if node.module:
            self.use("mark", None, scope, node.lineno, module)
        joint = "" if module.endswith(".") else "."
        for alias in node.names:
            if alias.name == "*":
                scope.module.everything = True
            else:
                scope.bind(alias.asname or alias.name, Imported(f"{module}{joint}{alias.name}"))
