"""A rehearsal puts the questions of a record again, and settles each by the clock."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from referee.identifier import BotName, SessionId
from referee.match.clock import ClockSettings, Instant, Span, seconds
from referee.match.fault import Fault
from referee.match.question import Answer
from referee.record.reader import Record, parse
from referee.record.recorded_question import RecordedQuestion, questions
from referee.server.limits import Limits
from referee.server.lobby import Lobby
from referee.server.rate_limited_log import RateLimitedLog
from referee.server.rehearsal import Rehearsal, RehearsedAnswer
from referee.server.session import Session
from referee.server.time_source import FairClock
from tests.match.driver import Driver
from tests.match.toy import TOY
from tests.record.samples import record_of
from tests.server.harness import RefereeHarness, started_referee
from tests.server.raw import Raw
from tianming_proto.v1 import play_pb2 as pb

QUICK = ClockSettings(decision=seconds(0.3), bank=seconds(0), first=seconds(0), grace=seconds(0.05))
PATIENT = ClockSettings(decision=seconds(20), bank=seconds(0), first=seconds(0))


def toy(clock: ClockSettings = PATIENT) -> Record:
    """A match of the toy game."""
    return parse(record_of(Driver(TOY, seats=2, clock=clock)), "memory")


def asked_of(record: Record, seat: int = 1) -> list[RecordedQuestion]:
    """The questions of a seat."""
    return [one for one in questions(record) if one.seat == seat]


@asynccontextmanager
async def rehearsal(record: Record) -> AsyncIterator[tuple[Rehearsal, RefereeHarness, Raw]]:
    """A rehearsal of seat 1, and a raw client for its bot."""
    async with started_referee() as harness:
        raw = await harness.bot(record.header.bots[1])
        held = harness.referee.rehearse(record, 1)
        await raw.receive("match_started")
        yield held, harness, raw
        held.end()


def entered(held: Rehearsal, bot: BotName) -> Session:
    """The session of a bot that has come to a rehearsal without a server."""
    lobby = Lobby(Limits(), RateLimitedLog(Limits(), held.now))
    session = Session(SessionId("s1"), bot, lobby, Limits(), held.now())
    held.enter(session, held.now(), None)
    return session


async def put(
    held: Rehearsal, asked: RecordedQuestion, raw: Raw, option: int | None
) -> RehearsedAnswer:
    """Put a question, and have it answered."""
    answer = asyncio.create_task(held.ask(asked))
    await raw.choose(await raw.receive("question"), option)
    return await answer


class TestQuestions:
    """The bot hears what the record's bot heard."""

    async def test_a_question_is_the_one_of_the_record(self) -> None:
        record = toy()
        async with rehearsal(record) as (held, _, raw):
            for asked in asked_of(record):
                answer = asyncio.create_task(held.ask(asked))
                said = await raw.receive("question")
                assert said.number == asked.number
                assert said.seat == 1
                assert said.position.value == asked.payload
                assert said.option_count == len(asked.options)
                assert [one.notation for one in said.since] == [one.notation for one in asked.since]
                assert 19 <= said.budget.seconds <= 20
                await raw.choose(said, 1)
                assert (await answer).option == 1

    async def test_the_end_is_sent_as_a_void_match(self) -> None:
        async with rehearsal(toy()) as (held, _, raw):
            held.end()
            ended = await raw.receive("match_ended")
            assert ended.outcome.reason == "This was a rehearsal."
            assert list(ended.outcome.results) == []


