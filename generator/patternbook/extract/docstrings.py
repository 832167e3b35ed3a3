"""Examples in the documentation of definitions: sessions, and blocks of code."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from patternbook.extract.judging import Piece, join, pieces_of, turned_away
from patternbook.extract.prose import read_documentation
from patternbook.extract.prose.locating import locate
from patternbook.extract.request import Lines, Request, origin_of, split_sentence
from patternbook.extract.standalone import Earlier, Ready, imports_by_name
from patternbook.extract.wording import lead_of
from patternbook.model import Definition, Rejection, Snippet
from patternbook.naming import slug

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from patternbook.extract.prose import Block, Section
    from patternbook.extract.statements import Row
    from patternbook.model import Outline

_MAY_HOLD_CODE = re.compile(r">>>|```|~~~|::[ \t]*$|\.\. [\w-]+::", re.MULTILINE)
_RELATIVE = re.compile(r"\s+\S|(?:from\s+\.|if\b|try\b|from\s+__future__\b)")
_MODULE = "module"
_EVERYTHING = "*"
_SHORT = 30
"""Lines up to which all sessions of a documentation are one example."""
_TITLE_LENGTH = 100
_ROLE = re.compile(r":[\w:.-]+:`[~!]?([^`<]*?)(?:\s*<[^`>]*>)?`")
_LITERAL = re.compile(r"``(.+?)``")
_MARKS = re.compile(r"[`*\\]")


def extract_docstrings(request: Request) -> Iterator[Snippet | Rejection]:
    """The examples in the documentation of a code file's definitions."""
    if not _MAY_HOLD_CODE.search(request.file.text):
        return
    outline = request.outline or request.frontend.parse(request.file.text)
    error = outline.error
    if error is not None:
        yield Rejection(request.file.path, error.line, "syntax", error.message)
        return
    lines = Lines(request.file.text)
    imports = _imports(request.file.text, outline)
    for definition in (*_module(request, outline, lines), *outline.definitions):
        if not _MAY_HOLD_CODE.search(definition.doc):
            continue
        found = list(_of_definition(definition, request, lines, imports))
        if _is_private(definition) and any(isinstance(item, Snippet) for item in found):
            message = f"documentation of `{definition.symbol}`, which is private"
            yield Rejection(request.file.path, definition.span.start_line, "private", message)
        elif not _is_private(definition):
            yield from found


def _module(request: Request, outline: Outline, lines: Lines) -> Iterator[Definition]:
    """A file with documentation, as a definition; its folder's name says more than ``__init__``."""
    path = PurePosixPath(request.file.path)
    name = path.parent.name if path.stem == "__init__" and path.parent.name else path.stem
    if outline.doc:
        yield Definition(name, name, _MODULE, lines.span(1, len(lines)), outline.doc)


def _is_private(definition: Definition) -> bool:
    names = definition.symbol.split(".")
    hidden = any(name.startswith("_") and not name.endswith("__") for name in names)
    return hidden or definition.kind.startswith("local ")


def _imports(text: str, outline: Outline) -> Mapping[str, tuple[Row, ...]]:
    """What a file imports from elsewhere, on which its documentation relies; not from its own package."""
    found = imports_by_name(outline, list(enumerate(text.split("\n"), 1)))
    return {
        name: rows
        for name, rows in found.items()
        if name != _EVERYTHING and not any(_RELATIVE.match(row) for _, row in rows)
    }


def _of_definition(
    definition: Definition, request: Request, lines: Lines, imports: Mapping[str, tuple[Row, ...]]
) -> Iterator[Snippet | Rejection]:
    document = read_documentation(definition.doc, request.frontend)
    found: list[tuple[Section, Piece]] = []
    for section in document.sections:
        blocks = [placed for block in section.blocks if (placed := _placed(block, definition, lines))]
        for piece in pieces_of(blocks, request.frontend):
            rejection = turned_away(piece, request)
            if rejection is None or rejection.reason == "trivial":
                found.append((section, piece))
            elif rejection.reason != "not code":
                yield rejection
    yield from _snippets(found, definition, request, Earlier(request.frontend, imports))


