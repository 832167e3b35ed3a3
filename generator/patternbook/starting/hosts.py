"""Links to source lines, in the form that each host of repositories has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from patternbook.starting import git

if TYPE_CHECKING:
    from pathlib import Path

_ADDRESS = re.compile(
    r"(?:(?:https?|ssh|git)(?:\+ssh)?://(?:[^/@\s]*@)?|[\w.-]+@)(?P<host>[\w.-]+)(?::\d+)?[:/]/*(?P<path>[^\s?#]+)"
)
_FORMS = (
    ("github", "https://{host}/{repository}/blob/{branch}/{path}#L{{start}}-L{{end}}"),
    ("gitlab", "https://{host}/{repository}/-/blob/{branch}/{path}#L{{start}}-{{end}}"),
    ("codeberg", "https://{host}/{repository}/src/branch/{branch}/{path}#L{{start}}-L{{end}}"),
    ("gitea", "https://{host}/{repository}/src/branch/{branch}/{path}#L{{start}}-L{{end}}"),
    ("forgejo", "https://{host}/{repository}/src/branch/{branch}/{path}#L{{start}}-L{{end}}"),
    ("bitbucket", "https://{host}/{repository}/src/{branch}/{path}#lines-{{start}}:{{end}}"),
    ("git.sr.ht", "https://{host}/{repository}/tree/{branch}/item/{path}#L{{start}}"),
)
"""What a host's name holds → its links."""
_NESTED = frozenset({"gitlab"})
"""Hosts whose repositories may lie in groups of groups."""


def source_url(address: str, root: Path) -> str:
    """The link to lines of a project's files at its repository's host; empty where its form is not known.

    Args:
        address: a link to the repository as manifests and git have it; credentials in it are left out.
        root: the project's folder, for the branch and for its place in the repository.
    """
    found = _ADDRESS.fullmatch(address.strip())
    if found is None:
        return ""
    host = found["host"].lower().removeprefix("www.")
    parts = [part for part in found["path"].removesuffix("/").split("/") if part]
    for mark, form in _FORMS:
        if mark not in host or host.endswith((".io", "pages.dev")):
            continue
        parts = _repository(parts, nested=mark in _NESTED)
        if len(parts) < 2:  # noqa: PLR2004 - an owner and a name
            return ""
        repository = "/".join(parts).removesuffix(".git")
        place = quote(git.prefix(root)).replace("{", "{{").replace("}", "}}")
        branch = quote(git.default_branch(root))
        return form.format(host=host, repository=repository, branch=branch, path=f"{place}{{path}}")
    return ""


def _repository(parts: list[str], *, nested: bool) -> list[str]:
    """Owner and name: what follows them in a link to a page of the repository is left out."""
    if nested:
        return parts[: parts.index("-")] if "-" in parts else parts
    return parts[:2]
