"""One walk through a tree: scopes and what they bind, definitions, and all that uses a name.

The walk keeps a list of its own, so that depth costs no stack. What a name stands for is asked only after it,
for a function may use what is defined below it.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from patternbook.languages.python.marks import MARKS
from patternbook.languages.python.scopes import (
    NOTHING,
    UNKNOWN_BINDING,
    Assigned,
    Class,
    Defined,
    Entered,
    Imported,
    Itself,
    Scope,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Function = ast.FunctionDef | ast.AsyncFunctionDef
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
Defining = Function | ast.ClassDef | ast.Assign | ast.AnnAssign | ast.stmt

_CONSTANT: Final = re.compile(r"[A-Z][A-Z0-9_]+")
_DOTTED: Final = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_OF_CLASS: Final = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})
_LONGEST_QUOTED = 100
_PROPERTIES: Final = frozenset(
    {"property", "cached_property", "abstractproperty", "setter", "getter", "deleter", "hybrid_property"}
)


@dataclass(frozen=True, slots=True)
class Use:
    """A place that uses a name or an attribute, or carries a mark of syntax."""

    kind: Literal["call", "decorator", "load", "annotation", "mark"]
    node: ast.expr | None
    """What is called or loaded."""
    scope: Scope
    line: int
    """As the parser counts."""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A definition, its supers not looked up yet."""

    symbol: str
    name: str
    kind: str
    owner: str
    node: ast.stmt
    body: Class | None = None


@dataclass(slots=True)
class Collected:
    """What the walk found, in source order."""

    module: Scope = field(default_factory=lambda: Scope("module", None, ""))
    found: list[Found] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    stored: set[str] = field(default_factory=set)
    """Attributes that anything is assigned to anywhere in the text."""
    strings: list[ast.expr] = field(default_factory=list)
    statements: list[ast.stmt] = field(default_factory=list)
    """Statements below the top level."""


Task = tuple[ast.AST, Scope, bool]
"""A node, its scope, and whether it is part of an annotation."""


def collect(module: ast.Module) -> Collected:
    """Walk through a text's tree."""
    walk = _Walk()
    walk.run(module)
    return walk.collected


