"""Random matches of every game and option set, for the tests of screens."""

from functools import cache

from referee.record.reader import Record, parse
from tests.games.variants import label, variants
from tests.match.driver import Driver
from tests.record.samples import record_of
from tianming_games.registry import load

PLAYS = [
    (game, options, seats)
    for game, most in (("china", 5), ("dragon", 5), ("ming", 4))
    for options in variants(game)
    for seats in [{"before-princes": 2}.get(options.get("neutral_setup", ""), most)]
    for seats in [4 if options.get("side") == "3-4" else seats]
]
"""Game, options and number of seats: with as many as can play, whose boards are the largest."""

NAMES = [f"{game}-{label(options)}" for game, options, _ in PLAYS]


@cache
def data(place: int) -> bytes:
    """Return the bytes of the record of a play."""
    game, options, seats = PLAYS[place]
    return record_of(Driver(load(game), seats, options))


def record(place: int) -> Record:
    """Return the parsed record of a play."""
    return parse(data(place), "m.tianming")
