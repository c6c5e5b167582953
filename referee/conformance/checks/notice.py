"""Messages without a question: the bot accepts or ignores them."""

from google.protobuf.duration_pb2 import Duration

from referee.conformance.bot import BotUnderTest, dialling
from referee.conformance.broken_promise import Violation
from referee.conformance.check import Level, on_bot, on_stream
from referee.conformance.scripted_match import SEED
from referee.conformance.scripted_stream import ScriptedStream
from tianming_proto.v1 import match_pb2
from tianming_proto.v1 import play_pb2 as pb


@on_stream(Level.CORE)
async def fault_notice(stream: ScriptedStream) -> None:
    """After a `FaultNotice`, the bot answers the next question of the match."""
    match = stream.match("fault-notice")
    await stream.send(*match.messages())
    match.lapse()
    await stream.answer(match)


@on_stream(Level.CORE)
async def fault_kinds(stream: ScriptedStream) -> None:
    """The bot accepts a `FaultNotice` of each kind, with a question and without one."""
    match = stream.match("fault-kinds")
    await stream.send(match.started())
    for fault in sorted(match_pb2.Fault.keys()):
        for number in (1, None):
            notice = pb.FaultNotice(
                match_id=match.name,
                number=number,
                fault=fault,
                substituted=number is not None,
                strikes_left=2,
                reason="The suite tries every kind of fault.",
            )
            await stream.send(pb.RefereeMessage(fault_notice=notice))
    await stream.send(match.question())
    await stream.answers([match.key])


@on_stream(Level.CORE)
async def closed_question(stream: ScriptedStream) -> None:
    """The bot answers the newest question where the same frame closes the one before it."""
    match = stream.match("closed-question")
    match.lapse()
    await stream.answer(match)


@on_stream(Level.CORE)
async def forfeited_seat(stream: ScriptedStream) -> None:
    """The bot plays its other matches when it has lost its seat in one."""
    match, other = stream.match("forfeited-seat"), stream.match("forfeited-seat-other")
    await stream.send(*match.messages())
    for _ in range(match.settings.strikes):
        match.lapse()
        await stream.send(*match.messages())
    if match.is_open:
        raise AssertionError("the script has a forfeited seat")
    await stream.play(other, 3)


@on_stream(Level.CORE)
async def match_events(stream: ScriptedStream) -> None:
    """The bot accepts `MatchEvents`, and the same events again in `Question.since`."""
    match = stream.match("match-events")
    await stream.answer(match)
    first = match.open[0].since[0].index
    await stream.send(match.events(first))
    await stream.answer(match)


@on_stream(Level.CORE)
async def match_ended(stream: ScriptedStream) -> None:
    """The bot accepts the end of a match that finished, was forfeited, or is void."""
    for termination in sorted(match_pb2.Termination.keys()):
        match = stream.match(f"match-ended-{termination}")
        await stream.answer(match)
        outcome = match_pb2.Outcome(termination=termination, reason="The suite ends this match.")
        if termination != "TERMINATION_VOID":
            outcome.results.add(seat=0, place=1, score=-7)
            outcome.results.add(seat=1, place=1, score=-7, strikes=3, forfeited=True)
        ended = pb.MatchEnded(match_id=match.name, outcome=outcome, seed=SEED)
        await stream.send(pb.RefereeMessage(match_ended=ended))
    await stream.answer(stream.match("match-ended-after"))


@on_stream(Level.CORE)
async def late_notice(stream: ScriptedStream) -> None:
    """The bot ignores notices about matches that it does not know, or that have ended."""
    over = stream.match("late-notice-over")
    await stream.answer(over)
    await stream.send(over.void())
    for name in (over.name, "late-notice-never"):
        event = match_pb2.Event(index=0, notation="a draw")
        notice = pb.FaultNotice(match_id=name, fault="FAULT_LATE", reason="The suite sends this.")
        await stream.send(
            pb.RefereeMessage(match_events=pb.MatchEvents(match_id=name, events=[event])),
            pb.RefereeMessage(fault_notice=notice),
            pb.RefereeMessage(match_ended=pb.MatchEnded(match_id=name, since=[event])),
            pb.RefereeMessage(rejection=pb.Rejection(match_id=name, number=1, reason="Unknown.")),
        )
    await stream.answer(stream.match("late-notice"))


@on_stream(Level.CORE)
async def rejection(stream: ScriptedStream) -> None:
    """The bot plays its other matches when the referee does not know one."""
    gone, match = stream.match("rejection-gone"), stream.match("rejection")
    await stream.answer(gone)
    rejected = pb.Rejection(match_id=gone.name, reason="The suite forgets this match.")
    await stream.send(pb.RefereeMessage(rejection=rejected))
    await stream.play(match, 3)


@on_stream(Level.CORE)
async def draining(stream: ScriptedStream) -> None:
    """After `Draining`, the bot still answers open questions."""
    match = stream.match("draining")
    grace = Duration(seconds=30)
    await stream.send(pb.RefereeMessage(draining=pb.Draining(grace=grace)), *match.messages())
    await stream.answers([match.key])


@on_bot(Level.FULL)
async def bench_notice(bot: BotUnderTest) -> None:
    """The bot prints the league, the reason and the advice of a `BenchNotice` on one line.

    It stays connected, because the organiser may bring it back.
    """
    started = dialling(bot)
    stream = await started.open()
    notice = pb.BenchNotice(
        league="spring", reason="it missed 3 matches", advice="Start it\nagain."
    )
    await stream.send(pb.RefereeMessage(bench_notice=notice))
    start = "tianming: benched in the league spring: "
    line = await started.expect_line(start)
    if line != f"{start}it missed 3 matches. Start it again.":
        raise Violation(f"on stderr: {start}it missed 3 matches. Start it again.", line)
    await stream.play(stream.match("bench-notice"), 3)


@on_stream(Level.CORE)
async def idle_invitation(stream: ScriptedStream) -> None:
    """The bot plays on where an `Invitation` leads to nobody."""
    to = pb.Invitation(
        address="http://127.0.0.1:1", ticket="conformance", valid_for=Duration(seconds=10)
    )
    await stream.send(pb.RefereeMessage(invitation=to))
    await stream.play(stream.match("idle-invitation"), 3)
