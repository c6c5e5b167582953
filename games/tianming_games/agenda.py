"""An agenda: how a game goes from one decision to the next.

A game is a row of phases. A phase, when it begins, does something at once or puts tasks on the
agenda: decisions of seats, and draws. When the agenda is empty the next phase begins; when there is
none, the game is over. The kind of the task offers, verifies and carries out actions. So a game
that is built this way has its rules only in its decisions, draws and phases.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, cast

from mypy_extensions import mypyc_attr

from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.decision import Decision, Draw, Task
from tianming_games.state import CHANCE, TERMINAL, State

PhaseStart = Callable[[Any], None]
"""What a phase does when it begins, to the state of its game."""


@mypyc_attr(allow_interpreted_subclasses=True)
class AgendaState(State):
    """The state of a game that is a row of phases.

    `agenda` holds the tasks to come, the next one last; `task` is the pending one, None
    when the game is over; `phases` counts the phases that have begun.
    """

    __slots__ = ("_actors", "_options", "agenda", "phases", "task")

    def _begin(self) -> None:
        """Begin the first phase; the last thing the set-up does."""
        self.phases = 0
        self.agenda: list[Task[Any]] = []
        self.task: Task[Any] | None = None
        self._actors: tuple[int, ...] = ()
        self._options: dict[int, Sequence[Action]] = {}
        self._go_on()

    def _copy_agenda(self, other: "AgendaState") -> None:
        """Give a copy the same place in the game."""
        other.phases = self.phases
        other.agenda = self.agenda.copy()
        other.task = self.task
        other._actors = self._actors
        other._options = {}

    # -- what a game defines

    @abstractmethod
    def _next_phase(self, begun: int) -> PhaseStart | None:
        """The phase after so many have begun; None when the game is over."""

    def _who(self, task: Task[Any]) -> tuple[int, ...]:
        """The seats that a task asks: its own, unless several choose at once."""
        return () if task.seat == CHANCE else (task.seat,)

    # -- whose turn it is, and what may be done

    @property
    def current_player(self) -> int:
        return TERMINAL if self.task is None else self.task.seat

    def to_act(self) -> tuple[int, ...]:
        return self._actors

    def legal_actions(self, seat: int) -> Sequence[Action]:
        options = self._options.get(seat)
        if options is None:
            if seat not in self._actors:
                return ()
            task = self._task_of(seat)
            decision = cast("Decision[Any]", task.kind)
            options = self._options[seat] = [
                action
                for action in decision.candidates(self, task)
                if decision.violation(self, task, action) is None
            ]
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
        """Whether the decision can be asked what speaks against the action."""
        return action in decision.candidates(self, task)

    def apply_action(self, seat: int, action: Action) -> None:
        task = self._task_of(seat)
        cast("Decision[Any]", task.kind).do(self, task, action)
        self._go_on()

    # -- draws

    def sample_draw(self, chance: Chance) -> tuple[int, ...]:
        return self._draw().sample(self, chance)

    def draw_violation(self, values: tuple[int, ...]) -> str | None:
        return self._draw().violation(self, values)

    def draw_notation(self, values: tuple[int, ...]) -> str:
        return self._draw().notation(values)

    def apply_draw(self, values: tuple[int, ...]) -> None:
        self._draw().do(self, values)
        self._go_on()

    # -- what the phases use

    def next_tasks(self, tasks: Sequence[Task[Any]]) -> None:
        """Put tasks before everything else on the agenda, in their order."""
        self.agenda.extend(reversed(tasks))

    def resume(self, phases: int, tasks: Sequence[Task[Any]]) -> None:
        """Make the first of these tasks the pending one; the others follow.

        Args:
            phases: how many phases have begun; the tasks belong to the last one.
            tasks: at least one.
        """
        self.phases = phases
        self.agenda = list(reversed(tasks[1:]))
        self.task = tasks[0]
        self._actors = self._who(tasks[0])
        self._options = {}

    # -- what the canonical bytes need

    def agenda_numbers(self) -> list[int]:
        """The tasks to come and the pending one: how many, and each with its name."""
        tasks = self.agenda if self.task is None else [*self.agenda, self.task]
        numbers = [len(tasks)]
        for task in tasks:
            name = task.kind.name.encode()
            numbers += (len(name), *name, task.seat, task.subject)
        return numbers

    # -- inside

    def _task_of(self, seat: int) -> Task[Any]:
        """The pending task from the view of a seat whose turn it is."""
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
        """Go to the next task that is due, beginning phases as the agenda empties."""
        self._options = {}
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
