"""A league's season for the simulation: who comes and goes, who is slow, and when rounds begin.

Some bots have an owner, and no two bots of one owner should meet.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from referee.identifier import BotName, OwnerName
from referee.league.configuration.settings import (
    BotSettings,
    LeagueSettings,
    LimitsTable,
    OwnerSettings,
    ScheduleTable,
)
from referee.league.format import Format
from referee.league.format.ladder import Ladder
from referee.league.format.round_robin import RoundRobin
from referee.match.clock import SECOND
from tests.sim.world import START, World, span

SPAN = 3 * 3_600 * SECOND
"""The length of a season in nanoseconds."""

DAWN = datetime(2026, 10, 24, 23, 0, tzinfo=UTC)
"""The time at the start of a season: in Europe, clocks are set back two hours later."""

OWNERS = (OwnerName("ada"), OwnerName("ben"))

MOMENT = SECOND
"""Nanoseconds within which a run must use what it can use."""


@dataclass(frozen=True, slots=True)
class LeagueBot:
    """A bot of a season.

    Attributes:
        name: its name.
        pace: nanoseconds that a match with it takes.
        visits: when it is connected, as pairs of times; a local bot is always there.
        is_local: whether the league starts it.
        owner: its owner; empty for none.
    """

    name: BotName
    pace: int
    visits: tuple[tuple[int, int], ...]
    is_local: bool
    owner: OwnerName

    def is_there(self, time: int) -> bool:
        """Return whether the bot is connected at a time."""
        return self.is_local or any(come <= time < go for come, go in self.visits)

    def leaves(self, time: int) -> int:
        """Return until when a bot that is there at a time stays."""
        return next((go for come, go in self.visits if come <= time < go), START + 2 * SPAN)

    def comes(self, time: int) -> int:
        """Return when a bot that is away at a time comes next."""
        return min((come for come, _ in self.visits if come > time), default=START + 2 * SPAN)


@dataclass(frozen=True, slots=True)
class LeagueSeason:
    """A season: its seed, its settings, its bots, and when the process that plays it is killed."""

    seed: int
    settings: LeagueSettings
    bots: dict[BotName, LeagueBot]
    kills: tuple[int, ...]


def utc(time: int) -> datetime:
    """Return the time of the wall clock at a time of the world."""
    return DAWN + timedelta(microseconds=(time - START) // 1_000)


def league_season(seed: int, folder: Path) -> LeagueSeason:
    """Return the season of a seed, with its records in a folder."""
    world = World(seed)
    dice = world.dice("league")
    seats = dice.choice((2, 3, 3))
    bots = [_bot(world.dice(f"bot {index}"), index) for index in range(dice.randint(seats + 1, 8))]
    settings = LeagueSettings(
        name="sim",
        game="toy",
        seats=seats,
        seed=str(seed),
        format=_format(dice),
        limits=LimitsTable(
            matches=dice.choice((1, 2, 8)),
            matches_per_bot=dice.choice((1, 2)),
            bench_after=dice.choice((1, 3)),
        ),
        schedule=_schedule(dice),
        bots=tuple(_settings(bot) for bot in bots),
        owners=tuple(OwnerSettings(name=name) for name in OWNERS),
        folder=folder,
    )
    kills = tuple(sorted(START + dice.randrange(SPAN) for _ in range(dice.choice((0, 0, 1, 3)))))
    return LeagueSeason(seed, settings, {bot.name: bot for bot in bots}, kills)


def _format(dice: Random) -> Format:
    if dice.random() < 0.75:
        return Ladder(rounds=dice.choice((2, 5, 20)))
    return RoundRobin(rounds=dice.choice((1, 3)))


def _schedule(dice: Random) -> ScheduleTable:
    zone = dice.choice(("UTC", "Europe/Berlin"))
    return dice.choice(
        (
            ScheduleTable(),
            ScheduleTable(every="30 min", zone=zone),
            ScheduleTable(at="00:10, 01:00 02:30", zone=zone),
            ScheduleTable(every="20 min", zone=zone, until="2026-10-25 02:00"),
        )
    )


def _bot(dice: Random, index: int) -> LeagueBot:
    is_local = dice.random() < 0.3
    pace = span(dice, 300, 900) if dice.random() < 0.15 else span(dice, 5, 60)
    visits, time = list[tuple[int, int]](), START - SECOND
    while time < START + SPAN and not is_local:
        come = time + (0 if dice.random() < 0.4 else span(dice, 10, 3_600))
        time = come + span(dice, 60, 4 * 3_600)
        visits.append((come, time))
        time += span(dice, 5, 1_800)
    owner = dice.choice((*OWNERS, "", "", ""))
    return LeagueBot(BotName(f"bot{index}"), pace, tuple(visits), is_local, OwnerName(owner))


def _settings(bot: LeagueBot) -> BotSettings:
    if bot.is_local:
        return BotSettings(name=bot.name, command="random", owner=bot.owner)
    return BotSettings(name=bot.name, token=f"{bot.name}'s", owner=bot.owner)
