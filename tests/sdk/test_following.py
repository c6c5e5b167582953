"""A bot follows its matches: events as they happen, faults, and a seed of its own."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

import tianming
from referee.identifier import BotName
from referee.match.clock import seconds
from referee.server import refusal
from referee.server.bench_notice import BenchNotice
from tests.patience import PATIENCE
from tests.sdk.test_client import first, play
from tests.server.harness import QUICK, running, started_referee
from tianming import china, dragon
from tianming_games.registry import load
from tianming_proto.games.dragon.v1 import dragon_pb2


class Follower:
    """Follows every match, thinks aloud, and answers the first question too late."""

    def __init__(self) -> None:
        self.events_seen: list[tianming.Event] = []
        self.notices: list[tianming.FaultNotice] = []
        self.results: list[tianming.MatchResult] = []
        self.drawn: list[float] = []
        self.struck = asyncio.Event()

    def start(self, match: tianming.Match) -> None:
        self.drawn.append(match.random.random())

    async def choose(self, question: dragon.Question) -> tianming.Choice:
        await self.struck.wait()
        thought = tianming.Thought(0.5, 12, 1, ["pass"])
        return tianming.Choice(0, "so it is", thought)

    def events(self, match: tianming.Match, events: Sequence[tianming.Event]) -> None:
        self.events_seen += events

    def fault(self, notice: tianming.FaultNotice) -> None:
        self.notices.append(notice)
        self.struck.set()

    def end(self, result: tianming.MatchResult) -> None:
        self.results.append(result)


SHORT = replace(QUICK, decision=seconds(2))


def follow() -> Follower:
    """One match of a follower."""
    bot = Follower()

    async def test() -> None:
        async with started_referee() as harness:
            await play(harness, {"follower": bot, "other": first}, clock=SHORT)

    running(test)
    return bot


def test_events_come_as_they_happen_each_once_with_its_data() -> None:
    bot = follow()
    assert [event.index for event in bot.events_seen] == list(range(len(bot.events_seen)))
    assert all(isinstance(event.detail, dragon_pb2.Event) for event in bot.events_seen)
    assert bot.events_seen[0].seat is None
    assert {event.seat for event in bot.events_seen} == {None, 0, 1}
    (result,) = bot.results
    assert list(result.since) == bot.events_seen[len(bot.events_seen) - len(result.since) :]
    assert result.since


def test_a_fault_notice_has_the_seat_and_the_consequence() -> None:
    (notice,) = follow().notices
    assert (notice.match.seat, notice.number, notice.fault) == (0, 1, "LATE")
    assert (notice.substituted, notice.strikes_left) == (True, 2)
    assert notice.reason == "No answer came within 2.000 s."


def test_the_same_match_gives_a_bot_the_same_random_numbers() -> None:
    one, other = follow(), follow()
    assert one.drawn == other.drawn
    (result,) = one.results
    assert len(result.match.bot_seed) == 32
    assert result.match.bot_seed not in (bytes(32), result.seed)
    assert (result.match.strikes, result.match.rules_version) == (3, load("dragon").rules_version)


def test_a_game_has_questions_with_the_types_of_its_messages() -> None:
    def typed(question: china.Question) -> int:
        return question.observation.turns

    assert typed.__annotations__["question"] is china.Question
    assert dragon.Position is dragon_pb2.Position


def test_a_bot_that_was_away_when_its_match_ended_learns_how_when_it_returns() -> None:
    asked, results = asyncio.Event(), list[tianming.MatchResult]()
    received = asyncio.Event()

    class Ponderer:
        async def choose(self, question: tianming.Question) -> int:
            asked.set()
            await asyncio.Event().wait()
            return 0

        def end(self, result: tianming.MatchResult) -> None:
            results.append(result)
            received.set()

    async def test() -> None:
        async with started_referee() as harness:
            lobby = harness.referee.lobby
            token = harness.referee.identities.admit(BotName("ann"))
            host = harness.match("ann", "ann", clock=replace(QUICK, decision=seconds(60)))
            playing = asyncio.create_task(
                tianming.run_async(Ponderer(), harness.referee.address, token)
            )
            await asyncio.wait_for(asked.wait(), PATIENCE)
            lobby.close(refusal.draining())
            host.void("Nobody wanted it.")
            await host.done
            assert results == []
            await asyncio.wait_for(received.wait(), PATIENCE)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)

    running(test)
    assert [result.match.seat for result in results[:1]] == [0]
    assert results[0].outcome.reason == "Nobody wanted it."


def test_the_log_of_a_benched_bot_says_why_and_how_it_returns(
    caplog: pytest.LogCaptureFixture,
) -> None:
    notice = BenchNotice("autumn", "missed 3 matches", True, "Connect again to play.")
    caplog.set_level("WARNING", "tianming")

    async def test() -> None:
        async with started_referee() as harness:
            token = harness.referee.identities.admit(BotName("ann"))
            playing = asyncio.create_task(tianming.run_async(first, harness.referee.address, token))
            assert await harness.referee.lobby.wait_for([BotName("ann")], PATIENCE) == frozenset()
            harness.referee.lobby.notify_bench(BotName("ann"), notice)
            await harness.referee.lobby.wait_until_handled(30)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)

    running(test)
    assert caplog.messages == [
        "benched in the league autumn: missed 3 matches. Connect again to play."
    ]
