"""Beamtalk trees in the form in which the probes of ``cases/beamtalk/snippets.jsonl`` are recorded.

Only small trees are recorded, so recursion will do.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from patternbook.languages.beamtalk import pattern_syntax as p
from patternbook.languages.beamtalk import syntax as s
from patternbook.languages.beamtalk import tokens
from patternbook.languages.beamtalk.declarations import (
    Alias,
    Class,
    Extension,
    Method,
    Module,
    Protocol,
    Signature,
    State,
    TypeParameter,
)
from patternbook.languages.beamtalk.grammar.binaries import SPECIFIERS
from patternbook.languages.beamtalk.numbers import floating, integer
from patternbook.languages.beamtalk.positions import Positions
from patternbook.languages.beamtalk.strings import unescaped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Record = dict[str, Any]

_SETTLED = ("type", "sign", "byte order")
_CHARACTER_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


class Recorder:
    """Records the parts of one text."""

    def __init__(self, text: str) -> None:
        self._positions = Positions(text)

    def module(self, module: Module) -> Record:
        """Everything that a probe records of an accepted text."""
        items = module.items
        declared = (Class, Extension, Protocol, Alias)
        return {
            "classes": [self._class(item) for item in items if isinstance(item, Class)],
            "extensions": [self._extension(item) for item in items if isinstance(item, Extension)],
            "protocols": [self._protocol(item) for item in items if isinstance(item, Protocol)],
            "type_aliases": [self._alias(item) for item in items if isinstance(item, Alias)],
            "statements": [self._statement(item) for item in items if not isinstance(item, declared)],
        }

    def _place(self, node: s.Node) -> Record:
        span = self._positions.span(node.start, node.end)
        return {"line": span.start_line, "end_line": span.end_line, "span": [span.start_byte, span.end_byte]}

    def _statement(self, node: s.Node) -> Record:
        return {"ast": shown(node), "sends": self._sends([node]), **self._place(node)}

    def _class(self, node: Class) -> Record:
        header, methods, states = node.header, node.methods, node.states
        return {
            "name": node.name,
            "superclass": header.superclass,
            "superclass_package": header.superclass_package or None,
            "superclass_type_args": [type_text(argument) for argument in header.superclass_arguments],
            "type_params": [_type_parameter(parameter) for parameter in header.type_parameters],
            "kind": header.kind,
            **{word: word in header.modifiers for word in ("abstract", "sealed", "typed", "internal")},
            "native": header.native,
            "handle_scope": header.handle_scope,
            "doc": header.doc,
            "state": [self._state(state) for state in states if state.keyword != "classState:"],
            "class_state": [self._state(state) for state in states if state.keyword == "classState:"],
            "methods": [self._method(m) for m in methods if not m.signature.class_side],
            "class_methods": [self._method(m) for m in methods if m.signature.class_side],
            **self._place(node),
        }

    def _state(self, state: State) -> Record:
        # Probes record no keyword for the class's state but the default one.
        keyword = "state:" if state.keyword == "classState:" else state.keyword
        return {
            "keyword": keyword,
            "name": state.name,
            "type": type_text(state.type),
            "default": None if state.default is None else shown(state.default),
            "doc": state.doc,
            "expect": None if state.expect is None else state.expect.category,
            **self._place(state),
        }

    def _method(self, method: Method) -> Record:
        signature = method.signature
        return {
            "selector": signature.selector,
            "side": "class" if signature.class_side else "instance",
            "sealed": "sealed" in method.modifiers,
            "internal": "internal" in method.modifiers,
            **_header(signature),
            "expect": None if method.expect is None else method.expect.category,
            "body": [shown(statement) for statement in method.body],
            "sends": self._sends(method.body),
            **self._place(method),
        }

    def _extension(self, extension: Extension) -> Record:
        return {
            "class": extension.class_name,
            "package": extension.package or None,
            "class_side": extension.method.signature.class_side,
            "method": self._method(extension.method),
            **self._place(extension),
        }

    def _protocol(self, protocol: Protocol) -> Record:
        def signatures(*, class_side: bool) -> list[Record]:
            return [
                {"selector": item.selector, **_header(item), **self._place(item)}
                for item in protocol.signatures
                if item.class_side is class_side
            ]

        return {
            "name": protocol.name,
            "extending": protocol.extending,
            "type_params": [_type_parameter(parameter) for parameter in protocol.type_parameters],
            "doc": protocol.doc,
            "methods": signatures(class_side=False),
            "class_methods": signatures(class_side=True),
            **self._place(protocol),
        }

    def _alias(self, alias: Alias) -> Record:
        return {
            "name": alias.name,
            "type": type_text(alias.type),
            "internal": alias.internal,
            "doc": alias.doc,
            **self._place(alias),
        }

    def _sends(self, roots: Iterable[s.Node]) -> list[Record]:
        sends: list[Record] = []
        for root in roots:
            receiver: s.Node | None = None
            for node in s.walk(root):
                if isinstance(node, s.Cascade) and isinstance(node.first, s.Send):
                    receiver = node.first.receiver
                if isinstance(node, s.Send):
                    sends.append(self._send(node.selector, node.receiver, node.line_at) | {"cast": node.cast})
                elif isinstance(node, s.Message):
                    sends.append(
                        self._send(node.selector, receiver, node.start) | {"cast": False, "cascade": True}
                    )
        return sends

    def _send(self, selector: str, receiver: s.Node | None, at: int) -> Record:
        kind = "class" if isinstance(receiver, s.ClassReference) else "other"
        return {"selector": selector, "receiver": kind, "line": self._positions.line(at)}


def _header(signature: Signature) -> Record:
    return {
        "params": [{"name": item.name, "type": type_text(item.type)} for item in signature.parameters],
        "returns": type_text(signature.returns),
        "doc": signature.doc,
    }


def _type_parameter(parameter: TypeParameter) -> Record:
    return {"name": parameter.name, "bound": parameter.bound}


def type_text(node: s.Type | None, inside: str = "") -> str | None:
    """A type as it is printed: no redundant parentheses."""
    if node is None:
        return None
    if node.kind in ("|", "&", "\\"):
        text = f" {node.kind} ".join(str(type_text(part, node.kind)) for part in node.parts)
        return text if inside in ("", "(", node.kind) else f"({text})"
    if node.kind == "generic":
        return f"{node.name}({', '.join(str(type_text(part, '(')) for part in node.parts)})"
    return f"{node.name} class" if node.kind == "metatype" else node.name


def shown(node: s.Node) -> str:
    """A node as an S-expression."""
    return _SHOWN[type(node)](node)


def _form(head: str, *parts: str) -> str:
    return f"({' '.join([head, *parts])})"


def _all(nodes: Iterable[s.Node]) -> list[str]:
    return [shown(node) for node in nodes]


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _literal(node: s.Literal) -> str:
    text = node.text
    if node.kind == tokens.INTEGER:
        return _form("int", str(integer(text)))
    if node.kind == tokens.FLOAT:
        return _form("float", repr(floating(text)))
    if node.kind == tokens.CHARACTER:
        character = _CHARACTER_ESCAPES.get(text[2], text[2]) if text[1] == "\\" else text[1]
        return _form("char", str(ord(character)))
    if node.kind == tokens.SYMBOL:
        name = text[2:-1].replace("''", "'") if text[1] == "'" else text[1:]
        return _form("sym", _quoted(name))
    return _form("str", _quoted(unescaped(text[1:-1])))


def _interpolation(node: s.Interpolation) -> str:
    parts: list[str] = []
    for index, text in enumerate(node.texts):
        if text:
            parts.append(_quoted(text))
        if index < len(node.values):
            parts.append(shown(node.values[index]))
    return _form("interp", *parts)


def _send(node: s.Send) -> str:
    head = "cast" if node.cast else "send"
    return _form(head, shown(node.receiver), node.selector, *_all(node.arguments))


def _assignment(node: s.Assignment) -> str:
    annotation = [] if node.type is None else [_form("type", _quoted(str(type_text(node.type))))]
    return _form("assign", shown(node.target), *annotation, shown(node.value))


def _primitive(node: s.Primitive) -> str:
    marks = [mark for mark, on in (("quoted", node.quoted), ("inferred", node.inferred)) if on]
    return _form(node.directive.removeprefix("@"), _quoted(node.name), *marks)


def _list(node: s.ListLiteral) -> str:
    return _form("list", *_all(node.elements), *([_form("tail", shown(node.tail))] if node.tail else []))


def _arm(node: s.Arm) -> str:
    guard = [] if node.guard is None else [_form("when", shown(node.guard))]
    return _form("arm", shown(node.pattern), *guard, shown(node.body))


def _array_pattern(node: p.ArrayPattern) -> str:
    rest = [] if node.rest is None else [_form("rest", shown(node.rest))]
    return _form("plist" if node.is_list else "parray", *_all(node.elements), *rest)


def _segment(node: p.Segment) -> str:
    size = [] if node.size is None else [_form("size", shown(node.size))]
    # Recorded by what they settle, in a fixed order; `bytes` is another word for `binary`.
    settled = sorted(node.specifiers, key=lambda word: _SETTLED.index(SPECIFIERS[word]))
    return _form("seg", shown(node.value), *size, *(word.replace("bytes", "binary") for word in settled))


_SHOWN: dict[type[s.Node], Callable[[Any], str]] = {
    s.Literal: _literal,
    s.Interpolation: _interpolation,
    s.Name: lambda n: _form("id", n.name),
    s.Super: lambda _: "(super)",
    s.ClassReference: lambda n: _form("class", f"{n.package}@{n.name}" if n.package else n.name),
    s.Field: lambda n: _form("field", shown(n.receiver), n.name),
    s.Send: _send,
    s.Message: lambda n: _form(n.selector, *_all(n.arguments)),
    s.Cascade: lambda n: _form("cascade", shown(n.first), *_all(n.messages)),
    s.Assignment: _assignment,
    s.Destructuring: lambda n: _form("destructure", shown(n.pattern), shown(n.value)),
    s.Return: lambda n: _form("return", shown(n.value)),
    s.Parens: lambda n: _form("paren", shown(n.inner)),
    s.Block: lambda n: _form("block", f"[{' '.join(x.name for x in n.parameters)}]", *_all(n.body)),
    s.Spread: lambda n: _form("spread", n.name),
    s.ListLiteral: _list,
    s.ArrayLiteral: lambda n: _form("array", *_all(n.elements)),
    s.MapLiteral: lambda n: _form("map", *_all(n.pairs)),
    s.Pair: lambda n: f"({shown(n.key)} {shown(n.value)})",
    s.Primitive: _primitive,
    s.Expect: lambda n: _form("expect", n.category, *([] if n.reason is None else [_quoted(n.reason)])),
    s.Match: lambda n: _form("match!" if n.exhaustive else "match", shown(n.subject), *_all(n.arms)),
    s.Arm: _arm,
    p.Wildcard: lambda _: "_",
    p.NilPattern: lambda _: "(pnil)",
    p.Binding: lambda n: _form("pvar", n.name),
    p.TypePattern: lambda n: _form("ptype", n.name, n.class_name),
    p.TuplePattern: lambda n: _form("ptuple", *_all(n.elements)),
    p.ArrayPattern: _array_pattern,
    p.MapPattern: lambda n: _form("pmap", *_all(n.pairs)),
    p.ConstructorPattern: lambda n: _form("pctor", n.class_name, *_all(n.arguments)),
    p.Argument: lambda n: _form(n.keyword, shown(n.value)),
    p.BinaryPattern: lambda n: _form("pbin", *_all(n.segments)),
    p.Segment: _segment,
}
