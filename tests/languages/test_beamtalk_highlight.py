"""The Pygments lexer for Beamtalk."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, String

from patternbook.languages.beamtalk.highlight import BeamtalkLexer
from support import CASES

LEXER = BeamtalkLexer()


def pieces(text: str) -> list[tuple[object, str]]:
    found = list(LEXER.get_tokens_unprocessed(text))
    position = 0
    for start, _, piece in found:
        assert start == position
        assert piece
        position += len(piece)
    assert position == len(text)
    return [(kind, piece) for _, kind, piece in found]


def test_accepted_probes_have_no_errors() -> None:
    for line in (CASES / "beamtalk/snippets.jsonl").read_text("utf-8").rstrip("\n").split("\n"):
        probe = json.loads(line)
        found = pieces(probe["source"])
        assert "".join(piece for _, piece in found) == probe["source"]
        if probe["accepted"]:
            assert Error not in [kind for kind, _ in found], probe["source"]


@given(st.text())
@settings(deadline=None)
def test_any_text_comes_back(text: str) -> None:
    assert "".join(piece for _, piece in pieces(text)) == text


def test_types() -> None:
    source = """\
/// Doc.
sealed Actor subclass: Counter // note
  state: count = 16rFF
  class startingAt: n => super new at: n
  + other => @primitive /* x */
  foo => self match: ["a{b}c" -> $d; #e -> nil]
"""
    assert {
        (String.Doc, "/// Doc."),
        (Keyword.Declaration, "sealed"),
        (Name.Class, "Counter"),
        (Keyword.Declaration, "subclass:"),
        (Comment.Single, "// note"),
        (Keyword.Declaration, "state:"),
        (Name, "count"),
        (Number.Integer, "16rFF"),
        (Keyword.Declaration, "class"),
        (Name.Function, "startingAt:"),
        (Name, "n"),
        (Operator, "=>"),
        (Name.Builtin.Pseudo, "super"),
        (Name, "new"),
        (Operator, "+"),
        (Name, "other"),
        (Name.Decorator, "@primitive"),
        (Comment.Multiline, "/* x */"),
        (Name.Function, "foo"),
        (Keyword, "match:"),
        (String.Double, '"a'),
        (String.Interpol, "{"),
        (Name, "b"),
        (String.Interpol, "}"),
        (String.Double, 'c"'),
        (String.Char, "$d"),
        (String.Symbol, "#e"),
        (Keyword.Constant, "nil"),
    } <= set(pieces(source))


def test_what_follows_an_error_is_highlighted() -> None:
    assert pieces("é Foo")[0] == (Error, "é")
    assert pieces("é Foo")[-1] == (Name.Class, "Foo")


def test_pygments_finds_the_lexer() -> None:
    assert isinstance(get_lexer_by_name("beamtalk"), BeamtalkLexer)
    assert isinstance(get_lexer_by_name("bt"), BeamtalkLexer)
    assert isinstance(get_lexer_for_filename("counter.bt"), BeamtalkLexer)
