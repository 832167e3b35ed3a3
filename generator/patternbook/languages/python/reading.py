"""Text → tree, by the interpreter's own parser and compiler; whatever is wrong becomes one diagnostic."""

from __future__ import annotations

import ast
import warnings
from typing import TYPE_CHECKING, Final

from patternbook.model import Diagnostic

if TYPE_CHECKING:
    from patternbook.languages.python.prompts import Code
_SOURCE: Final = "<text>"


def read(code: Code) -> ast.Module | Diagnostic:
    """Parse the code of a text and see that it compiles; nothing of it is run. Never raises."""
    if code.broken:
        message = "a prompt without a blank after it; expected '>>> ' or '... '"
        return Diagnostic("error", message, code.line(code.broken), code.shift(code.broken) + 1)
    nul = code.text.find("\0")
    if nul >= 0:
        return _at(code, nul, "a null byte, which Python allows nowhere")
    try:
        return _compiled(_parsed(code.text), code)
    except _CompileError as error:
        return _of_compile_error(error, code)
    except SyntaxError as error:
        return _of_syntax_error(error, code)
    except (ValueError, RecursionError, MemoryError) as error:
        return _of_other_error(error, code)


def _parsed(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


class _CompileError(Exception):
    """What the compiler refuses, such as ``return`` outside of a function."""

    def __init__(self, error: SyntaxError) -> None:
        super().__init__(error.msg)
        self.row = error.lineno or 1
        self.column = max(error.offset or 1, 1)
        """In bytes, 1-based: the compiler knows no other, while the parser counts characters."""


def _compiled(module: ast.Module, code: Code) -> ast.Module:
    """The tree itself, if the compiler takes it: rules that are no matter of grammar are the compiler's."""
    # Statements at prompts are compiled one by one, so an import from `__future__` may come late. Other texts
    # are compiled as they are, since a tree may not be nested as deeply.
    units = [ast.Module([node], []) for node in module.body] if code.session else [code.text]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for unit in units:
            try:
                compile(unit, _SOURCE, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
            except SyntaxError as error:
                raise _CompileError(error) from error
    return module


def _of_compile_error(error: _CompileError, code: Code) -> Diagnostic:
    row = min(error.row, code.row_at(len(code.text)))
    line = _row_text(code, row).encode("utf-8", "surrogatepass")
    column = len(line[: error.column - 1].decode("utf-8", "ignore")) + 1
    return Diagnostic("error", str(error), code.line(row), column + code.shift(row))


def _row_text(code: Code, row: int) -> str:
    return code.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[row - 1]


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
