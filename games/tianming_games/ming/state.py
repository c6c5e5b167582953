"""The state of a play of Ming Dynasty: its phases, results, observations and canonical bytes.

The game is a sequence of phases. A phase puts tasks on the agenda: decisions of seats, and draws.
When the agenda is empty, the next phase begins. Each phase has a module with its rules, in the rule
book's order: `preparation`, `place_phase`, `card_phase`, `move_phase`, `majority`, `withdrawal`,
`scoring`, `round_end`.

Players take movement cards from an open display and play them openly, so hands are public. The
order of the supply stack is hidden, and the state does not contain it: the stack is a count of
cards by kind. Each card is drawn when it is turned up. The only hidden values in the state are the
sums of return cards that players have laid face down.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from mypy_extensions import trait

from tianming_games.agenda import AgendaState
from tianming_games.chance import Chance
from tianming_games.decision import Task
from tianming_games.ming import board_text, canonical
from tianming_games.ming.box import (
    DRAGON,
    DRAGON_CARDS,
    NEUTRAL_FAMILY,
    NOBODY,
    PROVINCES,
    TILES_PER_COLOUR,
)
from tianming_games.ming.family import Family, added
from tianming_games.ming.map import Map
from tianming_games.ming.map_text import draw_text
from tianming_games.ming.view import Observation
from tianming_games.state import PUBLIC
from tianming_games.text_board import BoardLine, line, plain

Phase = Callable[["MingState"], None]
"""Begins a phase: changes the state at once, or puts tasks on the agenda."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The effect of a game's options: its map, and its phases from first to last."""

    map: Map
    phases: tuple[Phase, ...]


