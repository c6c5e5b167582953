"""Settings of a short bot check, with bots of the zoo."""

import sys

from referee.bot_check.settings import CheckSettings
from referee.identifier import BotName
from referee.launch.command import BotCommand, commands
from referee.launch.preset import Preset
from referee.launch.sandbox import Sandbox
from referee.match.clock import ClockSettings, Span, seconds
from tests.patience import PATIENCE

SHORT = ClockSettings(
    decision=seconds(0.05), bank=Span(0), grace=Span(0), first=seconds(2), stall=seconds(50)
)
"""A clock on which a bot that thinks for 0.2 s is late."""


def untidy(kind: str) -> BotCommand:
    """Return a bot of `tests.zoo.untidy`."""
    return BotCommand(BotName(kind), (sys.executable, "-m", "tests.zoo.untidy", kind))


def settings(bot: BotCommand, clock: ClockSettings | None = None) -> CheckSettings:
    """Return a check with one game and few matches."""
    return CheckSettings(
        bot=bot,
        sandbox=Sandbox(Preset.BASIC),
        clock=clock or ClockSettings(stall=seconds(50)),
        startup=PATIENCE,
        games=("ming",),
        at_once=4,
    )


def greedy() -> BotCommand:
    """Return the command of the greedy bot."""
    (command,) = commands(["greedy"])
    return command
