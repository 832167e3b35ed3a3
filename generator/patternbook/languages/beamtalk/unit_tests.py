"""Tests, and the context that each needs: the classes that descend from ``TestCase``.

A test needs its class's header and state, the methods that run around every test, the methods that it
calls on itself, and the classes of the same file that these refer to. Context is whole lines; joined with
the test's own lines in source order it is a valid text. That holds where a file is laid out line by line
(see ``Layout.is_regular``); where it is not, the context is the rest of the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from patternbook.languages.beamtalk.declarations import Class, Method, Module
from patternbook.languages.beamtalk.definitions import member_symbol
from patternbook.languages.beamtalk.layout import Layout
from patternbook.languages.beamtalk.pattern_syntax import ConstructorPattern, TypePattern
from patternbook.languages.beamtalk.syntax import Cascade, ClassReference, Name, Node, Send, Type, walk
from patternbook.model import UnitTest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from patternbook.languages.beamtalk.lexer import Lexed
    from patternbook.languages.beamtalk.positions import Positions

TEST_CASE: Final = "TestCase"
TEST_PREFIX: Final = "test"
FIXTURES: Final = frozenset({"setUp", "tearDown", "setUpOnce", "tearDownOnce"})
"""Methods that run before and after each test, or once before and after all tests of a class."""
CLASS_FIXTURES: Final = frozenset({"serial"})
"""Methods of the class's side that say how its tests are run."""


def unit_tests(module: Module, lexed: Lexed, positions: Positions) -> tuple[UnitTest, ...]:
    """Every test of a text, in source order."""
    classes = [item for item in module.items if isinstance(item, Class)]
    test_classes = _test_classes(classes)
    if not test_classes:
        return ()
    layout = Layout(module, lexed, positions)
    names = {item.name for item in test_classes}
    helpers = {item.name: item for item in classes if item.name not in names}
    return tuple(test for owner in test_classes for test in _tests(owner, helpers, layout, positions))


def _test_classes(classes: list[Class]) -> list[Class]:
    """Those that descend from ``TestCase``, through classes of the same file."""
    names = {TEST_CASE}
    while True:
        found = [item for item in classes if item.superclass in names]
        if names.issuperset(item.name for item in found):
            return found
        names.update(item.name for item in found)


def _tests(
    owner: Class, helpers: dict[str, Class], layout: Layout, positions: Positions
) -> Iterator[UnitTest]:
    regular = layout.is_regular(owner)
    for method in owner.methods:
        if not _is_test(method):
            continue
        own = layout.of_member(method)
        members = _needed_members(owner, method)
        classes = _needed_classes([method, *members], helpers)
        if regular and all(layout.is_apart(helper) for helper in classes):
            needed = [layout.of_header(owner)]
            needed += [layout.of_member(member) for member in members]
            needed += [layout.of_class(helper) for helper in classes]
        else:
            needed = layout.around(own)
        yield UnitTest(
            method.signature.selector,
            owner.name,
            positions.span(method.start, method.end),
            method.signature.doc or "",
            tuple(positions.lines(*lines) for lines in sorted(needed)),
            positions.lines(*own),
        )


def _is_test(method: Method) -> bool:
    signature = method.signature
    return (
        signature.selector.startswith(TEST_PREFIX) and not signature.parameters and not signature.class_side
    )


def _needed_members(owner: Class, test: Method) -> list[Method]:
    """Methods that run around a test, and those of its class that all these call on themselves."""
    by_symbol = {member_symbol(owner.name, method): method for method in owner.methods}
    needed = {symbol: method for symbol, method in by_symbol.items() if _is_fixture(method)}
    pending = [test, *needed.values()]
    while pending:
        for symbol in _own_calls(pending.pop(), owner.name):
            if symbol in by_symbol and symbol not in needed and by_symbol[symbol] is not test:
                needed[symbol] = by_symbol[symbol]
                pending.append(by_symbol[symbol])
    return list(needed.values())


def _is_fixture(method: Method) -> bool:
    return method.signature.selector in (CLASS_FIXTURES if method.signature.class_side else FIXTURES)


def _own_calls(method: Method, owner: str) -> Iterator[str]:
    """Symbols of the methods that a method calls on ``self``, or on its class by name or ``self class``."""
    own_class = method.signature.class_side
    for node in walk(method):
        if isinstance(node, Cascade) and isinstance(node.first, Send):
            side = _side(node.first.receiver, owner, own_class)
            selectors = [message.selector for message in node.messages]
        elif isinstance(node, Send):
            side, selectors = _side(node.receiver, owner, own_class), [node.selector]
        else:
            continue
        if side is not None:
            yield from (f"{side} >> {selector}" for selector in selectors)


def _side(receiver: Node, owner: str, own_class: bool) -> str | None:
    """The side of the class to which a receiver belongs, as the first part of a symbol."""
    if isinstance(receiver, Name) and receiver.name == "self":
        return f"{owner} class" if own_class else owner
    if isinstance(receiver, ClassReference) and receiver.name == owner:
        return f"{owner} class"
    if isinstance(receiver, Send) and receiver.selector == "class":
        return f"{owner} class" if _side(receiver.receiver, owner, own_class) == owner else None
    return None


def _needed_classes(roots: Iterable[Node], helpers: dict[str, Class]) -> list[Class]:
    """Classes of the file that the roots refer to, and those that these refer to."""
    needed: dict[str, Class] = {}
    pending = list(roots)
    while pending:
        for name in _class_names(pending.pop()):
            if name in helpers and name not in needed:
                needed[name] = helpers[name]
                pending.append(helpers[name])
    return list(needed.values())


def _class_names(root: Node) -> Iterator[str]:
    for node in walk(root):
        if isinstance(node, Class):
            yield node.superclass or ""
        elif isinstance(node, ClassReference | Type):
            yield node.name
        elif isinstance(node, ConstructorPattern | TypePattern):
            yield node.class_name
