"""Text → ``Outline``: the frontend's one answer to everything that Patternbook asks of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.languages.beamtalk.borders import steps, unbroken
from patternbook.languages.beamtalk.cursor import Remark
from patternbook.languages.beamtalk.declarations import Alias, Class, Extension, Module, Protocol
from patternbook.languages.beamtalk.definitions import definitions
from patternbook.languages.beamtalk.docs import is_documentation
from patternbook.languages.beamtalk.parser import Parsed, parse
from patternbook.languages.beamtalk.positions import Positions
from patternbook.languages.beamtalk.unit_tests import unit_tests
from patternbook.languages.beamtalk.uses import uses
from patternbook.model import Comment, Diagnostic, Outline, Span

if TYPE_CHECKING:
    from patternbook.languages.beamtalk.lexer import Lexed

_LANGUAGE = "beamtalk"


def outline(text: str) -> Outline:
    """Parse a text and tell what it holds. A rejected text has its fault and its comments, no more."""
    parsed = parse(text)
    module, positions = parsed.module, Positions(text)
    calls, mentions = uses(module, positions)
    return Outline(
        _LANGUAGE,
        diagnostics=_diagnostics(parsed, positions),
        definitions=definitions(module, positions),
        calls=calls,
        mentions=mentions,
        comments=_comments(parsed.lexed, positions),
        tests=unit_tests(module, parsed.lexed, positions),
        statements=_statements(module, positions),
        steps=steps(module, parsed.lexed, positions),
        unbroken=unbroken(parsed.lexed, positions),
    )


def _diagnostics(parsed: Parsed, positions: Positions) -> tuple[Diagnostic, ...]:
    if parsed.error is not None:
        remarks: tuple[Remark, ...] = (Remark("error", parsed.error.message, parsed.error.at),)
    else:
        remarks = parsed.remarks
    return tuple(
        Diagnostic(remark.severity, remark.message, positions.line(remark.at), positions.column(remark.at))
        for remark in remarks
    )


def _statements(module: Module, positions: Positions) -> tuple[Span, ...]:
    declared = (Class, Protocol, Alias, Extension)
    return tuple(
        positions.span(item.start, item.end) for item in module.items if not isinstance(item, declared)
    )


def _comments(lexed: Lexed, positions: Positions) -> tuple[Comment, ...]:
    return tuple(_comment(lexed.text[start:end], positions.span(start, end)) for start, end in lexed.comments)


def _comment(text: str, span: Span) -> Comment:
    if text.startswith("/*"):
        return Comment(text[2:-2].strip(), span)
    documentation = is_documentation(text, 0)
    body = text[3:] if documentation else text[2:]
    return Comment(body.removeprefix(" ").rstrip(), span, documentation)
