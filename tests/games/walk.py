"""Walk a random play once, with many observers: each holds one promise against every state."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from tests.games.play import random_steps
from tianming_games.action import Action
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
        """A new state."""
        state: State = self.game.begin(self.seats, self.options)
        return state


@dataclass(frozen=True, slots=True)
class Moment:
    """A state of a play, and the step that is about to be done there.

    `seat` is the seat that does it, `CHANCE` for a draw, or `TERMINAL` after the last.
    """

    seed: int
    number: int
    state: State
    seat: int
    step: Step

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


class Observer:
    """One promise. `promise` is its sentence; `see` fails where the promise is broken."""

    promise: ClassVar[str]

    def __init__(self, case: Case) -> None:
        self.case = case

    def begin(self) -> None:
        """A new play begins."""

    def see(self, moment: Moment) -> None:
        """Look at a state before its step is done."""

    def end(self, last: Moment) -> None:
        """The play is over."""

    def close(self) -> None:
        """All plays are over."""


class Broken(AssertionError):
    """A promise that a play does not keep."""


class _Watch:
    """An observer that looks on until its promise is broken for the first time."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer
        self.broken: Broken | None = None

    def ask(self, method: str, place: str, *moment: Moment) -> None:
        """Let the observer look, unless its promise is broken already."""
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
    """Play each seed once, and return by observer where its promise is broken."""
    watches = [_Watch(kind(case)) for kind in kinds]
    for seed in seeds:
        for watch in watches:
            watch.ask("begin", f"the start of seed {seed}")
        steps = random_steps(case.game, case.seats, case.options, seed)
        for number, (state, seat, step) in enumerate(steps):
            moment = Moment(seed, number, state, seat, step)
            for watch in watches:
                watch.ask("see", f"step {number} of seed {seed}", moment)
        for watch in watches:
            watch.ask("end", f"the end of seed {seed}", moment)
    for watch in watches:
        watch.ask("close", f"the end of seeds {seeds[0]} to {seeds[-1]}")
    return {type(watch.observer).__name__: watch.broken for watch in watches}
