"""Where the pages of the section stand, and how one links to another."""

from __future__ import annotations

from dataclasses import dataclass

from patternbook.site.slugs import slug

_TAKEN = frozenset({"search", "tags", "symbols", "category", "tag", "symbol", "data", "llms", "corpus"})
"""Names in the section's folder that are no examples."""


@dataclass(frozen=True, slots=True)
class Address:
    """The place of a page, counted from the folder of the section."""

    name: str
    """Path without an ending: ``index``, ``symbol/do-1f2e3d4c``."""
    url: str
    """What a link from the section's folder says: ``symbol/do-1f2e3d4c/`` or ``symbol/do-1f2e3d4c.html``."""
    root: str
    """What a link on this page puts before the ``url`` of another page: ``../../``."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Makes addresses: one style for web servers, one for folders that are opened without a server."""

    directory_urls: bool

    def page(self, name: str) -> Address:
        """Address of a page by its path without an ending."""
        folders = name.count("/")
        if name == "index":
            return Address(name, "./" if self.directory_urls else "index.html", "./")
        if self.directory_urls:
            return Address(name, f"{name}/", "../" * (folders + 1))
        return Address(name, f"{name}.html", "../" * folders or "./")

    def example(self, example_id: str) -> Address:
        """Address of an example's own page: short, so that its link can be passed around."""
        return self.page(slug(example_id, _TAKEN))

    def group(self, kind: str, name: str) -> Address:
        """Address of the page of a category, tag or symbol."""
        return self.page(f"{kind}/{slug(name)}")
