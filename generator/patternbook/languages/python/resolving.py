"""What names and attributes stand for.

Nothing is guessed: what is bound twice, or to something that cannot be known, is a mystery.
"""

from __future__ import annotations

import ast
import builtins
import re
from typing import TYPE_CHECKING, Final

from patternbook.languages.python.scopes import (
    Assigned,
    Class,
    Defined,
    Entered,
    Imported,
    Itself,
    Nothing,
)
from patternbook.languages.python.values import (
    BOUND,
    UNBOUND,
    BuiltIn,
    Instance,
    Local,
    Member,
    Mystery,
    Parent,
    Path,
    Presumed,
    Value,
    symbol_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patternbook.languages.python.scopes import Binding, Scope
    from patternbook.languages.python.walking import Collected

_OF_MODULES: Final = frozenset({"__file__", "__path__", "__annotations__", "__builtins__", "__qualname__"})
_OF_CLASSES: Final = frozenset({"__class__", "__module__"})
_OF_SITE: Final = frozenset({"exit", "quit", "copyright", "credits", "license", "help", "WindowsError"})
BUILT_IN: Final = (frozenset(dir(builtins)) - {"_"}) | _OF_MODULES | _OF_CLASSES | _OF_SITE
"""Names that every module has, on any system and however the interpreter was started."""

_NO_CONSTRUCTORS: Final = frozenset({"type", "super"})
_CLASS_NAME: Final = re.compile(r"_*[A-Z]\w*[a-z]\w*")
_GENERIC: Final = frozenset(
    {"typing.Generic", "typing.Protocol", "typing_extensions.Generic", "typing_extensions.Protocol"}
)
_ENTERS_ITSELF: Final = frozenset(
    {
        *("asyncio.Runner", "asyncio.TaskGroup", "concurrent.futures.ProcessPoolExecutor"),
        *("concurrent.futures.ThreadPoolExecutor", "contextlib.AsyncExitStack", "contextlib.ExitStack"),
        *("ftplib.FTP", "imaplib.IMAP4", "smtplib.SMTP", "socket.socket", "subprocess.Popen"),
        *("tarfile.TarFile", "zipfile.ZipFile", "io.StringIO", "io.BytesIO"),
    }
)
"""Classes of the standard library whose instances give themselves to ``with … as``."""
_LITERALS: Final[dict[type[ast.expr], str]] = {
    ast.JoinedStr: "str",
    ast.List: "list",
    ast.ListComp: "list",
    ast.Dict: "dict",
    ast.DictComp: "dict",
    ast.Set: "set",
    ast.SetComp: "set",
    ast.Tuple: "tuple",
}
_LONGEST_LINE_OF_CLASSES = 32


class Resolver:
    """Looks names up in the scopes of one text."""

    def __init__(self, collected: Collected) -> None:
        self._stored = collected.stored
        self._everything = collected.module.everything
        self._known: dict[tuple[int, str], Value] = {}
        self._fast: dict[tuple[int, str], bool] = {}
        self._bases: dict[int, list[Value]] = {}
        self._own: dict[tuple[int, str], Value | None] = {}
        self._enters: dict[int, bool] = {}

    def value(self, node: ast.expr, scope: Scope) -> Value:
        """What an expression stands for where it stands."""
        attributes: list[str] = []
        while isinstance(node, ast.Attribute):
            attributes.append(node.attr)
            node = node.value
        found = self.name(node.id, scope) if isinstance(node, ast.Name) else self._made(node, scope)
        for attribute in reversed(attributes):
            found = self._attribute(found, attribute)
        return found

    def name(self, name: str, scope: Scope) -> Value:
        """What a name stands for in a scope."""
        holder = scope.holder_of(name)
        if holder is None:
            if self._everything:
                return UNBOUND
            return BuiltIn(name) if name in BUILT_IN else UNBOUND
        key = (id(holder), name)
        if key not in self._known:
            self._known[key] = BOUND  # what stands for itself stays a mystery
            self._known[key] = self._one_of(holder.bindings_of(name))
        return self._known[key]

    def bases(self, body: Class) -> list[Value]:
        """What a class extends, in order, without marks that it is generic."""
        known = self._bases.get(id(body))
        if known is None:
            nodes = (node.value if isinstance(node, ast.Subscript) else node for node in body.node.bases)
            values = [self.value(node, body.outside) for node in nodes]
            known = [v for v in values if not (isinstance(v, Path) and v.full in _GENERIC)]
            self._bases[id(body)] = known
        return known

    def _one_of(self, bindings: Sequence[Binding]) -> Value:
        """What a name stands for that has these bindings: what they agree on."""
        telling = [binding for binding in bindings if not isinstance(binding, Nothing)]
        if not telling:
            return BOUND
        if len(telling) > 1 and not all(isinstance(b, Imported | Defined) for b in telling):
            return BOUND
        values = {self._bound_to(binding) for binding in telling}
        return values.pop() if len(values) == 1 else BOUND

    def _bound_to(self, binding: Binding) -> Value:
        match binding:
            case Imported(full):
                return Path(full)
            case Defined(symbol, _, body):
                return Local(symbol, body)
            case Itself(body, instance):
                return Instance(Local(body.symbol, body)) if instance else Local(body.symbol, body)
            case Assigned(value, scope):
                return self._assigned(value, scope)
            case Entered(value, scope):
                return self._entered(value, scope)
            case _:
                return BOUND

    def _assigned(self, node: ast.expr, scope: Scope) -> Value:
        """What a name stands for that is assigned to once: an instance, or another name for something."""
        if isinstance(node, ast.Name | ast.Attribute):
            found = self._fixed(node, scope)
            return found if isinstance(found, Path | Local | BuiltIn) else BOUND
        if isinstance(node, ast.Call):
            return self._instance(self._fixed(node.func, scope))
        return self._literal(node)

    def _fixed(self, node: ast.expr, scope: Scope) -> Value:
        """What a dotted name stands for whose first part is imported, defined or built in.

        Other assignments are not followed, so that chains of them cost nothing.
        """
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name):
            return BOUND
        holder = scope.holder_of(root.id)
        return self.value(node, scope) if holder is None or self._is_fixed(holder, root.id) else BOUND

    def _is_fixed(self, holder: Scope, name: str) -> bool:
        key = (id(holder), name)
        if key not in self._fast:
            fixed = Imported | Defined | Nothing | Itself
            self._fast[key] = all(isinstance(b, fixed) for b in holder.bindings_of(name))
        return self._fast[key]

    def _made(self, node: ast.expr, scope: Scope) -> Value:
        """What an expression makes that is no name."""
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name) and node.func.id == "super":
                return self._super(node, scope)
            return self._instance(self._fixed(node.func, scope))
        return self._literal(node)

    def _literal(self, node: ast.expr) -> Value:
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            return Instance(BuiltIn(type(node.value).__name__))
        made = _LITERALS.get(type(node))
        return Instance(BuiltIn(made)) if made is not None else BOUND

    def _instance(self, called: Value) -> Value:
        """What a call gives: an instance, if a class is called."""
        match called:
            case Local(body=Class() as body):
                return Instance(called) if not _makes_others(body) else BOUND
            case Path(full) if _CLASS_NAME.fullmatch(full.rpartition(".")[2]):
                return Instance(called)
            case BuiltIn(name) if name not in _NO_CONSTRUCTORS and isinstance(
                getattr(builtins, name, None), type
            ):
                return Instance(called)
            case _:
                return BOUND

    def _entered(self, node: ast.expr, scope: Scope) -> Value:
        """What ``with … as`` binds: the instance itself, if its class is known to give itself."""
        made = self._made(node, scope) if isinstance(node, ast.Call) else BOUND
        match made:
            case Instance(Local(body=Class() as body)):
                if id(body) not in self._enters:
                    self._enters[id(body)] = _enters_itself(body)
                return made if self._enters[id(body)] else BOUND
            case Instance(Path(full)):
                return made if full in _ENTERS_ITSELF else BOUND
            case _:
                return BOUND

    def _super(self, node: ast.Call, scope: Scope) -> Value:
        if not isinstance(self.name("super", scope), BuiltIn) or node.args:
            return BOUND
        for around in (scope, *scope.around()):
            if around.body is not None:
                return Parent(around.body)
        return BOUND

    def _attribute(self, value: Value, name: str) -> Value:
        match value:
            case Path(full):
                return Path(f"{full}.{name}")
            case BuiltIn(built) | Instance(BuiltIn(built)):
                return _of_built_in(built, name)
            case Instance(of) if name not in self._stored:
                return self._of_instance(of, name)
            case Local(body=Class() as body) if name not in self._stored:
                return self._of_class(body, name)
            case Parent(body) if name not in self._stored:
                return self._of_base(body, name)
            case _:
                return value if isinstance(value, Mystery) else BOUND

    def _of_instance(self, of: Path | Local | BuiltIn, name: str) -> Value:
        if isinstance(of, Path):
            return Presumed(f"{of.full}.{name}")
        symbol = symbol_of(self._attribute(of, name))
        return Member(symbol) if symbol is not None else BOUND

    def _of_class(self, body: Class, name: str) -> Value:
        """An attribute that a class defines or has from its only base, or from its first one's own body."""
        for _ in range(_LONGEST_LINE_OF_CLASSES):
            own = self._own_attribute(body, name)
            if own is not None:
                return own
            bases = self.bases(body)
            first = bases[0] if bases else None
            if isinstance(first, Local) and first.body is not None:
                if len(bases) > 1 and self._own_attribute(first.body, name) is None:
                    return BOUND
                body = first.body
            else:
                return self._of_base(body, name)
        return BOUND

    def _own_attribute(self, body: Class, name: str) -> Value | None:
        """What a class's own body binds a name to: one method or class; ``None`` if it does not."""
        key = (id(body), name)
        if key not in self._own:
            bindings = body.scope.bindings_of(name)
            self._own[key] = _one_member(bindings) if bindings else None
        return self._own[key]

    def _of_base(self, body: Class, name: str) -> Value:
        """An attribute that a class has from its only base."""
        bases = self.bases(body)
        if len(bases) != 1:
            return BOUND
        match bases[0]:
            case Local(body=Class() as base) if base is not body:
                return self._of_class(base, name)
            case Path(full):
                return Member(f"{full}.{name}")
            case BuiltIn(built):
                return _of_built_in(built, name)
            case _:
                return BOUND


def _one_member(bindings: Sequence[Binding]) -> Value:
    if not all(isinstance(b, Defined) and not b.kind.endswith("property") for b in bindings):
        return BOUND
    first = bindings[0]
    return Local(first.symbol, first.body) if isinstance(first, Defined) else BOUND


def _of_built_in(built: str, name: str) -> Value:
    owner = getattr(builtins, built, None)
    return Member(f"{built}.{name}") if isinstance(owner, type) and hasattr(owner, name) else BOUND


def _makes_others(body: Class) -> bool:
    """Whether a call of a class may give something else than an instance of it."""
    return bool(body.node.keywords) or bool(body.scope.bindings_of("__new__"))


def _enters_itself(body: Class) -> bool:
    """Whether a class's own ``__enter__`` returns what it was called on."""
    for node in body.node.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name in (
            "__enter__",
            "__aenter__",
        ):
            last = node.body[-1]
            receiver = next((a.arg for a in (*node.args.posonlyargs, *node.args.args)), None)
            return (
                isinstance(last, ast.Return)
                and isinstance(last.value, ast.Name)
                and last.value.id == receiver
            )
    return False
