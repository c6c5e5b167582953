"""A season: its bots, matches and failures, which a seed determines before it begins."""

from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

from referee.game_check.random_play import seed_bytes
from referee.identifier import BotName, MatchId
from referee.match.clock import SECOND, ClockSettings, Span
from referee.match.settings import MatchSettings
from referee.record.durability import Durability
from referee.server.limits import Limits
from tests.games.variants import variants
from tests.golden.write import seat_numbers
from tests.sim.bot import Bot
from tests.sim.disk import Trouble
from tests.sim.wire import Road
from tests.sim.world import World, span
from tests.sim.zoo import SPECIES, UnknownBot
from tianming_games.game import Game
from tianming_games.registry import load

GAMES = ("china", "dragon", "ming")
"""The real games of the simulation; the toy game is much more frequent."""

CALM = Road()
"""The network of a bot to which the promise `truthful` applies: no strikes without a fault."""

AMPLE = 2 * SECOND
"""Minimum time for a decision, in nanoseconds, for that promise to apply."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot of a season; `arrives` is in nanoseconds from the season's start."""

    name: str
    token: str
    species: type[Bot]
    road: Road
    arrives: int
    admitted: bool
    """Whether the referee knows its token."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A match of a season; `begins` is in nanoseconds from the season's start."""

    settings: MatchSettings
    begins: int

    @property
    def broken(self) -> bool:
        """Whether the rules of its game fail on purpose."""
        return self.settings.options.get("broken") == "yes"


@dataclass(frozen=True, slots=True)
class Crash:
    """The planned end of a life of the referee.

    Attributes:
        power: whether the power fails as well.
        cause: `time`, `operation` (of the disk), `frame` or `drain` (at a time).
        number: nanoseconds, operations or frames since the start of the life.
        pause: nanoseconds until the next life.
        grace: seconds for open matches in a drain.
    """

    power: bool
    cause: str
    number: int
    pause: int
    grace: float = 0.0


@dataclass(frozen=True, slots=True)
class Stall:
    """A stall of the referee for `span` nanoseconds, after the frame with the number `frame`."""

    frame: int
    span: int


@dataclass(frozen=True, slots=True)
class Season:
    """The bots and matches of a season, and its failures."""

    seed: int
    limits: Limits
    durability: Durability
    pace: float
    """Seconds by which each question is delayed, as for spectators."""
    entrants: tuple[Entrant, ...]
    matches: tuple[Planned, ...]
    crashes: tuple[Crash, ...]
    stalls: tuple[Stall, ...]
    troubles: dict[int, Trouble]

    @property
    def undisturbed(self) -> bool:
        """Whether the referee itself has no failure, so that all times are known exactly."""
        return not (self.crashes or self.stalls or self.troubles)


def season(seed: int) -> Season:
    """Return the season of a seed."""
    world = World(seed)
    rough = world.dice("roads").random() < 0.5
    entrants = _entrants(world.dice("entrants"), rough)
    names = [BotName(entrant.name) for entrant in entrants]
    fate = world.dice("fate").choices(("none", "crash", "stall", "disk"), (5, 3, 1, 1))[0]
    dice = world.dice(fate)
    return Season(
        seed=seed,
        limits=_limits(world.dice("limits")),
        durability=_durability(world.dice("durability")),
        pace=world.dice("pace").choice((0, 0, 0, 0, 0, 0, 0, 0.01, 0.3)),
        entrants=entrants,
        matches=_matches(world.dice("matches"), names, seed),
        crashes=_crashes(dice) if fate == "crash" else (),
        stalls=_stalls(dice) if fate == "stall" else (),
        troubles=_troubles(dice) if fate == "disk" else {},
    )


def _durability(dice: Random) -> Durability:
    return Durability.POWER if dice.random() < 0.3 else Durability.PROCESS


