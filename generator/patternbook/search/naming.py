"""Which symbols a query names, and which of its words only look like one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.search.reading import keyword_selectors

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from patternbook.search.lexicon import Lexicon
    from patternbook.search.reading import Unit

_MOST_WORDS_AFTER_A_CAPITAL = 3
_MOST_WORDS_BESIDE_A_MARK = 2
_ENGLISH_CAPITALS = frozenset({"I", "A"})
"""Words of a sentence that are written with a capital and are no name there."""
_OPERATION = 3
"""Units of the smallest piece of code around an operator: ``x := 5``."""
_LITERALS = ("#(", "#[", "#{", "%{")


def named_symbols(
    units: Sequence[Unit], roles: Mapping[str, str], unknown: Sequence[str], lexicon: Lexicon
) -> tuple[str, ...]:
    """Return the symbols of the index that a query names, in order.

    What is written as code always counts. A capitalised word counts beside code, or if the index knows every
    telling word of the query; but at the start of a longer sentence a capital is no sign of a name. A plain
    lower-case word counts only as the whole query, and only if it is defined or known to be no everyday word.
    Marks count where no identifier does: those that open a literal or a block before operators, and an
    operator only alone among few words, for in a longer piece of code operators are not what is asked about.
    """
    if len(units) == 1:
        return _only(units[0], lexicon)
    code = [symbol for unit in units if unit.kind == "code" if (symbol := _present(unit, lexicon))]
    code += [symbol for symbol in keyword_selectors(units) if lexicon.has_symbol(symbol)]
    telling = sum(role == "word" for role in roles.values())
    names = [
        symbol
        for position, unit in enumerate(units)
        if unit.kind == "name" and (symbol := _present(unit, lexicon))
        if code
        or not (
            unknown
            or unit.text in _ENGLISH_CAPITALS
            or (position == 0 and telling > _MOST_WORDS_AFTER_A_CAPITAL)
        )
    ]
    return tuple(dict.fromkeys(code + names)) or _marks(units, telling, unknown, lexicon)


def _only(unit: Unit, lexicon: Lexicon) -> tuple[str, ...]:
    symbol = _present(unit, lexicon)
    if symbol is None:
        return ()
    named = unit.kind != "word" or symbol in lexicon.names or lexicon.defines(symbol)
    return (symbol,) if named else ()


def _marks(units: Sequence[Unit], telling: int, unknown: Sequence[str], lexicon: Lexicon) -> tuple[str, ...]:
    marks = [unit for unit in units if unit.kind == "mark" and _present(unit, lexicon)]
    literals = [unit for unit in marks if unit.text in _LITERALS or unit.text.startswith("[")]
    if unknown or telling > _MOST_WORDS_BESIDE_A_MARK:
        return ()
    if literals:
        return tuple(dict.fromkeys(_present(unit, lexicon) or "" for unit in literals))
    others = [
        unit for unit in units if unit.kind == "mark" or len(unit.text) == 1 or "0" <= unit.text[0] <= "9"
    ]
    if len(marks) == 1 and (len(others) == 1 or len(units) == _OPERATION):
        return (_present(marks[0], lexicon) or "",)
    return ()


def _present(unit: Unit, lexicon: Lexicon) -> str | None:
    return next((symbol for symbol in unit.symbols if lexicon.has_symbol(symbol)), None)
