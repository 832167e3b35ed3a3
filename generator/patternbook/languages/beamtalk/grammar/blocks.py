"""Blocks.

    block := '[' ( (':' IDENTIFIER ['::' type])+ '|' )? statements ']'

Statements are as in a method: see ``methods``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.languages.beamtalk.grammar import expressions, types
from patternbook.languages.beamtalk.syntax import Block, Node, Parameter, Type
from patternbook.languages.beamtalk.tokens import END, IDENTIFIER

if TYPE_CHECKING:
    from patternbook.languages.beamtalk.cursor import Cursor
    from patternbook.languages.beamtalk.rules import Rule


def block(c: Cursor) -> Rule[Node]:
    """Statements are separated by ``.``, by ``!``, or by a line end."""
    start = c.start
    c.close("[")
    parameters: list[Parameter] = []
    while c.kind == ":":
        parameters.append((yield _parameter(c)))
    if parameters:
        c.close("|", " after the parameters of a block")
    body: list[Node] = []
    while c.kind not in ("]", END):
        statement: Node = yield expressions.expression(c)
        body.append(statement)
        mark = c.start
        if c.take("!"):
            expressions.cast(c, statement, mark)
        elif c.take("."):
            if c.kind == "]" or not c.same_line():
                c.remark("lint", "a period before the end of a line or of a block is not needed", mark)
        elif c.same_line():
            break
    return Block(start, c.close("]"), parameters, body)


def _parameter(c: Cursor) -> Rule[Parameter]:
    """The type is a single one: a union would take the bar that ends the parameters."""
    c.close(":")
    name = c.expect(IDENTIFIER, " of a parameter")
    annotation: Type | None = None
    if c.take("::"):
        annotation = yield types.single_type(c)
    return Parameter(name.start, annotation.end if annotation else name.end, name.text, annotation)
