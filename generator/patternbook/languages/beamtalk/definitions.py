"""What a text defines, as the outline lists it: tree → ``Definition``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.languages.beamtalk.declarations import (
    Alias,
    Class,
    Extension,
    Header,
    Method,
    Module,
    Protocol,
    State,
)
from patternbook.model import Definition

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patternbook.languages.beamtalk.positions import Positions
    from patternbook.languages.beamtalk.syntax import Node


def definitions(module: Module, positions: Positions) -> tuple[Definition, ...]:
    """Every definition in source order, each class and protocol before its members."""
    return tuple(definition for item in module.items for definition in _of_item(item, positions))


def scopes(module: Module) -> Iterator[tuple[str, Node]]:
    """All parts of a text, in source order, each with the symbol of the definition that it belongs to.

    That of a top-level statement is empty.
    """
    for item in module.items:
        if isinstance(item, Class):
            yield item.name, item.header
            for member in item.members:
                yield member_symbol(item.name, member), member
        elif isinstance(item, Extension):
            yield extension_symbol(item), item
        elif isinstance(item, Protocol | Alias):
            yield item.name, item
        else:
            yield "", item


def method_symbol(owner: str, selector: str, class_side: bool) -> str:
    """``Counter >> increment`` or ``Counter class >> new``."""
    return f"{owner} class >> {selector}" if class_side else f"{owner} >> {selector}"


def member_symbol(owner: str, member: Method | State) -> str:
    """The symbol of a member; state is spelled ``Counter.count``."""
    if isinstance(member, State):
        return f"{owner}.{member.name}"
    return method_symbol(owner, member.signature.selector, member.signature.class_side)


def extension_symbol(extension: Extension) -> str:
    """The symbol of the method that an extension adds."""
    owner = f"{extension.package}@{extension.class_name}" if extension.package else extension.class_name
    signature = extension.method.signature
    return method_symbol(owner, signature.selector, signature.class_side)


def _of_item(item: Node, positions: Positions) -> Iterator[Definition]:
    span = positions.span(item.start, item.end)
    if isinstance(item, Class):
        yield Definition(
            item.name, item.name, "class", span, item.header.doc or "", supers=superclass(item.header)
        )
        for member in item.members:
            yield _of_member(item.name, member, positions)
    elif isinstance(item, Extension):
        signature = item.method.signature
        yield Definition(extension_symbol(item), signature.selector, "extension", span, signature.doc or "")
    elif isinstance(item, Protocol):
        supers = (item.extending,) if item.extending else ()
        yield Definition(item.name, item.name, "protocol", span, item.doc or "", supers=supers)
        for signature in item.signatures:
            symbol = method_symbol(item.name, signature.selector, signature.class_side)
            where = positions.span(signature.start, signature.end)
            yield Definition(
                symbol, signature.selector, "protocol method", where, signature.doc or "", item.name
            )
    elif isinstance(item, Alias):
        yield Definition(item.name, item.name, "alias", span, item.doc or "")


def _of_member(owner: str, member: Method | State, positions: Positions) -> Definition:
    span = positions.span(member.start, member.end)
    symbol = member_symbol(owner, member)
    if isinstance(member, State):
        return Definition(symbol, member.name, "state", span, member.doc or "", owner)
    signature = member.signature
    kind = "class method" if signature.class_side else "method"
    return Definition(symbol, signature.selector, kind, span, signature.doc or "", owner)


def superclass(header: Header) -> tuple[str, ...]:
    """The superclass as a symbol, if there is one."""
    if header.superclass is None:
        return ()
    package = header.superclass_package
    return (f"{package}@{header.superclass}" if package else header.superclass,)
