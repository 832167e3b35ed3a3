"""The share of searches without a result that is still good enough."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from patternbook.errors import EvaluationError

_FORM = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(%?)\s*", re.ASCII)
_EXPECTED = "expected a share from 0 to 100 percent, such as 15, 15% or 0.15"


@dataclass(frozen=True, slots=True)
class Threshold:
    """A share that must not be exceeded."""

    share: Fraction
    """From 0 to 1, exactly as it was written."""

    @classmethod
    def parse(cls, text: str) -> Threshold:
        """Read a share: ``15`` and ``15%`` are percent, ``0.15`` without a sign is a fraction.

        Raises:
            EvaluationError: it is no share, or 1, which may be read either way.
        """
        found = _FORM.fullmatch(text)
        if found is None:
            raise EvaluationError(f"threshold {text!r}: {_EXPECTED}")
        number = Fraction(found[1])
        if not found[2] and number == 1:
            raise EvaluationError(f"threshold {text!r}: may mean one percent or all; write 1% or 100%")
        share = number if not found[2] and number < 1 else number / 100
        if share > 1:
            raise EvaluationError(f"threshold {text!r}: {_EXPECTED}")
        return cls(share)

    def met(self, empty: int, searches: int) -> bool:
        """Whether no more than this share of the searches is empty; an empty log meets any threshold."""
        return empty <= self.share * searches

    def __str__(self) -> str:
        return f"{float(100 * self.share):g} %"


DEFAULT = Threshold(Fraction(15, 100))
