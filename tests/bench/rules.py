"""Rules: random play, compared with Catanatron, and a referee's operations on a state."""

import contextlib
from collections.abc import Callable, Iterator
from functools import partial

from referee.error import UsageError
from tests.bench import command
from tests.bench.core import FIRST
from tests.bench.figure import Figure, Series, Target, at_least, at_most
from tests.bench.sample import Result, Scale, in_turn, take
from tests.bench.worker.plays import Plays
from tests.bench.worker.rival import Rival
from tests.games.variants import label, variants
from tianming_games.registry import load, names

SEATS = 4
"""Number of seats of the rival's game, and of ours where possible."""

_RIVAL = "Catanatron"

_OPERATIONS: dict[str, Target | None] = {
    "clone": at_most(20),
    "observation": at_most(40),
    "question": None,
    "canonical_bytes": None,
    "resample": at_most(200),
}
"""Targets for operations, in microseconds."""

_SLOWEST = at_most(20)
"""Target for the slowest decision, in milliseconds."""


def bench(scale: Scale) -> Iterator[Figure]:
    """Yield figures of every installed game, with every option set of its tests."""
    for game in names():
        yield from _game(game, scale)


def _game(game: str, scale: Scale) -> Iterator[Figure]:
    """Yield figures of all option sets of a game; each round samples the rival once."""
    takers: dict[str, Callable[[], Result]] = {}
    for options in variants(game):
        job = Plays(game, _seats(game, options), options, scale.seconds, FIRST)
        takers[label(options)] = partial(take, "plays", job, {})
    takers[_RIVAL] = partial(take, "rival", Rival(SEATS, scale.seconds, FIRST), {})
    series = in_turn(takers, scale.rounds)
    for options in variants(game):
        ours = series[label(options)]
        subject = f"{game} {label(options)}, {_seats(game, options)} seats"
        yield from _speed(subject, ours, series[_RIVAL], _wanted(game, options))
        yield from _costs(subject, ours)


def _seats(game: str, options: dict[str, str]) -> int:
    """Return the number of seats nearest to the rival's that the options allow."""
    rules = load(game)
    numbers = range(rules.facts.least_seats, rules.facts.most_seats + 1)
    for seats in sorted(numbers, key=lambda number: abs(number - SEATS)):
        with contextlib.suppress(UsageError):
            rules.begin(seats, options)
            return seats
    raise ValueError(f"{game} is for no number of seats with {label(options)}")


def _wanted(game: str, options: dict[str, str]) -> Target:
    return at_least(1.5 if game == "dragon" and not options else 1.2)


def _speed(
    subject: str, ours: dict[str, Series], rival: dict[str, Series], target: Target
) -> Iterator[Figure]:
    unit = "decisions/s"
    for name, what, wanted in (
        ("decisions", "random play", target),
        ("choices", "random play, 2 options or more", None),
    ):
        yield Figure(f"{subject}: {what}", unit, ours[name], _RIVAL, rival[name], wanted)


def _costs(subject: str, ours: dict[str, Series]) -> Iterator[Figure]:
    for name, target in _OPERATIONS.items():
        yield Figure(f"{subject}: {name}", "us", ours[name], target=target)
    yield Figure(f"{subject}: slowest decision", "ms", ours["slowest"], target=_SLOWEST)


if __name__ == "__main__":
    command.main({"rules": bench})