def _placed(block: Block, definition: Definition, lines: Lines) -> Block | None:
    """A block of a documentation as one of the file; ``None`` if its lines cannot be found there."""
    if not block.code:
        return None
    start = definition.span.start_line
    own = (start, definition.span.end_line)
    # The rows of the code in the documentation, those left out of the code included.
    texts = block.code.split("\n")
    near = start + block.numbers[0]
    if block.numbers[-1] - block.numbers[0] + 1 != len(texts):
        texts = texts[:1]
    first = locate(lines, texts, near=near, reach=own[1] - own[0] + 1, within=own)
    if first is None:
        return None
    shift = first - block.numbers[0]
    numbers = tuple(number + shift for number in block.numbers)
    return replace(block, numbers=numbers, span=lines.span(numbers[0], min(numbers[-1], len(lines))))


def _snippets(
    found: list[tuple[Section, Piece]], definition: Definition, request: Request, earlier: Earlier
) -> Iterator[Snippet | Rejection]:
    runs = list(_runs(found))
    for number, (section, pieces) in enumerate(runs, 1):
        whole = join(pieces, request.frontend)
        rejection = turned_away(whole, request)
        if rejection is not None:
            yield rejection
        else:
            ready = earlier.put_before(whole)
            explanation = _explanation(definition, section, pieces)
            lead = lead_of(pieces[0].block) if number > 1 else ""
            snippet = _snippet(definition, request, ready, whole.block)
            title = _title(definition, lead)
            yield replace(snippet, title=title, explanation=explanation, counted=number > 1 and not lead)
        for piece in pieces:
            earlier.add(piece)


def _runs(found: Sequence[tuple[Section, Piece]]) -> Iterator[tuple[Section, list[Piece]]]:
    """The sessions as one where that is short, else by the prose between them; other code by blocks."""
    sessions = [piece for _, piece in found if piece.session]
    short = sum(len(piece.numbers) + 1 for piece in sessions) <= _SHORT + 1
    number = 0
    keys = []
    last: Section | None = None
    for section, piece in found:
        number += not piece.session or bool(piece.block.before) or section is not last
        keys.append("sessions" if piece.session and short else str(number))
        last = section
    ordered = sorted(zip(keys, found, strict=True), key=lambda pair: keys.index(pair[0]))
    for _, run in groupby(ordered, key=lambda pair: pair[0]):
        members = [pair[1] for pair in run]
        yield members[0][0], [piece for _, piece in members]


def _snippet(definition: Definition, request: Request, ready: Ready, block: Block) -> Snippet:
    return Snippet(
        kind="blocks",
        language=request.frontend.name,
        source=ready.source,
        origin=origin_of(request.file, block.span),
        key=(*request.key, *([] if definition.kind == _MODULE else map(slug, definition.symbol.split(".")))),
        category=request.category,
        topics=(definition.name, request.key[-1]),
        outline=ready.outline,
        lines=ready.numbers,
        about=() if definition.kind == _MODULE else (definition.symbol, definition.name),
    )


def _explanation(definition: Definition, section: Section, pieces: Sequence[Piece]) -> str:
    prose = [text for piece in pieces for text in piece.block.before] + pieces[-1].block.after
    return "\n\n".join(prose if prose and not section.headings else [_summary(definition), *prose])


def _title(definition: Definition, lead: str) -> str:
    sentence = _MARKS.sub("", split_sentence(_summary(definition))[0])
    title = f"{definition.symbol}: {lead or sentence}" if sentence else definition.symbol
    if len(title) > _TITLE_LENGTH:
        title = f"{title[: _TITLE_LENGTH - 1].rpartition(' ')[0].rstrip(',;:')}…"
    return title


def _summary(definition: Definition) -> str:
    """The first paragraph of a documentation, in whatever format, as Markdown on one line."""
    paragraph = definition.doc.strip().split("\n\n")[0]
    return " ".join(_LITERAL.sub(r"`\1`", _ROLE.sub(r"`\1`", paragraph)).split())
