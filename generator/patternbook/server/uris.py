"""``patternbook://CORPUS/ID``: the address of one example."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote, unquote

SCHEME = "patternbook://"
TEMPLATE = SCHEME + "{corpus}/{+id}"
"""RFC 6570: an id of a foreign corpus may hold slashes."""


@lru_cache(maxsize=1024)
def uri_of(corpus: str, example_id: str) -> str:
    """Return the address of an example."""
    return f"{SCHEME}{quote(corpus, safe='')}/{quote(example_id, safe='/')}"


def is_uri(text: str) -> bool:
    """Whether a text means an address of ours."""
    return text[: len(SCHEME)].lower() == SCHEME


def parse_uri(uri: str) -> tuple[str, str]:
    """Return the corpus and the id that an address names; either is empty where it is missing."""
    corpus, _, example_id = uri[len(SCHEME) :].partition("/")
    return unquote(corpus), unquote(example_id)