class TestAnswers:
    """What the bot answers is compared, and nothing else follows from it."""

    async def test_a_choice_differs_or_is_the_same(self) -> None:
        record = toy()
        async with rehearsal(record) as (held, _, raw):
            for asked in asked_of(record):
                assert asked.choice is not None
                same = await put(held, asked, raw, asked.choice)
                assert not same.differs
                other = await put(held, asked, raw, (asked.choice + 1) % 3)
                assert other.differs
                assert other.fault is None

    @pytest.mark.parametrize(("option", "fault"), [(3, Fault.ILLEGAL), (None, Fault.MALFORMED)])
    async def test_a_faulty_choice_is_named(self, option: int | None, fault: Fault) -> None:
        record = toy()
        async with rehearsal(record) as (held, _, raw):
            answer = await put(held, asked_of(record)[0], raw, option)
            assert answer.fault is fault
            assert answer.differs

    async def test_a_note_that_a_match_refuses_is_refused(self) -> None:
        record = toy()
        async with rehearsal(record) as (held, _, raw):
            answer = asyncio.create_task(held.ask(asked_of(record)[0]))
            asked = await raw.receive("question")
            choose = pb.Choose(match_id=asked.match_id, number=asked.number, option=0)
            choose.note = "\x1b[2J"
            await raw.send(pb.BotMessage(choose=choose))
            assert (await answer).fault is Fault.MALFORMED

    async def test_no_answer_in_time_is_late_and_a_late_one_is_stale(self) -> None:
        record = toy(QUICK)
        first, second, *_ = asked_of(record)
        async with rehearsal(record) as (held, _, raw):
            late = await held.ask(first)
            assert (late.fault, late.option) == (Fault.LATE, None)
            assert late.spent == Span(seconds(0.35))
            old = await raw.receive("question")
            answer = asyncio.create_task(held.ask(second))
            await raw.choose(old, 0)
            new = await raw.receive("question")
            await raw.choose(new, 2)
            assert (await answer).option == 2

    async def test_a_bot_that_returns_is_asked_again_with_what_is_left(self) -> None:
        record = toy()
        async with rehearsal(record) as (held, harness, raw):
            answer = asyncio.create_task(held.ask(asked_of(record)[0]))
            before = await raw.receive("question")
            await raw.close()
            again = await harness.bot(record.header.bots[1])
            after = await again.receive("question")
            assert after.number == before.number
            assert after.budget.ToNanoseconds() < before.budget.ToNanoseconds()
            await again.choose(after, 1)
            assert (await answer).option == 1

    async def test_the_end_of_an_older_stream_keeps_no_question_from_the_newer(self) -> None:
        record = toy()
        async with rehearsal(record) as (held, harness, raw):
            newer = await harness.bot(record.header.bots[1])
            await raw.end()
            await newer.receive("match_started")
            assert (await put(held, asked_of(record)[0], newer, 1)).option == 1

    @pytest.mark.parametrize(("beyond", "fault"), [(0, None), (1, Fault.LATE)])
    async def test_an_answer_counts_to_the_last_nanosecond_of_the_grace(
        self, beyond: int, fault: Fault | None
    ) -> None:
        record = toy()
        held, asked = Rehearsal(record, 1, FairClock(lambda: 0)), asked_of(record)[0]
        session = entered(held, bot := BotName(record.header.bots[1]))
        answer = asyncio.create_task(held.ask(asked))
        await asyncio.sleep(0)
        session.frame(Instant(7))
        session.handed_over(Instant(7))
        end = Instant(7 + asked.budget + PATIENT.grace + beyond)
        held.choose(bot, Answer(asked.number, 1, end))
        assert await answer == RehearsedAnswer(asked, 1, Span(end - 7), fault)

    async def test_a_bot_that_blocks_its_stream_does_not_stop_its_clock(self) -> None:
        record = toy()
        held, asked = Rehearsal(record, 1, FairClock(lambda: 0)), asked_of(record)[0]
        session = entered(held, bot := BotName(record.header.bots[1]))
        answer = asyncio.create_task(held.ask(asked))
        await asyncio.sleep(0)
        session.was_blocked(Instant(0), Instant(7))
        sent = pb.PlayResponse.FromString(session.frame(Instant(7))).messages[-1]
        session.handed_over(Instant(7))
        assert sent.question.budget.ToNanoseconds() == asked.budget - 7
        held.choose(bot, Answer(asked.number, 1, Instant(9)))
        assert (await answer).spent == 9

    def test_what_the_record_lacks_is_no_other_choice(self) -> None:
        asked = replace(asked_of(toy())[0], choice=None)
        assert not RehearsedAnswer(asked, 1, Span(0)).differs

    async def test_a_broken_protocol_is_an_answer(self) -> None:
        record = toy()
        async with rehearsal(record) as (held, _, raw):
            answer = asyncio.create_task(held.ask(asked_of(record)[0]))
            await raw.receive("question")
            await raw.send_bytes(b"\xff")
            assert (await answer).fault is Fault.MALFORMED

    async def test_giving_up_is_an_answer(self) -> None:
        record = toy()
        async with rehearsal(record) as (held, _, _raw):
            answer = asyncio.create_task(held.ask(asked_of(record)[0]))
            await _raw.receive("question")
            held.resign(BotName(record.header.bots[1]), held.now())
            assert (await answer).fault is Fault.RESIGNED
