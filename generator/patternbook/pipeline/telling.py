"""What a program said of an example, made fit for terminals and reports."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from patternbook.curate.secrets import find_secret
from patternbook.execution import short_message, short_output

if TYPE_CHECKING:
    from patternbook.model import Rejection

_OWN_WORDS = frozenset({"import", "memory", "timeout"})
"""Reasons whose messages quote nothing of what a program printed but a module's name."""


def fit_to_tell(rejection: Rejection) -> Rejection:
    """A rejection with its texts made short, and without them where they hold what looks like a secret.

    A report is passed on more freely than a log. The whole texts are searched: a secret that was cut is one
    still, but does not look like it any more.
    """
    message = rejection.message
    secret = find_secret(message) is not None
    if secret or find_secret(rejection.output) is not None:
        if secret or rejection.reason not in _OWN_WORDS:
            message = "what it said is left out, for it looks as if it held a secret"
        return replace(rejection, message=message, output="left out: it looks as if it held a secret")
    return replace(rejection, message=short_message(message), output=short_output(rejection.output))
