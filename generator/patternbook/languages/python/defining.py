"""Functions, classes, lambdas and type aliases: what they define, and the scopes that they open."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from patternbook.languages.python.scopes import UNKNOWN_BINDING, Class, Itself, Scope
from patternbook.languages.python.walking import Walking, last_part, root_of

if TYPE_CHECKING:
    from collections.abc import Sequence

Function = ast.FunctionDef | ast.AsyncFunctionDef

_OF_CLASS: Final = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})
_PROPERTIES: Final = frozenset(
    {"property", "cached_property", "abstractproperty", "setter", "getter", "deleter", "hybrid_property"}
)


class Definitions(Walking):
    """Handlers of what defines, and of lambdas."""

    def _function(self, node: Function, scope: Scope, _: bool) -> None:
        symbol = self.define(node, node.name, _kind(node, scope), scope)
        around = self._type_parameters(node, scope, symbol)
        inner = Scope("function", around, symbol)
        self._parameters(node.args, inner)
        self._receiver(node, scope, inner)
        self._decorators(node, scope)
        self.push(
            [
                *((default, scope, False) for default in _defaults(node.args)),
                *((hint, around, True) for hint in _hints(node)),
                *((part, inner, False) for part in node.body),
            ]
        )
        self._push_decorators(node, scope)

    def _receiver(self, node: Function, scope: Scope, inner: Scope) -> None:
        """Bind a method's first parameter to its class."""
        arguments = [*node.args.posonlyargs, *node.args.args]
        marks = {last_part(decorator) for decorator in node.decorator_list}
        if scope.body is None or not arguments or "staticmethod" in marks:
            return
        instance = "classmethod" not in marks and node.name not in _OF_CLASS
        inner.bindings[arguments[0].arg] = [Itself(scope.body, instance)]

    def _class(self, node: ast.ClassDef, scope: Scope, _: bool) -> None:
        symbol = f"{scope.symbol}.{node.name}" if scope.symbol else node.name
        around = self._type_parameters(node, scope, symbol)
        inner = Scope("class", around, symbol)
        inner.body = Class(symbol, inner, node, around)
        self.define(node, node.name, "class", scope, inner.body)
        self._decorators(node, scope)
        self.push(
            [
                *((base, around, False) for base in node.bases),
                *((keyword.value, around, False) for keyword in node.keywords),
                *((part, inner, False) for part in node.body),
            ]
        )
        self._push_decorators(node, scope)

    def _type_parameters(self, node: ast.stmt, scope: Scope, symbol: str) -> Scope:
        """The scope around a definition with type parameters; without them, the one that it stands in."""
        parameters: Sequence[ast.AST] = getattr(node, "type_params", ())
        if not parameters:
            return scope
        around = Scope("comprehension", scope, symbol)
        for parameter in parameters:
            around.add(parameter.name, UNKNOWN_BINDING)  # type: ignore[attr-defined]
            bounds = [getattr(parameter, part, None) for part in ("bound", "default_value")]
            self.push((bound, around, True) for bound in bounds if bound is not None)
        return around

    def _decorators(self, node: Function | ast.ClassDef, scope: Scope) -> None:
        """A decorator without arguments is called with what it decorates."""
        for decorator in node.decorator_list:
            if not isinstance(decorator, ast.Call):
                self.use("decorator", decorator, scope, decorator.end_lineno or decorator.lineno)

    def _push_decorators(self, node: Function | ast.ClassDef, scope: Scope) -> None:
        for decorator in reversed(node.decorator_list):
            root = decorator if isinstance(decorator, ast.Call) else root_of(decorator)
            if not isinstance(root, ast.Name):
                self.tasks.append((root, scope, False))

    def _lambda(self, node: ast.Lambda, scope: Scope, hint: bool) -> None:
        inner = Scope("function", scope, scope.symbol)
        self._parameters(node.args, inner)
        self.push(
            [*((default, scope, hint) for default in _defaults(node.args)), (node.body, inner, hint)],
        )

    def _parameters(self, arguments: ast.arguments, scope: Scope) -> None:
        for argument in _arguments(arguments):
            scope.add(argument.arg, UNKNOWN_BINDING)

    def _type_alias(self, node: ast.stmt, scope: Scope, _: bool) -> None:
        name: str = node.name.id  # type: ignore[attr-defined]
        symbol = self.define(node, name, "alias", scope)
        self.push([(node.value, self._type_parameters(node, scope, symbol), True)])  # type: ignore[attr-defined]


def _kind(node: Function, scope: Scope) -> str:
    if scope.kind != "class":
        return "function"
    marks = {last_part(decorator) for decorator in node.decorator_list}
    if marks & _PROPERTIES:
        return "property"
    if "staticmethod" in marks:
        return "static method"
    return "class method" if "classmethod" in marks else "method"


def _arguments(signature: ast.arguments) -> list[ast.arg]:
    starred = [argument for argument in (signature.vararg, signature.kwarg) if argument is not None]
    return [*signature.posonlyargs, *signature.args, *signature.kwonlyargs, *starred]


def _defaults(signature: ast.arguments) -> list[ast.expr]:
    return [*signature.defaults, *(default for default in signature.kw_defaults if default is not None)]


def _hints(node: Function) -> list[ast.expr]:
    hints = [*(argument.annotation for argument in _arguments(node.args)), node.returns]
    return [hint for hint in hints if hint is not None]
