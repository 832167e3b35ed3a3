"""Fixtures that tests of several rooms use."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from support import require, write_project

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

_CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
_CHROMIUM = "install it with `apt-get install chromium` (or your system's package of Chromium)"

_COUNTER = """\
// Copyright 2026 Somebody
// SPDX-License-Identifier: MIT

/// Count things in an actor. Use it when several processes count together.
Actor subclass: Counter
  state: count = 0

  /// One more.
  increment => self.count := self.count + 1
"""

_TEST = """\
/// Lists keep their order.
TestCase subclass: ListTest
  field: items = #()

  setUp => self withItems: #(1, 2, 3)

  expected => 6

  /// Sum a list by folding it. The start value is the sum of an empty list.
  testSum => self assert: (self.items inject: 0 into: [:a :b | a + b]) equals: self expected

  testSize => self assert: self.items size equals: 3
"""

_GUIDE = """\
# Guide

## Fold a list with `inject:into:`

Also called reduce.

```beamtalk
#(1, 2, 3) inject: 0 into: [:sum :each | sum + each]
```

## Wrong on purpose

```beamtalk
x := := 1
```
"""

_SOURCES = """
[[sources]]
include = ["docs/*.md"]
extract = "blocks"
category = "{stem}"

[[sources]]
include = ["lib/**/*.bt"]
extract = "file"

[[sources]]
include = ["test/*.bt"]
extract = "tests"
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project with a guide, a fixture and a test class; returns its folder."""
    folder = tmp_path / "project"
    files = {"docs/guide.md": _GUIDE, "lib/actors/counter.bt": _COUNTER, "test/list_test.bt": _TEST}
    write_project(folder, files, _SOURCES)
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real Chromium. It ends with the module: while Playwright runs, its thread can run no other loop."""
    executable = require("chromium", _CHROMIUM)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        message = "Playwright is missing: pip install 'patternbook[test]'"
        if os.environ.get("PATTERNBOOK_REQUIRE") == "1":
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=executable, args=_CHROMIUM_FLAGS)
        yield started
        started.close()
