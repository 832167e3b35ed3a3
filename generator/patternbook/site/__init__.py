"""The corpus as an offline site: a plugin for MkDocs, and a site of its own for projects without one.

``plugin`` is the only module that imports MkDocs. ``section`` holds what a site is made from, ``catalog``
arranges it, ``pages`` says what each page shows, ``exports`` writes it for machines, ``templates`` finds what
the pages are rendered with.
"""

from __future__ import annotations

from patternbook.site.standalone import build_site

__all__ = ["build_site"]
