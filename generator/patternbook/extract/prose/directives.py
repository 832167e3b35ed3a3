"""What a directive, a fence or a container is by its name: code, prose, or neither.

The same names mean the same in reStructuredText (``.. note::``), in MyST (```` ```{note} ````, ``:::{note}``)
and in the block syntaxes of Python-Markdown.
"""

from __future__ import annotations

import re

CODE = {
    "code": "",
    "code-block": "",
    "sourcecode": "",
    "code-tab": "",
    "prompt": "",
    "code-cell": "ipython",
    "doctest": "pycon",
    "testcode": "python",
    "testsetup": "python",
    "ipython": "ipython",
    "jupyter-execute": "ipython",
    "plot": "python",
    "altair-plot": "python",
    "bokeh-plot": "python",
    "exec": "python",
    "exec_code": "python",
    "execute_code": "python",
    "pyplot": "python",
    "pyodide": "python",
    "pyscript": "python",
    "marimo": "python",
}
"""Names of directives whose content is code, with the language of those that mean one by themselves."""

HIDDEN = frozenset({"testsetup"})
"""Code that a page runs and does not show."""

_OPAQUE = frozenset(
    (
        *("argparse", "bash", "bibliography", "class", "click", "console", "contents", "csv-table"),
        *(
            "currentmodule",
            "default-domain",
            "default-role",
            "digraph",
            "embed",
            "figure",
            "graph",
            "graphviz",
        ),
        *("iframe", "image", "index", "inheritance-diagram", "math", "mermaid", "meta", "minigallery"),
        *("module", "output", "parsed-literal", "plantuml", "productionlist", "program", "raw", "role", "sh"),
        *("shell", "tags", "testcleanup", "testoutput", "toctree", "typer", "uml", "versionadded"),
        *("versionchanged", "versionremoved", "deprecated", "video", "youtube"),
    )
)
"""Names of directives whose content is neither prose nor code of the page."""

CONTAINERS = frozenset(
    (
        *(
            "abstract",
            "admonition",
            "attention",
            "bug",
            "card",
            "caution",
            "collapsible",
            "danger",
            "details",
        ),
        *(
            "dropdown",
            "error",
            "example",
            "failure",
            "hint",
            "important",
            "info",
            "note",
            "question",
            "quote",
        ),
        *("seealso", "success", "tab", "tip", "warn", "warning"),
    )
)
"""Names of containers that need no braces: ``:::note``, ``/// tab | Title``."""

HIDING = re.compile(r"\b(?:remove|hide)[-_](?:input|cell)\b")
"""Tags of cells whose code the page does not show."""

OPTION = re.compile(r"[ \t]*:[\w-]+:(?:[ \t]|$)")
"""A line that sets an option of a directive."""


def is_opaque(name: str) -> bool:
    """Whether a directive's content is neither prose nor code of this page."""
    return (
        name in _OPAQUE
        or name == "eval-rst"
        or name.startswith(("auto", "include", "literalinclude"))
        or name.endswith(":run")
    )


def code_language(name: str) -> str | None:
    """The language that a directive of code means by itself; ``None`` where it holds no code."""
    if name in CODE:
        return CODE[name]
    return "python" if name.endswith(("-plot", "-exec", "-execute", ":example")) else None
