"""Expressions, loosest first.

    expression := '^' assignment | assignment
    assignment := pattern ':=' assignment | cascade [ ['::' type] ':=' assignment ]
    cascade    := keywords ( ';' message )*
    keywords   := binary ( KEYWORD binary )*  |  binary 'match:' '[' arms ']'
    binary     := unary ( OPERATOR unary )*        by the powers in BINDING
    unary      := primary IDENTIFIER*              names on the same line

Precedence is by position in this list, and among operators by number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from patternbook.languages.beamtalk.cursor import Cursor, ParseError
from patternbook.languages.beamtalk.grammar import destructuring, matching, primaries, types
from patternbook.languages.beamtalk.syntax import (
    ArrayLiteral,
    Assignment,
    Cascade,
    Field,
    ListLiteral,
    MapLiteral,
    Message,
    Name,
    Node,
    Return,
    Send,
    Type,
)
from patternbook.languages.beamtalk.tokens import IDENTIFIER, KEYWORD, MESSAGE_OPERATORS

if TYPE_CHECKING:
    from patternbook.languages.beamtalk.rules import Rule

BINDING: Final = {
    "->": (3, 4),
    ">>": (5, 6),
    **dict.fromkeys(("==", "/=", "=:=", "=/="), (10, 11)),
    **dict.fromkeys(("<", ">", "<=", ">="), (20, 21)),
    **dict.fromkeys(("+", "-", "++"), (30, 31)),
    **dict.fromkeys(("*", "/", "%"), (40, 41)),
    "**": (51, 50),
}
"""How strongly each operator binds to its left and to its right. Any other operator ends an expression."""

_NO_OPERATOR: Final = (-1, -1)

MEMBER_COLUMN: Final = 2
"""In the body of a class's method, a keyword that begins a line at this column or before it never continues
a message. The language fixes the number, whatever the indentation of the class."""


def expression(c: Cursor) -> Rule[Node]:
    """One level of nesting: a statement, or what stands in parentheses, guards and defaults."""
    c.enter()
    start = c.start
    returns = c.take("^")
    value: Node = yield assignment(c)
    c.leave()
    return Return(start, value.end, value) if returns else value


def assignment(c: Cursor) -> Rule[Node]:
    """An expression without ``^``."""
    return destructuring.tuple_assignment(c) if c.kind == "{" else _cascade_or_assignment(c)


def _cascade_or_assignment(c: Cursor) -> Rule[Node]:
    """Targets are names, fields and collections; a name may have a type."""
    target: Node = yield keyword_message(c)
    if c.kind == ";":
        target = yield _cascade(c, target)
    if c.kind not in (":=", "::"):
        return target
    annotation: Type | None = None
    if c.kind == "::":
        if not isinstance(target, Name):
            raise ParseError("only a variable can have a type: expected a name before `::`", c.start)
        c.skip()
        annotation = yield types.type_expression(c)
    if isinstance(target, ListLiteral | ArrayLiteral | MapLiteral):
        destructured: Node = yield destructuring.collection_assignment(c, target)
        return destructured
    if not isinstance(target, Name | Field):
        raise c.fault(
            "a variable, a field or a pattern to the left of `:=`, and then the end of the expression"
        )
    value: Node = yield assigned_value(c)
    return Assignment(target.start, value.end, target, annotation, value)


def assigned_value(c: Cursor) -> Rule[Node]:
    """``:=`` and what follows it, one level deeper."""
    c.close(":=")
    c.enter()
    value: Node = yield assignment(c)
    c.leave()
    return value


def _cascade(c: Cursor, first: Node) -> Rule[Node]:
    """Line ends around ``;`` are free."""
    messages: list[Message] = []
    while c.take(";"):
        messages.append((yield _cascade_message(c)))
    return Cascade(first.start, messages[-1].end, first, messages)


def _cascade_message(c: Cursor) -> Rule[Message]:
    """Keywords, or any operator with one *unary* argument, or exactly one name."""
    kind, start = c.kind, c.start
    if kind == KEYWORD:
        selector, arguments = yield _keyword_parts(c)
        if arguments:
            return Message(start, c.previous_end, selector, arguments)
    elif kind in MESSAGE_OPERATORS:
        selector = c.advance().text
        argument: Node = yield unary(c)
        return Message(start, argument.end, selector, [argument])
    elif kind == IDENTIFIER:
        name = c.advance()
        return Message(start, name.end, name.text, [])
    raise c.fault("a message after `;`")


def keyword_message(c: Cursor) -> Rule[Node]:
    """A binary expression, or a keyword message to it."""
    leaf = primaries.leaf(c)
    receiver: Node = _unary_messages(c, leaf if leaf is not None else (yield primaries.compound(c)))
    if _powers(c) != _NO_OPERATOR:
        receiver = yield _operations(c, receiver)
    if c.kind != KEYWORD or _starts_a_member(c):
        return receiver
    if c.peek() == "[" and c.text in matching.KEYWORDS:
        matched: Node = yield matching.match(c, receiver)
        return matched
    line_at = c.start
    selector, arguments = yield _keyword_parts(c)
    return Send(receiver.start, arguments[-1].end, receiver, selector, arguments, line_at)


def _starts_a_member(c: Cursor) -> bool:
    """Whether a keyword begins something new and is no message to what stands before it."""
    indent = c.indent
    if indent is None:
        return False
    if not c.in_class:
        return c.look.method(c.index)
    return c.method is None or indent <= MEMBER_COLUMN


def _keyword_parts(c: Cursor) -> Rule[tuple[str, list[Node]]]:
    """Keywords with their arguments. Line ends do not matter but for what ``_ends_message`` says."""
    selector = ""
    arguments: list[Node] = []
    column: int | None = None
    while c.kind == KEYWORD:
        indent = c.indent
        if indent is not None:
            if _ends_message(c, indent, column, bool(arguments)):
                break
            column = indent if column is None else column
        selector += c.advance().text
        arguments.append((yield binary(c)))
    return selector, arguments


def _ends_message(c: Cursor, indent: int, column: int | None, begun: bool) -> bool:
    """Whether a keyword at the start of a line is no further part of the message.

    In a class's method the first such keyword sets the column that later ones must reach; elsewhere only
    the header of a method ends a message.
    """
    if c.in_class and c.method is not None:
        return indent <= MEMBER_COLUMN if column is None else indent < column
    return begun and c.look.method(c.index)


def binary(c: Cursor) -> Rule[Node]:
    """Operands and the operators between them."""
    leaf = primaries.leaf(c)
    operand: Node = _unary_messages(c, leaf if leaf is not None else (yield primaries.compound(c)))
    if _powers(c) != _NO_OPERATOR:
        operand = yield _operations(c, operand)
    return operand


def _operations(c: Cursor, operand: Node) -> Rule[Node]:
    """Operators after the first operand.

    An operator waits with its left operand until one follows that binds less strongly to its left than it
    does to its right. The end of the expression binds least.
    """
    waiting: list[tuple[Node, str, int]] = []
    while True:
        to_left, to_right = _powers(c)
        while waiting and to_left < waiting[-1][2]:
            left, selector, _ = waiting.pop()
            operand = Send(left.start, operand.end, left, selector, [operand], left.start)
        if to_left < 0:
            return operand
        waiting.append((operand, c.advance().text, to_right))
        operand = yield unary(c)


def _powers(c: Cursor) -> tuple[int, int]:
    """How strongly the current token binds as an operator; ``_NO_OPERATOR`` if it ends the expression.

    It does so if it cannot be sent, or if it begins a line and the header of a method.
    """
    powers = BINDING.get(c.text, _NO_OPERATOR) if c.kind in MESSAGE_OPERATORS else _NO_OPERATOR
    if powers != _NO_OPERATOR and not c.same_line() and c.look.method(c.index):
        return _NO_OPERATOR
    return powers


def unary(c: Cursor) -> Rule[Node]:
    """An operand with unary messages."""
    leaf = primaries.leaf(c)
    return _unary_messages(c, leaf if leaf is not None else (yield primaries.compound(c)))


def _unary_messages(c: Cursor, receiver: Node) -> Node:
    """A name on the next line is no message but begins a statement."""
    while c.kind == IDENTIFIER and c.same_line():
        selector = c.advance()
        receiver = Send(receiver.start, selector.end, receiver, selector.text, [], receiver.start)
    return receiver


def cast(c: Cursor, statement: Node, at: int) -> None:
    """``!`` after a statement, at an offset: its message is sent without waiting for an answer."""
    if not isinstance(statement, Send):
        raise ParseError("`!` ends a message send, and nothing else", at)
    statement.cast = True
    if c.kind == ".":
        raise c.fault("a statement after `!`")
