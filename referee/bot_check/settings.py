"""The settings of a check: the bot, and the limits that a league would set."""

from dataclasses import dataclass, field

from referee.launch.command import BotCommand
from referee.launch.preset import Preset
from referee.launch.sandbox import Sandbox
from referee.match.clock import ClockSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSettings:
    """The settings of a check.

    Attributes:
        bot: the bot.
        sandbox: the sandbox that the league runs it in.
        clock: the clock of each match.
        strikes: faults after which a seat is forfeited.
        startup: seconds that the bot has to connect.
        games: the games to play; empty for all that the bot names.
        at_once: maximum of matches played at once.
        seconds: seconds after which no more matches start.
    """

    bot: BotCommand
    sandbox: Sandbox = field(default_factory=lambda: Sandbox(Preset.BASIC))
    clock: ClockSettings = field(default_factory=ClockSettings)
    strikes: int = 3
    startup: float = 20.0
    games: tuple[str, ...] = ()
    at_once: int = 16
    seconds: float = 300.0
