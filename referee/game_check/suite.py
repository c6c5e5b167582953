"""Check an installed game: random plays with every number of seats and every option."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.game_check.promise_walk import (
    Breach,
    BrokenPromise,
    GameCase,
    PlaysEnd,
    Promise,
    sentence_of,
    walk,
)
from referee.game_check.random_play import random_steps
from referee.game_check.scene_promise import SCENE_PROMISES
from referee.game_check.state_promise import STATE_PROMISES
from referee.game_check.wire_promise import WIRE_PROMISES, EncodersAgree
from tianming_games.game import Game
from tianming_games.ground.error import UsageError

_SLOWEST: Final = 0.01
"""Maximum seconds of the processor for a step, on average; the referee plays many matches."""


class StepsAreFast(Promise):
    """A step takes less than 10 ms of the processor, on average."""


PROMISES: Final = (*STATE_PROMISES, *WIRE_PROMISES, *SCENE_PROMISES)
"""All promises that are checked at the steps of a play."""


@dataclass(frozen=True, slots=True)
class PromiseVerdict:
    """What was found about one promise: `breach` is None if it is kept."""

    name: str
    promise: str
    breach: Breach | None


@dataclass(frozen=True, slots=True)
class GameFindings:
    """What a check has found.

    Attributes:
        cases: number of combinations of seats and options.
        plays: number of plays.
        rate: decisions and draws of a second of the processor, without the checks.
        verdicts: what was found about each promise.
    """

    cases: int
    plays: int
    rate: float
    verdicts: Sequence[PromiseVerdict]

    @property
    def is_sound(self) -> bool:
        """Whether all promises are kept."""
        return all(verdict.breach is None for verdict in self.verdicts)


def cases_of(game: Game[Any]) -> Iterator[GameCase]:
    """Yield what to play: default options with every number of seats, then each other value."""
    seats = range(game.facts.least_seats, game.facts.most_seats + 1)
    for number in seats:
        yield from _case(game, [number], {})
    for option in game.options:
        for value in option.choices:
            if value != option.default:
                yield from _case(game, seats, {option.name: value})


def check_game(game: Game[Any], plays: int, seed: int) -> GameFindings:
    """Check all promises of a game.

    Args:
        game: the game.
        plays: number of plays of each combination of seats and options.
        seed: the seed of the first play; the others follow it.
    """
    cases = list(cases_of(game))
    found: dict[type[Promise], Breach | None] = dict.fromkeys((PlaysEnd, *PROMISES))
    for case in cases:
        for kind, breach in _walked(case, range(seed, seed + plays)).items():
            found[kind] = found[kind] or breach
    rate = 0.0
    if found[PlaysEnd] is None and found[EncodersAgree] is None:
        rate = _rate(cases[0], seed)
        found[StepsAreFast] = _slowness(cases[0], rate)
    verdicts = [
        PromiseVerdict(kind.__name__, sentence_of(kind), breach) for kind, breach in found.items()
    ]
    return GameFindings(len(cases), plays * len(cases), rate, verdicts)


def _walked(case: GameCase, seeds: Sequence[int]) -> dict[type[Promise], Breach | None]:
    """Walk with all promises; one that cannot even begin is broken."""
    kinds, failed = [], {}
    for kind in PROMISES:
        try:
            kind(case)
            kinds.append(kind)
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            failed[kind] = Breach(case, "the presentation of the match", why, error)
    return {**failed, **walk(case, seeds, kinds)}


def _case(game: Game[Any], seats: Sequence[int], options: dict[str, str]) -> Iterator[GameCase]:
    """Yield the case of the first number of seats that the options allow."""
    for number in seats:
        try:
            game.begin(number, options)
            takes = True
        except UsageError:
            takes = False
        except Exception:
            takes = True  # a promise names the error
        if takes:
            yield GameCase(game, number, options)
            return


def _rate(case: GameCase, seed: int) -> float:
    """Return the steps of a second of the processor: options, choice, position and step."""
    wire, start, steps = case.game.wire(), time.process_time(), 0
    for state, seat, _ in random_steps(case.game, case.seats, case.options, seed):
        steps += 1
        if seat >= 0:
            wire.position(state, seat, state.legal_actions(seat))
    return steps / max(time.process_time() - start, 1e-9)


def _slowness(case: GameCase, rate: float) -> Breach | None:
    if rate >= 1 / _SLOWEST:
        return None
    why = f"A step takes {1000 / rate:,.0f} ms of the processor."
    return Breach(case, "a whole play", why, BrokenPromise(why))
