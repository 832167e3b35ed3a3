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
    start, items = c.start, []
    while c.kind != END:
        declaration = _declaration(c) if c.look.declaration(c.index) else None
        if declaration is not None:
            items.append((yield declaration))
            continue
        statement: Node = yield expressions.expression(c)
        items.append(statement)
        mark = c.start
        if c.take("!"):
            expressions.cast(c, statement, mark)
        else:
            c.take(".")
    return Module(start, c.previous_end, items)


def _declaration(c: Cursor) -> Rule[Node] | None:
    at, look = c.index, c.look
    if look.alias(at):
        return aliases.alias(c)
    if look.protocol(at):
        return protocols.protocol(c)
    if look.class_definition(at):
        return classes.class_definition(c)
    if look.extension(at):
        return extensions.extension(c)
    return None
