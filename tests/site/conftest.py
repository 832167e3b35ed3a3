"""The small site, built once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sites import build_small_site

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session", params=[False, True], ids=["for-folders", "for-servers"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small site in each of MkDocs's two styles of addresses."""
    return build_small_site(tmp_path_factory.mktemp("site"), use_directory_urls=request.param)
