"""Tests, and the context that each needs: the classes that descend from ``TestCase``.

A test needs its class's header and state, the methods that run around every test, the methods that it
calls on itself, and the classes of the same file that these refer to. Context is whole lines; joined with
the test's own lines in source order it is a valid text. That holds where a file is laid out line by line
(see ``Layout.is_regular``); where it is not, the context is the rest of the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from patternbook.languages.beamtalk.declarations import Class, Header, Method, Module
from patternbook.languages.beamtalk.definitions import member_symbol, method_symbol
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


MOST_PARTS: Final = 100
"""A test that needs more methods and classes than these gets the rest of the file as its context."""


def unit_tests(module: Module, lexed: Lexed, positions: Positions) -> tuple[UnitTest, ...]:
    """Every test of a text, in source order."""
    classes = [item for item in module.items if isinstance(item, Class)]
    test_classes = _test_classes(classes)
    if not test_classes:
        return ()
    layout = Layout(module, lexed, positions)
    references = _References(classes, test_classes)
    return tuple(test for owner in test_classes for test in _tests(owner, references, layout, positions))


def _test_classes(classes: list[Class]) -> list[Class]:
    """Those that descend from ``TestCase``, through classes of the same file."""
    subclasses: dict[str | None, list[str]] = {}
    for item in classes:
        subclasses.setdefault(item.header.superclass, []).append(item.name)
    names: set[str | None] = set()
    pending = [TEST_CASE]
    while pending:
        name = pending.pop()
        if name not in names:
            names.add(name)
            pending.extend(subclasses.get(name, ()))
    return [item for item in classes if item.header.superclass in names]


def _tests(owner: Class, references: _References, layout: Layout, positions: Positions) -> Iterator[UnitTest]:
    regular = layout.is_regular(owner)
    header = layout.of_header(owner)
    own_methods = _OwnMethods(owner)
    for method in owner.methods:
        if not _is_test(method):
            continue
        own = layout.of_member(method)
        members = own_methods.needed_by(method)
        classes = references.needed_by([method, *members])
        few = len(members) + len(classes) <= MOST_PARTS
        if few and regular and all(layout.is_apart(item) for item in classes):
            context = [header]
            context += [layout.of_member(member) for member in members]
            context += [layout.of_class(item) for item in classes]
        else:
            context = layout.around(own)
        yield UnitTest(
            method.signature.selector,
            owner.name,
            positions.span(method.start, method.end),
            method.signature.doc or "",
            tuple(sorted(context, key=lambda part: part.start_line)),
            own,
        )


def _is_test(method: Method) -> bool:
    signature = method.signature
    return (
        signature.selector.startswith(TEST_PREFIX) and not signature.parameters and not signature.class_side
    )


def _is_fixture(method: Method) -> bool:
    return method.signature.selector in (CLASS_FIXTURES if method.signature.class_side else FIXTURES)


class _OwnMethods:
    """The methods of a test class, and which of them call which."""

    def __init__(self, owner: Class) -> None:
        self._owner = owner.name
        self._methods = {member_symbol(owner.name, method): method for method in owner.methods}
        self._fixtures = [method for method in self._methods.values() if _is_fixture(method)]
        self._calls: dict[Method, list[Method]] = {}

    def needed_by(self, test: Method) -> list[Method]:
        """What runs around a test, and what all these call on their own object or class.

        The test itself is not among them. It is no use to find more than ``MOST_PARTS``.
        """
        needed = dict.fromkeys([test, *self._fixtures])
        pending = list(needed)
        while pending:
            for method in self._called_by(pending.pop()):
                if len(needed) > MOST_PARTS + 1:
                    return list(needed)[1:]
                if method not in needed:
                    needed[method] = None
                    pending.append(method)
        return list(needed)[1:]

    def _called_by(self, method: Method) -> list[Method]:
        if method not in self._calls:
            called = dict.fromkeys(self._own_calls(method))
            self._calls[method] = [self._methods[symbol] for symbol in called if symbol in self._methods]
        return self._calls[method]

    def _own_calls(self, method: Method) -> Iterator[str]:
        """Symbols of what a method sends to ``self``, or to its class by name or as ``self class``."""
        class_side = method.signature.class_side
        for node in walk(method):
            if isinstance(node, Cascade) and isinstance(node.first, Send):
                receiver, selectors = node.first.receiver, [message.selector for message in node.messages]
            elif isinstance(node, Send):
                receiver, selectors = node.receiver, [node.selector]
            else:
                continue
            side = _side(receiver, self._owner, class_side=class_side)
            if side is not None:
                yield from (method_symbol(self._owner, selector, side) for selector in selectors)


def _side(receiver: Node, owner: str, *, class_side: bool) -> bool | None:
    """Whether a receiver is the class itself (or else an object of it); ``None`` if it is neither.

    Args:
        receiver: to what a message is sent.
        owner: name of the class.
        class_side: whether ``self`` is the class itself.
    """
    if isinstance(receiver, Name) and receiver.name == "self":
        return class_side
    if isinstance(receiver, ClassReference) and receiver.name == owner:
        return True
    if isinstance(receiver, Send) and receiver.selector == "class" and isinstance(receiver.receiver, Name):
        return True if receiver.receiver.name == "self" and not class_side else None
    return None


class _References:
    """The classes of a file that are no tests, and which parts of the file refer to which."""

    def __init__(self, classes: list[Class], test_classes: list[Class]) -> None:
        tests = {item.name for item in test_classes}
        self._classes = {item.name: item for item in classes if item.name not in tests}
        self._known: dict[Node, list[Class]] = {}

    def needed_by(self, roots: Iterable[Node]) -> list[Class]:
        """Classes that the roots refer to, and those that these refer to; hardly more than ``MOST_PARTS``."""
        needed: dict[Class, None] = {}
        pending = list(roots)
        while pending:
            for item in self._referred(pending.pop()):
                if len(needed) > MOST_PARTS:
                    return list(needed)
                if item not in needed:
                    needed[item] = None
                    pending.append(item)
        return list(needed)

    def _referred(self, root: Node) -> list[Class]:
        if root not in self._known:
            names = dict.fromkeys(_class_names(root))
            self._known[root] = [self._classes[name] for name in names if name in self._classes]
        return self._known[root]


def _class_names(root: Node) -> Iterator[str]:
    for node in walk(root):
        if isinstance(node, Header):
            yield node.superclass or ""
        elif isinstance(node, ClassReference | Type):
            yield node.name
        elif isinstance(node, ConstructorPattern | TypePattern):
            yield node.class_name
