"""The matches of a check: every game of the bot, with every value of every option."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tianming_games.game import Game
from tianming_games.ground.error import UsageError
from tianming_games.ground.text import did_you_mean
from tianming_games.registry import load, names, playable


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A match to play: the game, its full set of options, and the number of seats.

    `changed` describes the options that are not the default, for people.
    """

    game: str
    options: Mapping[str, str]
    seats: int
    changed: str

    def __str__(self) -> str:
        changed = f" with {self.changed}" if self.changed else ""
        return f"{self.game}{changed}, {self.seats} seats"


def games_of(
    named: frozenset[str], plays: Callable[[str], bool], wanted: Iterable[str]
) -> tuple[list[str], dict[str, str]]:
    """Return the installed games to check, and by name why the bot's other games cannot be played.

    Args:
        named: the games that the bot names; empty if it plays all.
        plays: whether the bot plays an installed game in the installed version of its rules.
        wanted: the games to check; empty for all.
    """
    known = [game for game in playable() if plays(game)]
    asked = set(wanted)
    wrong = {name: _why_not(name) for name in sorted(named) if name not in known}
    return [game for game in known if not asked or game in asked], wrong


def _why_not(name: str) -> str:
    if name not in names():
        return f"there is no such game; {did_you_mean(name, names())}"
    return f"it does not know version {load(name).rules_version} of the rules."


def plans(games: Iterable[str]) -> list[MatchPlan]:
    """Return the matches of some games: first with default options, then with one option changed.

    With default options there is a match with the fewest seats, and one with the most seats.
    """
    listed = [list(_plans(load(name))) for name in games]
    usual = [plan for each in listed for plan in each if not plan.changed]
    return usual + [plan for each in listed for plan in each if plan.changed]


def _plans(game: Game[Any]) -> Iterator[MatchPlan]:
    seats = range(game.facts.least_seats, game.facts.most_seats + 1)
    for number in sorted({seats[0], seats[-1]}):
        yield MatchPlan(game.name, game.checked(number, {}), number, "")
    for option in game.options:
        for value in option.choices:
            if value != option.default:
                yield from _changed(game, seats, {option.name: value})


def _changed(game: Game[Any], seats: Iterable[int], options: dict[str, str]) -> Iterator[MatchPlan]:
    """Yield the match with some options changed, and with the fewest seats that they allow."""
    changed = ", ".join(f"{name} {value}" for name, value in options.items())
    for number in seats:
        try:
            yield MatchPlan(game.name, game.checked(number, options), number, changed)
        except UsageError:
            continue
        return
