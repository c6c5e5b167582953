"""A match runner for tests, whose bots stay connected for any number of matches."""

import contextlib
from collections.abc import Mapping, Sequence
from typing import Self

from referee.identifier import BotName, MatchId
from referee.launch.command import NamedBot
from referee.launch.local_bot import LocalBot
from referee.launch.match_task import MatchTask, TaskBot
from referee.launch.orchestrator import Orchestrator
from referee.launch.sandbox import Sandbox
from referee.match.settings import MatchSettings
from referee.record.durability import Durability
from referee.record.file import Keepable
from referee.server.host import Result
from referee.server.referee import Referee
from tianming_games.registry import load


class Table:
    """An orchestrator whose bots stay connected. Use `async with`."""

    def __init__(
        self,
        bots: Sequence[NamedBot],
        startup: float,
        durability: Durability = Durability.PROCESS,
        sandbox: Sandbox | None = None,
        game: str = "dragon",
    ) -> None:
        """Set the bots, which play `game`; entering the context starts or dials them.

        Args:
            bots: the bots of all matches.
            startup: maximum seconds for a bot to connect.
            durability: what the records must survive.
            sandbox: the sandbox of local bots; without one, the default.
            game: the name of the game.
        """
        gathering = MatchSettings(
            match_id=MatchId("gathering"),
            game=game,
            options=load(game).defaults,
            bots=tuple(bot.name for bot in bots),
            seed=bytes(32),
            seed_nonce=bytes(32),
        )
        players = tuple(map(TaskBot.of, bots))
        self._task = MatchTask(gathering, players, startup, sandbox=sandbox or Sandbox())
        self._orchestrator = Orchestrator(durability=durability)
        self._stack = contextlib.AsyncExitStack()

    async def __aenter__(self) -> Self:
        async with contextlib.AsyncExitStack() as stack:
            await stack.enter_async_context(self._orchestrator)
            await stack.enter_async_context(self._orchestrator.attended(self._task))
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    @property
    def referee(self) -> Referee:
        """The referee that the bots are connected to."""
        return self._orchestrator.referee

    @property
    def bots(self) -> Mapping[BotName, LocalBot]:
        """The local bots by name."""
        return self._orchestrator.bots

    async def play(self, settings: MatchSettings, file: Keepable) -> Result:
        """Play one match between the bots that `settings` names; return its result."""
        host = self.referee.host(settings, file)
        host.start()
        return await host.done
