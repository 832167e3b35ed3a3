"""Methods that stand outside their class.

    extension := [package '@'] CLASS ['class'] '>>' method

The method is written as in a class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.languages.beamtalk.declarations import Extension, Method
from patternbook.languages.beamtalk.grammar import methods

if TYPE_CHECKING:
    from patternbook.languages.beamtalk.cursor import Cursor
    from patternbook.languages.beamtalk.rules import Rule


def extension(c: Cursor) -> Rule[Extension]:
    """An extension that has been recognised by a look ahead. Its documentation stands after ``>>``."""
    start = c.start
    package = ""
    name = c.advance().text
    if c.take("@"):
        package, name = name, c.advance().text
    class_side = c.take_word("class")
    c.close(">>")
    method: Method = yield methods.method(c)
    method.signature.class_side = class_side
    return Extension(start, method.end, name, package, method)
