"""The SDK follows invitations: it plays elsewhere, and never leaves its lobby."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

import tianming
from referee.identifier import BotName
from referee.match.clock import seconds
from referee.server.identity import new_token
from referee.server.invite import invite
from tests.patience import PATIENCE
from tests.sdk.test_client import first
from tests.server.harness import QUICK, RefereeHarness, play_on, running, started_referee
from tianming.bot import AnsweringBot, AnyBot
from tianming.connection import Connection
from tianming.invitation import MOST_INVITATIONS, InvitedStreams
from tianming.session import BotSession
from tianming.stop import Stop
from tianming_proto.v1 import play_pb2 as pb

LONG = replace(QUICK, decision=seconds(20))
SECRET = new_token()


async def call_over(lobby: RefereeHarness, worker: RefereeHarness, bot: str) -> None:
    """Invite a bot from a lobby to a worker, and wait until it is there."""
    ticket = worker.referee.identities.issue(BotName(bot))
    address = worker.referee.link
    assert await invite(lobby.referee.address, SECRET, BotName(bot), address, ticket)
    assert not await worker.referee.lobby.wait_for([BotName(bot)], PATIENCE)


@contextlib.asynccontextmanager
async def lobby_with(
    bot: AnyBot, name: str
) -> AsyncIterator[tuple[RefereeHarness, asyncio.Task[None]]]:
    """A lobby where a bot of the SDK is."""
    async with started_referee(secret=SECRET) as lobby:
        token = lobby.referee.identities.admit(BotName(name))
        running_bot = asyncio.create_task(tianming.run_async(bot, lobby.referee.address, token))
        assert not await lobby.referee.lobby.wait_for([BotName(name)], PATIENCE)
        try:
            yield lobby, running_bot
        finally:
            running_bot.cancel()
            await asyncio.gather(running_bot, return_exceptions=True)


class TestPlayElsewhere:
    async def test_a_bot_plays_at_two_workers_at_once_and_in_the_lobby(self) -> None:
        async with (
            lobby_with(first, "ann") as (lobby, _),
            started_referee() as one,
            started_referee() as two,
        ):
            for worker in (one, two):
                await call_over(lobby, worker, "ann")
            hosts = [harness.match("ann", "ann", clock=LONG) for harness in (lobby, one, two)]
            for host in hosts:
                outcome = (await host.done).outcome
                assert [seat.strikes for seat in outcome.results] == [0, 0]
            assert lobby.referee.lobby.present == ("ann",)

    async def test_a_worker_that_is_gone_is_dropped_and_the_next_one_found(self) -> None:
        async with lobby_with(first, "ann") as (lobby, running_bot):
            async with started_referee() as dead:
                await call_over(lobby, dead, "ann")
            for _ in range(2):
                async with started_referee() as alive:
                    await call_over(lobby, alive, "ann")
                    host = alive.match("ann", "ann", clock=LONG)
                    assert (await host.done).outcome.results
            assert not running_bot.done()
            assert lobby.referee.lobby.present == ("ann",)

    async def test_a_dismissed_bot_returns_when_it_is_invited_again(self) -> None:
        async with lobby_with(first, "ann") as (lobby, _), started_referee() as worker:
            for number in range(3):
                await call_over(lobby, worker, "ann")
                host = worker.match("ann", "ann", match_id=f"m{number}", clock=LONG)
                assert (await host.done).outcome.results
                worker.referee.lobby.dismiss(BotName("ann"))

    async def test_a_match_that_is_played_again_at_another_worker_is_a_new_one_to_the_bot(
        self,
    ) -> None:
        class Counting:
            def __init__(self) -> None:
                self.starts = 0

            def start(self, match: tianming.Match) -> None:
                self.starts += 1

            def choose(self, question: tianming.Question) -> int:
                return 0

        bot = Counting()
        async with (
            lobby_with(bot, "ann") as (lobby, _),
            started_referee() as one,
            started_referee() as two,
        ):
            hosts = []
            for worker in (one, two):
                await call_over(lobby, worker, "ann")
                hosts.append(worker.match("ann", "bob", match_id="m", clock=LONG))
            for host in hosts:
                host.resign(BotName("bob"), host.now())
                assert (await host.done).outcome.results[0].strikes == 0
            assert bot.starts == 2

    async def test_a_bot_that_returns_to_a_worker_continues_its_matches(self) -> None:
        started = []

        class Noting:
            def start(self, match: tianming.Match) -> None:
                started.append(match.match_id)

            def choose(self, question: tianming.Question) -> int:
                return 0

        async with lobby_with(Noting(), "ann") as (lobby, _), started_referee() as worker:
            await call_over(lobby, worker, "ann")
            raw = await worker.bot("bob")
            host = worker.match("ann", "bob", clock=LONG)
            question = await raw.receive("question")
            worker.referee.lobby.dismiss(BotName("ann"))
            await call_over(lobby, worker, "ann")
            await raw.choose(question)
            await play_on(raw, 0)
            assert (await host.done).outcome.results[0].strikes == 0
            assert started == ["m1"]

    async def test_of_two_errors_elsewhere_the_first_ends_the_run(self) -> None:
        async def play(address: str, ticket: str) -> None:
            raise ValueError(ticket)

        surprises: list[object] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, surprise: surprises.append(surprise))
        invitations = InvitedStreams(play, Stop())
        for ticket in ("one", "two"):
            invitations.follow("127.0.0.1:9", ticket)
        with pytest.raises(ValueError, match="one"):
            await invitations.failure
        await invitations.close()
        assert not surprises

    async def test_a_ticket_that_is_refused_is_no_error_of_the_bot(self) -> None:
        async with (
            lobby_with(first, "ann") as (lobby, running_bot),
            started_referee() as worker,
        ):
            address = worker.referee.link
            assert await invite(lobby.referee.address, SECRET, BotName("ann"), address, "no ticket")
            await call_over(lobby, worker, "ann")
            assert not running_bot.done()

    async def test_a_bot_that_ends_leaves_every_worker(self) -> None:
        async with (
            lobby_with(first, "ann") as (lobby, running_bot),
            started_referee() as worker,
        ):
            await call_over(lobby, worker, "ann")
            running_bot.cancel()
            async with asyncio.timeout(PATIENCE):
                while worker.referee.lobby.present:
                    await asyncio.sleep(0.01)

    async def test_an_error_of_the_bot_elsewhere_ends_the_run_with_that_error(self) -> None:
        def broken(question: tianming.Question) -> int:
            raise ValueError("lost its mind")

        async with (
            lobby_with(broken, "ann") as (lobby, running_bot),
            started_referee() as worker,
        ):
            await call_over(lobby, worker, "ann")
            worker.match("ann", "ann", clock=LONG)
            with pytest.raises(ValueError, match="lost its mind"):
                await running_bot


class TestOthers:
    async def test_an_invitation_of_who_is_not_its_lobby_is_passed_over(self) -> None:
        invited = pb.RefereeMessage(invitation=pb.Invitation(address="x:1", ticket="t"))
        stream: Any = None
        await BotSession(AnsweringBot(first), Stop())._handle(invited, stream, "x")


class TestMost:
    def test_the_matches_at_the_workers_it_was_at_last_are_kept_and_no_others(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        found: list[object] = []

        async def play(self: Any, *_: object) -> None:
            found.append(self)

        async def test() -> None:
            lobby = Connection(AnsweringBot(first), "unix:/x", "t", Stop())
            monkeypatch.setattr(BotSession, "play", play)
            for worker in (*range(MOST_INVITATIONS), 0, MOST_INVITATIONS, 0, 2, 1):
                await lobby.play_elsewhere(f"http://127.0.0.1:{worker + 1}", "ticket")

        running(test)
        *_, first_again, _, first_once_more, third_again, second_again = found
        assert first_again is first_once_more is found[0]
        assert third_again is found[2]
        assert second_again is not found[1]

    async def test_those_that_have_ended_make_room(self) -> None:
        followed = []

        async def play(address: str, ticket: str) -> None:
            followed.append(ticket)

        invitations = InvitedStreams(play, Stop())
        for number in range(MOST_INVITATIONS + 5):
            invitations.follow("127.0.0.1:9", str(number))
            for _ in range(3):
                await asyncio.sleep(0)
        assert len(followed) == MOST_INVITATIONS + 5
        await invitations.close()

    async def test_more_invitations_than_are_published_are_not_followed(self) -> None:
        followed = []

        async def play(address: str, ticket: str) -> None:
            followed.append(ticket)
            await asyncio.Event().wait()

        invitations = InvitedStreams(play, Stop())
        for number in range(MOST_INVITATIONS + 5):
            invitations.follow("127.0.0.1:9", str(number))
        await asyncio.sleep(0)
        assert len(followed) == MOST_INVITATIONS
        await invitations.close()
