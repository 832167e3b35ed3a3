"""Whose worker answers the theme's search box, and what stands in for workers."""

from __future__ import annotations

from pathlib import Path

import material  # type: ignore[import-untyped]
import pytest

from patternbook.site import box

_OURS = "assets/patternbook/iframe-worker.js"


def test_the_worker_of_the_installed_theme_is_found() -> None:
    templates = Path(material.__file__).parent / "templates"
    uris = [path.relative_to(templates).as_posix() for path in templates.glob("assets/**/*.js")]
    worker = box.theme_worker(uris)
    assert worker is not None
    assert box.take_over(f'"search": "../{worker}"') == f'"search": "../{box.WORKER}"'


def test_a_page_without_a_worker_stays_as_it_is() -> None:
    page = '<script src="assets/javascripts/bundle.0123abcd.min.js"></script> search.md'
    assert box.take_over(page) == page
    assert box.theme_worker(["assets/javascripts/bundle.0123abcd.min.js"]) is None


@pytest.mark.parametrize(
    ("present", "expected"),
    [
        ([], [_OURS]),
        (["other.js"], ["other.js", _OURS]),
        (["https://unpkg.com/iframe-worker/shim"], [_OURS]),
        (["local/iframe-worker.js"], ["local/iframe-worker.js"]),
        ([_OURS], [_OURS]),
    ],
)
def test_nothing_comes_from_elsewhere_to_stand_in_for_workers(
    present: list[str], expected: list[str]
) -> None:
    assert box.polyfills(present, _OURS) == expected
