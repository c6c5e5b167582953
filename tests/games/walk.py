"""Walk through random plays with many observers, each of which checks one promise."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from tests.games.play import random_steps, seed_bytes
from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.game import Game
from tianming_games.state import State

Step = Action | tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Case:
    """One game with one option set and one number of seats."""

    game: Game[Any]
    seats: int
    options: dict[str, str]

    def begin(self) -> State:
        """Return a new state."""
        state: State = self.game.begin(self.seats, self.options)
        return state


class Moment:
    """A state of a play, with its next step.

    `seat` is the acting seat, `CHANCE` for a draw, or `TERMINAL` after the last step. Values that
    several observers need are computed once; observers must not change the state.
    """

    def __init__(self, case: Case, seed: int, number: int, state: State, seat: int, step: Step):
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


class Observer:
    """Checks one promise. `promise` is its sentence; `see` fails if the promise is broken."""

    promise: ClassVar[str]

    def __init__(self, case: Case) -> None:
        self.case = case

    def begin(self) -> None:
        """Handle the begin of a play."""

    def see(self, moment: Moment) -> None:
        """Check a state before its step is applied."""

    def end(self, last: Moment) -> None:
        """Handle the end of a play, with its last state."""

    def close(self) -> None:
        """Handle the end of all plays."""


class Broken(AssertionError):
    """A play breaks a promise."""


class _Watch:
    """Calls an observer until its promise is broken for the first time."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer
        self.broken: Broken | None = None

    def ask(self, method: str, place: str, *moment: Moment) -> None:
        """Call a method of the observer, unless its promise is broken already."""
        if self.broken is not None:
            return
        try:
            getattr(self.observer, method)(*moment)
        except Exception as error:
            self.broken = Broken(f"{self.observer.promise}\nbroken at {place}")
            self.broken.__cause__ = error


def walk(
    case: Case, seeds: Sequence[int], kinds: Sequence[type[Observer]]
) -> dict[str, Broken | None]:
    """Play each seed once; return for each observer where its promise is broken, if it is."""
    watches = [_Watch(kind(case)) for kind in kinds]
    for seed in seeds:
        for watch in watches:
            watch.ask("begin", f"the start of seed {seed}")
        steps = random_steps(case.game, case.seats, case.options, seed)
        for number, (state, seat, step) in enumerate(steps):
            moment = Moment(case, seed, number, state, seat, step)
            for watch in watches:
                watch.ask("see", f"step {number} of seed {seed}", moment)
        for watch in watches:
            watch.ask("end", f"the end of seed {seed}", moment)
    for watch in watches:
        watch.ask("close", f"the end of seeds {seeds[0]} to {seeds[-1]}")
    return {type(watch.observer).__name__: watch.broken for watch in watches}