def _entrants(dice: Random, rough: bool) -> tuple[Entrant, ...]:
    """Return two to six bots, about half of them honest."""
    entrants = []
    for index in range(dice.randint(2, 6)):
        species = Bot if dice.random() < 0.4 else dice.choice(SPECIES)
        road = _road(dice) if rough and dice.random() < 0.6 else CALM
        arrives = span(dice, 0.001, 3)
        admitted = species is not UnknownBot or dice.random() < 0.5
        entrants.append(Entrant(f"bot{index}", f"token {index}", species, road, arrives, admitted))
    return tuple(entrants)


def _road(dice: Random) -> Road:
    return Road(
        latency=(0.0001, dice.choice((0.001, 0.05, 0.5))),
        cuts=dice.choice((0, 0, 0.1, 1)),
        holds=dice.choice((0, 0, 0.1)),
        window=dice.choice((100, 1_000, 65_535)),
    )


def _limits(dice: Random) -> Limits:
    return replace(
        Limits(),
        messages_per_second=dice.choice((5, 20)),
        message_burst=dice.choice((20, 200)),
        max_queue=dice.choice((64, 4096)),
        max_frame_messages=dice.choice((1, 3, 256)),
        hello_timeout=dice.choice((0.5, 5.0)),
        write_timeout=dice.choice((0.5, 10.0)),
    )


def _matches(dice: Random, names: list[BotName], seed: int) -> tuple[Planned, ...]:
    return tuple(
        Planned(_settings(dice, names, seed, index), span(dice, 0.001, 10))
        for index in range(dice.randint(4, 10))
    )


def _settings(dice: Random, names: list[BotName], seed: int, index: int) -> MatchSettings:
    game, options = _game(dice)
    seats = dice.choice(seat_numbers(game, options))
    bots = tuple(dice.choice(names) for _ in range(seats))
    if len(names) >= seats and dice.random() < 0.8:
        bots = tuple(dice.sample(names, seats))
    return MatchSettings(
        match_id=MatchId(f"m{index}"),
        game=game.name,
        options=game.checked(seats, options),
        bots=bots,
        seed=seed_bytes(seed * 100 + index),
        seed_nonce=bytes(32),
        clock=_clock(dice),
        strikes=dice.randint(1, 4),
    )


def _game(dice: Random) -> tuple[Game[Any], dict[str, str]]:
    if dice.random() < 0.97:
        yes = {"together": dice.random() < 0.5, "broken": dice.random() < 0.03}
        return load("toy"), {name: "yes" if on else "no" for name, on in yes.items()}
    game = load(dice.choice(GAMES))
    return game, dice.choice(_variants(game.name))


@cache
def _variants(name: str) -> list[dict[str, str]]:
    return list(variants(name))


def _clock(dice: Random) -> ClockSettings:
    """Return a clock with much or little time."""
    ample = dice.random() < 0.5
    return ClockSettings(
        decision=Span(span(dice, 2, 5) if ample else span(dice, 0.01, 1)),
        bank=Span(dice.choice((0, span(dice, 0.1, 5)))),
        increment=Span(dice.choice((0, 0, span(dice, 0.01, 0.5)))),
        grace=Span(dice.choice((0, span(dice, 0.001, 0.2)))),
        first=Span(dice.choice((0, span(dice, 0.1, 3)))),
    )


def _crashes(dice: Random) -> tuple[Crash, ...]:
    """Return one to three crashes."""
    return tuple(_crash(dice) for _ in range(dice.randint(1, 3)))


def _crash(dice: Random) -> Crash:
    cause = dice.choice(("time", "operation", "frame", "drain"))
    timed = cause in ("time", "drain")
    number = span(dice, 0.01, 20) if timed else dice.randint(1, 150)
    power = cause != "drain" and dice.random() < 0.4
    return Crash(power, cause, number, span(dice, 0.01, 30), dice.choice((0, 0.1, 5)))


def _stalls(dice: Random) -> tuple[Stall, ...]:
    return tuple(
        Stall(dice.randint(1, 150), span(dice, 0.05, 20)) for _ in range(dice.randint(1, 4))
    )


def _troubles(dice: Random) -> dict[int, Trouble]:
    return {dice.randint(1, 150): dice.choice(tuple(Trouble)) for _ in range(dice.randint(1, 2))}
