"""A remote bot, which connects by itself or is invited from the lobby of its league."""

from referee.identifier import BotName, MatchId
from referee.launch.arrival import check_machine, missing_of, why_declined
from referee.launch.finished_match import Absence
from referee.launch.invitation import Invitations
from referee.launch.match_task import MatchTask, TaskBot
from referee.server.referee import Referee


class RemoteBot:
    """One remote bot of a referee."""

    def __init__(self, referee: Referee, name: BotName, invitations: Invitations | None) -> None:
        self.name = name
        self._referee = referee
        self._invitations = invitations

    async def begin(self, _: TaskBot, task: MatchTask) -> None:
        """If there is a lobby, invite the bot until it connects."""
        if self._invitations is not None:
            self._invitations.begin(self.name, task.settings.match_id)

    async def arrive(self, task: MatchTask) -> Absence | None:
        """Wait until the bot is connected; return why it is not, or None.

        Raises:
            MachineError: when it is not connected because of a fault of this machine.
        """
        lobby = self._referee.lobby
        if await missing_of([self.name], lobby, task.startup, []):
            check_machine(self.name, self._referee)
            return Absence(self.name, f"it did not connect within {task.startup:g} s")
        why = why_declined(self.name, task.settings.game, lobby)
        return Absence(self.name, why) if why else None

    def end(self, match_id: MatchId) -> list[Absence]:
        """Note the end of a match; return an absence if the bot is not connected now."""
        is_gone = self.name not in self._referee.lobby.present
        if self._invitations is not None:
            self._invitations.end(self.name, match_id)
        if is_gone:
            return [Absence(self.name, "it was not connected at the end of the match")]
        return []
