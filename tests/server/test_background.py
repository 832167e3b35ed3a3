from __future__ import annotations

import threading

import pytest

from patternbook.server.background import Background

PATIENCE = 60


def test_work_that_was_put_off_is_done_once_it_starts() -> None:
    background = Background()
    result = background.put_off(lambda: 7)
    done = [background.done]
    told = threading.Event()
    background.start(told.set)
    assert result() == 7
    assert told.wait(PATIENCE)
    assert [*done, background.done] == [False, True]
    assert background.failure is None


def test_without_work_it_is_done() -> None:
    background = Background()
    background.start(lambda: None)
    assert background.done


def test_a_failure_is_known_and_raised_where_the_result_is_wanted() -> None:
    def broken() -> int:
        raise ZeroDivisionError

    background = Background()
    results = [background.put_off(broken), background.put_off(lambda: 2)]
    background.start(lambda: None)
    with pytest.raises(ZeroDivisionError):
        results[0]()
    assert isinstance(background.failure, ZeroDivisionError)
    assert results[1]() == 2
