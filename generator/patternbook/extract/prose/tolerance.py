"""Directives and roles of any name, for docutils: what Sphinx and its extensions add loses no text.

docutils is imported with this module.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import Directive, directives, roles

from patternbook.extract.prose.code import make_block, without_blank_ends
from patternbook.extract.prose.directives import HIDDEN, OPTION, code_language, is_opaque
from patternbook.extract.prose.doctree import Code, Holder, Language
from patternbook.extract.prose.roles import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patternbook.extract.prose.code import Row
    from patternbook.extract.request import Lines

_DIRECTIVE_NAME = re.compile(r"\.\.[ ]+(?:\|[^|\n]+\|[ ]+)?([\w.+:-]*\w)[ ]?::")
_ROLE_NAME = re.compile(r":([\w.+:-]*\w):`|`:([\w.+:-]*\w):")
_KEPT_DIRECTIVES = frozenset({"replace", "unicode", "date", "table", "list-table"})
_KEPT_ROLES = frozenset({"emphasis", "strong", "literal", "subscript", "superscript", "sub", "sup"})
_TEXT_FROM_THE_FIRST_LINE = frozenset(
    (
        *("attention", "caution", "danger", "error", "hint", "important", "note", "seealso", "tip", "todo"),
        *("warning", "epigraph", "pull-quote", "highlights", "compound", "centered"),
    )
)
"""Directives whose text may begin behind their name; of others, what stands there is an argument."""
_ARGUMENT_SAYS_NOTHING = frozenset({"only", "ifconfig", "container", "rst-class", "grid"})
_Nodes = tuple[list[nodes.Node], list[nodes.system_message]]
_SIGNATURE = re.compile(r"[\w.]+(?=\()")


@contextmanager
def tolerant(text: str, lines: Lines) -> Iterator[None]:
    """Let docutils know every directive and role that a text names; afterwards it knows what it knew."""
    registries: list[dict[str, Any]] = [vars(directives)["_directives"], vars(roles)["_roles"]]
    known = [dict(registry) for registry in registries]

    class OfThisFile(_AnyDirective):
        file: ClassVar[Lines | None] = lines

    any_role: Any = _any_role
    try:
        for name in {name.lower() for name in _DIRECTIVE_NAME.findall(text)} - _KEPT_DIRECTIVES:
            directives.register_directive(name, OfThisFile)
        for name in {(first or last).lower() for first, last in _ROLE_NAME.findall(text)} - _KEPT_ROLES:
            roles.register_local_role(name, any_role)
        yield
    finally:
        for registry, before in zip(registries, known, strict=True):
            registry.clear()
            registry.update(before)


class _AnyDirective(Directive):
    """A directive of which nothing is known but its name."""

    has_content = True
    file: ClassVar[Lines | None] = None

    def run(self) -> list[nodes.Node]:
        name = self.name.lower()
        if name == "highlight":
            return [Language(" ".join(self.content[:1]).split()[:1])]
        language = code_language(name)
        if language is not None:
            return self._code(name, language)
        if is_opaque(name) or name == "rubric":
            return []
        return [self._holder(name)]

    def _code(self, name: str, language: str) -> list[nodes.Node]:
        argument, options, rows = self._parts()
        words = argument.split(maxsplit=1)
        stated = bool(language or words)
        if not without_blank_ends(rows) or self.file is None:
            return []
        first = min(self.lineno, len(self.file))
        block = make_block(rows, language or "".join(words[:1]), self.file, at=first, stated=stated)
        block.hidden = name in HIDDEN
        block.label = options.get("caption", "").strip("`*") or (
            words[1] if name == "code-tab" and words[1:] else ""
        )
        return [Code(block)]

    def _parts(self) -> tuple[str, dict[str, str], list[Row]]:
        """What stands behind the name, the options, and the rest with its lines in the file."""
        rows = [(self.content.offset(n) + 1, text) for n, text in enumerate(self.content)]
        argument = rows.pop(0)[1].strip() if rows and rows[0][0] == self.lineno else ""
        options = {}
        while rows and OPTION.match(rows[0][1]):
            _, key, value = rows.pop(0)[1].split(":", 2)
            options[key] = value.strip()
        return argument, options, rows

    def _holder(self, name: str) -> nodes.Node:
        argument, _, rows = self._parts()
        whole_text = name in _TEXT_FROM_THE_FIRST_LINE
        start = 0 if whole_text and argument else len(self.content) - len(rows)
        label = "" if whole_text or name in _ARGUMENT_SAYS_NOTHING else argument
        signature = _SIGNATURE.match(label)
        holder = Holder(signature[0] if signature else label)
        content = self.content[start:]
        if len(content):
            self.state.nested_parse(content, self.content_offset + start, holder, match_titles=name == "only")
        return holder


def _any_role(name: str, rawtext: str, text: str, *_more: Any, **_options: Any) -> _Nodes:
    """A role of which nothing is known but its name: its text, as code where the name says so."""
    del rawtext
    found, is_code = shown(name, nodes.unescape(text))
    return [nodes.literal(found, found) if is_code else nodes.inline(found, found)], []
