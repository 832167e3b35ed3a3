"""Code as highlighted HTML, by Pygments."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup
from pygments import highlight as pygmentize
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.lexers.special import TextLexer
from pygments.util import ClassNotFound

if TYPE_CHECKING:
    from pygments.lexer import Lexer

_FORMATTER = HtmlFormatter(nowrap=True)


def highlight(source: str, language: str) -> Markup:
    """Return the source with a ``span`` around each token; no ``span`` crosses the end of a line.

    A language that Pygments does not know comes out escaped and plain.
    """
    return Markup(pygmentize(source, _lexer(language), _FORMATTER).rstrip("\n"))  # noqa: S704 - escaped by Pygments


@cache
def _lexer(language: str) -> Lexer:
    # Blank lines at the start belong to the source: its lines keep their numbers. To find a lexer Pygments
    # imports those of all packages, and a broken package must not break a site that never needed it.
    try:
        return get_lexer_by_name(language, stripnl=False)
    except (ClassNotFound, ImportError):
        return TextLexer(stripnl=False)
