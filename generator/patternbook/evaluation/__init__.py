"""How well searches are answered: by what the log tells, and by queries whose answers are known.

Logs: ``logs`` (lines out of any number of files) → ``entries`` (a line's meaning) → ``tally`` (in constant
memory, by ``sketches`` and ``timeline``) → ``report`` (plain values) → ``charts`` and ``page`` (HTML).

Judged queries: ``judged`` (the file) → ``trial`` (asked) → ``metrics``, ``intervals``, ``summary`` (figures)
→ ``baseline`` and ``regression`` (against earlier figures) → ``trial_report`` (plain values).
"""
