"""The options of a match on the command line: game options, seed, clock and strikes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import shake_256
from typing import TYPE_CHECKING

import click

from referee.cli.command import Decorator, ListedOption, WordChoice, collected
from referee.cli.option import completion
from referee.cli.sentence import CommandSentence
from referee.error import UsageError
from referee.identifier import BotName, MatchId
from referee.match.clock import ClockSettings, seconds
from referee.match.settings import MatchSettings
from referee.record.durability import Durability

if TYPE_CHECKING:
    from referee.league.configuration.settings import ClockTable, MatchTable

_DEFAULTS = ClockSettings()
_CLOCK = (
    ("decision", "time for each decision"),
    ("bank", "reserve time for the whole match"),
    ("increment", "time added to the bank after each decision"),
    ("grace", "time after the budget in which an answer still counts"),
    ("first", "extra time for a bot's first question"),
    ("stall", "pauses of this machine after which the match is void"),
)
STARTUP = 20.0
"""The default time for a bot to connect, in seconds."""

MOST_SECONDS = 86_400
"""The most seconds of any time."""

_MOST_STRIKES = 1_000
_STRIKES = 3
_DURABLE = [one.value for one in Durability]


class ClockOption(ListedOption):
    """An option of the clock."""

    section = "Clock, in seconds"


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """The options of a match, except its game and its seed. Times are in seconds."""

    option: tuple[str, ...]
    strikes: int
    durable: str
    decision: float
    bank: float
    increment: float
    grace: float
    first: float
    stall: float

    def words(self) -> list[str]:
        """Return the flags with other values than the default, for a command line to print."""
        words = [word for option in self.option for word in ("--option", option)]
        for name, _ in _CLOCK:
            if self.time(name) != _default(name):
                words += [f"--{name}", repr(self.time(name)).removesuffix(".0")]
        return words if self.strikes == _STRIKES else [*words, "--strikes", str(self.strikes)]

    def time(self, name: str) -> float:
        """Return a time of the clock, in seconds."""
        value: float = getattr(self, name)
        return value


def has_default_clock(match_options: MatchOptions) -> bool:
    """Return whether the user gave no time of the clock."""
    return all(match_options.time(name) == _default(name) for name, _ in _CLOCK)


def _default(name: str) -> float:
    span: int = getattr(_DEFAULTS, name)
    return span / 1e9


def _clock_option(name: str, meaning: str) -> Decorator:
    return click.option(
        f"--{name}",
        cls=ClockOption,
        type=float,
        default=_default(name),
        metavar="SECONDS",
        help=f"{meaning} (default: {_default(name):g})",
    )


with_match_options = collected(
    "match_options",
    MatchOptions,
    (
        click.option(
            "--option",
            multiple=True,
            metavar="NAME=VALUE",
            help="an option of the game; may be repeated; `referee games` lists them",
        ),
        click.option(
            "--strikes",
            type=int,
            default=_STRIKES,
            metavar="N",
            help="faults after which a seat is forfeited (default: 3)",
        ),
        click.option(
            "--durable",
            type=WordChoice(_DURABLE),
            default=_DURABLE[0],
            help="what a decision survives before anybody sees it: the end of the process, or a "
            "power loss, which takes one fsync per decision (default: process)",
        ),
        *(_clock_option(name, meaning) for name, meaning in _CLOCK),
    ),
)
"""Adds the options, collected as `match_options`. The seed is no part of them: only commands in
which draws may be predictable offer it."""

game_argument = click.argument(
    "game",
    metavar="GAME",
    shell_complete=completion.games,
    help="name of a game; `referee games` lists them",
)
"""Adds the argument `game`."""

seed_option = click.option(
    "--seed", type=int, metavar="N", help="integer that determines all draws (default: random)"
)
"""Adds the option `--seed`."""

startup_option = click.option(
    "--startup",
    type=float,
    default=STARTUP,
    metavar="SECONDS",
    help=f"time for a bot to connect after its start (default: {STARTUP:g})",
)
"""Adds the option `--startup`."""


def clock_of(match_options: MatchOptions) -> ClockSettings:
    """Return the clock settings of the flags.

    Raises:
        UsageError: if a time is out of range, or there is no time to answer.
    """
    for name, _ in _CLOCK:
        check_seconds(name, match_options.time(name))
    if match_options.decision + match_options.bank <= 0:
        raise UsageError(CommandSentence.NO_TIME_TO_ANSWER)
    return ClockSettings(**{name: seconds(match_options.time(name)) for name, _ in _CLOCK})


def clock_table_of(match_options: MatchOptions) -> ClockTable:
    """Return the clock of the flags as a table of a league file.

    Raises:
        UsageError: if a time is out of range, or there is no time to answer.
    """
    from referee.league.configuration.settings import ClockTable

    clock_of(match_options)
    return ClockTable(**{name: match_options.time(name) for name, _ in _CLOCK})


def match_table_of(match_options: MatchOptions, startup: float = STARTUP) -> MatchTable:
    """Return the other flags of a match as a table of a league file.

    Args:
        match_options: the flags.
        startup: the seconds for a bot to connect.

    Raises:
        UsageError: if that time is out of range.
    """
    from referee.league.configuration.settings import MatchTable

    check_seconds("startup", startup)
    return MatchTable(
        strikes=match_options.strikes,
        durable=match_options.durable,
        startup=max(startup, 0.1),
    )


def check_seconds(name: str, value: float) -> None:
    """Raise `UsageError` if a time in seconds is out of range."""
    if not 0 <= value <= MOST_SECONDS:
        raise UsageError(
            CommandSentence.SECONDS_OUT_OF_RANGE, name=name, value=value, most=MOST_SECONDS
        )


def options_of(named: Sequence[str]) -> dict[str, str]:
    """Parse options of the game, each as `NAME=VALUE`.

    Raises:
        UsageError: if an option has no value, or two different ones.
    """
    options: dict[str, str] = {}
    for given in named:
        name, separator, value = given.partition("=")
        if not separator or not name:
            raise UsageError(CommandSentence.NO_OPTION_OF_GAME, word=given)
        if options.get(name, value) != value:
            raise UsageError(
                CommandSentence.OPTION_TWICE, name=name, one=options[name], other=value
            )
        options[name] = value
    return options


def seed_of(seed: int | None) -> int:
    """Return the given seed, or a random one.

    Raises:
        UsageError: if the seed is negative.
    """
    import secrets

    if seed is None:
        return secrets.randbits(63)
    if seed < 0:
        raise UsageError(CommandSentence.NUMBER_TOO_SMALL, name="seed", value=seed, least=0)
    return seed


def match_name(seed: int, settings: MatchSettings) -> str:
    """Return a name for a match of `referee play` that contains the seed, masked by the nonce.

    Bots receive the name at the start, and the nonce that reveals the seed at the end.
    """
    length = max(8, (seed.bit_length() + 7) // 8)
    return f"{settings.game}-{_mask(seed, length, settings.seed_nonce):0{2 * length}x}"


def seed_in_name(settings: MatchSettings) -> int | None:
    """Return the number that `match_name` masked; None for another kind of name."""
    hidden = settings.match_id.rpartition("-")[2]
    if re.fullmatch(r"(?:[0-9a-f]{2})+", hidden) is None:
        return None
    return _mask(int(hidden, 16), len(hidden) // 2, settings.seed_nonce)


def _mask(number: int, length: int, nonce: bytes) -> int:
    mask = shake_256(b"tianming.name" + nonce).digest(length)
    return number ^ int.from_bytes(mask, "big")


def match_settings(
    match_id: MatchId, game: str, bots: Sequence[BotName], seed: bytes, match_options: MatchOptions
) -> MatchSettings:
    """Return the settings of a match, with a new nonce.

    Raises:
        UsageError: if the game refuses the options, or a number is out of range.
    """
    import secrets

    from tianming_games.registry import load

    full = load(game).checked(len(bots), options_of(match_options.option))
    if not 1 <= match_options.strikes <= _MOST_STRIKES:
        raise UsageError(
            CommandSentence.NUMBER_OUT_OF_RANGE,
            name="strikes",
            value=match_options.strikes,
            least=1,
            most=_MOST_STRIKES,
        )
    return MatchSettings(
        match_id=match_id,
        game=game,
        options=full,
        bots=tuple(bots),
        seed=seed,
        seed_nonce=secrets.token_bytes(32),
        clock=clock_of(match_options),
        strikes=match_options.strikes,
    )
