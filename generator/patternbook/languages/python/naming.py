"""How Python's symbols are written in sources and in queries."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

_STRING: Final = (
    r'"{3}(?:[^"\\]|\\.|"(?!""))*"{3}|\'{3}(?:[^\'\\]|\\.|\'(?!\'\'))*\'{3}'
    r'|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\''
)
_SCAN: Final = re.compile(
    rf"{_STRING}|#[^\n]*|(?<![\w.])([^\W\d]\w*(?:\.[^\W\d]\w*)+)",
    re.DOTALL,
)
_RECEIVERS: Final = ("self.", "cls.")
"""Every class has these, so they tell nothing."""


class PythonNamer:
    """Fulfils ``patternbook.languages.naming.Namer``."""

    def spellings(self, source: str, symbols: Iterable[str]) -> tuple[str, ...]:
        """Dotted names of a source that end as one of its symbols does: ``pd.read_csv``, ``app.route``."""
        known = set(symbols)
        last = {symbol.rpartition(".")[2] for symbol in known}
        written = {found[1] for found in _SCAN.finditer(source) if found[1]} - known
        return tuple(
            sorted(
                name
                for name in written
                if name.rpartition(".")[2] in last and not name.startswith(_RECEIVERS)
            )
        )

    def stands_alone(self, name: str) -> bool:
        """Whether a word is a name and no word of everyday English."""
        from patternbook.languages.python.everyday import EVERYDAY

        return name not in EVERYDAY
