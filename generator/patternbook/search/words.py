"""Words that say little in a query. The index carries them, so that the browser reads the same lists."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


COMMON = _words(
    """
    across after again all along already always another anyone around because before between big
    both bring cannot check come different do during each either else enough even ever every
    everyone everything few for from get glue go he her him his if inside into itself keep kind
    let many more most myself neither new no not off on one only or other others otherwise out
    outside over own particular per prepare put quite rather same several she since small some
    somebody somehow stuff such take than themselves then thing through to together too toward
    towards turn two under until up upon very whatever when whenever while whole with without
    yourself
    """
)
"""Words that may be the subject in code (``do``, ``for``, ``while``) and mostly are not: they weigh less."""

FILLERS = _words(
    """
    a able about actually allow allowed also am an and any are as at bar baz be been being best better
    but by can code correct correctly could did differ difference differences different does doing done
    e eg equivalent etc example examples explain explanation foo give good has have having hello help
    here hey hi how i idiomatic in instead is it its just kind know like make makes making matter me
    must my need needed needs of often ought our ours please possible practice proper properly
    purpose question qux really right sample samples say shall she should show simple simplest snippet
    snippets so someone something still sure syntax tell that the their them there these they thing
    things this those tutorial us usage use used useful using usually various version versus via vs want
    was way ways we well were what where whether which who whose why will within work works would xs yet
    you your
    """
)
"""English and question words: no evidence of anything, unless a query holds nothing else."""

PUNCTUATION = frozenset(",;:?!([{-/")
"""Marks that separate words in prose: phrases are compared without them."""

HOMES = _words(
    """
    c c# c++ clojure cpp cs csharp dart dotnet elixir erlang f# fsharp go golang haskell java javascript
    js julia kotlin lisp lua matlab ocaml perl php py python python3 r ruby rust scala scheme smalltalk
    swift ts typescript
    """
)
"""Languages that people come from: where the corpus knows nothing of one, it names the asker alone."""
