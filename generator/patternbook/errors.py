"""The errors that Patternbook reports to people.

A message says where the fault is, what was expected, and what to do about it. The command line prints
it as it stands; nothing else is added.
"""

from __future__ import annotations


class PatternbookError(Exception):
    """Root of all errors that a user can cause and mend. Ends a command with exit code 2."""


class ConfigError(PatternbookError):
    """The configuration is missing, unreadable, or holds a key or value that is not allowed."""


class SourceError(PatternbookError):
    """A source file or pattern that the configuration names cannot be used."""


class CorpusError(PatternbookError):
    """A ``corpus.json`` cannot be read, or an entry in it breaks the contract."""


class IndexFormatError(PatternbookError):
    """An ``index.json`` cannot be read, or it does not belong to the corpus beside it."""


class LanguageError(PatternbookError):
    """No frontend goes by a name, or no frontend accepts a text."""


class QueryError(PatternbookError):
    """A query says nothing: it is empty or blank."""


class MissingExtraError(PatternbookError):
    """A command needs packages of an extra that is not installed."""

    def __init__(self, command: str, extra: str) -> None:
        super().__init__(
            f"`patternbook {command}` needs the {extra!r} extra: run `pip install 'patternbook[{extra}]'`"
        )


class UnknownExampleError(PatternbookError, KeyError):
    """No example has the id that was asked for; the message names ids that look like it."""

    def __init__(self, example_id: str, near: tuple[str, ...]) -> None:
        hint = f"; near it: {', '.join(near)}" if near else ""
        self.near = near
        super().__init__(f"no example has the id {example_id!r}{hint}")

    def __str__(self) -> str:
        # KeyError shows the repr of its argument, which would put the message in quotes.
        return str(self.args[0])


class EvaluationError(PatternbookError):
    """A log, a file of judged queries or a baseline cannot be used for an evaluation."""


class ExecutionError(PatternbookError):
    """A program that the configuration names to run or validate examples cannot be used."""
