"""Invitations: a remote bot is invited while it has matches here, and let go after them."""

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest

from referee.identifier import BotName, MatchId
from referee.launch import invitation
from referee.launch.invitation import Invitations
from referee.launch.match_task import LobbyLink
from referee.server.identity import Identities
from referee.server.referee import Referee, ServerSettings
from tests.server.harness import running


class TestKeeper:
    """A bot is invited until it comes, whatever goes wrong."""

    def test_an_error_of_ours_does_not_end_it(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        async def test() -> None:
            invited: asyncio.Queue[str] = asyncio.Queue()

            async def broken(lobby: str, secret: str, bot: str, *_: str) -> bool:
                invited.put_nowait(bot)
                raise ZeroDivisionError("a bug")

            monkeypatch.setattr(invitation, "invite", broken)
            monkeypatch.setattr(invitation, "_BREATH", 0.0)
            settings = ServerSettings("127.0.0.1:0")
            async with Referee(settings) as referee:
                invitations = Invitations(referee, LobbyLink("127.0.0.1:1", "secret", settings))
                invitations.begin(BotName("ann"), MatchId("m1"))
                assert [await invited.get() for _ in range(3)] == ["ann"] * 3
                invitations.close()

        running(test)
        assert "invitation_failed" in capsys.readouterr().out


class Room:
    """The lobby of a worker, to which a bot that is invited comes at once."""

    def __init__(self) -> None:
        self.empty = asyncio.Event()
        self.empty.set()
        self.dismissed: list[str] = []

    async def wait_until_gone(self, bot: str) -> None:
        """Wait until it is not here."""
        await self.empty.wait()

    async def wait_for(self, bots: list[str], timeout: float) -> frozenset[str]:
        """It comes."""
        self.empty.clear()
        return frozenset()

    def dismiss(self, bot: str) -> None:
        """It is let go."""
        self.dismissed.append(bot)


class TestStay:
    """A bot is here for as long as it has matches here, and a little longer."""

    @pytest.fixture
    def invited(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The bots that were invited; those without a match are let go at once."""
        bots: list[str] = []

        async def invite(lobby: str, secret: str, bot: str, *_: str) -> bool:
            bots.append(bot)
            return True

        monkeypatch.setattr(invitation, "invite", invite)
        monkeypatch.setattr(invitation, "_LINGER", 0.0)
        return bots

    def invitations(self, room: Room) -> Invitations:
        """Invitations to that room."""
        referee = SimpleNamespace(identities=Identities(), lobby=room, link="http://worker")
        lobby = LobbyLink("http://lobby", "secret", ServerSettings("127.0.0.1:0"))
        return Invitations(cast("Referee", referee), lobby)

    async def settled(self) -> None:
        """Wait until nobody has anything to do."""
        for _ in range(20):
            await asyncio.sleep(0)

    async def test_it_is_invited_whenever_it_is_gone_and_let_go_after_its_last_match(
        self, invited: list[str]
    ) -> None:
        room = Room()
        keeping = self.invitations(room)
        keeping.begin(BotName("ann"), MatchId("m1"))
        keeping.begin(BotName("ann"), MatchId("m2"))
        await self.settled()
        assert invited == ["ann"]
        keeping.end(BotName("ann"), MatchId("m1"))
        room.empty.set()
        await self.settled()
        assert (invited, room.dismissed) == (["ann"] * 2, [])
        keeping.end(BotName("ann"), MatchId("m2"))
        keeping.end(BotName("ann"), MatchId("m2"))
        await self.settled()
        room.empty.set()
        await self.settled()
        assert (invited, room.dismissed) == (["ann"] * 2, ["ann"])
        keeping.end(BotName("ann"), MatchId("m2"))
        keeping.begin(BotName("ann"), MatchId("m3"))
        await self.settled()
        assert invited == ["ann"] * 3
        keeping.close()

    async def test_it_stays_for_a_match_that_follows_at_once(self, invited: list[str]) -> None:
        room = Room()
        keeping = self.invitations(room)
        keeping.begin(BotName("ann"), MatchId("m1"))
        await self.settled()
        keeping.end(BotName("ann"), MatchId("m1"))
        keeping.begin(BotName("ann"), MatchId("m2"))
        await self.settled()
        assert (invited, room.dismissed) == (["ann"], [])
        room.empty.set()
        await self.settled()
        assert invited == ["ann"] * 2
        keeping.close()
        room.empty.set()
        await self.settled()
        assert (invited, room.dismissed) == (["ann"] * 2, [])
