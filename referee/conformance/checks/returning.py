"""The end of a stream: an SDK reconnects, and resumes its matches."""

import asyncio
import time

import grpc

from referee.conformance.bot import BotUnderTest, DiallingBot, dialling
from referee.conformance.broken_promise import Violation
from referee.conformance.check import Level, on_bot
from referee.conformance.scripted_match import ScriptedMatch
from referee.conformance.scripted_stream import LIMITS, ScriptedStream
from referee.identifier import MatchId
from referee.server import message as encoded
from referee.server import refusal
from referee.server.refusal import StreamRefused
from tianming_proto.v1 import play_pb2 as pb

_PASSING = (
    None,
    refusal.bug("conformance"),
    refusal.slow_consumer(),
)
"""Ends of a stream after which another try can succeed; None for `OK`."""

_GAPS = (0.1, 0.2, 0.4)
"""Minimum pauses of a bot, in seconds, between streams that are refused one after another."""

_REFUSED = 5
"""Streams that are refused one after another; the next pause is between 2.5 s and 5 s."""

_LASTS = 5.2
"""Seconds that a stream lasts, so that the next pause is the first one again."""

_SHORT = 2.4
"""Seconds in which a bot that waits for 0.2 s connects again."""

_TRIES = 2
"""Tries of the suite, because a busy machine may delay a bot now and then."""

_WAIT = 4
"""`TIANMING_WAIT` in seconds, long enough for any bot to connect for the first time."""

_ABSENCE = _WAIT + 1
"""Seconds for which the referee is absent after it has welcomed the bot."""

_LOST = refusal.draining()
"""The error with which these checks end a stream."""


@on_bot(Level.FULL)
async def comes_back(bot: BotUnderTest) -> None:
    """The bot opens another stream after each end that is no refusal.

    The suite tries `OK`, INTERNAL and RESOURCE_EXHAUSTED.
    """
    started = dialling(bot)
    for why in _PASSING:
        stream = await started.open()
        await stream.play(stream.match("comes-back"), 2)
        if why is None:
            await stream.end()
        else:
            await stream.refuse(why)
    await started.open()


@on_bot(Level.FULL)
async def back_off(bot: BotUnderTest) -> None:
    """The bot waits longer each time before it opens another stream, while none lasts."""
    started = dialling(bot)
    stream = await started.connect()
    for least in _GAPS:
        await stream.read_hello()
        began = time.monotonic()
        await stream.refuse(StreamRefused(grpc.StatusCode.UNAVAILABLE, "", "The suite is busy."))
        stream = await started.connect()
        waited = time.monotonic() - began
        if waited < 0.9 * least:
            raise Violation(f"a pause of at least {least:g} s", f"one of {waited:.3f} s")


@on_bot(Level.FULL)
async def back_off_again(bot: BotUnderTest) -> None:
    """After a stream of more than 5 s, the bot waits for only 0.2 s again."""
    started = dialling(bot)
    for _ in range(_REFUSED):
        stream = await started.connect()
        await stream.read_hello()
        await stream.refuse(StreamRefused(grpc.StatusCode.UNAVAILABLE, "", "The suite is busy."))
    stream = await started.connect()
    for _ in range(_TRIES):
        await stream.welcome()
        await asyncio.sleep(_LASTS)
        await stream.refuse(_LOST)
        began = time.monotonic()
        stream = await started.connect()
        waited = time.monotonic() - began
        if waited <= _SHORT:
            return
    raise Violation(f"a pause of at most {_SHORT:g} s", f"one of {waited:.3f} s")


@on_bot(Level.FULL)
async def superseded(bot: BotUnderTest) -> None:
    """The bot ends with exit code 1 when a newer stream with its token replaces its stream."""
    started = dialling(bot)
    stream = await started.open()
    await stream.play(stream.match("superseded"), 2)
    await stream.refuse(refusal.superseded())
    await started.expect_exit(1, "whose session was superseded")


@on_bot(Level.FULL)
async def tries_forever(bot: BotUnderTest) -> None:
    """A bot that was welcomed once looks for its referee for longer than `TIANMING_WAIT`."""
    started = dialling(bot)
    await started.start(TIANMING_WAIT=str(_WAIT))
    await started.open()
    address = started.referee.address
    await started.referee.stop()
    started.transcript.remark("the referee stops")
    await asyncio.sleep(_ABSENCE)
    started.transcript.remark("the referee listens again")
    await started.referee.listen(address)
    stream = await started.open()
    await stream.play(stream.match("tries-forever"), 1)


