"""Type aliases.

    alias := ['internal'] 'type' Name '=' type

No period may follow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.languages.beamtalk.cursor import Cursor, ParseError
from patternbook.languages.beamtalk.declarations import Alias
from patternbook.languages.beamtalk.grammar import types

if TYPE_CHECKING:
    from patternbook.languages.beamtalk.rules import Rule
    from patternbook.languages.beamtalk.syntax import Type


def alias(c: Cursor) -> Rule[Alias]:
    """An alias that has been recognised by a look ahead."""
    start, doc = c.start, c.doc()
    internal = c.take_word("internal")
    c.skip()
    name = c.advance()
    if len(name.text) == 1:
        raise ParseError(f"`{name.text}`: names of one letter are kept for type parameters", name.start)
    c.skip()
    annotation: Type = yield types.type_expression(c)
    return Alias(start, annotation.end, name.text, annotation, internal, doc)
