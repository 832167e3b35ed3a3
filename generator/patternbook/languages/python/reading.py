"""Text → tree, by the interpreter's own parser; whatever is wrong becomes one diagnostic."""

from __future__ import annotations

import ast
import warnings
from typing import TYPE_CHECKING

from patternbook.model import Diagnostic

if TYPE_CHECKING:
    from patternbook.languages.python.prompts import Code


def read(code: Code) -> ast.Module | Diagnostic:
    """Parse the code of a text. Never raises."""
    if code.broken:
        message = "a prompt without a blank after it; expected '>>> ' or '... '"
        return Diagnostic("error", message, code.line(code.broken), code.shift(code.broken) + 1)
    nul = code.text.find("\0")
    if nul >= 0:
        return _at(code, nul, "a null byte, which Python allows nowhere")
    try:
        return _parsed(code.text)
    except SyntaxError as error:
        return _of_syntax_error(error, code)
    except (ValueError, RecursionError, MemoryError) as error:
        return _of_other_error(error, code)


def _parsed(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def _of_other_error(error: Exception, code: Code) -> Diagnostic:
    if isinstance(error, UnicodeEncodeError):
        return _at(code, error.start, "a lone surrogate, which is no character")
    nested = isinstance(error, RecursionError | MemoryError)
    message = "nested too deeply for Python's own parser" if nested else str(error)
    return Diagnostic("error", message, 1, 1)


def _at(code: Code, offset: int, message: str) -> Diagnostic:
    row = code.row_at(offset)
    start = max(code.text.rfind("\n", 0, offset), code.text.rfind("\r", 0, offset)) + 1
    return Diagnostic("error", message, code.line(row), offset - start + 1 + code.shift(row))


def _of_syntax_error(error: SyntaxError, code: Code) -> Diagnostic:
    row = min(max(error.lineno or 1, 1), code.row_at(len(code.text)))
    return Diagnostic("error", error.msg, code.line(row), max(error.offset or 1, 1) + code.shift(row))
