"""The values that flow through Patternbook, all frozen.

``SourceFile`` → (frontend) ``Outline`` → (extractor) ``Snippet`` → (gate) ``Checked`` or ``Rejection`` →
(curation) ``Example``. Byte offsets count UTF-8 bytes after line ends have become LF; lines are 1-based
and inclusive.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Level = Literal["parsed", "compiled", "executed"]
"""How an example was validated, weakest first."""

Severity = Literal["error", "warning", "lint"]
"""Only ``error`` rejects."""

UNKNOWN = "?"
"""The callee of a call whose target cannot be known. Never a guess, never left out."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text: lines 1-based and inclusive, bytes with an exclusive end."""

    start_line: int
    end_line: int
    start_byte: int
    end_byte: int


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file as the frontends see it."""

    path: str
    """Relative to the project, with ``/``."""
    text: str
    """Its text: UTF-8, line ends LF, no byte order mark."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Something that a frontend has to say about a text."""

    severity: Severity
    message: str
    """What was found and what was expected."""
    line: int
    column: int
    """1-based, counted in characters."""


@dataclass(frozen=True, slots=True)
class Definition:
    """Something that a text defines."""

    symbol: str
    """As a user would type it: ``Counter``, ``Counter >> increment``, ``Counter class >> new``."""
    name: str
    """The last part of the symbol alone: ``Counter``, ``increment``, ``new``."""
    kind: str
    """``class``, ``method``, ``class method``, ``extension``, ``protocol``, ``alias``, ``state``, …"""
    span: Span
    doc: str = ""
    """Its documentation comment without comment marks, or the empty string."""
    owner: str = ""
    """Symbol of the definition that holds it; empty at the top level."""
    supers: tuple[str, ...] = ()
    """Symbols that it extends, nearest first."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call or message send."""

    caller: str
    """Symbol of the definition in which it stands; empty at the top level."""
    callee: str
    """Symbol that is called, as a user would type it, or ``?`` when it cannot be known."""
    line: int


@dataclass(frozen=True, slots=True)
class Mention:
    """A symbol that a text uses without calling it: a class reference or a mark of syntax."""

    symbol: str
    """``Set``, ``:=``, ``#(``, ``match:``, ``@expect``, …"""
    line: int


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment as it stands in the text."""

    text: str
    """Without comment marks."""
    span: Span
    documentation: bool = False
    """Whether it is of the form that documents a definition."""


@dataclass(frozen=True, slots=True)
class UnitTest:
    """A single test of a test class or module, with the context that it needs."""

    name: str
    """As written: ``testAddKeepsOrder``."""
    owner: str
    """Symbol of the test class; empty for a free function."""
    span: Span
    """The test itself, its documentation left out."""
    doc: str = ""
    context: tuple[Span, ...] = ()
    """Whole lines that the test needs in order to be valid and to make sense, in source order: class header,
    state, set-up, helpers that it calls. The test's own lines are not among them."""
    lines: Span | None = None
    """The test's own whole lines, documentation included; ``None`` means those of ``span``."""
    left_out: tuple[Span, ...] = ()
    """Whole lines among its own that need not be shown, such as further cases; the rest is valid without."""
    needs: tuple[str, ...] = ()
    """Names of what it takes from neighbour files, see ``Outline.shared``."""
    within: tuple[str, ...] = ()
    """Names of the classes around it, outermost first, in languages where a file may hold several."""
    comment: str = ""
    """Prose of a comment about it, without comment marks, for tests without documentation."""
    notes: tuple[str, ...] = ()
    """Sentences on what its lines do not show, as Markdown."""
    topics: tuple[str, ...] = ()
    """Words for tags that can be seen from the test alone."""
    unfit: tuple[str, str] | None = None
    """Why it is no example: a short reason to count by, and the reason in full; ``None`` where it is one."""


@dataclass(frozen=True, slots=True)
class SharedPart:
    """A definition that tests in this file and in neighbour files ask for by its name, such as a fixture."""

    name: str
    """The name by which it is asked for."""
    lines: Span
    """Its own whole lines."""
    context: tuple[Span, ...] = ()
    """Whole lines that it needs in order to make sense, other shared parts left out; in source order."""
    needs: tuple[str, ...] = ()
    """Names of the shared parts that it needs."""
    doc: str = ""
    complete: bool = field(default=True, kw_only=True)
    """Whether ``context`` holds all that it needs; otherwise something was too long."""


@dataclass(frozen=True, slots=True)
class Import:
    """A statement that brings names from elsewhere into a text."""

    names: tuple[str, ...]
    """The names as the text uses them: ``np``."""
    span: Span
    """Its whole lines."""
    stands_for: tuple[str, ...] = ()
    """For each name what it stands for, ``numpy``; empty where that depends, or is not known."""


