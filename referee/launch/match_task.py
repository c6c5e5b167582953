"""A match as a task: everything that a worker needs to play it.

Both can be pickled, so a task can be played in this process, in another one, or on
another machine. Whoever plays it twice plays it under the same name, and counts once.
"""

from dataclasses import dataclass, field
from pathlib import Path

from referee.error import UnavailableError
from referee.identifier import BotName
from referee.launch.command import SHARED, BotCommand, NamedBot
from referee.launch.finished_match import Absence
from referee.launch.sandbox import Sandbox
from referee.match.settings import MatchSettings
from referee.sentence.launch import LaunchSentence
from referee.server.log_output import LogSettings
from referee.server.referee import ServerSettings


@dataclass(frozen=True, slots=True)
class TaskBot:
    """A bot of a task: a local one has a `command`, one that listens an `address`.

    `token_env` is the variable with the token that such a bot expects, on the machine that plays
    the match. A network bot has neither, and connects by itself.
    """

    name: BotName
    command: str | None = None
    address: str | None = None
    token_env: str | None = None

    @classmethod
    def of(cls, bot: NamedBot) -> "TaskBot":
        """A bot that somebody has named on a command line of this process."""
        if isinstance(bot, BotCommand):
            return cls(bot.name, bot.line)
        return cls(bot.name, address=bot.address, token_env=SHARED if bot.token else None)


@dataclass(frozen=True, slots=True)
class LobbyLink:
    """The lobby of a league's network bots, and how a worker invites them.

    `address` is that of the lobby, `secret` what its workers show there, created for each
    run; `server` is where bots come to at the worker.
    """

    address: str
    secret: str = field(repr=False)
    server: ServerSettings


@dataclass(frozen=True, slots=True)
class MatchTask:
    """A match to be played.

    `startup` is the time in seconds that its bots have to be there. The record goes to the file
    `record`, signed with the key file `key` if there is one. If `record` is None, the worker
    returns it in memory, unsigned. `resume` means that the match was interrupted, and resumes from
    its record. Local bots are run in the `folder`, and held by the `sandbox`. The `lobby` invites
    network bots; if it is None, they connect by themselves. A worker process logs as `log` says.
    """

    settings: MatchSettings
    players: tuple[TaskBot, ...]
    startup: float = 20.0
    record: Path | None = None
    key: Path | None = None
    resume: bool = False
    folder: Path = Path()
    sandbox: Sandbox = field(default_factory=Sandbox)
    durable: str = "process"
    lobby: LobbyLink | None = None
    log: LogSettings = LogSettings()


class BotMissing(UnavailableError):
    """A bot is not here, and its match cannot begin. The text shows what the bot printed last."""

    def __init__(self, absence: Absence) -> None:
        sentence = LaunchSentence.ABSENT
        if absence.line:
            sentence = _sentence_of(absence)
        super().__init__(
            sentence,
            bot=absence.bot,
            why=absence.reason,
            line=absence.line,
            printed=absence.last_words,
        )
        self.absence = absence


def _sentence_of(absence: Absence) -> LaunchSentence:
    """The reason for the absence of a local bot."""
    if absence.ending is not None and absence.ending.code == 0:
        if absence.last_words:
            return LaunchSentence.NEVER_CONNECTED
        return LaunchSentence.NEVER_CONNECTED_IN_SILENCE
    if absence.last_words:
        return LaunchSentence.ABSENT_WITH_OUTPUT
    return LaunchSentence.ABSENT_IN_SILENCE


class WorkerLost(Exception):
    """The worker that played a match is gone, and the state of the match is unknown."""