class _Walk:
    def __init__(self) -> None:
        self.collected = Collected()
        self._tasks: list[Task] = []
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
        self._push((node, top, False) for node in module.body)
        tasks, handlers = self._tasks, self._handlers
        while tasks:
            node, scope, hint = tasks.pop()
            name = type(node).__name__
            marks = MARKS.get(name)
            if marks is not None:
                for mark in marks(node):
                    self._use("mark", None, scope, getattr(node, "lineno", 1), mark)
            if isinstance(node, ast.stmt) and (scope is not top or node.col_offset):
                self.collected.statements.append(node)
            handler = handlers.get(name)
            if handler is not None:
                handler(node, scope, hint)
            else:
                self._children(node, scope, hint)

    def _push(self, tasks: Iterable[Task]) -> None:
        self._tasks.extend(reversed(list(tasks)))

    def _children(self, node: ast.AST, scope: Scope, hint: bool) -> None:
        self._push((child, scope, hint) for child in ast.iter_child_nodes(node))

    def _use(
        self,
        kind: Literal["call", "decorator", "load", "annotation", "mark"],
        node: ast.expr | None,
        scope: Scope,
        line: int,
        mark: str = "",
    ) -> None:
        self.collected.uses.append(Use(kind, node, scope, line, mark))

    def _define(self, node: ast.stmt, name: str, kind: str, scope: Scope, body: Class | None = None) -> str:
        """Note a definition and bind its name; return its symbol."""
        symbol = f"{scope.symbol}.{name}" if scope.symbol else name
        kind = f"local {kind}" if scope.within_function else kind
        self.collected.found.append(Found(symbol, name, kind, scope.symbol, node, body))
        scope.bind(name, Defined(symbol, kind, body))
        return symbol

    def _function(self, node: Function, scope: Scope, _: bool) -> None:
        symbol = self._define(node, node.name, _kind(node, scope), scope)
        around = self._type_parameters(node, scope, symbol)
        inner = Scope("function", around, symbol)
        self._parameters(node.args, inner)
        self._receiver(node, scope, inner)
        self._decorators(node, scope)
        self._push(
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
        marks = {_last(decorator) for decorator in node.decorator_list}
        if scope.body is None or not arguments or "staticmethod" in marks:
            return
        instance = "classmethod" not in marks and node.name not in _OF_CLASS
        inner.bindings[arguments[0].arg] = [Itself(scope.body, instance)]

    def _class(self, node: ast.ClassDef, scope: Scope, _: bool) -> None:
        symbol = f"{scope.symbol}.{node.name}" if scope.symbol else node.name
        around = self._type_parameters(node, scope, symbol)
        inner = Scope("class", around, symbol)
        inner.body = Class(symbol, inner, node, around)
        self._define(node, node.name, "class", scope, inner.body)
        self._decorators(node, scope)
        self._push(
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
            self._push((bound, around, True) for bound in bounds if bound is not None)
        return around

    def _decorators(self, node: Function | ast.ClassDef, scope: Scope) -> None:
        """A decorator without arguments is called with what it decorates."""
        for decorator in node.decorator_list:
            if not isinstance(decorator, ast.Call):
                self._use("decorator", decorator, scope, decorator.end_lineno or decorator.lineno)

    def _push_decorators(self, node: Function | ast.ClassDef, scope: Scope) -> None:
        for decorator in reversed(node.decorator_list):
            root = decorator if isinstance(decorator, ast.Call) else _root(decorator)
            if not isinstance(root, ast.Name):
                self._tasks.append((root, scope, False))

    def _lambda(self, node: ast.Lambda, scope: Scope, hint: bool) -> None:
        inner = Scope("function", scope, scope.symbol)
        self._parameters(node.args, inner)
        self._push(
            [*((default, scope, hint) for default in _defaults(node.args)), (node.body, inner, hint)],
        )

    def _parameters(self, arguments: ast.arguments, scope: Scope) -> None:
        for argument in _arguments(arguments):
            scope.add(argument.arg, UNKNOWN_BINDING)

    def _comprehension(self, node: Comprehension, scope: Scope, hint: bool) -> None:
        inner = Scope("comprehension", scope, scope.symbol)
        first, *others = node.generators
        tasks: list[Task] = [(first.target, inner, hint), *((test, inner, hint) for test in first.ifs)]
        for generator in others:
            tasks += [(generator.target, inner, hint), (generator.iter, inner, hint)]
            tasks += [(test, inner, hint) for test in generator.ifs]
        elements = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        self._push([(first.iter, scope, hint), *tasks, *((element, inner, hint) for element in elements)])

    def _type_alias(self, node: ast.stmt, scope: Scope, _: bool) -> None:
        name: str = node.name.id  # type: ignore[attr-defined]
        symbol = self._define(node, name, "alias", scope)
        self._push([(node.value, self._type_parameters(node, scope, symbol), True)])  # type: ignore[attr-defined]

    def _name(self, node: ast.Name, scope: Scope, hint: bool) -> None:
        if isinstance(node.ctx, ast.Load):
            self._use("annotation" if hint else "load", node, scope, node.lineno)
        else:
            scope.bind(node.id, UNKNOWN_BINDING)

    def _attribute(self, node: ast.Attribute, scope: Scope, hint: bool) -> None:
        root = _root(node)
        if isinstance(node.ctx, ast.Load):
            self._use("annotation" if hint else "load", node, scope, node.lineno)
        else:
            self.collected.stored.add(node.attr)
            if isinstance(root, ast.Name):
                self._use("load", node.value, scope, node.lineno)
        if not isinstance(root, ast.Name):
            self._tasks.append((root, scope, hint))

    def _call(self, node: ast.Call, scope: Scope, hint: bool) -> None:
        self._use("call", node.func, scope, node.func.end_lineno or node.lineno)
        root = _root(node.func)
        self._push(
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
                self._use("annotation", _quoted(quoted, node), scope, node.lineno)

    def _joined(self, node: ast.JoinedStr, scope: Scope, _: bool) -> None:
        self.collected.strings.append(node)
        self._push((part, scope, False) for part in node.values if not isinstance(part, ast.Constant))

    def _formatted(self, node: ast.FormattedValue, scope: Scope, _: bool) -> None:
        spec = node.format_spec
        parts = spec.values if isinstance(spec, ast.JoinedStr) else []
        self._push(
            [
                (node.value, scope, False),
                *((part, scope, False) for part in parts if not isinstance(part, ast.Constant)),
            ]
        )

    def _import(self, node: ast.Import, scope: Scope, _: bool) -> None:
        for alias in node.names:
            first = alias.name.partition(".")[0]
            scope.bind(alias.asname or first, Imported(alias.name if alias.asname else first))
            self._use("mark", None, scope, alias.lineno, alias.name)

    def _import_from(self, node: ast.ImportFrom, scope: Scope, _: bool) -> None:
        module = "." * node.level + (node.module or "")
        if module == "__future__":
            return
        if node.module:
            self._use("mark", None, scope, node.lineno, module)
        joint = "" if module.endswith(".") else "."
        for alias in node.names:
            if alias.name == "*":
                scope.module.everything = True
            else:
                scope.bind(alias.asname or alias.name, Imported(f"{module}{joint}{alias.name}"))

    def _assign(self, node: ast.Assign, scope: Scope, _: bool) -> None:
        for target in node.targets:
            self._bind_value(target, node.value, node, scope)
        self._push(
            [
                (node.value, scope, False),
                *((target, scope, False) for target in node.targets if not isinstance(target, ast.Name)),
            ]
        )

    def _annotated(self, node: ast.AnnAssign, scope: Scope, _: bool) -> None:
        if isinstance(node.target, ast.Name):
            if _last(node.annotation) == "TypeAlias":
                self._define(node, node.target.id, "alias", scope)
            elif node.value is None:
                scope.bind(node.target.id, NOTHING)
            else:
                self._bind_value(node.target, node.value, node, scope)
        value = [] if node.value is None else [node.value]
        target = [] if isinstance(node.target, ast.Name) else [node.target]
        self._push(
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
            self._use(
                "load",
                ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target),
                scope,
                node.lineno,
            )
        else:
            self._tasks.append((node.target, scope, False))
        self._tasks.append((node.value, scope, False))

    def _walrus(self, node: ast.NamedExpr, scope: Scope, hint: bool) -> None:
        scope.target_of_walrus().bind(node.target.id, Assigned(node.value, scope))
        self._tasks.append((node.value, scope, hint))

    def _with(self, node: ast.With | ast.AsyncWith, scope: Scope, _: bool) -> None:
        tasks: list[Task] = []
        for item in node.items:
            tasks.append((item.context_expr, scope, False))
            if isinstance(item.optional_vars, ast.Name):
                scope.bind(item.optional_vars.id, Entered(item.context_expr, scope))
            elif item.optional_vars is not None:
                tasks.append((item.optional_vars, scope, False))
        self._push([*tasks, *((part, scope, False) for part in node.body)])

    def _global(self, node: ast.Global, scope: Scope, _: bool) -> None:
        if scope.kind != "module":
            scope.globals |= set(node.names)

    def _nonlocal(self, node: ast.Nonlocal, scope: Scope, _: bool) -> None:
        scope.nonlocals |= set(node.names)

    def _handler(self, node: ast.ExceptHandler, scope: Scope, hint: bool) -> None:
        if node.name:
            scope.bind(node.name, UNKNOWN_BINDING)
        self._children(node, scope, hint)

    def _capture(self, node: ast.MatchAs | ast.MatchStar, scope: Scope, hint: bool) -> None:
        if node.name:
            scope.bind(node.name, UNKNOWN_BINDING)
        self._children(node, scope, hint)

    def _rest(self, node: ast.MatchMapping, scope: Scope, hint: bool) -> None:
        if node.rest:
            scope.bind(node.rest, UNKNOWN_BINDING)
        self._children(node, scope, hint)


def _kind(node: Function, scope: Scope) -> str:
    if scope.kind != "class":
        return "function"
    marks = {_last(decorator) for decorator in node.decorator_list}
    if marks & _PROPERTIES:
        return "property"
    if "staticmethod" in marks:
        return "static method"
    return "class method" if "classmethod" in marks else "method"


def _last(node: ast.expr) -> str:
    """The last part of a dotted name, of one that is called too."""
    node = node.func if isinstance(node, ast.Call) else node
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _root(node: ast.expr) -> ast.expr:
    """What a chain of attributes begins with."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node


def _quoted(dotted: str, node: ast.Constant) -> ast.expr:
    """What a quoted annotation says, at the string's place."""
    first, *others = dotted.split(".")
    found: ast.expr = ast.copy_location(ast.Name(first, ast.Load()), node)
    for part in others:
        found = ast.copy_location(ast.Attribute(found, part, ast.Load()), node)
    return found


def _arguments(signature: ast.arguments) -> list[ast.arg]:
    starred = [argument for argument in (signature.vararg, signature.kwarg) if argument is not None]
    return [*signature.posonlyargs, *signature.args, *signature.kwonlyargs, *starred]


def _defaults(signature: ast.arguments) -> list[ast.expr]:
    return [*signature.defaults, *(default for default in signature.kw_defaults if default is not None)]


def _hints(node: Function) -> list[ast.expr]:
    hints = [*(argument.annotation for argument in _arguments(node.args)), node.returns]
    return [hint for hint in hints if hint is not None]
