"""The scopes of a text and what binds names in them; nothing is looked up before all of them are known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator

Kind = Literal["module", "class", "function", "comprehension"]


@dataclass(frozen=True, slots=True)
class Imported:
    """A name that an import binds."""

    full: str
    """What it stands for: ``numpy``, ``json.loads``, ``.models.User``."""


@dataclass(frozen=True, slots=True)
class Defined:
    """A name that ``def``, ``class`` or ``type`` binds."""

    symbol: str
    kind: str
    """That of its ``Definition``."""
    body: Class | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Assigned:
    """A name to which an expression is assigned."""

    value: ast.expr
    scope: Scope


@dataclass(frozen=True, slots=True, eq=False)
class Entered:
    """A name that ``with … as`` binds."""

    value: ast.expr
    scope: Scope


@dataclass(frozen=True, slots=True)
class Itself:
    """The first parameter of a method: an instance of the class, or the class."""

    body: Class
    instance: bool


@dataclass(frozen=True, slots=True)
class Unknown:
    """A name bound to what cannot be known: a parameter, a loop's variable, a part of a pattern."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """A name that is declared, or set to ``None``: a call of it or of an attribute never succeeds."""


Binding = Imported | Defined | Assigned | Entered | Itself | Unknown | Nothing

UNKNOWN_BINDING = Unknown()
NOTHING = Nothing()


@dataclass(slots=True, eq=False)
class Class:
    """The body of a class."""

    symbol: str
    scope: Scope
    """The scope of its body."""
    node: ast.ClassDef
    outside: Scope
    """The scope in which its bases are looked up."""


@dataclass(slots=True, eq=False)
class Scope:
    """Where names are bound."""

    kind: Kind
    parent: Scope | None
    symbol: str
    """Symbol of the definition that it belongs to; empty at the top level."""
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    body: Class | None = None
    """The class whose body it is."""
    everything: bool = False
    """Of a module: whether ``from … import *`` may bind any name."""

    @property
    def module(self) -> Scope:
        """The outermost scope."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope

    @property
    def within_function(self) -> bool:
        """Whether what is defined in it is seen by a function alone."""
        scope: Scope | None = self
        while scope is not None and scope.kind != "function":
            scope = scope.parent
        return scope is not None

    def bind(self, name: str, binding: Binding) -> None:
        """Bind a name where this scope binds it: here, or at the top level, or in the function around."""
        if name in self.globals:
            self.module.add(name, binding)
        elif name in self.nonlocals:
            # Which function around binds it is not known yet; all that may are spoiled for this name.
            for scope in self.around():
                if scope.kind == "function":
                    scope.spoil(name)
        else:
            self.add(name, binding)

    def add(self, name: str, binding: Binding) -> None:
        """Note a binding of this very scope."""
        self.bindings.setdefault(name, []).append(binding)

    def spoil(self, name: str) -> None:
        """Note that a function within binds the name, if this scope does."""
        self.bindings.setdefault(f"nonlocal {name}", []).append(UNKNOWN_BINDING)

    def bindings_of(self, name: str) -> list[Binding]:
        """All that binds a name in this very scope; empty where nothing does."""
        own = self.bindings.get(name, [])
        spoiled = self.bindings.get(f"nonlocal {name}")
        return [*own, *spoiled] if own and spoiled else own

    def around(self) -> Iterator[Scope]:
        """The scopes around this one, innermost first."""
        scope = self.parent
        while scope is not None:
            yield scope
            scope = scope.parent

    def target_of_walrus(self) -> Scope:
        """The scope in which ``:=`` binds: that around all comprehensions."""
        scope = self
        while scope.kind == "comprehension" and scope.parent is not None:
            scope = scope.parent
        return scope

    def holder_of(self, name: str) -> Scope | None:
        """The scope that a use of a name in this one refers to; ``None`` where nothing binds it."""
        if name in self.globals:
            scope: Scope | None = self.module
            return scope if scope is not None and name in scope.bindings else None
        if name in self.bindings and name not in self.nonlocals:
            return self
        return next((s for s in self.around() if s.kind != "class" and s.holds(name)), None)

    def holds(self, name: str) -> bool:
        """Whether this very scope binds a name."""
        return name in self.bindings and name not in self.globals and name not in self.nonlocals
