"""Protocols.

    protocol := 'Protocol' 'define:' Name ['(' parameters ')'] ['extending:' Name] ( ['class'] signature )*

No indentation ends a protocol: what can be read as a signature is one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from patternbook.languages.beamtalk.declarations import Protocol, Signature
from patternbook.languages.beamtalk.grammar import methods
from patternbook.languages.beamtalk.grammar.classes import type_parameters
from patternbook.languages.beamtalk.tokens import END, IDENTIFIER, KEYWORD, MESSAGE_OPERATORS

if TYPE_CHECKING:
    from patternbook.languages.beamtalk.cursor import Cursor
    from patternbook.languages.beamtalk.rules import Rule

_NO_SIGNATURE: Final = frozenset({"Protocol", "abstract", "sealed", "typed"})
"""Names that end a protocol."""


def protocol(c: Cursor) -> Rule[Protocol]:
    """A protocol that has been recognised by a look ahead."""
    start, doc = c.start, c.doc()
    c.skip()
    c.skip()
    name = c.expect(IDENTIFIER, " of a protocol")
    end = name.end
    parameters = type_parameters(c)
    if parameters:
        end = parameters[-1].end
    extending = None
    if c.take_word("extending:"):
        token = c.expect(IDENTIFIER, " of a protocol after `extending:`")
        extending, end = token.text, token.end
    signatures: list[Signature] = yield _signatures(c)
    end = max([end, *(signature.end for signature in signatures)])
    return Protocol(start, end, name.text, parameters, extending, doc, signatures)


def _signatures(c: Cursor) -> Rule[list[Signature]]:
    signatures: list[Signature] = []
    while True:
        while c.take("."):
            pass
        if _ends_protocol(c):
            return signatures
        doc = c.doc()
        class_side = c.at_word("class") and not c.look.header_end(c.index + 1)
        if class_side:
            c.skip()
        if not _begins_signature(c):
            return signatures
        signature: Signature = yield methods.signature_rule(c, c.doc(doc), class_side, one_line=True)
        if c.kind == "=>":
            raise c.fault("no body: a protocol has signatures only")
        signatures.append(signature)


def _ends_protocol(c: Cursor) -> bool:
    at, look = c.index, c.look
    if not look.declaration(at):
        return c.kind == END
    return look.protocol(at) or look.class_definition(at) or look.alias(at) or look.extension(at)


def _begins_signature(c: Cursor) -> bool:
    kind, text = c.kind, c.text
    if kind == IDENTIFIER:
        return text not in _NO_SIGNATURE
    return kind in MESSAGE_OPERATORS or (kind == KEYWORD and text != "extending:")
