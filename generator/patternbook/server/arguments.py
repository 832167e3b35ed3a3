"""Read the arguments of a tool call the way a helpful person would.

Models write ``q`` for ``query`` and ``"5"`` for 5. What can be understood is understood; what cannot is
answered with a sentence that says what to send.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from patternbook.errors import QueryError

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_LIMIT = 5
MOST_RESULTS = 20

_QUERY_NAMES = (
    "query", "q", "querystring", "searchquery", "search", "searchterm", "searchterms", "text", "keyword",
    "keywords", "term", "terms", "question", "topic", "symbol", "name", "id", "exampleid", "uri", "input",
)  # fmt: skip
_LIMIT_NAMES = (
    "limit", "n", "k", "max", "maxresults", "maximum", "count", "topk", "topn", "numresults", "nresults",
    "resultlimit", "size",
)  # fmt: skip

_LESSON = (
    'send {"query": "..."} with keywords, a question, or an exact name, '
    "for example 'closures', 'actor state' or 'inject:into:'"
)


def query_of(arguments: Mapping[str, object]) -> str:
    """Return the query as it was sent, under whatever name.

    Raises:
        QueryError: there is none, or it is blank; the message says what to send.
    """
    candidates = [_as_text(value) for value in _under(arguments, _QUERY_NAMES)]
    for candidate in candidates:
        if candidate.strip():
            return candidate
    if any(isinstance(value, str) for value in _under(arguments, _QUERY_NAMES)):
        raise QueryError(f"The query is blank: {_LESSON}.")
    if candidates:
        raise QueryError(f"The query is no text: {_LESSON}.")
    if not arguments:
        raise QueryError(f"The query is missing: {_LESSON}.")
    received = ", ".join(repr(name[:40]) for name in list(arguments)[:5])
    raise QueryError(f"No query in the arguments ({received}): {_LESSON}.")


def limit_of(arguments: Mapping[str, object]) -> int:
    """Return the number of results wanted, 1 to 20; 5 where nothing that means a number was sent."""
    for value in _under(arguments, _LIMIT_NAMES):
        number = _as_number(value)
        if number is not None:
            return int(min(max(number, 1), MOST_RESULTS))
    return DEFAULT_LIMIT


def _under(arguments: Mapping[str, object], names: tuple[str, ...]) -> list[object]:
    """Values of the arguments that go by one of the names, in the order of the names."""
    plain = {name.lower().replace("_", "").replace("-", ""): value for name, value in arguments.items()}
    return [plain[name] for name in names if plain.get(name) is not None]


def _as_text(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return " ".join(_as_text(member) for member in value if isinstance(member, str | int | float))
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return ""


def _as_number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    if isinstance(value, int):
        return value
    try:
        number = float(value)
    except ValueError:
        return None
    return None if math.isnan(number) else number
