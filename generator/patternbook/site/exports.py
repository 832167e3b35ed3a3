"""The section for machines: corpus, index, ``llms.txt``, Markdown twins, and the data for the browser."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from patternbook.site.escaping import as_info, as_line, as_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    import jinja2

    from patternbook.site.catalog import Entry
    from patternbook.site.section import Section

_BACKTICKS = re.compile(r"`{3,}")
_PREVIEW_LENGTH = 4_000
"""Characters of an example's source that results can show a part of."""


def call(entry: Entry) -> str:
    """Return the call of the MCP tool that returns this example whole."""
    return f"search_examples({json.dumps(entry.example.id, ensure_ascii=False)})"


def fence(source: str) -> str:
    """Return a code fence longer than any run of backticks in the source."""
    longest = max((len(run) for run in _BACKTICKS.findall(source)), default=2)
    return "`" * (longest + 1)


def twin(entry: Entry) -> str:
    """Return an example as a Markdown document."""
    example = entry.example
    mark = fence(example.source)
    facts = [f"- id: {_code(example.id)}", f"- category: {as_line(example.category)}"]
    if example.tags:
        facts.append(f"- tags: {', '.join(map(as_line, example.tags))}")
    if example.defines:
        facts.append(f"- defines: {', '.join(map(_code, example.defines))}")
    if example.uses:
        facts.append(f"- uses: {', '.join(map(_code, example.uses))}")
    if example.validation:
        facts.append(f"- validation: {example.validation.level} by {as_line(example.validation.by)}")
    if example.origin:
        origin = example.origin
        facts.append(f"- source: {as_line(origin.path)}, lines {origin.start_line}–{origin.end_line}")
    code = f"{mark}{as_info(entry.lexer)}\n{example.source}\n{mark}"
    parts = [f"# {as_line(example.title)}", as_part(example.explanation), code]
    return "\n\n".join([part for part in parts if part] + ["\n".join(facts)]) + "\n"


def twin_name(entry: Entry) -> str:
    """Path of an example's Markdown twin, from the section's folder: its page's address with ``.md``."""
    return f"{entry.address.name}.md"


def files(section: Section, env: jinja2.Environment) -> Iterator[tuple[str, bytes]]:
    """Every exported file but the twins, as a path from the section's folder and its content."""
    yield "corpus.json", section.corpus.raw
    yield "index.json", section.index
    yield "llms.txt", llms(section, env, base="").encode()
    # `JSON.parse` of a string is faster to load than the same text as an object literal.
    quoted = (
        section.index.decode().rstrip("\n").replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    )
    yield "data/index.js", _script(section, "index", f"JSON.parse('{quoted}')")
    cards = {
        # Pairs: as a key in a script, a name such as __proto__ would mean something else.
        "categories": [[name, group.title] for name, group in section.catalog.categories.items()],
        "examples": [[entry.example.id, _card(entry)] for entry in section.catalog.entries],
        "showsLevels": len(section.levels) > 1,
    }
    yield "data/cards.js", _script(section, "cards", _compact(cards))
    for entry in section.catalog.entries:
        kind = f"code/{entry.address.name}"
        yield f"data/{kind}.js", _script(section, kind, _compact(entry.example.source[:_PREVIEW_LENGTH]))


def llms(section: Section, env: jinja2.Environment, base: str) -> str:
    """Return ``llms.txt``: what the section holds, and a link to the twin of each example.

    Args:
        section: the section.
        env: the environment of the templates.
        base: what links start with, up to the section's folder.
    """
    template = env.get_template("exports/llms.txt.jinja")
    return template.render(section=section, catalog=section.catalog, base=base)


def _code(text: str) -> str:
    mark = "``" if "`" in text else "`"
    return f"{mark} {text} {mark}" if "`" in text else f"{mark}{text}{mark}"


def _card(entry: Entry) -> dict[str, Any]:
    example = entry.example
    return {
        "url": entry.address.url,
        "title": example.title,
        "category": example.category,
        "tags": list(example.tags),
        "summary": entry.summary,
        "lines": len(entry.source_lines),
        "level": example.validation.level if example.validation else "",
    }


def _script(section: Section, kind: str, value: str) -> bytes:
    """Wrap a value as a classic script of one assignment, which a page opened from a folder may load."""
    key = f"{section.key}/{kind}"
    return f"(self.PatternbookData = self.PatternbookData || {{}})['{key}'] = {value};\n".encode()


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
