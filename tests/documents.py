"""What tests want to know of a document's blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from patternbook.extract.prose import Block, Section


def facts(section: Section, block: Block, wanted: dict[str, Any]) -> dict[str, Any]:
    """The facts of a block that a case names."""
    found = {
        "headings": list(section.headings),
        "heading": section.headings[-1] if section.headings else "",
        "language": block.language,
        "code": block.code,
        "lines": [block.span.start_line, block.span.end_line],
        "before": block.before,
        "after": block.after,
        "label": block.label,
        "stated": block.stated,
        "hidden": block.hidden,
        "run": block.run,
        "numbers": list(block.numbers),
    }
    return {name: found[name] for name in wanted}
