"""A listening bot: the referee dials it for its first match, and keeps it connected."""

import os

from referee.identifier import BotName
from referee.launch.arrival import check_machine, missing_of, why_declined
from referee.launch.finished_match import Absence
from referee.launch.match_task import BotMissing, MatchTask, TaskBot
from referee.server.dial import Dial, DialTarget
from referee.server.referee import Referee


class ListeningBot:
    """One listening bot of a referee, with the dial that maintains its stream."""

    def __init__(self, referee: Referee, name: BotName) -> None:
        self.name = name
        self._referee = referee
        self._dial: Dial | None = None

    async def begin(self, player: TaskBot, _: MatchTask) -> None:
        """Dial the bot at the player's address, unless it is dialled already.

        Raises:
            BotMissing: when the environment has no token for it.
        """
        token = os.environ.get(player.token_env, "") if player.token_env else ""
        if player.token_env and not token:
            reason = f"there is no variable {player.token_env} with its token"
            raise BotMissing(Absence(self.name, reason))
        await self._referee.prepare_to_dial()
        bot = DialTarget(self.name, player.address or "", token)
        dial = self._dial
        if dial is not None and dial.bot != bot:
            dial.ended.cancel()
        if dial is None or dial.bot != bot or dial.ended.done():
            self._dial = self._referee.dial(bot)

    async def arrive(self, task: MatchTask) -> Absence | None:
        """Wait until the bot is connected; return why it is not, or None.

        Raises:
            MachineError: when it is not connected because of a fault of this machine.
        """
        lobby, dial = self._referee.lobby, self._dial
        assert dial is not None
        missing = await missing_of([self.name], lobby, task.startup, [dial.ended])
        if missing is None or missing:
            check_machine(self.name, self._referee)
            return Absence(self.name, dial.absence(task.startup))
        why = why_declined(self.name, task.settings.game, lobby)
        return Absence(self.name, why) if why else None

    def end(self, _: str) -> list[Absence]:
        """Note the end of a match; return an absence if the bot is not connected now."""
        if self.name in self._referee.lobby.present:
            return []
        return [Absence(self.name, "it was not connected at the end of the match")]
