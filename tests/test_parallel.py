"""Every core: many calls at once, in their order, whatever becomes of the processes."""

import math
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partial
from typing import Any

import pytest

from referee.parallel import on_every_core


def square(number: int) -> int:
    """What is called."""
    return number * number


def fragile(home: int, number: int) -> int:
    """The same, but another process than `home` is killed by the last number."""
    if number == 19 and os.getpid() != home:
        os.kill(os.getpid(), 9)
    return square(number)


def unreadable(home: int, number: int) -> Any:
    """The same, but the result of another process than `home` cannot be read there."""
    return square(number) if os.getpid() == home else Unreadable()


class Unreadable:
    """It pickles, but does not unpickle."""

    def __reduce__(self) -> tuple[Any, ...]:
        return int, ("no number",)


def where(_: int) -> int:
    """The process that is at work."""
    return os.getpid()


class TestOnEveryCore:
    def test_many_calls_are_made_by_other_processes_in_their_order(self) -> None:
        assert list(on_every_core(square, range(20), few=20, chunk=3)) == [
            number * number for number in range(20)
        ]
        assert os.getpid() not in set(on_every_core(where, range(20), few=20, chunk=3))

    def test_few_are_made_here(self) -> None:
        assert set(on_every_core(where, range(20), few=21, chunk=3)) == {os.getpid()}

    def test_they_are_only_some_chunks_ahead_of_the_caller(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        submitted = 0
        submit = ProcessPoolExecutor.submit

        def counted(*words: Any) -> Any:
            nonlocal submitted
            submitted += 1
            return submit(*words)

        monkeypatch.setattr(ProcessPoolExecutor, "submit", counted)
        with closing(on_every_core(square, range(10_000), few=1, chunk=1)) as results:
            assert next(results) == 0
        assert 1 < submitted < 10_000

    def test_an_error_of_a_call_is_raised(self) -> None:
        with pytest.raises(ValueError, match="factorial"):
            list(on_every_core(math.factorial, range(-10, 10), few=1, chunk=1))

    def test_what_a_killed_process_leaves_is_done_here(self) -> None:
        call = partial(fragile, os.getpid())
        assert list(on_every_core(call, range(20), few=1, chunk=1)) == [
            number * number for number in range(20)
        ]

    def test_results_that_cannot_be_read_are_computed_here_and_no_process_stays(self) -> None:
        call = partial(unreadable, os.getpid())
        for _ in range(5):
            assert list(on_every_core(call, range(2_000), few=1, chunk=1)) == [
                number * number for number in range(2_000)
            ]
            assert not multiprocessing.active_children()

    def test_all_is_done_here_where_no_process_can_be_started(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_: Any, **__: Any) -> None:
            raise BlockingIOError("Resource temporarily unavailable")

        monkeypatch.setattr(ProcessPoolExecutor, "submit", refuse)
        assert set(on_every_core(where, range(20), few=1, chunk=1)) == {os.getpid()}
        assert not multiprocessing.active_children()
