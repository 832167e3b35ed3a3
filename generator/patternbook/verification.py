"""Proof that an index is one that stock Lunr can read."""

from __future__ import annotations

import json
import warnings

from lunr.exceptions import BaseLunrException
from lunr.index import Index

from patternbook.errors import IndexFormatError


def verify_index(index: bytes) -> None:
    """Load an index with stock lunr.py.

    Raises:
        IndexFormatError: it does not load, or only with a warning.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            Index.load(json.loads(index))
        except (BaseLunrException, Warning, ValueError, LookupError, TypeError) as error:
            raise IndexFormatError(
                f"the index does not load in stock Lunr: {error}; please report this"
            ) from error
