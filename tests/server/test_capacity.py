from __future__ import annotations

import pytest

from patternbook.server.capacity import Capacity


@pytest.mark.parametrize(
    ("descriptors", "connections", "backlog"),
    [(256, 96, 16), (1_024, 384, 64), (4_096, 1_000, 256), (1_000_000, 1_000, 256)],
)
def test_connections_and_those_that_come_in_leave_room_for_others(
    descriptors: int, connections: int, backlog: int
) -> None:
    capacity = Capacity.of(descriptors)
    assert capacity == Capacity(connections, backlog)
    assert capacity.connections * 9 // 8 + 3 * capacity.backlog + 64 <= descriptors


def test_what_the_system_grants_is_shared() -> None:
    capacity = Capacity.here()
    assert 0 < capacity.connections <= 1_000
    assert 0 < capacity.backlog <= 256
