"""Any text, in any format, can be read; every block is a stretch of its file."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from patternbook.config import SourceRule
from patternbook.extract.prose import read_document
from patternbook.languages import frontend
from patternbook.model import Checked, Rejection, SourceFile
from patternbook.pipeline import take
from patternbook.sources import Source

_PYTHON = frontend("python")
_MARKDOWN = (
    *(
        "```python\n",
        "```\n",
        "````{note} T\n",
        "````\n",
        "~~~ {.py}\n",
        "# H\n",
        "- item\n",
        "1. one\n",
        "> ",
        "    ",
    ),
    *(
        "!!! note\n",
        '=== "Tab"\n',
        ":::{tip}\n",
        ":::\n",
        "/// tab | A\n",
        "///\n",
        "<details>\n",
        "</details>\n",
        "\n",
    ),
    *(
        "x = f(1)\n",
        ">>> f(1)\n",
        "1\n",
        "import a\n",
        "é{func}`~a.b`\n",
        "```{eval-rst}\n",
        "---\n",
        ":opt: v\n",
        "\t",
    ),
)
_RESTRUCTURED = (
    *(
        "Title\n",
        "=====\n",
        "-----\n",
        ".. code-block:: python\n",
        "   ",
        "Text::\n",
        ".. note:: N\n",
        ".. tab:: A\n",
    ),
    *(
        "\n",
        "x = f(1)\n",
        ">>> f(1)\n",
        "1\n",
        "* item\n",
        "| a | b |\n",
        "+---+---+\n",
        ".. highlight:: python\n",
        "\t",
    ),
    *(
        ":func:`~a.b`\n",
        "`x`_\n",
        "|s|\n",
        ".. |s| replace:: t\n",
        ".. [1] n\n",
        "**a\n",
        ".. ipython::\n",
        "In [1]: x\n",
    ),
    *(
        "\x0c",
        "\u2028",
        "é ",
        ".. role:: r\n",
        ".. default-role:: r\n",
        ".. include:: a\n",
        "::\n",
        ".. list-table::\n",
    ),
)
_DOCSTRING = (
    *(
        "def f():\n",
        "class A:\n",
        '    """',
        '"""\n',
        "    ",
        "    >>> f(1)\n",
        "    1\n",
        "\n",
        "    Examples\n",
    ),
    *(
        "    --------\n",
        "    ```python\n",
        "    ```\n",
        "    f(2)\n",
        "    Text::\n",
        "x = 1\n",
        "    import a\n",
        "é\\n",
    ),
)
_FORMATS = [("md", _MARKDOWN), ("rst", _RESTRUCTURED), ("py", _DOCSTRING)]


def _bare(text: str) -> str:
    """A text without what containers put before its lines, and without escapes."""
    return "".join(character for character in text if not character.isspace() and character not in ">\\")


def _check(path: str, text: str) -> None:
    """Every outcome is of the file; a document's blocks are its lines."""
    for extract in ("blocks", "sections"):
        rule = SourceRule((), (), extract, "{parent}", "python", 1)
        for outcome in take(Source(rule, SourceFile(f"docs/{path}", text), path, "docs")):
            if isinstance(outcome, Rejection):
                assert 1 <= outcome.line <= text.count("\n") + 1
                continue
            assert isinstance(outcome, Checked)
            origin = outcome.snippet.origin
            assert 1 <= origin.start_line <= origin.end_line <= text.count("\n") + 1
            assert 0 <= origin.start_byte <= origin.end_byte <= len(text.encode())
            assert _PYTHON.parse(outcome.snippet.source).accepted


def _check_blocks(path: str, text: str) -> None:
    file = text.split("\n")
    raw = text.encode()
    for section in read_document(SourceFile(path, text), _PYTHON).sections:
        for block in section.blocks:
            span = block.span
            cut = raw[span.start_byte : span.end_byte].decode()
            assert cut == "\n".join(file[span.start_line - 1 : span.end_line])
            for number, line in zip(block.numbers, block.code.split("\n"), strict=bool(block.code)):
                assert span.start_line <= number <= span.end_line
                assert _bare(line) in _bare(file[number - 1])


@pytest.mark.parametrize(("suffix", "pieces"), _FORMATS)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_pieces_of_a_format(suffix: str, pieces: tuple[str, ...], data: st.DataObject) -> None:
    text = "".join(data.draw(st.lists(st.sampled_from(pieces), max_size=40)))
    if suffix != "py":
        _check_blocks(f"a.{suffix}", text)
    _check(f"a.{suffix}", text)


@pytest.mark.parametrize("suffix", ["md", "rst", "txt", "ipynb", "py"])
@settings(max_examples=60, deadline=None)
@given(text=st.text(st.characters(exclude_categories=["Cs"])))
@example(text="::\n\n >>> x\x1ey")
@example(text="```\n>>>")
@example(text=">>> \n")
def test_any_text(suffix: str, text: str) -> None:
    text = text.replace("\r", "\n")
    _check(f"a.{suffix}", text)


_JSON = st.recursive(
    st.none() | st.integers() | st.sampled_from(["code", "markdown", "f(1)\n", "python", ""]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["cells", "metadata", "nbformat", "source", "cell_type", "kernelspec", "language", "tags"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@settings(max_examples=150, deadline=None)
@given(_JSON, st.sampled_from([{}, {"nbformat": 4, "nbformat_minor": 4, "metadata": {}}, {"nbformat": 3}]))
def test_any_json_as_a_notebook(value: object, head: dict[str, object]) -> None:
    document = head | value if isinstance(value, dict) else value
    text = json.dumps(document, indent=1)
    _check("a.ipynb", text)
