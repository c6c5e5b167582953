"""The round trip: what the answers to pings say about the way."""

import asyncio

from referee.match.clock import SECOND, Instant, seconds
from referee.record.reader import parse
from referee.server.round_trip import EVERY, FIRST, WINDOW, RoundTrip
from tests.server.harness import started_referee
from tests.server.raw import Raw
from tianming_proto.v1 import play_pb2 as pb

START = Instant(1000)


def after(span: float) -> Instant:
    """So many seconds later."""
    return Instant(START + seconds(span))


def asked(trip: RoundTrip, at: float) -> int:
    """A ping that goes out at some time."""
    number = trip.ask()
    trip.sent(number, after(at))
    return number


class TestRoundTrip:
    """The least of the last answers is the way."""

    def test_it_is_not_known_before_a_ping_was_answered(self) -> None:
        trip = RoundTrip()
        asked(trip, 0)
        assert trip.estimate is None

    def test_it_is_the_quickest_of_the_last_answers(self) -> None:
        trip = RoundTrip()
        for number, took in enumerate((0.3, 0.1, 0.2)):
            assert trip.answered(asked(trip, number), after(number + took))
        assert trip.estimate == seconds(0.1)

    def test_an_old_quick_answer_is_forgotten(self) -> None:
        trip = RoundTrip()
        trip.answered(asked(trip, 0), after(0.1))
        for number in range(1, WINDOW + 1):
            trip.answered(asked(trip, number), after(number + 0.5))
        assert trip.estimate == seconds(0.5)

    def test_an_answer_counts_once_and_only_to_what_was_asked(self) -> None:
        trip = RoundTrip()
        number = asked(trip, 0)
        assert not trip.answered(number + 1, after(1))
        assert trip.answered(number, after(1))
        assert not trip.answered(number, after(2))
        assert not trip.answered(0, after(2))

    def test_an_answer_to_a_later_ping_answers_the_earlier_ones(self) -> None:
        trip = RoundTrip()
        asked(trip, 0)
        assert trip.answered(asked(trip, 1), after(2))
        assert trip.is_quiet

    def test_the_first_pings_come_quickly_and_the_others_at_their_pace(self) -> None:
        trip = RoundTrip()
        trip.begin(START)
        now, pauses = START, []
        for _ in range(12):
            began = now
            trip.answered(asked(trip, (now - START) / SECOND), now)
            while not trip.due(now):
                now = Instant(now + FIRST)
            pauses.append(now - began)
        assert pauses[:3] == [FIRST, 2 * FIRST, 4 * FIRST]
        assert pauses[-1] == EVERY
        assert pauses == sorted(pauses)

    def test_nobody_is_asked_before_the_welcome_nor_twice(self) -> None:
        trip = RoundTrip()
        assert not trip.due(after(0))
        trip.begin(after(0))
        assert trip.due(after(0))
        number = asked(trip, 0)
        assert not trip.due(after(100))
        trip.answered(number, after(100))
        assert trip.due(after(100))


async def answer(raw: Raw, think: float) -> None:
    """Answer pings at once, and questions after some thought, until the match is over."""
    while (message := await raw.next()).WhichOneof("kind") != "match_ended":
        if message.HasField("ping"):
            await raw.send(pb.BotMessage(pong=pb.Pong(id=message.ping.id)))
        elif message.HasField("question"):
            await asyncio.sleep(think)
            await raw.choose(message.question, 1)


class TestEvidence:
    """Thinking and the way stand apart in the record."""

    async def test_a_bot_that_thinks_has_thought_and_one_that_does_not_answer_pings_has_no_way(
        self,
    ) -> None:
        async with started_referee() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            host = harness.match("a", "b")
            silent = asyncio.create_task(without_pongs(b))
            await answer(a, think=0.1)
            await silent
            await host.done
            record = parse(bytes(harness.records["m1"].data), "m1")
            choices = [e.body.chosen for e in record.entries if e.body.chosen.number]
            of_a = [choice for choice in choices if choice.seat == 0]
            assert of_a
            assert all(choice.HasField("network_ns") for choice in of_a)
            thought = [c.at_ns - c.handed_at_ns - c.network_ns for c in of_a]
            assert max(thought) > seconds(0.05)
            assert not any(c.HasField("network_ns") for c in choices if c.seat == 1)

    async def test_pongs_that_were_asked_for_are_free(self) -> None:
        async with started_referee() as harness:
            a = await harness.bot("a")
            host = harness.match("a", "a")
            await answer(a, think=0)
            assert (await host.done).outcome.results[0].strikes == 0


async def without_pongs(raw: Raw) -> None:
    """Answer questions, and leave pings alone."""
    while (message := await raw.next()).WhichOneof("kind") != "match_ended":
        if message.HasField("question"):
            await raw.choose(message.question, 1)
