"""Text → syntax tree."""

from __future__ import annotations

from dataclasses import dataclass

from patternbook.languages.beamtalk.cursor import Cursor, ParseError
from patternbook.languages.beamtalk.declarations import Module
from patternbook.languages.beamtalk.grammar.module import module
from patternbook.languages.beamtalk.lexer import Lexed, lex
from patternbook.languages.beamtalk.rules import run


@dataclass(frozen=True, slots=True)
class Parsed:
    """What became of a text."""

    lexed: Lexed
    module: Module
    """Empty if the text is rejected."""
    error: ParseError | None
    """Why it is rejected; ``None`` if it is accepted."""


def parse(text: str) -> Parsed:
    """Parse a whole text. Never raises for what is wrong with it."""
    lexed = lex(text)
    try:
        tree = run(module(Cursor(lexed)))
    except ParseError as error:
        return Parsed(lexed, Module(0, len(text), []), error)
    return Parsed(lexed, tree, None)
