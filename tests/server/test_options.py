from __future__ import annotations

import pytest

from patternbook.server.options import ServerOptions


@pytest.mark.parametrize(("asked", "given"), [(-1, 1_000), (999, 1_000), (12_345, 12_345), (10**9, 40_000)])
def test_a_budget_out_of_bounds_is_moved_to_the_nearest(asked: int, given: int) -> None:
    assert ServerOptions(budget=asked).budget == given


def test_defaults() -> None:
    options = ServerOptions()
    assert options.budget == 10_000
    assert options.log_level == "info"
    assert not options.text_only
    assert options.log_file is None
