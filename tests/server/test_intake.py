from __future__ import annotations

import threading

import pytest

from patternbook.server import intake
from patternbook.server.intake import Intake

PATIENCE = 60


def test_lines_come_out_as_they_went_in_and_the_end_is_seen() -> None:
    told = threading.Event()
    read = Intake([b"one\n", None, b"two\n"], told.set)
    read.start()
    while not read.ended:
        assert told.wait(PATIENCE)
        told.clear()
    assert [read.take() for _ in range(3)] == [b"one\n", None, b"two\n"]
    assert not read
    with pytest.raises(IndexError):
        read.take()


def test_the_end_of_nothing_is_told_too() -> None:
    told = threading.Event()
    read = Intake([], told.set)
    read.start()
    assert told.wait(PATIENCE)
    assert read.ended


def test_a_client_that_sends_too_much_has_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "MOST_AHEAD", 1_000)
    taken_in: list[int] = []
    told = threading.Event()

    def lines() -> object:
        for number in range(100):
            taken_in.append(number)
            yield b"x" * 100

    read = Intake(lines(), told.set)  # type: ignore[arg-type]
    read.start()
    assert told.wait(PATIENCE)
    for count in range(1, 101):
        while not read:
            told.wait(PATIENCE)
        read.take()
        # What was read and not taken yet: what fits, the line that passed the bound, and the one in hand.
        assert len(taken_in) - count <= 1_000 // 100 + 2
    assert not read
