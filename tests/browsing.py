"""A visit to a site in a browser."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


@dataclass
class Visit:
    """A page of the site, and what it asked for and complained about."""

    base: str
    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def open(self, name: str) -> Page:
        """Go to a page of the site by its path."""
        self.page.goto(self.base + name)
        return self.page

    @property
    def outside(self) -> list[str]:
        """Requests that left the site."""
        return [url for url in self.requests if not url.startswith((self.base, "data:", "about:", "blob:"))]
