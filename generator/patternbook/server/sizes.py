"""How many characters the parts of an answer take in the longer of its forms."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from patternbook.server.arguments import MOST_RESULTS
from patternbook.server.render import EXACT_HEADING, RELATED_HEADING, frame, portion_text
from patternbook.server.structured import record, structured

if TYPE_CHECKING:
    from patternbook.search.budget import Answer, Portion

_SEPARATOR = "\n\n"
_HEADINGS = len(EXACT_HEADING + _SEPARATOR + RELATED_HEADING + _SEPARATOR)
_ROOM_FOR_COUNTS = 4
"""The numbers of shown and omitted results are not known yet while their frame is measured."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Measures for the budget of one answer.

    The text counts as it stands. The structured form counts as the longest JSON that a client may make of
    it for its model: with spaces between the parts, and whatever is not ASCII escaped.
    """

    text_only: bool
    _known: dict[int, tuple[Portion, int]] = field(default_factory=dict)
    """By identity, with what was measured: the same portion is asked for again and again."""

    def frame(self, answer: Answer) -> int:
        """Length of an answer without its portions."""
        empty = replace(answer, portions=())
        text = len(frame(empty)) + _HEADINGS + _ROOM_FOR_COUNTS
        return text if self.text_only else max(text, _json_length(structured(empty)) + _ROOM_FOR_COUNTS)

    def portion(self, portion: Portion) -> int:
        """Length of one portion with what separates it from the next."""
        if id(portion) not in self._known:
            self._known[id(portion)] = portion, self._measured(portion)
        return self._known[id(portion)][1]

    def _measured(self, portion: Portion) -> int:
        text = len(portion_text(portion, MOST_RESULTS) + _SEPARATOR)
        return text if self.text_only else max(text, _json_length(record(portion)) + len(", "))


def _json_length(value: dict[str, Any]) -> int:
    return len(json.dumps(value))
