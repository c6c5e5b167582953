"""The state of Ming Dynasty, and how it goes from one decision to the next.

The game is a row of phases. A phase puts tasks on the agenda: decisions of seats, and
draws. When the agenda is empty the next phase begins. The rules of each phase are in a
module of their own, in the rule book's order: `preparation`, `place_phase`,
`card_phase`, `move_phase`, `majority`, `withdrawal`, `scoring`, `round_end`.

Movement cards are taken from an open display and played openly, so a hand is no secret.
The order of the supply stack is, and it is not in the state: the stack is a count of
cards by kind, and which one is turned up is drawn when it is turned up. The only thing
the state holds and a seat cannot know are the return cards that other players have laid
face down.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self, cast

from referee.games.action import Action
from referee.games.chance import Chance
from referee.games.decision import Decision, Draw, Task
from referee.games.ming import board, fingerprint
from referee.games.ming.box import (
    DRAGON,
    DRAGON_CARDS,
    NEUTRAL_FAMILY,
    NOBODY,
    PROVINCES,
    TILES_PER_COLOUR,
)
from referee.games.ming.family import Family, added
from referee.games.ming.land import Land
from referee.games.state import CHANCE, TERMINAL, State

Phase = Callable[["MingState"], None]
"""What a phase does when it begins: at once, or by putting tasks on the agenda."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the options of a game come to: its map, and its phases from first to last."""

    land: Land
    phases: tuple[Phase, ...]


class Observation(NamedTuple):
    """What a seat sees.

    `subject` is the province or district a decision is about. `left` counts the
    decisions of this kind the seat still owes, this one among them; `queue` are the
    seats that come after this decision in the phase, each once, next first. `laid` are
    the sums of the return cards by family: only the seat's own until all are shown.
    """

    seat: int
    round: int
    start: int
    decision: str
    subject: int
    left: int
    queue: tuple[int, ...]
    land: Land
    display: tuple[int, ...]
    stack: tuple[int, ...]
    discards: tuple[int, ...]
    dragons: int
    tiles: tuple[int, ...]
    families: tuple[Family, ...]
    seats: int
    laid: tuple[int, ...]


