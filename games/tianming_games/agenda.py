"""A state for games that are a sequence of phases and tasks.

When a phase begins, it changes the state or puts tasks on the agenda: decisions of seats and draws.
When the agenda is empty, the next phase begins; without a next phase, the game is over. The kind of
a task offers, checks and applies actions. So all rules of such a game are in its decisions, draws
and phases.
"""

import struct
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from mypy_extensions import mypyc_attr

from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.decision import Decision, Draw, Task
from tianming_games.state import CHANCE, TERMINAL, State

_COUNT: Final = struct.Struct("<i")

PhaseStart = Callable[[Any], None]
"""Begins a phase: a function that changes the state of its game."""


@mypyc_attr(allow_interpreted_subclasses=True)
class AgendaState(State):
    """The state of a game that is a sequence of phases.

    `agenda` has the next tasks, in reverse order. `task` is the pending task, None when the game is
    over. `phases` is the number of phases that have begun.
    """

    __slots__ = ("_actors", "_asked", "_options", "agenda", "phases", "task")

    def _begin(self) -> None:
        """Begin the first phase; the set-up of a game calls it last."""
        self.phases = 0
        self.agenda: list[Task[Any]] = []
        self.task: Task[Any] | None = None
        self._actors: tuple[int, ...] = ()
        self._asked = CHANCE
        self._options: Sequence[Action] | None = None
        self._go_on()

    def _copy_agenda(self, other: "AgendaState") -> None:
        """Copy the agenda and the pending task to another state."""
        other.phases = self.phases
        other.agenda = self.agenda.copy()
        other.task = self.task
        other._actors = self._actors
        other._asked = CHANCE
        other._options = None

    # -- what a game defines

    @abstractmethod
    def _next_phase(self, begun: int) -> PhaseStart | None:
        """Return the phase after the first `begun` phases; None if the game is over."""

    def _who(self, task: Task[Any]) -> tuple[int, ...]:
        """Return the seats that a task asks: its own, unless several choose at once."""
        return () if task.seat == CHANCE else (task.seat,)

    # -- acting seats and actions

    @property
    def current_player(self) -> int:
        return TERMINAL if self.task is None else self.task.seat

    def to_act(self) -> tuple[int, ...]:
        return self._actors

    def is_terminal(self) -> bool:
        return self.task is None

    def legal_actions(self, seat: int) -> Sequence[Action]:
        options = self._options
        if options is None or seat != self._asked:
            if seat not in self._actors:
                return ()
            task = self._task_of(seat)
            options = self._options = cast("Decision[Any]", task.kind).legal(self, task)
            self._asked = seat
        return options

    def violation(self, seat: int, action: Action) -> str | None:
        if self.task is None:
            return "The game is over."
        if seat not in self._actors:
            return "It is not this player's turn."
        task = self._task_of(seat)
        decision = cast("Decision[Any]", task.kind)
        if not self._is_candidate(decision, task, action):
            return decision.violation_of_other(action)
        return decision.violation(self, task, action)

    def _is_candidate(self, decision: Decision[Any], task: Task[Any], action: Action) -> bool:
        """Return whether an action is a candidate, so that `violation` can be called with it."""
        return action in decision.candidates(self, task)

    def apply_action(self, seat: int, action: Action) -> None:
        task = self._task_of(seat)
        cast("Decision[Any]", task.kind).do(self, task, action)
        self._go_on()

    # -- draws

    def sample_draw(self, chance: Chance) -> tuple[int, ...]:
        return self._draw().sample(self, chance)

    def draw_urn(self) -> tuple[Sequence[int], int] | None:
        return self._draw().urn(self)

    def draw_violation(self, values: tuple[int, ...]) -> str | None:
        return self._draw().violation(self, values)

    def draw_notation(self, values: tuple[int, ...]) -> str:
        return self._draw().notation(values)

    def apply_draw(self, values: tuple[int, ...]) -> None:
        self._draw().do(self, values)
        self._go_on()

    # -- methods for phases

    def next_tasks(self, tasks: list[Task[Any]]) -> None:
        """Put tasks before all other tasks on the agenda, in the given order."""
        for at in range(len(tasks) - 1, -1, -1):
            self.agenda.append(tasks[at])

    def resume(self, phases: int, tasks: Sequence[Task[Any]]) -> None:
        """Replace the agenda: the first of these tasks is pending, and the others follow.

        Args:
            phases: number of phases that have begun; the tasks belong to the last of them.
            tasks: the tasks, at least one.
        """
        self.phases = phases
        self.agenda = list(reversed(tasks[1:]))
        self.task = tasks[0]
        self._actors = self._who(tasks[0])
        self._options = None

    # -- for the canonical bytes

    def agenda_bytes(self) -> list[bytes]:
        """Return the pending and all later tasks as bytes: their count, then each of them."""
        tasks = self.agenda if self.task is None else [*self.agenda, self.task]
        return [_COUNT.pack(len(tasks)), *[task.canonical_bytes() for task in tasks]]

    # -- inside

    def _task_of(self, seat: int) -> Task[Any]:
        """Return the pending task for one of the acting seats."""
        task = self.task
        assert task is not None
        assert seat in self._actors
        return task if task.seat == seat else task.of(seat)

    def _draw(self) -> Draw[Any]:
        task = self.task
        assert task is not None
        assert isinstance(task.kind, Draw)
        return task.kind

    def _go_on(self) -> None:
        """Go to the next task that is due; begin a phase whenever the agenda is empty."""
        self._options = None
        agenda = self.agenda
        while True:
            while agenda:
                task = agenda.pop()
                if task.kind.is_due(self, task):
                    self.task = task
                    self._actors = self._who(task)
                    return
            phase = self._next_phase(self.phases)
            if phase is None:
                self.task = None
                self._actors = ()
                return
            self.phases += 1
            phase(self)
