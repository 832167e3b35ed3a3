"""A corpus that means harm: whatever a format could take for its own stands in every field of an example."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.corpus import Corpus
from patternbook.model import Example, Origin, Validation

if TYPE_CHECKING:
    from collections.abc import Iterator

_HARM = {
    "script": "</script><script>document.title = 'ran'</script>",
    "comment": "<!-- <script> --> ]]> <!--",
    "image": "<img src=x onerror=\"document.title = 'ran'\">",
    "attribute": "\" autofocus onfocus=\"document.title = 'ran'\" x='",
    "textarea": "</textarea></title></style><svg onload=\"document.title = 'ran'\">",
    "template": "{{ 7 * 7 }}{% include 'x' %}{# gone #}",
    "fence": "```\n~~~~\n`````````\n~~~~~~~~~\n# no heading",
    "separators": "line\u2028paragraph\u2029next\u0085end\ufeff",
    "quotes": "'\\' + alert(1) + '\\\\' `${alert(1)}`",
    "markdown": '[a](javascript:alert(1)) ![b](https://example.org/b.png) <https://example.org> --8<-- "x"',
    "extensions": ":::python\n!!! note\n[TOC] ^[x] [^1] :smile: ==mark== $x$ {: #id onclick=alert(1) }",
    "entities": "&lt;b&gt; &amp;amp; &#60;script&#62; %3Cscript%3E",
}
"""What is tried, by its name."""

MARK = "Unmistakable"
"""A word that stands in each of the examples, to search for."""

LONG_WORD = "Unbreakable" * 30


def _one_line(text: str) -> str:
    return " ".join(text.split("\n"))


def _examples() -> Iterator[Example]:
    for number, (name, harm) in enumerate(_HARM.items(), 1):
        line = _one_line(harm)
        yield Example(
            id=f"{name} {line}",
            title=f"{MARK} {name} {line}",
            category=f"harm {line}" if number % 2 else "harm",
            tags=("common", f"{name} {line}"),
            source=f"x := {MARK}\n{harm}",
            explanation=f"{MARK}: {harm}",
            language="beamtalk" if number % 2 else f"no {line}",
            defines=(f"Defined{number} {line}",),
            uses=("shared:", line),
            origin=Origin(f"docs/{line}.md", 1, 2, 0, 10),
            validation=Validation("parsed", f"by {line}"),
        )
    yield Example(
        id="long",
        title=f"Title {LONG_WORD}",
        category="harm",
        tags=("common", LONG_WORD, *(f"tag-{n}" for n in range(40))),
        source=f"x := {LONG_WORD} {MARK}",
        explanation=f"In words {LONG_WORD} and in code `{LONG_WORD}`.",
        language="beamtalk",
        defines=(LONG_WORD,),
        uses=("shared:", LONG_WORD.lower(), *(f"use{n}:" for n in range(40))),
        origin=Origin(f"docs/{LONG_WORD}.md", 1, 2, 0, 10),
        validation=Validation("parsed", LONG_WORD),
    )


def hostile_corpus() -> Corpus:
    """An example for each kind of harm, and one of words without a break."""
    return Corpus.of(tuple(_examples()))
