"""Frames: their size, and how the bot groups its answers."""

from referee.conformance.bot import BotUnderTest
from referee.conformance.broken_promise import Violation
from referee.conformance.check import Level, on_bot, on_stream
from referee.conformance.scripted_stream import LIMITS, QuestionKey, ScriptedStream, keys_of
from referee.server.limits import Limits
from tianming_proto.v1 import play_pb2 as pb

_SMALL = Limits(max_frame_bytes=1024)
"""Limits so small that a few answers exceed them."""


@on_stream(Level.CORE)
async def empty_frame(stream: ScriptedStream) -> None:
    """The bot ignores a frame without messages."""
    await stream.send()
    await stream.answer(stream.match("empty-frame"))


@on_stream(Level.CORE)
async def duplicate_frame(stream: ScriptedStream) -> None:
    """The bot plays on after frames that it has got before: the start of a match, and its end."""
    match = stream.match("duplicate-frame")
    start = match.messages()
    await stream.send(*start)
    await stream.send(*start)
    await stream.answers([match.key])
    match.choose(pb.Choose(number=match.key[1], option=0))
    await stream.play(match, 2)
    end = match.void()
    await stream.send(end)
    await stream.send(end)
    await stream.answer(stream.match("duplicate-frame-after"))


@on_stream(Level.CORE)
async def full_frame(stream: ScriptedStream) -> None:
    """The bot answers all 256 questions of one frame."""
    keys = await _fill(stream, "full-frame")
    await stream.answers(keys)


@on_stream(Level.CORE)
async def large_frame(stream: ScriptedStream) -> None:
    """The bot accepts a frame of 1,048,576 bytes, which is `Limits.max_response_bytes`."""
    match = stream.match("large-frame")
    await stream.send(match.started())
    await stream.send(match.padded(LIMITS.max_response_bytes))
    await stream.answers([match.key])


@on_stream(Level.FULL)
async def answers_together(stream: ScriptedStream) -> None:
    """The bot answers a frame of questions with a frame of answers, or a few where it thinks."""
    keys = await _fill(stream, "answers-together")
    frames, missing = 0, set(keys)
    while missing:
        frame = await stream.frame("answers to a frame of questions")
        missing -= {(one.choose.match_id, one.choose.number) for one in frame}
        frames += 1
    if frames > len(keys) // 2:
        raise Violation(f"{len(keys)} answers in a few frames", f"{frames} frames")


@on_bot(Level.FULL, starts_bot=False)
async def frame_limit(bot: BotUnderTest) -> None:
    """The bot splits its answers into frames of at most `Limits.max_frame_bytes`."""
    stream = await bot.connect()
    await stream.welcome(_SMALL)
    missing = set(await _fill(stream, "frame-limit".ljust(50, "-")))
    while missing:
        frame = await stream.frame("answers to a frame of questions")
        size = pb.PlayRequest(messages=frame).ByteSize()
        if size > _SMALL.max_frame_bytes:
            raise Violation(f"at most {_SMALL.max_frame_bytes} bytes", f"a frame of {size} bytes")
        missing -= {(one.choose.match_id, one.choose.number) for one in frame}


async def _fill(stream: ScriptedStream, name: str) -> list[QuestionKey]:
    """Send a full frame of questions, each from a separate match; return them."""
    matches = stream.matches(name, LIMITS.max_frame_messages)
    for first in range(0, len(matches), 64):
        await stream.send(*(match.started() for match in matches[first : first + 64]))
    await stream.send(*(match.question() for match in matches))
    return keys_of(matches)
