"""Classes.

    class  := modifier* SUPER ['@' NAME] ['(' types ')'] 'subclass:' NAME ['(' parameters ')']
              ['native:' IDENTIFIER] ['handleScope:' SYMBOL] member*
    member := ['@expect' …] ( state | method )
    state  := ('state:' | 'field:' | 'classState:') IDENTIFIER ['::' type] ['=' expression]

A member may stand at any column. The body ends without a mark, at whatever is no member.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.languages.beamtalk.cursor import Cursor, ParseError
from patternbook.languages.beamtalk.declarations import Class, Header, Method, State, TypeParameter
from patternbook.languages.beamtalk.grammar import directives, expressions, methods, types
from patternbook.languages.beamtalk.lookahead import CLASS_MODIFIERS, STATE_KEYWORDS
from patternbook.languages.beamtalk.tokens import END, IDENTIFIER, KEYWORD, SYMBOL

if TYPE_CHECKING:
    from patternbook.languages.beamtalk.rules import Rule
    from patternbook.languages.beamtalk.syntax import Expect, Node, Type


def class_definition(c: Cursor) -> Rule[Class]:
    """A class that has been recognised by a look ahead."""
    header: Header = yield _header(c)
    node = Class(header.start, 0, header)
    c.in_class = True
    yield _members(c, node)
    c.in_class = False
    # The type parameters do not count for the span of a class, but the clauses do.
    own_end = header.end if header.clauses else header.name_end
    node.end = max([own_end, *(member.end for member in node.members)])
    return node


def _header(c: Cursor) -> Rule[Header]:
    start, doc = c.start, c.doc()
    modifiers = c.take_words(CLASS_MODIFIERS)
    package, superclass = _superclass(c)
    arguments: list[Type] = []
    if c.take("("):
        arguments = yield types.types(c)
        c.close(")", " after the type arguments of the superclass")
    if not c.take_word("subclass:"):
        raise c.fault("`subclass:`")
    name = c.expect(IDENTIFIER, " of a class")
    header = Header(
        start,
        name.end,
        name.text,
        name.end,
        superclass,
        superclass_package=package,
        superclass_arguments=arguments,
        type_parameters=type_parameters(c),
        modifiers=modifiers,
        native=_native(c),
        handle_scope=_handle_scope(c),
        doc=doc,
    )
    header.end = c.previous_end
    return header


def _superclass(c: Cursor) -> tuple[str, str | None]:
    """Package and name. ``nil`` stands for no superclass."""
    name = c.expect(IDENTIFIER, " of a superclass").text
    if name == "nil":
        return "", None
    if c.take("@"):
        return name, c.expect(IDENTIFIER, f" of a class after `{name}@`").text
    return "", name


def type_parameters(c: Cursor) -> list[TypeParameter]:
    """``(T, E :: Bound)``, or nothing."""
    parameters: list[TypeParameter] = []
    if not c.take("("):
        return parameters
    if c.kind != ")":
        parameters.append(_type_parameter(c))
        while c.take_operator(","):
            parameters.append(_type_parameter(c))
    c.close(")", " after the type parameters")
    return parameters


def _type_parameter(c: Cursor) -> TypeParameter:
    name = c.expect(IDENTIFIER, " of a type parameter")
    bound = c.expect(IDENTIFIER, " of a protocol after `::`").text if c.take("::") else None
    return TypeParameter(name.start, c.previous_end, name.text, bound)


def _native(c: Cursor) -> str | None:
    """``native: module``, on one line."""
    if not c.take_word("native:"):
        return None
    if not c.same_line():
        raise c.fault("the name of an Erlang module on the line of `native:`")
    return c.expect(IDENTIFIER, " of an Erlang module after `native:`").text


def _handle_scope(c: Cursor) -> str | None:
    if not c.take_word("handleScope:"):
        return None
    return c.expect(SYMBOL, " after `handleScope:`").text[1:]


def _members(c: Cursor, node: Class) -> Rule[None]:
    _skip_periods(c)
    while not _ends_class(c):
        expect: Expect | None = None
        expect_doc: str | None = None
        if c.kind == "@expect":
            expect_doc = c.doc()
            expect = directives.expectation(c)
        member: State | Method
        if c.kind == KEYWORD and c.text in STATE_KEYWORDS:
            member = yield _state(c, expect, expect_doc)
        elif c.look.method(c.index):
            member = yield methods.method(c, expect, expect_doc)
        elif expect is not None:
            raise ParseError("`@expect` in a class must stand before state or a method", expect.start)
        else:
            return
        node.members.append(member)
        _skip_periods(c)


def _skip_periods(c: Cursor) -> None:
    while c.take("."):
        pass


def _ends_class(c: Cursor) -> bool:
    at, look = c.index, c.look
    if not look.declaration(at):
        return c.kind == END
    return look.class_definition(at) or look.protocol(at) or look.alias(at) or look.extension(at)


def _state(c: Cursor, expect: Expect | None, expect_doc: str | None) -> Rule[State]:
    doc = c.doc(expect_doc)
    keyword = c.advance()
    name = c.expect(IDENTIFIER, f" after `{keyword.text}`")
    annotation: Type | None = None
    default: Node | None = None
    if c.take("::"):
        annotation = yield types.type_expression(c)
    if c.take_operator("="):
        default = yield expressions.expression(c)
    last = default or annotation or name
    return State(keyword.start, last.end, keyword.text, name.text, annotation, default, doc, expect)
