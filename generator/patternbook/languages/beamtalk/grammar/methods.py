"""Methods: header and body.

    method    := modifier* signature '=>' statements
    signature := IDENTIFIER | OPERATOR parameter | ( KEYWORD parameter )+ , then [ '->' type ]
    parameter := IDENTIFIER ['::' type]

A body has no closing mark. It ends where something else begins: see ``_ends_body``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.languages.beamtalk.declarations import Method, Signature
from patternbook.languages.beamtalk.grammar import expressions, types
from patternbook.languages.beamtalk.lookahead import METHOD_MODIFIERS, STATE_KEYWORDS
from patternbook.languages.beamtalk.syntax import Expect, Node, Parameter, Type
from patternbook.languages.beamtalk.tokens import END, IDENTIFIER, KEYWORD, MESSAGE_OPERATORS

if TYPE_CHECKING:
    from patternbook.languages.beamtalk.cursor import Cursor
    from patternbook.languages.beamtalk.rules import Rule

_FIRST_COLUMN = 2
"""Column up to which a line can begin a member, where the header does not begin a line itself."""


def method(c: Cursor, expect: Expect | None = None, expect_doc: str | None = None) -> Rule[Method]:
    """A method whose header has been recognised by a look ahead.

    Args:
        expect: the ``@expect`` before it.
        expect_doc: the documentation before that, used where the method itself has none.
    """
    first, indent = c.token, c.indent
    doc = c.doc(expect_doc)
    modifiers = _modifiers(c)
    signature: Signature = yield signature_rule(c, doc, "class" in modifiers)
    header_end = c.close("=>", " after the header of a method")
    c.method = signature.selector
    c.header_indent = _FIRST_COLUMN if indent is None else indent
    body: list[Node] = yield _body(c)
    c.method = None
    end, reach = (body[-1].end, body[-1].end) if body else (first.end, header_end)
    kept = tuple(modifier for modifier in modifiers if modifier != "class")
    return Method(first.start, end, signature, kept, body, reach, expect)


def _modifiers(c: Cursor) -> tuple[str, ...]:
    """In any order, repeated at will. ``class`` and ``internal`` may also be the name of the method."""
    modifiers: dict[str, None] = {}
    while c.kind == IDENTIFIER and c.text in METHOD_MODIFIERS:
        if c.text != "sealed" and c.look.header_end(c.index + 1):
            break
        modifiers[c.advance().text] = None
    return tuple(modifiers)


def signature_rule(c: Cursor, doc: str | None, class_side: bool, one_line: bool = False) -> Rule[Signature]:
    """A selector with parameters, and the type of what is returned.

    Args:
        doc: documentation that stands before the modifiers.
        class_side: whether ``class`` stands before it.
        one_line: whether a keyword on the next line begins another signature.
    """
    first = c.token
    parameters: list[Parameter] = []
    selector = ""
    if first.kind == KEYWORD:
        while c.kind == KEYWORD and not (one_line and selector and not c.same_line()):
            selector += c.advance().text
            parameters.append((yield _parameter(c)))
    elif first.kind in MESSAGE_OPERATORS:
        selector = c.advance().text
        parameters.append((yield _parameter(c)))
    else:
        selector = c.expect(IDENTIFIER, " of a method").text
    returns: Type | None = None
    if c.kind == "::" and c.peek() == "->":
        c.skip()
    if c.take("->"):
        returns = yield types.type_expression(c)
    last = returns or (parameters[-1] if parameters else first)
    return Signature(first.start, last.end, selector, parameters, returns, doc, class_side)


def _parameter(c: Cursor) -> Rule[Parameter]:
    name = c.expect(IDENTIFIER, " of a parameter")
    annotation: Type | None = None
    if c.take("::"):
        annotation = yield types.type_expression(c)
    return Parameter(name.start, annotation.end if annotation else name.end, name.text, annotation)


def _body(c: Cursor) -> Rule[list[Node]]:
    """Statements, separated by ``.``, ``!`` or a line end."""
    body: list[Node] = []
    while not _ends_body(c):
        statement: Node = yield expressions.expression(c)
        body.append(statement)
        mark = c.start
        if c.take("!"):
            expressions.cast(c, statement, mark)
            if _ends_body_after_period(c):
                break
        elif c.take("."):
            ends = _ends_body_after_period(c)
            if ends or not c.same_line():
                c.remark("lint", "a period before the end of a line or of a method is not needed", mark)
            if ends:
                break
        elif c.same_line() or c.indent == 0:
            break
    return body


def _ends_body(c: Cursor) -> bool:
    """Whether what begins here is no statement of the body.

    In a class a method or an alias is only looked for up to the column of the header, and a line that
    begins at column 0 is outside the class.
    """
    kind, indent = c.kind, c.indent
    if kind == END or _begins_declaration(c):
        return True
    if not c.in_class:
        return c.look.alias(c.index) or c.look.method(c.index)
    if indent is None or indent <= c.header_indent:
        return indent == 0 or kind == "@expect" or c.look.alias(c.index) or c.look.method(c.index)
    return False


def _ends_body_after_period(c: Cursor) -> bool:
    """After a period or ``!`` a method is recognised at any column."""
    if c.kind == END or _begins_declaration(c) or c.look.method(c.index):
        return True
    indent = c.indent
    return (not c.in_class or indent is None or indent <= c.header_indent) and c.look.alias(c.index)


def _begins_declaration(c: Cursor) -> bool:
    """Class, protocol, extension and state end a body at any column."""
    if c.kind == KEYWORD:
        return c.text in STATE_KEYWORDS
    at = c.index
    if not c.look.declaration(at):
        return False
    return c.look.class_definition(at) or c.look.protocol(at) or c.look.extension(at)