class MingState(AgendaState):
    """The state of one play.

    `round` is 0 in the preparation. `start` is the starting player. `display` has the open movement
    card of each province space, `stack` and `discards` have the numbers of movement cards by kind.
    `dragons` is the number of dragon cards beside the board, `tiles` are the numbers of province
    tiles in the supply. `laid` are the sums of return cards by family while a city is scored. In a
    game for two the neutral family is the last of `families`.
    """

    __slots__ = (
        "discards",
        "display",
        "dragons",
        "families",
        "laid",
        "players",
        "round",
        "rules",
        "stack",
        "start",
        "tiles",
    )

    def __init__(self, rules: Rules, players: int) -> None:
        """Create an empty state; `set_up` or `clone` fills it."""
        self.rules = rules
        self.players = players

    def set_up(self) -> Self:
        """Begin a game; return this state."""
        rules, players = self.rules, self.players
        hand = (1,) + (0,) * (rules.map.cards - 1)
        self.families = [Family(hand=hand) for _ in range(players)]
        if players == 2:
            self.families.append(Family(supply=NEUTRAL_FAMILY, hand=(0,) * rules.map.cards))
        self.round = 0
        self.start = 0
        self.display: tuple[int, ...] = ()
        self.stack = rules.map.stack()
        self.discards = (0,) * rules.map.cards
        self.dragons = DRAGON_CARDS - players
        self.tiles = (TILES_PER_COLOUR,) * PROVINCES
        self.laid = (NOBODY,) * len(self.families)
        self._begin()
        return self

    # -- seats

    @property
    def seats(self) -> int:
        return self.players

    # -- results

    def returns(self) -> list[int]:
        return [family.score for family in self.families[: self.players]]

    def places(self) -> list[int]:
        """Return the places by points; tied seats share a place (ruling 11)."""
        points = self.returns()
        return [1 + sum(other > own for other in points) for own in points]

    # -- copies and views

    def clone(self) -> Self:
        other = type(self)(self.rules, self.players)
        other.families = self.families.copy()
        other.round = self.round
        other.start = self.start
        other.display = self.display
        other.stack = self.stack
        other.discards = self.discards
        other.dragons = self.dragons
        other.tiles = self.tiles
        other.laid = self.laid
        self._copy_agenda(other)
        return other

    def resample(self, seat: int | None, chance: Chance) -> Self:
        """Return a copy in which no other seat has laid its hidden return cards yet.

        The seat cannot know which of them have already laid theirs.
        """
        other, task = self.clone(), self.task
        if task is not None and isinstance(task.kind, Secret):
            other.laid = self._own(seat)
            first = task.kind.who(other, task)[0]
            other.resume(self.phases, [task.of(first), *reversed(self.agenda)])
        return other

    def observation(self, seat: int | None) -> Observation:
        task = self.task
        hidden = task is not None and isinstance(task.kind, Secret)
        left, queue = self._coming(task)
        return Observation(
            seat=PUBLIC if seat is None else seat,
            number=self.round,
            start=self.start,
            decision="" if task is None else task.kind.name,
            subject=0 if task is None else task.subject,
            left=left,
            queue=queue,
            drawn_map=self.rules.map,
            display=self.display,
            stack=self.stack,
            discards=self.discards,
            dragons=self.dragons,
            tiles=self.tiles,
            families=tuple(self.families),
            seats=self.players,
            laid=self._own(seat) if hidden else self.laid,
        )

    def canonical_bytes(self) -> bytes:
        table = (self.round, self.phases, self.start, self.dragons)
        cards = (len(self.display), *self.display, len(self.stack), *self.stack, *self.discards)
        laid = (len(self.families), *self.laid)
        return b"".join(
            (
                canonical.pack((*table, *cards, *self.tiles, *laid)),
                *[canonical.family(family) for family in self.families],
                *self.agenda_bytes(),
            )
        )

    def to_text(self, seat: int | None = None) -> str:
        """Return the board as a seat sees it; without a seat, with all return cards."""
        return plain(self.board_lines(seat))

    def board_lines(self, seat: int | None = None, names: Sequence[str] = ()) -> list[BoardLine]:
        if seat is not None:
            return board_text.draw(self.observation(seat), names)
        seen = self.observation(0)
        seen.laid = self.laid
        return board_text.draw(seen, names)

    def map_lines(self) -> list[BoardLine]:
        return [line(text) for text in draw_text(self.rules.map).splitlines()]

    # -- methods for phases

    def turn_order(self) -> tuple[int, ...]:
        """Return the seats clockwise, from the starting player."""
        return tuple((self.start + step) % self.players for step in range(self.players))

    def later(self, task: Task["MingState"]) -> None:
        """Put a task after all other tasks on the agenda."""
        self.agenda.insert(0, task)

    def held_by_others(self, seat: int) -> int:
        """Return the set of districts with another player's prince, as bits."""
        held = 0
        for other in range(self.players):
            prince = self.families[other].prince
            if other != seat and prince != NOBODY:
                held |= 1 << prince
        return held

    def take_tile(self, seat: int, colour: int) -> bool:
        """Take a province tile for a player; return False if the colour has run out (ruling 4)."""
        if not self.tiles[colour]:
            return False
        family = self.families[seat]
        self.tiles = added(self.tiles, colour, -1)
        self.families[seat] = family.but(tiles=added(family.tiles, colour, 1))
        return True

    def play_card(self, seat: int, card: int) -> None:
        """Discard a movement card, or put a dragon card back on its stack."""
        self.families[seat] = self.families[seat].without_card(card)
        if card == DRAGON:
            self.dragons += 1
        else:
            self.discards = added(self.discards, card, 1)

    # -- inside

    def _own(self, seat: int | None) -> tuple[int, ...]:
        """Return `laid` as a viewer sees it while cards lie face down: only the seat's own sum.

        The sum of the neutral family is public.
        """
        return tuple(
            number if other in (seat, self.players) else NOBODY
            for other, number in enumerate(self.laid)
        )

    def _coming(self, task: Task["MingState"] | None) -> tuple[int, tuple[int, ...]]:
        """Return `left` and `queue` of an observation."""
        if task is None:
            return 0, ()
        kind, seat, left = task.kind, task.seat, 1
        queue: dict[int, None] = {}
        for other in self.agenda[::-1]:
            if other.seat == seat and other.kind is kind:
                left += 1
            queue[other.seat] = None
        return left, tuple(queue)

    def _next_phase(self, begun: int) -> Phase | None:
        phases = self.rules.phases
        return phases[begun] if begun < len(phases) else None

    def _who(self, task: Task[Any]) -> tuple[int, ...]:
        """Return the seats that a task asks; for return cards, all that have not laid theirs."""
        if isinstance(task.kind, Secret):
            return task.kind.who(self, task)
        return super()._who(task)


@trait
class Secret(ABC):
    """Marks a decision that several seats make at once, without knowing each other's choices."""

    @abstractmethod
    def who(self, state: MingState, task: Task[MingState]) -> tuple[int, ...]:
        """Return the seats that still have to choose, lowest first."""
