"""Which licence a text is, by sentences that only it has."""

from __future__ import annotations

import re

_GRANT_OF_MIT = "permission is hereby granted, free of charge, to any person obtaining a copy"
_GRANT_OF_ISC = "permission to use, copy, modify, and"
_GRANT_OF_BSD = "redistribution and use in source and binary forms"
_FAMILIES = (
    (("Apache-2.0", ("apache license", "version 2.0")),),
    (("MPL-2.0", ("mozilla public license", "version 2.0")),),
    (("EPL-2.0", ("eclipse public license", "2.0")),),
    (("BSL-1.0", ("boost software license", "version 1.0")),),
    (("Unlicense", ("this is free and unencumbered software released into the public domain",)),),
    (("CC0-1.0", ("cc0 1.0 universal",)),),
    (
        ("BSD-3-Clause", (_GRANT_OF_BSD, "neither the name")),
        ("BSD-3-Clause", (_GRANT_OF_BSD, "may not be used to endorse or promote")),
        ("BSD-2-Clause", (_GRANT_OF_BSD,)),
    ),
    (
        ("MIT", (_GRANT_OF_MIT, "shall be included in all copies")),
        ("MIT-0", (_GRANT_OF_MIT,)),
    ),
    (
        ("ISC", (_GRANT_OF_ISC, "provided that the above copyright notice")),
        ("0BSD", (_GRANT_OF_ISC, "for any purpose with or without fee")),
    ),
)
"""Families of licences; in each, SPDX identifier and what its text says, the first that fits."""
_UNSURE = ("gnu general public", "gnu lesser", "gnu affero")
"""These texts do not say whether later versions may be chosen."""


def licence_of_text(text: str) -> str:
    """The SPDX identifier of a licence's text; empty where the text is not one of the usual, or several."""
    plain = re.sub(r"\s+", " ", text.lower().replace("licence", "license"))
    if any(mark in plain for mark in _UNSURE):
        return ""
    fitting = [
        next((name for name, marks in family if all(mark in plain for mark in marks)), "")
        for family in _FAMILIES
    ]
    found = [name for name in fitting if name]
    return found[0] if len(found) == 1 else ""
