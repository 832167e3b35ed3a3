"""Titles are plain text, explanations Markdown, whatever the documentation is written in."""

from __future__ import annotations

import pytest

from patternbook.curate.wording import plain_title, without_roles


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Values of ``nargs``", "Values of nargs"),
        ("`cwd` is passed on", "cwd is passed on"),
        ("Should be ``None``, not :attr:`UNSET`", "Should be None, not UNSET"),
        ("Use :func:`~json.loads` twice", "Use loads twice"),
        ("See :py:meth:`the method <a.b.c>` there", "See the method there"),
        ("Fold with inject:into:", "Fold with inject:into:"),
        ("Fold a list..", "Fold a list"),
        ("Sort, then fold,", "Sort, then fold"),
        ("Ranges –", "Ranges"),
        ("What ends it?", "What ends it?"),
        ("a ` b", "a ` b"),
        ("The :: of types", "The :: of types"),
        ("", ""),
    ],
)
def test_titles(text: str, title: str) -> None:
    assert plain_title(text) == title


@pytest.mark.parametrize(
    ("text", "explanation"),
    [
        ("Returns :class:`~a.B`, see :ref:`there`.", "Returns `B`, see `there`."),
        ("A ``:func:`` stays", "A ``:func:`` stays"),
        ("x:y:`z`", "x:y:`z`"),
        ("`code` and **bold**", "`code` and **bold**"),
    ],
)
def test_roles(text: str, explanation: str) -> None:
    assert without_roles(text) == explanation
