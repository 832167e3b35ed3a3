"""Match expressions.

match := binary ('match:' | 'matchExhaustive:') '[' [ arm ( (';' | line end) arm )* [';'] ] ']'
arm   := pattern [ 'when:' '[' expression ']' ] '->' body
body  := '^' keywords | keywords [':=' keywords]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from patternbook.languages.beamtalk.grammar import expressions, patterns
from patternbook.languages.beamtalk.syntax import Arm, Assignment, Field, Match, Name, Node, Return
from patternbook.languages.beamtalk.tokens import END

if TYPE_CHECKING:
    from patternbook.languages.beamtalk.cursor import Cursor
    from patternbook.languages.beamtalk.rules import Rule

KEYWORDS: Final = ("match:", "matchExhaustive:")


def match(c: Cursor, subject: Node) -> Rule[Node]:
    """Complete with its ``]``: no keyword and no message attaches to it without parentheses."""
    exhaustive = c.advance().text == KEYWORDS[1]
    c.close("[")
    arms: list[Arm] = []
    while c.kind not in ("]", END):
        arms.append((yield _arm(c)))
        if not c.take(";") and c.same_line():
            break
    return Match(subject.start, c.close("]"), subject, arms, exhaustive)


def _arm(c: Cursor) -> Rule[Arm]:
    pattern: Node = yield patterns.pattern(c)
    guard: Node | None = None
    if c.take_word("when:"):
        c.close("[", " after `when:`")
        guard = yield expressions.expression(c)
        c.close("]", " after the guard")
    c.close("->", " after the pattern")
    body: Node = yield _body(c)
    return Arm(pattern.start, body.end, pattern, guard, body)


def _body(c: Cursor) -> Rule[Node]:
    """No cascade: ``;`` separates arms."""
    start = c.start
    returns = c.take("^")
    value: Node = yield expressions.keyword_message(c)
    if returns:
        return Return(start, value.end, value)
    if isinstance(value, Name | Field) and c.take(":="):
        assigned: Node = yield expressions.keyword_message(c)
        return Assignment(value.start, assigned.end, value, None, assigned)
    return value