@on_bot(Level.FULL)
async def question_again(bot: BotUnderTest) -> None:
    """The bot answers an open question again on the next stream.

    An answer that it sent before may be lost.
    """
    started = dialling(bot)
    match, stream = await _interrupted(started, "question-again")
    await stream.send(match.started(), match.question())
    await stream.answers([match.key])
    match.choose(pb.Choose(number=match.key[1], option=0))
    await stream.play(match, 3)


@on_bot(Level.FULL)
async def resume(bot: BotUnderTest) -> None:
    """`Hello.resume` names each running match, and the first event that the bot has not seen."""
    started = dialling(bot)
    match, stream = await _interrupted(started, "resume")
    _expect_points(stream, {match.name: match.event_count})


@on_bot(Level.FULL)
async def resume_events(bot: BotUnderTest) -> None:
    """The bot counts the events of `MatchEvents`, and those that a question repeats only once."""
    started = dialling(bot)
    match, stream = await _interrupted(started, "resume-events")
    seen = match.event_count
    match.lapse()
    other = stream.match("resume-events-other")
    await stream.send(match.started(), match.events(seen))
    await stream.answer(other)
    stream = await _lose(started, stream)
    points = {match.name: match.event_count, other.name: other.seen}
    _expect_points(stream, points)
    await stream.send(match.started(), match.question())
    await stream.answers([match.key])
    stream = await _lose(started, stream)
    _expect_points(stream, points)


@on_bot(Level.FULL)
async def resume_several(bot: BotUnderTest) -> None:
    """`Hello.resume` names all running matches, and none that has ended."""
    started = dialling(bot)
    stream = await started.open()
    matches = stream.matches("resume-several", 5)
    for match in matches:
        await stream.play(match, 2)
    over, *running = matches
    await stream.send(over.void())
    await stream.answer(running[0])
    stream = await _lose(started, stream)
    _expect_points(stream, {match.name: match.seen for match in running})


@on_bot(Level.FULL)
async def resume_ended(bot: BotUnderTest) -> None:
    """When the referee answers a resume point with `MatchEnded`, the bot names it no more."""
    started = dialling(bot)
    match, stream = await _interrupted(started, "resume-ended")
    await stream.send(match.void())
    await stream.answer(stream.match("resume-ended-after"))
    stream = await _lose(started, stream)
    _expect_no_point(stream, match.name)


@on_bot(Level.FULL)
async def resume_rejected(bot: BotUnderTest) -> None:
    """When the referee rejects a resume point, the bot plays its other matches."""
    started = dialling(bot)
    match, stream = await _interrupted(started, "resume-rejected")
    await stream.send(encoded.rejected(MatchId(match.name), None))
    await stream.answer(stream.match("resume-rejected-after"))
    stream = await _lose(started, stream)
    _expect_no_point(stream, match.name)


@on_bot(Level.FULL)
async def resume_limit(bot: BotUnderTest) -> None:
    """`Hello` has at most 256 resume points: those of the matches that started last."""
    started = dialling(bot)
    stream = await started.open()
    matches = stream.matches("resume-limit", LIMITS.max_resume_points + 44)
    for match in matches:
        await stream.send(*match.messages())
    await stream.answers([match.key for match in matches])
    stream = await _lose(started, stream)
    names = [point.match_id for point in stream.hello.resume]
    newest = [match.name for match in matches][-LIMITS.max_resume_points :]
    if sorted(names) != sorted(newest):
        missing, older = {*newest} - {*names}, {*names} - {*newest}
        raise Violation(
            f"{len(newest)} resume points, those of the newest matches",
            f"{len(names)}, without {len(missing)} of them, and with {len(older)} others",
        )


async def _interrupted(bot: DiallingBot, name: str) -> tuple[ScriptedMatch, ScriptedStream]:
    """End a stream with an open question; return the match and the bot's next stream."""
    stream = await bot.open()
    match = stream.match(name)
    await stream.play(match, 3)
    await stream.send(*match.messages())
    await stream.answers([match.key])
    return match, await _lose(bot, stream)


async def _lose(bot: DiallingBot, stream: ScriptedStream) -> ScriptedStream:
    """End a stream with an error; return the bot's next stream."""
    await stream.refuse(_LOST)
    return await bot.open()


def _expect_points(stream: ScriptedStream, points: dict[str, int]) -> None:
    """Raise `Violation` if `Hello` has other resume points."""
    sent = {point.match_id: point.next_event for point in stream.hello.resume}
    if sent != points:
        raise Violation(f"the resume points {points}", f"{sent or 'none'}")


def _expect_no_point(stream: ScriptedStream, name: str) -> None:
    """Raise `Violation` if `Hello` has a resume point for a match."""
    if name in [point.match_id for point in stream.hello.resume]:
        raise Violation(f"no resume point for {name}", "one")
