"""Faulty bots, each in a separate process.

python -m tests.zoo.faulty silent|slow|pondering|crashing|out-of-range|flooding|garbage|huge|
    rambling|scribbling|disconnecting
"""

import asyncio
import os
import sys
import time
from collections.abc import Callable, Coroutine
from typing import Any

import tianming
from tests.server.raw import Raw
from tianming_proto.v1 import play_pb2 as pb


def connect() -> Raw:
    """Open a stream to the referee that started this bot."""
    return Raw(os.environ["TIANMING_SERVER"], os.environ["TIANMING_TOKEN"])


async def silent() -> None:
    """Connect, and never answer."""
    raw = connect()
    await raw.hello()
    await raw.end(patience=None)


async def nonsense(data: bytes) -> None:
    """Answer a question with these bytes, reconnect, and repeat this."""
    while True:
        raw = connect()
        await raw.hello()
        await raw.receive("question")
        await raw.send_bytes(data)
        await raw.end()
        await raw.close()


async def garbage() -> None:
    """Answer with bytes that are not a message."""
    await nonsense(b"\xff" * 100)


async def huge() -> None:
    """Answer with more bytes than the limit of a frame."""
    await nonsense(bytes(100_000))


async def rambling() -> None:
    """Answer with a note of 60,000 characters."""
    answer = pb.Choose(match_id="m", number=1, option=0, note="so " * 20_000)
    frame = pb.PlayRequest(messages=[pb.BotMessage(choose=answer)])
    await nonsense(frame.SerializeToString())


async def scribbling() -> None:
    """Answer with a note that contains a control sequence to clear a terminal."""
    raw = connect()
    await raw.hello()
    while True:
        asked = await raw.receive("question")
        choose = pb.Choose(match_id=asked.match_id, number=asked.number, option=0, note="\x1b[2J")
        await raw.send(pb.BotMessage(choose=choose))


async def flooding() -> None:
    """Answer the same question repeatedly, until the stream ends; then reconnect."""
    while True:
        raw = connect()
        await raw.hello()
        question = await raw.receive("question")
        try:
            while True:
                await raw.choose(question)
        except Exception:
            await raw.close()


async def out_of_range() -> None:
    """Choose an option that does not exist; the SDK would not send it."""
    raw = connect()
    await raw.hello()
    while True:
        asked = await raw.receive("question")
        await raw.choose(asked, asked.option_count)


async def disconnecting() -> None:
    """Disconnect after each answer, and reconnect."""
    while True:
        raw = connect()
        await raw.hello()
        await raw.choose(await raw.receive("question"))
        await asyncio.sleep(0.02)
        await raw.close()


def slow(question: tianming.Question) -> int:
    """Answer after the budget is over, even where the referee excuses pauses of the machine."""
    time.sleep(2 * question.budget + 1)
    return 0


def pondering(_: tianming.Question) -> int:
    """Answer correctly after 50 ms."""
    time.sleep(0.05)
    return 0


def crashing(question: tianming.Question) -> int:
    """Raise an exception at the third and every later question."""
    if question.number > 2:
        raise RuntimeError("this bot has lost its mind")
    return 0


RAW: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {
    "silent": silent,
    "garbage": garbage,
    "huge": huge,
    "rambling": rambling,
    "scribbling": scribbling,
    "flooding": flooding,
    "out-of-range": out_of_range,
    "disconnecting": disconnecting,
}
WITH_SDK: dict[str, Callable[[tianming.Question], int]] = {
    "slow": slow,
    "pondering": pondering,
    "crashing": crashing,
}

if __name__ == "__main__":
    name = sys.argv[1]
    if name in RAW:
        asyncio.run(RAW[name]())
    else:
        tianming.run(WITH_SDK[name])
