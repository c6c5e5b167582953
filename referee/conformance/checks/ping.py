"""Pings."""

from referee.conformance.broken_promise import Violation
from referee.conformance.check import Level, on_stream
from referee.conformance.scripted_stream import ScriptedStream, keys_of
from tianming_proto.v1 import play_pb2 as pb

_LARGEST = (1 << 32) - 1


@on_stream(Level.CORE)
async def ping(stream: ScriptedStream) -> None:
    """The bot answers `Ping` with a `Pong` that has its `id`, a number of 32 bits."""
    for number in (1, 2, _LARGEST):
        await stream.send(_ping(number))
        answer = await stream.message("pong", f"`Pong` with id {number}")
        if answer.pong.id != number:
            raise Violation(f"`Pong` with id {number}", f"id {answer.pong.id}")


@on_stream(Level.CORE)
async def pong_once(stream: ScriptedStream) -> None:
    """The bot sends one `Pong` for each `Ping`, in their order, and no other."""
    before = len(stream.received)
    match = stream.match("pong-once")
    for number in range(1, 11):
        await stream.send(_ping(number))
        await stream.answer(match)
    await _pongs(stream, before, 10)
    sent = [one.pong.id for one in stream.received[before:] if one.HasField("pong")]
    if sent != list(range(1, 11)):
        raise Violation("`Pong` with the ids 1 to 10", f"the ids {sent}")


@on_stream(Level.FULL)
async def ping_under_load(stream: ScriptedStream) -> None:
    """The bot answers each ping between frames with many questions."""
    before = len(stream.received)
    matches = stream.matches("ping-under-load", 128)
    for number in range(1, 11):
        await stream.send(_ping(number))
        await stream.send(*(one for match in matches for one in match.messages()))
        answers = await stream.answers(keys_of(matches))
        for match in matches:
            match.choose(answers[match.key])
    await _pongs(stream, before, 10)


def _ping(number: int) -> pb.RefereeMessage:
    return pb.RefereeMessage(ping=pb.Ping(id=number))


async def _pongs(stream: ScriptedStream, before: int, count: int) -> None:
    """Read until `count` pongs have come after the first `before` messages."""
    while sum(one.HasField("pong") for one in stream.received[before:]) < count:
        await stream.message("pong", f"{count} `Pong` messages")
