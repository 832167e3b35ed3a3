"""The grammar of Beamtalk, a module for each chapter; each rule is a function that takes the ``Cursor``.

Declarations: ``module`` (a whole text) → ``classes``, ``methods``, ``extensions``, ``aliases``,
``protocols``, ``types``. Expressions: ``expressions`` (assignment down to operators) → ``primaries``,
``blocks``, ``collections``, ``directives``, ``matching`` → ``patterns``, ``binaries``; ``destructuring``
for the patterns left of ``:=``.

The grammar is recursive, and so are the imports: a chapter imports modules, not names, from the others.
"""
