"""Documents read for their code, whatever their format: blocks under headings, with the prose around them."""

from __future__ import annotations

from patternbook.extract.prose.document import Block, Document, Section
from patternbook.extract.prose.markdown import read_markdown
from patternbook.extract.prose.reading import read_document, read_documentation

__all__ = ["Block", "Document", "Section", "read_document", "read_documentation", "read_markdown"]
