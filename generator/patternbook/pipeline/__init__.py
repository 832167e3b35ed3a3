"""The stages of a build, in order. No other room knows that order.

``stages`` goes from files to corpus and index, ``one_file`` says what each file yields, ``assembly`` turns
checked snippets into examples.
"""

from __future__ import annotations

from patternbook.pipeline.one_file import take
from patternbook.pipeline.stages import Build, Report, build

__all__ = ["Build", "Report", "build", "take"]
