"""A match task: everything that a worker needs to play a match.

Tasks and results can be pickled, so a match can be played in this process, in another one, or on
another machine. If a task is played twice, both matches have the same name, and only one counts.
"""

from dataclasses import dataclass, field
from pathlib import Path

from referee.error import UnavailableError
from referee.identifier import BotName
from referee.launch.command import SHARED, BotCommand, NamedPlayer, PersonSeat
from referee.launch.finished_match import Absence
from referee.launch.sandbox import Sandbox
from referee.launch.sentence import LaunchSentence
from referee.match.settings import MatchSettings
from referee.server.log_output import LogSettings
from referee.server.referee import ServerSettings


@dataclass(frozen=True, slots=True)
class TaskBot:
    """A bot of a task.

    A local bot has a `command`, and a listening bot has an `address`. `token_env` is the
    environment variable with the token that a listening bot expects, on the machine that plays the
    match. A remote bot has neither; it connects by itself. A hosted bot has a `folder`, a `sandbox`
    and a `version`, which replace those of the task and what the bot says about its version.
    """

    name: BotName
    command: str | None = None
    address: str | None = None
    token_env: str | None = None
    folder: Path | None = None
    sandbox: Sandbox | None = None
    version: str = ""

    @classmethod
    def of(cls, bot: NamedPlayer) -> "TaskBot":
        """Return the bot of a task from a player that was named on the command line.

        The bot of a person connects by itself.
        """
        if isinstance(bot, PersonSeat):
            return cls(bot.name)
        if isinstance(bot, BotCommand):
            return cls(bot.name, bot.line)
        return cls(bot.name, address=bot.address, token_env=SHARED if bot.token else None)


@dataclass(frozen=True, slots=True)
class LobbyLink:
    """How a worker invites remote bots from the lobby of their league.

    Attributes:
        address: the address of the lobby.
        secret: the secret that authenticates workers at the lobby; new for each run.
        server: the listener of the worker, to which the bots connect.
    """

    address: str
    secret: str = field(repr=False)
    server: ServerSettings


@dataclass(frozen=True, slots=True)
class MatchTask:
    """A match to be played.

    Attributes:
        settings: the settings of the match.
        players: its bots, each once.
        startup: the seconds that its bots have to connect.
        record: the file of its record; None if the worker returns the record, unsigned.
        key: the key file that signs the record; None for no signature.
        resume: whether the match was interrupted, and resumes from its record.
        folder: the working directory of local bots.
        sandbox: the sandbox of local bots.
        durable: what a decision survives, `process` or `power`.
        lobby: the lobby that invites remote bots; None if they connect by themselves.
        log: how a worker process logs.
        set_number: the set of the match, which one machine plays; 0 if it is in no set.
        machine: the machine that played other matches of the set; empty if none did.
        keeps_output: whether the result has what local bots printed.
        clock_factor: the factor by which the clock was scaled for the machine; None without.
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
    set_number: int = 0
    machine: str = ""
    keeps_output: bool = False
    clock_factor: float | None = None


class BotMissing(UnavailableError):
    """A bot is absent, so its match cannot begin. The text has the bot's last output."""

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
    """Return the error sentence for the absence of a local bot."""
    if absence.ending is not None and absence.ending.code == 0:
        if absence.last_words:
            return LaunchSentence.NEVER_CONNECTED
        return LaunchSentence.NEVER_CONNECTED_IN_SILENCE
    if absence.last_words:
        return LaunchSentence.ABSENT_WITH_OUTPUT
    return LaunchSentence.ABSENT_IN_SILENCE


class WorkerLost(Exception):
    """The worker of a match is gone, and the state of the match is unknown."""