@dataclass(frozen=True, slots=True)
class Outline:
    """What one parse of a text tells. It serves the gate, the extractors, the tags and the usage graph."""

    language: str
    diagnostics: tuple[Diagnostic, ...] = ()
    definitions: tuple[Definition, ...] = ()
    """In source order."""
    calls: tuple[Call, ...] = ()
    mentions: tuple[Mention, ...] = ()
    comments: tuple[Comment, ...] = ()
    tests: tuple[UnitTest, ...] = ()
    statements: tuple[Span, ...] = ()
    """Top-level statements that are not definitions, in source order."""
    steps: tuple[int, ...] = ()
    """Lines within definitions that begin with a statement, ascending: where a long definition may be cut."""
    unbroken: tuple[Span, ...] = ()
    """What spans several lines and must not be cut apart, such as a string."""
    imports: tuple[Import, ...] = ()
    """Imports at the top level, in source order, in languages that have them."""
    unbound: tuple[str, ...] = ()
    """Names that the text uses and neither defines nor imports, built-in ones left out; sorted."""
    shared: tuple[SharedPart, ...] = ()
    """What tests ask for by name, in source order, in languages that have that."""
    doc: str = ""
    """The documentation of the text as a whole, in languages that have it, without marks; or empty."""
    binds: tuple[str, ...] = ()
    """Names that the text binds as it runs, sorted; not those that a function binds when it is called."""
    early: tuple[str, ...] = ()
    """Names that the text uses as it runs where it has not bound them yet, built-in ones left out; sorted."""

    @property
    def accepted(self) -> bool:
        """Whether the frontend accepts the text: no diagnostic is an error."""
        return self.error is None

    @property
    def error(self) -> Diagnostic | None:
        """The first thing for which the frontend rejects the text, or ``None``."""
        return next((d for d in self.diagnostics if d.severity == "error"), None)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an example comes from: the block, method or main file itself, without added context."""

    path: str
    """Relative to the project, with ``/``."""
    start_line: int
    end_line: int
    start_byte: int
    end_byte: int


@dataclass(frozen=True, slots=True)
class Validation:
    """How an example was proven real, and by what."""

    level: Level
    by: str
    """Frontend and language revision, such as ``beamtalk@5e38222c``."""


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of code that an extractor proposes, with what it knows of its surroundings."""

    kind: str
    """The extraction that made it: ``file``, ``tests``, ``patterns``, ``blocks``, ``sections``."""
    language: str
    source: str
    """The code: LF line ends, no trailing blank lines, common indentation removed."""
    origin: Origin
    key: tuple[str, ...]
    """Parts of a stable id, from general to particular: ``("closures", "value-capture")``."""
    category: str
    title: str = ""
    """A title taken from the text (heading, first sentence of the documentation), or empty."""
    explanation: str = ""
    """Prose taken from the text, as Markdown inline text; or empty."""
    topics: tuple[str, ...] = ()
    """Words for tags that the extraction knows: heading words, project name, front matter."""
    project: str = ""
    """Name of the example project that it belongs to, or empty."""
    outline: Outline | None = None
    """The outline of ``source`` where it is the whole file and so parsed already."""
    lines: tuple[int, ...] = ()
    """For each line of ``source`` the line of the file that it is, 0 for one from elsewhere; empty where they
    follow each other."""
    run: bool = True
    """Whether it may be run where its source asks for that; a block can refuse in its info string."""
    preparation: tuple[str, ...] = ()
    """Code that the document runs before it without showing it, such as hidden blocks, in its order."""
    note: str = ""
    """Sentences on what the code does not show, as Markdown; they end the explanation."""
    about: tuple[str, ...] = ()
    """Symbols that the code is an example of because of where it stands: in their documentation."""
    counted: bool = False
    """Whether its title does not tell it from others with the same key, and gets its number among them."""

    def file_line(self, line: int) -> int:
        """The line of the file that a line of ``source`` is, 1-based; the first for one from elsewhere."""
        if self.lines:
            return self.lines[min(line, len(self.lines)) - 1] or self.origin.start_line
        return min(self.origin.start_line + line - 1, self.origin.end_line)

    @property
    def own_source(self) -> str:
        """The lines of ``source`` that are the origin's, without added context."""
        if not self.lines:
            return self.source
        rows = zip(self.source.split("\n"), self.lines, strict=True)
        own = range(self.origin.start_line, self.origin.end_line + 1)
        return "\n".join(text for text, line in rows if line in own)


@dataclass(frozen=True, slots=True)
class Checked:
    """A snippet that passed the gate, with the symbols that its language's frontend saw in it."""

    snippet: Snippet
    """Without its outline, which has served."""
    defines: tuple[str, ...]
    """Symbols, sorted, unique; a method stands both with its class and by its name alone."""
    uses: tuple[str, ...]
    """Symbols and marks of syntax, sorted, unique."""
    validation: Validation


@dataclass(frozen=True, slots=True)
class Rejection:
    """Something that did not enter the corpus, and why."""

    path: str
    line: int
    """1-based line in the file where the reason stands."""
    reason: str
    """A short word to count by: ``syntax``, ``encoding``, ``secret``, ``duplicate``, ``empty``, …"""
    message: str
    """The reason in full."""
    output: str = ""
    """What a program said that ran or validated it, bounded; empty for other reasons."""


@dataclass(frozen=True, slots=True)
class Example:
    """One entry of a corpus. The first six fields are required of every corpus, the rest of ours."""

    id: str
    title: str
    category: str
    tags: tuple[str, ...]
    source: str
    explanation: str
    language: str = ""
    defines: tuple[str, ...] = ()
    """Symbols, sorted, unique, as a user would type them."""
    uses: tuple[str, ...] = ()
    """Symbols and marks of syntax, sorted, unique."""
    origin: Origin | None = None
    validation: Validation | None = None
    analysed: bool = field(default=True, compare=False)
    """Whether ``defines`` and ``uses`` come from a frontend. A foreign corpus may lack them."""
