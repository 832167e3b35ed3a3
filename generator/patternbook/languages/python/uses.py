"""Uses → calls, mentions, and names that come from nowhere."""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from patternbook.languages.python.resolving import BUILT_IN
from patternbook.languages.python.values import UNBOUND, BuiltIn, Local, Mystery, Path, Presumed, symbol_of
from patternbook.model import UNKNOWN, Call, Mention

if TYPE_CHECKING:
    from collections.abc import Container

    from patternbook.languages.python.places import Places
    from patternbook.languages.python.resolving import Resolver
    from patternbook.languages.python.scopes import Scope
    from patternbook.languages.python.values import Value
    from patternbook.languages.python.walking import Collected, Use


@dataclass(slots=True)
class Used:
    """What a text uses."""

    calls: list[Call] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    unbound: set[str] = field(default_factory=set)


def used(collected: Collected, resolver: Resolver, places: Places, unseen: Container[int]) -> Used:
    """Look up all that a text uses, in source order.

    Args:
        collected: what it uses.
        resolver: of its scopes.
        places: of its lines.
        unseen: the ``id`` of each name that is used before the body in which it stands has bound it.
    """
    finder = _Finder(resolver, unseen)
    for use in collected.uses:
        finder.add(use, places.line(use.line))
    return finder.found


class _Finder:
    def __init__(self, resolver: Resolver, unseen: Container[int]) -> None:
        self._resolver = resolver
        self._unseen = unseen
        self.found = Used()

    def add(self, use: Use, line: int) -> None:
        if use.node is None:
            self._mention(use.mark, line)
            return
        root = use.node
        while isinstance(root, ast.Attribute):
            root = root.value
        scope = self._seen_from(root, use.scope)
        whose = self._resolver.name(root.id, scope) if isinstance(root, ast.Name) else None
        if isinstance(root, ast.Name) and whose == UNBOUND and root.id not in BUILT_IN:
            self.found.unbound.add(root.id)
        value = self._resolver.value(use.node, scope)
        if use.kind in ("call", "decorator"):
            self._call(use, value, line)
        else:
            self._load(use, value, line)
        # What an unknown attribute belongs to may be known all the same.
        if isinstance(value, Mystery) and value is not whose and isinstance(whose, Path | Local):
            self._mention(symbol_of(whose), line)

    def _seen_from(self, root: ast.expr, scope: Scope) -> Scope:
        """Where to look a name up: what a class binds only later is still what the top level binds."""
        own = scope.kind == "class" and isinstance(root, ast.Name) and scope.holds(root.id)
        return scope.module if own and id(root) in self._unseen else scope

    def _call(self, use: Use, value: Value, line: int) -> None:
        symbol = symbol_of(value)
        self.found.calls.append(Call(use.scope.symbol, symbol or UNKNOWN, line))
        if isinstance(value, Presumed):
            self._mention(value.symbol, line)
        elif symbol is None and isinstance(use.node, ast.Attribute):
            self._mention(use.node.attr, line)
        elif value == UNBOUND and isinstance(use.node, ast.Name):
            self._mention(use.node.id, line)

    def _load(self, use: Use, value: Value, line: int) -> None:
        if not isinstance(value, BuiltIn) or _telling(value.name, use):
            self._mention(value.symbol if isinstance(value, Presumed) else symbol_of(value), line)

    def _mention(self, symbol: str | None, line: int) -> None:
        if symbol is not None:
            self.found.mentions.append(Mention(symbol, line))


def _telling(name: str, use: Use) -> bool:
    """Whether a built-in name that is not called is worth a mention: exceptions, and functions as values."""
    built = getattr(builtins, name, None)
    if isinstance(built, type):
        return issubclass(built, BaseException)
    return use.kind == "load"
