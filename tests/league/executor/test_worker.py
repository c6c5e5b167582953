"""A worker sends answers together where they wait anyway, and a lone one at once."""

import asyncio
import pickle
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from referee.league.executor import worker as workers
from referee.league.executor.pool import HEADER, framed
from referee.league.executor.worker import Worker
from tests.server.harness import running

Answers = list[tuple[int, Any, Exception | None]]


class Connection:
    """The pool's end: it sends calls, and keeps each message of the worker."""

    def __init__(self) -> None:
        self.reader = asyncio.StreamReader()
        self.messages: list[Answers] = []

    def call(self, number: int, call: Callable[[], Awaitable[Any]]) -> None:
        """Send a call to the worker."""
        self.reader.feed_data(framed((number, call)))

    def write(self, data: bytes) -> None:
        """Keep the messages of one write."""
        while data:
            end = HEADER.size + HEADER.unpack_from(data)[0]
            self.messages.append(pickle.loads(data[HEADER.size : end]))
            data = data[end:]

    async def drain(self) -> None:
        """Do not wait."""


async def until_open(name: str) -> str:
    """Wait until the gate of that name is open, then return the name."""
    await GATES[name].wait()
    return name


async def a_lock() -> Any:
    """Return what does not pickle, when all gates are open."""
    await GATES["all"].wait()
    return threading.Lock()


GATES: dict[str, asyncio.Event] = {}


@pytest.fixture(autouse=True)
def patient_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker whose answers wait for others until there are enough of them."""
    monkeypatch.setattr(workers, "_HOLD", 1e6)


async def steps() -> None:
    """Let the loop do what it can."""
    for _ in range(50):
        await asyncio.sleep(0)


def serving(test: Callable[[Connection], Awaitable[None]]) -> None:
    """Run a test with a worker that serves a connection."""

    async def run() -> None:
        GATES.update(all=asyncio.Event(), one=asyncio.Event())
        connection = Connection()
        worker = Worker(connection.reader, connection)  # type: ignore[arg-type]
        serving = asyncio.create_task(worker.serve())
        await test(connection)
        connection.reader.feed_eof()
        await serving

    running(run)


def test_a_lone_answer_is_sent_at_once() -> None:
    async def test(connection: Connection) -> None:
        connection.call(1, partial(until_open, "one"))
        for number in range(2, 6):
            connection.call(number, partial(until_open, "all"))
        GATES["one"].set()
        await steps()
        assert connection.messages == [[(1, "one", None)]]

    serving(test)


def test_answers_of_many_calls_come_in_few_messages() -> None:
    async def test(connection: Connection) -> None:
        for number in range(64):
            connection.call(number, partial(until_open, "all"))
        await steps()
        GATES["all"].set()
        await steps()
        sent = [answer for message in connection.messages for answer in message]
        assert sorted(sent) == [(number, "all", None) for number in range(64)]
        assert len(connection.messages) <= 64 // 4

    serving(test)


def test_an_answer_waits_only_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_HOLD", 0.0)

    async def test(connection: Connection) -> None:
        connection.call(0, partial(until_open, "one"))
        for number in range(1, 64):
            connection.call(number, partial(until_open, "all"))
        await steps()
        GATES["one"].set()
        while not connection.messages:
            await asyncio.sleep(0.001)
        assert connection.messages == [[(0, "one", None)]]

    serving(test)


def test_an_answer_that_does_not_pickle_spoils_no_other_one() -> None:
    async def test(connection: Connection) -> None:
        connection.call(0, a_lock)
        for number in range(1, 17):
            connection.call(number, partial(until_open, "all"))
        await steps()
        GATES["all"].set()
        await steps()
        sent = {number: (result, error) for ((number, result, error),) in connection.messages[:3]}
        assert isinstance(sent[0][1], RuntimeError)
        assert all(sent[number] == ("all", None) for number in sent if number)

    serving(test)
