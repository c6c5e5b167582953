"""Invitations to other referees."""

import asyncio

from google.protobuf.duration_pb2 import Duration

from referee.conformance.bot import BotUnderTest, DiallingBot, dialling
from referee.conformance.broken_promise import Violation
from referee.conformance.check import Level, on_bot
from referee.conformance.scripted_referee import ScriptedReferee
from referee.conformance.scripted_stream import ScriptedStream
from referee.server import refusal
from tianming_proto.v1 import play_pb2 as pb

_MOST = 64
"""Invitations that a bot follows at once."""

_QUIET = 0.5
"""Seconds in which a bot would wrongly reconnect to the other referee."""


@on_bot(Level.FULL)
async def invitation(bot: BotUnderTest) -> None:
    """The bot follows an `Invitation` on a second stream, and plays on both."""
    lobby = await dialling(bot).open()
    async with _InvitedWorker(dialling(bot)) as worker:
        stream = await worker.invite(lobby, "ticket-1")
        sent = stream.metadata.get("authorization")
        if sent != "Bearer ticket-1":
            raise Violation("the ticket as the token of the second stream", f"{sent!r}")
        await stream.play(stream.match("invitation-worker"), 3)
        await lobby.play(lobby.match("invitation-lobby"), 3)
        await stream.play(stream.match("invitation-worker-2"), 3)


@on_bot(Level.FULL)
async def invitation_over(bot: BotUnderTest) -> None:
    """When a stream that the bot was invited to ends, the bot stays at its lobby."""
    lobby = await dialling(bot).open()
    async with _InvitedWorker(dialling(bot)) as worker:
        stream = await worker.invite(lobby, "ticket-1")
        await stream.play(stream.match("invitation-over-worker"), 3)
        await stream.finish()
        await stream.end()
        await asyncio.sleep(_QUIET)
        if worker.referee.tries != 1:
            raise Violation("one stream for one invitation", f"{worker.referee.tries}")
        await lobby.play(lobby.match("invitation-over-lobby"), 3)
        again = await worker.invite(lobby, "ticket-2")
        await again.play(again.match("invitation-over-again"), 3)


@on_bot(Level.FULL)
async def invitation_refused(bot: BotUnderTest) -> None:
    """When the other referee refuses the ticket, the bot plays on at its lobby."""
    lobby = await dialling(bot).open()
    async with _InvitedWorker(dialling(bot)) as worker:
        stream = await worker.invite(lobby, "ticket-1", welcome=False)
        await stream.refuse(refusal.unauthenticated())
        await asyncio.sleep(_QUIET)
        await lobby.play(lobby.match("invitation-refused"), 3)


@on_bot(Level.FULL)
async def invitations_at_once(bot: BotUnderTest) -> None:
    """The bot follows 64 invitations at once, and no more."""
    lobby = await dialling(bot).open()
    async with _InvitedWorker(dialling(bot)) as worker:
        streams = [await worker.invite(lobby, f"ticket-{number}") for number in range(_MOST)]
        await lobby.send(pb.RefereeMessage(invitation=worker.invitation("one-too-many")))
        for stream in (streams[0], streams[-1]):
            await stream.play(stream.match(f"invitations-at-once-{stream.number}"), 3)
        await lobby.play(lobby.match("invitations-at-once"), 3)
        if worker.referee.tries > _MOST:
            raise Violation(f"{_MOST} streams", f"{worker.referee.tries}")


class _InvitedWorker:
    """Another referee. Use `async with`."""

    def __init__(self, bot: DiallingBot) -> None:
        self.referee: ScriptedReferee = bot.new_referee()
        self._bot = bot

    async def __aenter__(self) -> "_InvitedWorker":
        await self.referee.listen("127.0.0.1:0")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.referee.stop()

    def invitation(self, ticket: str) -> pb.Invitation:
        """Return an invitation to this referee."""
        return pb.Invitation(
            address=f"http://{self.referee.address}", ticket=ticket, valid_for=Duration(seconds=10)
        )

    async def invite(
        self, lobby: ScriptedStream, ticket: str, *, welcome: bool = True
    ) -> ScriptedStream:
        """Invite the bot; return its stream."""
        await lobby.send(pb.RefereeMessage(invitation=self.invitation(ticket)))
        stream = await self._bot.connect_to(self.referee)
        if welcome:
            await stream.welcome()
        return stream
