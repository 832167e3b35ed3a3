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


def named_symbols(
    units: Sequence[Unit], roles: Mapping[str, str], unknown: Sequence[str], lexicon: Lexicon
) -> tuple[str, ...]:
    """Return the symbols of the index that a query names, in order.

    What is written as code always counts. A capitalised word or a mark counts if it is all there is, or if
    the index knows every telling word of the query; but at the start of a longer sentence a capital is no
    sign of a name, and in a longer sentence a mark is somebody else's code. Beside code, a capitalised word
    counts always and a mark never: the selectors are the subject. A plain lower-case word counts only as the
    whole query, and only if it is defined.
    """
    if len(units) == 1:
        return _only(units[0], lexicon)
    code = [symbol for unit in units if unit.kind == "code" if (symbol := _present(unit, lexicon))]
    code += [symbol for symbol in keyword_selectors(units) if lexicon.has_symbol(symbol)]
    telling = sum(role == "word" for role in roles.values())
    named = list(code)
    for position, unit in enumerate(units):
        if unit.kind not in ("name", "mark") or not (symbol := _present(unit, lexicon)):
            continue
        if unit.kind == "mark":
            counts = not code and not unknown and telling <= _MOST_WORDS_BESIDE_A_MARK
        else:
            counts = bool(code) or not (unknown or (position == 0 and telling > _MOST_WORDS_AFTER_A_CAPITAL))
        if counts:
            named.append(symbol)
    return tuple(dict.fromkeys(named))


def _only(unit: Unit, lexicon: Lexicon) -> tuple[str, ...]:
    symbol = _present(unit, lexicon)
    if symbol is None or (unit.kind == "word" and not lexicon.defines(symbol)):
        return ()
    return (symbol,)


def _present(unit: Unit, lexicon: Lexicon) -> str | None:
    return next((symbol for symbol in unit.symbols if lexicon.has_symbol(symbol)), None)
