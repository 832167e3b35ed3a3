"""A whole text.

    module := ( alias | protocol | class | extension | expression ['.' | '!'] )*

Statements need no separator. What begins a declaration is asked for in that order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.languages.beamtalk.declarations import Module
from patternbook.languages.beamtalk.grammar import aliases, classes, expressions, extensions, protocols
from patternbook.languages.beamtalk.tokens import END

if TYPE_CHECKING:
    from patternbook.languages.beamtalk.cursor import Cursor
    from patternbook.languages.beamtalk.rules import Rule
    from patternbook.languages.beamtalk.syntax import Node


def module(c: Cursor) -> Rule[Module]:
    """All declarations and statements."""
    items: list[Node] = []
    while c.token.kind != END:
        items.append((yield _item(c)))
    return Module(0, len(c.text), items)


def _item(c: Cursor) -> Rule[Node]:
    at, look = c.index, c.look
    if look.alias(at):
        return aliases.alias(c)
    if look.protocol(at):
        return protocols.protocol(c)
    if look.class_definition(at):
        return classes.class_definition(c)
    if look.extension(at):
        return extensions.extension(c)
    return _statement(c)


def _statement(c: Cursor) -> Rule[Node]:
    statement: Node = yield expressions.expression(c)
    if c.take("!"):
        expressions.cast(c, statement)
    else:
        c.take(".")
    return statement
