"""What a text uses: message sends, and mentions of classes and of marks of syntax."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from patternbook.languages.beamtalk.declarations import (
    Alias,
    Extension,
    Header,
    Method,
    Module,
    Protocol,
    Signature,
    State,
)
from patternbook.languages.beamtalk.definitions import scopes, superclass
from patternbook.languages.beamtalk.pattern_syntax import (
    ArrayPattern,
    BinaryPattern,
    ConstructorPattern,
    MapPattern,
    TuplePattern,
    TypePattern,
)
from patternbook.languages.beamtalk.syntax import (
    Arm,
    ArrayLiteral,
    Assignment,
    Block,
    ClassReference,
    Destructuring,
    Expect,
    Interpolation,
    ListLiteral,
    MapLiteral,
    Match,
    Message,
    Node,
    Parameter,
    Primitive,
    Return,
    Send,
    Spread,
    Super,
    Type,
    walk,
)
from patternbook.model import Call, Mention

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from patternbook.languages.beamtalk.positions import Positions


def _plain(*marks: str) -> Callable[[Any], Iterable[str]]:
    return lambda _: marks


def _if(mark: str, test: Callable[[Any], object], *always: str) -> Callable[[Any], Iterable[str]]:
    return lambda node: (*always, mark) if test(node) else always


def _typed(*always: str) -> Callable[[Any], Iterable[str]]:
    return _if("::", lambda node: node.type, *always)


MENTIONED: Final[dict[type[Node], Callable[[Any], Iterable[str]]]] = {
    # expressions
    Assignment: _typed(":="),
    Destructuring: _plain(":="),
    Return: _plain("^"),
    Send: _if("!", lambda send: send.cast),
    Message: _plain(";"),
    Super: _plain("super"),
    ClassReference: lambda node: (f"{node.package}@{node.name}" if node.package else node.name,),
    Interpolation: _plain("{}"),
    Block: _if("[:x |", lambda block: block.parameters),
    Parameter: _typed(),
    ListLiteral: _if("|", lambda node: node.tail, "#("),
    ArrayLiteral: _plain("#["),
    MapLiteral: _if("=>", lambda node: node.pairs, "#{"),
    Spread: _plain("..."),
    Expect: _plain("@expect"),
    Primitive: lambda node: (node.directive,),
    Match: lambda node: ("matchExhaustive:" if node.exhaustive else "match:",),
    Arm: _if("when:", lambda arm: arm.guard, "->"),
    # patterns
    TuplePattern: _plain("{"),
    ArrayPattern: _if("...", lambda node: node.rest, "#["),
    MapPattern: _if("=>", lambda node: node.pairs, "#{"),
    BinaryPattern: _plain("<<>>"),
    ConstructorPattern: lambda node: (node.class_name,),
    TypePattern: lambda node: ("::", node.class_name),
    # A type of one letter is a type parameter: classes and aliases have longer names.
    Type: lambda node: (node.name,) if len(node.name) > 1 and node.kind != "symbol" else (),
    # declarations
    Header: lambda node: (*superclass(node), "subclass:", *node.modifiers, *node.clauses),
    State: lambda node: (node.keyword, *(["::"] if node.type else []), *(["@expect"] if node.expect else [])),
    Signature: _if("->", lambda signature: signature.returns),
    Method: lambda node: (*node.modifiers, *(["@expect"] if node.expect else [])),
    Extension: lambda node: (">>", node.class_name),
    Protocol: lambda node: ("define:", *(("extending:", node.extending) if node.extending else ())),
    Alias: _if("internal", lambda alias: alias.internal, "type"),
}
"""What each construct mentions by itself, not by its parts: classes, and marks as a user would type them."""


def uses(module: Module, positions: Positions) -> tuple[tuple[Call, ...], tuple[Mention, ...]]:
    """Every message send with the definition in which it stands, and every mention.

    A send comes before those in its receiver and its arguments. ``match:`` with arms is no send.
    """
    calls: list[Call] = []
    mentions: list[Mention] = []
    line = positions.line
    for symbol, root in scopes(module):
        for node in walk(root):
            if isinstance(node, Send):
                calls.append(Call(symbol, node.selector, line(node.line_at)))
            elif isinstance(node, Message):
                calls.append(Call(symbol, node.selector, line(node.start)))
            mentioned = MENTIONED.get(type(node))
            if mentioned is not None:
                mentions.extend(Mention(name, line(node.start)) for name in mentioned(node))
    return tuple(calls), tuple(mentions)
