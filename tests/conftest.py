"""Fixtures that tests of several rooms use."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import write_project

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