class MingState(State):
    """One position.

    `round` is 0 in the preparation. `display` holds the open movement card of each
    province space, `stack` and `discards` count movement cards by number, `dragons` the
    dragon cards beside the board, `tiles` the province tiles in the supply. `laid` holds
    the sums of return cards by family while a city is being scored. In a game for two
    the neutral family is the last of `families`.
    """

    __slots__ = (
        "_actors",
        "_options",
        "agenda",
        "discards",
        "display",
        "dragons",
        "families",
        "laid",
        "phases",
        "players",
        "round",
        "rules",
        "stack",
        "start",
        "task",
        "tiles",
    )

    def __init__(self, rules: Rules, players: int) -> None:
        hand = (1,) + (0,) * (rules.land.cards - 1)
        self.rules = rules
        self.players = players
        self.families = [Family(hand=hand) for _ in range(players)]
        if players == 2:
            self.families.append(Family(supply=NEUTRAL_FAMILY, hand=(0,) * rules.land.cards))
        self.round = 0
        self.start = 0
        self.display: tuple[int, ...] = ()
        self.stack = rules.land.stack()
        self.discards = (0,) * rules.land.cards
        self.dragons = DRAGON_CARDS - players
        self.tiles = (TILES_PER_COLOUR,) * PROVINCES
        self.laid = (NOBODY,) * len(self.families)
        self.phases = 0
        self.agenda: list[Task[MingState]] = []
        self.task: Task[MingState] | None = None
        self._actors: tuple[int, ...] = ()
        self._options: dict[int, Sequence[Action]] = {}
        self._go_on()

    # -- whose turn it is, and what may be done

    @property
    def seats(self) -> int:
        return self.players

    @property
    def current_player(self) -> int:
        return TERMINAL if self.task is None else self.task.seat

    def to_act(self) -> tuple[int, ...]:
        """The seat to act; for return cards all that have not laid theirs."""
        return self._actors

    def legal_actions(self, seat: int) -> Sequence[Action]:
        options = self._options.get(seat)
        if options is None:
            options = self._options[seat] = self._legal(seat)
        return options

    def objection(self, seat: int, action: Action) -> str | None:
        if self.task is None:
            return "The game is over."
        if seat not in self._actors:
            return "It is not this player's turn."
        task = self._task_of(seat)
        decision = cast("Decision[MingState]", task.kind)
        if action not in decision.candidates(self, task):
            return f"That is not what is being decided: {decision.name}."
        return decision.objection(self, task, action)

    def apply_action(self, seat: int, action: Action) -> None:
        task = self._task_of(seat)
        cast("Decision[MingState]", task.kind).do(self, task, action)
        self._go_on()

    # -- draws

    def sample_draw(self, chance: Chance) -> tuple[int, ...]:
        return self._draw().sample(self, chance)

    def draw_objection(self, values: tuple[int, ...]) -> str | None:
        return self._draw().objection(self, values)

    def draw_notation(self, values: tuple[int, ...]) -> str:
        return self._draw().notation(values)

    def apply_draw(self, values: tuple[int, ...]) -> None:
        self._draw().do(self, values)
        self._go_on()

    # -- results

    def returns(self) -> list[int]:
        return [family.score for family in self.families[: self.players]]

    def places(self) -> list[int]:
        """Most points; a tie is shared (ruling 11)."""
        points = self.returns()
        return [1 + sum(other > own for other in points) for own in points]

    # -- copies and views

    def clone(self) -> Self:
        other: Self = object.__new__(type(self))
        other.rules = self.rules
        other.players = self.players
        other.families = self.families.copy()
        other.round = self.round
        other.start = self.start
        other.display = self.display
        other.stack = self.stack
        other.discards = self.discards
        other.dragons = self.dragons
        other.tiles = self.tiles
        other.laid = self.laid
        other.phases = self.phases
        other.agenda = self.agenda.copy()
        other.task = self.task
        other._actors = self._actors
        other._options = {}
        return other

    def resample(self, seat: int, chance: Chance) -> Self:
        """A copy in which the return cards that the seat cannot see are laid anew."""
        other = self.clone()
        task = other.task
        if task is not None and isinstance(task.kind, Secret):
            task.kind.deal_anew(other, task, seat, chance)
        return other

    def observation(self, seat: int) -> Observation:
        task = self.task
        hidden = task is not None and isinstance(task.kind, Secret)
        left, queue = self._coming(task)
        return Observation(
            seat,
            self.round,
            self.start,
            "" if task is None else task.kind.name,
            0 if task is None else task.subject,
            left,
            queue,
            self.rules.land,
            self.display,
            self.stack,
            self.discards,
            self.dragons,
            self.tiles,
            tuple(self.families),
            self.players,
            self._own(seat) if hidden else self.laid,
        )

    def fingerprint(self) -> bytes:
        return fingerprint.of(self)

    def to_text(self, seat: int | None = None) -> str:
        """The board as a seat sees it; without a seat, with the cards laid face down."""
        if seat is not None:
            return board.draw(self.observation(seat))
        return board.draw(self.observation(0)._replace(laid=self.laid))

    # -- what the phases use

    def turn_order(self) -> tuple[int, ...]:
        """Seats clockwise, from the starting player."""
        return tuple((self.start + step) % self.players for step in range(self.players))

    def next_tasks(self, tasks: Sequence[Task["MingState"]]) -> None:
        """Put tasks before everything else on the agenda, in their order."""
        self.agenda.extend(reversed(tasks))

    def later(self, task: Task["MingState"]) -> None:
        """Put a task after everything else on the agenda."""
        self.agenda.insert(0, task)

    def held_by_other(self, seat: int, district: int) -> bool:
        """Whether another player's prince stands in the district."""
        for other in range(self.players):
            if other != seat and self.families[other].prince == district:
                return True
        return False

    def take_tile(self, seat: int, colour: int) -> bool:
        """The player takes a province tile, unless the colour has run out (ruling 4)."""
        if not self.tiles[colour]:
            return False
        family = self.families[seat]
        self.tiles = added(self.tiles, colour, -1)
        self.families[seat] = family._replace(tiles=added(family.tiles, colour, 1))
        return True

    def play_card(self, seat: int, card: int) -> None:
        """A used movement card is discarded, a dragon card goes back to its stack."""
        self.families[seat] = self.families[seat].without_card(card)
        if card == DRAGON:
            self.dragons += 1
        else:
            self.discards = added(self.discards, card, 1)

    # -- inside

    def _legal(self, seat: int) -> Sequence[Action]:
        if seat not in self._actors:
            return ()
        task = self._task_of(seat)
        decision = cast("Decision[MingState]", task.kind)
        objection = decision.objection
        return [
            action
            for action in decision.candidates(self, task)
            if objection(self, task, action) is None
        ]

    def _task_of(self, seat: int) -> Task["MingState"]:
        """The pending task as it is for a seat that is to act."""
        task = self.task
        assert seat in self._actors
        assert task is not None
        return task if task.seat == seat else task._replace(seat=seat)

    def _draw(self) -> Draw["MingState"]:
        task = self.task
        assert task is not None
        assert isinstance(task.kind, Draw)
        return task.kind

    def _own(self, seat: int) -> tuple[int, ...]:
        """What a seat knows of return cards that lie face down: its own."""
        return tuple(
            number if other in (seat, self.players) else NOBODY
            for other, number in enumerate(self.laid)
        )

    def _coming(self, task: Task["MingState"] | None) -> tuple[int, tuple[int, ...]]:
        """`left` and `queue` of an observation."""
        if task is None:
            return 0, ()
        kind, seat, left = task.kind, task.seat, 1
        queue: dict[int, None] = {}
        for other in reversed(self.agenda):
            if other.seat == seat and other.kind is kind:
                left += 1
            queue[other.seat] = None
        return left, tuple(queue)

    def _go_on(self) -> None:
        """Go to the next task that is due, beginning phases as the agenda empties."""
        self._options = {}
        agenda, phases = self.agenda, self.rules.phases
        while True:
            while agenda:
                task = agenda.pop()
                if task.kind.is_due(self, task):
                    self.task = task
                    self._actors = self._who(task)
                    return
            if self.phases == len(phases):
                self.task = None
                self._actors = ()
                return
            self.phases += 1
            phases[self.phases - 1](self)

    def _who(self, task: Task["MingState"]) -> tuple[int, ...]:
        """The seats a task asks."""
        if task.seat == CHANCE:
            return ()
        return task.kind.who(self, task) if isinstance(task.kind, Secret) else (task.seat,)


class Secret:
    """Marks a decision that several seats make at once, none seeing what others chose."""

    def who(self, state: MingState, task: Task[MingState]) -> tuple[int, ...]:
        """The seats that still have to choose, lowest first."""
        raise NotImplementedError

    def deal_anew(self, state: MingState, task: Task[MingState], seat: int, chance: Chance) -> None:
        """Make the choices anew that the seat cannot know."""
        raise NotImplementedError
