"""Words that say little in a query. The index carries them, so that the browser reads the same lists."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


COMMON = _words(
    """
    after again all always before between both do each else every few for from get go if into let many
    more most new no not off on one only or other out over own per same some than then through to too
    two under until up very when while with without
    """
)
"""Words that may be the subject in code (``do``, ``for``, ``while``) and mostly are not: they weigh less."""

FILLERS = _words(
    """
    a about actually also am an and any are as at be been being but by can code could did does doing
    done e eg equivalent etc example examples give has have having hello help here hey hi how i in
    instead is it its just kind know like me mine must my need of ought our ours please proper properly
    really sample samples shall she should show simple simplest snippet snippets so something syntax
    tell that the their them there these they thing things this those tutorial us use used using want
    was way ways we well were what where which who whose why will within work works would you your
    """
)
"""English and question words: no evidence of anything, unless a query holds nothing else."""

HOMES = _words(
    """
    c c# c++ clojure cpp cs csharp dart dotnet elixir erlang f# fsharp go golang haskell java javascript
    js julia kotlin lisp lua matlab ocaml perl php py python python3 r ruby rust scala scheme smalltalk
    swift ts typescript
    """
)
"""Languages that people come from: where the corpus knows nothing of one, it names the asker alone."""
