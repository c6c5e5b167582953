"""Walk through random plays, and check many promises at each step."""

import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from referee.game_check.random_play import random_steps, seed_bytes
from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.game import Game
from tianming_games.state import State

_STEPS: Final = 10
"""Maximum steps of a play, relative to the maximum number of decisions that the game declares."""

Step = Action | tuple[int, ...]


@dataclass(frozen=True, eq=False)
class GameCase:
    """One game with one option set and one number of seats."""

    game: Game[Any]
    seats: int
    options: dict[str, str]

    def begin(self) -> State:
        """Return a new state."""
        state: State = self.game.begin(self.seats, self.options)
        return state


class PlayMoment:
    """A state of a play, with its next step.

    `seat` is the acting seat, `CHANCE` for a draw, or `TERMINAL` after the last step. Values that
    several promises need are computed once; promises must not change the state.
    """

    def __init__(self, case: GameCase, seed: int, number: int, state: State, seat: int, step: Step):
        self.case = case
        self.seed = seed
        self.number = number
        self.state = state
        self.seat = seat
        self.step = step
        self._legal: dict[int, list[Action]] = {}
        self._texts: dict[int | None, str] = {}
        self._positions: dict[int, bytes] = {}
        self._twins: dict[int, State] = {}
        self._built: dict[int, State] = {}

    @property
    def action(self) -> Action:
        """The step of a seat."""
        assert isinstance(self.step, Action)
        return self.step

    @property
    def values(self) -> tuple[int, ...]:
        """The step of a draw."""
        assert not isinstance(self.step, Action)
        return self.step

    @cached_property
    def canonical(self) -> bytes:
        """The canonical bytes of the state."""
        return self.state.canonical_bytes()

    @property
    def chance(self) -> Chance:
        """Return a new random stream for redeals of this state."""
        return Chance(seed_bytes(self.seed), f"twin {self.number}")

    def legal(self, seat: int) -> list[Action]:
        """Return the legal actions of a seat."""
        if seat not in self._legal:
            self._legal[seat] = list(self.state.legal_actions(seat))
        return self._legal[seat]

    def text(self, seat: int | None = None) -> str:
        """Return the state as text: the whole state, or the view of a seat."""
        if seat not in self._texts:
            state = self.state
            self._texts[seat] = state.to_text() if seat is None else state.to_text(seat)
        return self._texts[seat]

    def position(self, seat: int) -> bytes:
        """Return the position of a seat, from a new encoder without caches."""
        if seat not in self._positions:
            wire = self.case.game.wire()
            self._positions[seat] = wire.position(self.state, seat, self.legal(seat))
        return self._positions[seat]

    def twin(self, seat: int) -> State:
        """Return the state after a redeal of all information that is hidden from a seat."""
        if seat not in self._twins:
            self._twins[seat] = self.state.resample(seat, self.chance)
        return self._twins[seat]

    def built(self, seat: int) -> State:
        """Return a state that is built from the position of a seat."""
        if seat not in self._built:
            game = self.case.game
            setup, position = game.wire().setup(self.state), self.position(seat)
            made: State = game.from_position(self.case.options, setup, position, self.chance)
            self._built[seat] = made
        return self._built[seat]


class Promise:
    """Checks one promise of a game. The docstring of a subclass is the promise.

    The methods raise `BrokenPromise`, or any other exception of the game.
    """

    def __init__(self, case: GameCase) -> None:
        self.case = case

    def begin(self) -> None:
        """Handle the begin of a play."""

    def see(self, moment: PlayMoment) -> None:
        """Check a state before its step is applied."""

    def end(self, last: PlayMoment) -> None:
        """Handle the end of a play, with its last state."""

    def close(self) -> None:
        """Handle the end of all plays."""


class BrokenPromise(Exception):
    """A play breaks a promise; the text says how."""


def hold(condition: bool, why: str) -> None:
    """Raise `BrokenPromise` with the reason unless the condition is true."""
    if not condition:
        raise BrokenPromise(why)


class PlaysEnd(Promise):
    """A play reaches its end without an error."""


@dataclass(frozen=True, slots=True)
class Breach:
    """Where a promise is broken for the first time, and how.

    Attributes:
        case: the game, its options and the number of seats.
        place: the step and the seed of the play.
        why: how it is broken, as a sentence.
        error: the exception.
    """

    case: GameCase
    place: str
    why: str
    error: Exception


class _Watch:
    """Calls the methods of a promise until it is broken for the first time."""

    def __init__(self, promise: Promise) -> None:
        self.promise = promise
        self.breach: Breach | None = None

    def ask(self, method: str, place: str, *moment: PlayMoment) -> None:
        """Call a method, unless the promise is broken already."""
        if self.breach is not None:
            return
        try:
            getattr(self.promise, method)(*moment)
        except Exception as error:
            self.fail(place, error)

    def fail(self, place: str, error: Exception) -> None:
        """Keep the first breach."""
        if self.breach is None:
            self.breach = Breach(self.promise.case, place, _reason(error), error)


def sentence_of(kind: type[Promise]) -> str:
    """Return the sentence of a promise."""
    first, _, _ = (kind.__doc__ or kind.__name__).partition("\n\n")
    return " ".join(first.split())


def walk(
    case: GameCase, seeds: Sequence[int], kinds: Sequence[type[Promise]]
) -> dict[type[Promise], Breach | None]:
    """Play each seed once; return for each promise where it is broken, if it is."""
    ending = _Watch(PlaysEnd(case))
    watches = [_Watch(kind(case)) for kind in kinds]
    for seed in seeds:
        _play(case, seed, watches, ending)
    for watch in watches:
        if ending.breach is None:
            watch.ask("close", f"the end of seeds {seeds[0]} to {seeds[-1]}")
    return {type(watch.promise): watch.breach for watch in (ending, *watches)}


def _play(case: GameCase, seed: int, watches: Sequence[_Watch], ending: _Watch) -> None:
    """Play one seed; an error of the game ends the play."""
    for watch in watches:
        watch.ask("begin", f"the start of seed {seed}")
    number, most = 0, _STEPS * (case.game.facts.longest + 1)
    try:
        for number, (state, seat, step) in enumerate(
            random_steps(case.game, case.seats, case.options, seed)
        ):
            hold(number <= most, f"The play has not ended after {most:,} steps.")
            moment = PlayMoment(case, seed, number, state, seat, step)
            for watch in watches:
                watch.ask("see", f"step {number} of seed {seed}", moment)
    except Exception as error:
        ending.fail(f"step {number} of seed {seed}", error)
        return
    for watch in watches:
        watch.ask("end", f"the end of seed {seed}", moment)


def _reason(error: Exception) -> str:
    """Return how a promise is broken; for an error of the game also the line of its code."""
    if isinstance(error, BrokenPromise):
        return str(error)
    kind, text = type(error).__name__, " ".join(str(error).split())
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{kind}: {text}{place}" if text else f"{kind}{place}"
