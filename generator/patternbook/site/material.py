"""What a section is made from: the examples with their symbols."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from patternbook.indexing.analysis import analyse_entry

if TYPE_CHECKING:
    from patternbook.indexing.analysis import Languages
    from patternbook.model import Example


def with_symbols(example: Example, languages: Languages) -> Example:
    """Return an example with its symbols; one that came without gets those that a frontend sees.

    Args:
        example: an example of a corpus.
        languages: the frontends that the corpus needs.
    """
    if example.analysed:
        return example
    analysis = analyse_entry(example, languages)
    default = languages.default.name if languages.default else ""
    return replace(
        example, defines=analysis.defines, uses=analysis.uses, language=example.language or default
    )
