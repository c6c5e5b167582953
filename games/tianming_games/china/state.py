"""The state of China, and how it goes from one decision to the next.

A turn is a row of phases. A phase puts tasks on the agenda: decisions of the player
whose turn it is, and draws of the referee. When the agenda is empty the next phase
begins. The rules of each phase are in a module of their own, in the rule book's order:
`preparation`, `place_pieces`, `exchange_card`, `draw_cards`, `game_end`, `scoring`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from tianming_games.action import Action
from tianming_games.agenda import AgendaState
from tianming_games.chance import Chance
from tianming_games.china import board_text, canonical, hidden, notation
from tianming_games.china.box import NOWHERE
from tianming_games.china.map import Map
from tianming_games.china.region import empty_region, new_player, without
from tianming_games.china.trace import Trace
from tianming_games.china.view import Observation
from tianming_games.decision import Decision, Task
from tianming_games.state import PUBLIC
from tianming_games.text_board import BoardLine, plain

Phase = Callable[["ChinaState"], None]
"""What a phase does when it begins: at once, or by putting tasks on the agenda."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The phases: `preparation` is gone through once, `turn` until the game ends."""

    preparation: tuple[Phase, ...]
    turn: tuple[Phase, ...]


class ChinaState(AgendaState):
    """One position.

    `hands` and `display` hold sorted cards, `discards` counts them by colour. The draw pile is
    `pile` from `top` on. `exhausted` says how often it has been, `turn` whose turn it is, `turns`
    how many are over. `region` is the one in play this turn, `left` how many pieces may yet be
    placed into it. `traces` are by seat; there are none before the reshuffle. They follow from past
    actions, and no rule reads them, so the canonical bytes leave them out.
    """

    __slots__ = (
        "deck",
        "discards",
        "display",
        "exhausted",
        "hands",
        "left",
        "map",
        "over",
        "pile",
        "players",
        "region",
        "regions",
        "rules",
        "top",
        "traces",
        "turn",
        "turns",
        "with_forts",
    )

    def __init__(self, rules: Rules, drawn: Map, *, with_forts: bool) -> None:
        """A blank position: `set_up` begins a game in it, and `clone` makes it a copy."""
        self.rules = rules
        self.map = drawn
        self.with_forts = with_forts

    def set_up(self, seats: int) -> Self:
        """Begin a game for a number of players; return the state."""
        drawn, with_forts = self.map, self.with_forts
        self.players = [new_player(with_forts) for _ in range(seats)]
        self.hands: list[tuple[int, ...]] = [()] * seats
        self.regions = [empty_region(size, seats) for size in drawn.sizes]
        self.deck = drawn.deck(seats)
        self.pile = self.deck
        self.top = 0
        self.display: tuple[int, ...] = ()
        self.discards: tuple[int, ...] = (0,) * len(drawn.cards)
        self.exhausted = 0
        self.traces: list[Trace] = []
        self.turn = 0
        self.turns = 0
        self.region = NOWHERE
        self.left = 0
        self.over = False
        self._begin()
        return self

    # -- whose turn it is, and what may be done

    @property
    def seats(self) -> int:
        return len(self.players)

    # -- results

    def returns(self) -> list[int]:
        return [player.score for player in self.players]

    def places(self) -> list[int]:
        """Most points; of these, most pieces left in the supply; else shared (ruling 15)."""
        keys = [(player.score, player.pieces()) for player in self.players]
        return [1 + sum(other > key for other in keys) for key in keys]

    # -- copies and views

    def clone(self) -> Self:
        other = type(self)(self.rules, self.map, with_forts=self.with_forts)
        other.players = self.players.copy()
        other.hands = self.hands.copy()
        other.regions = self.regions.copy()
        other.deck = self.deck
        other.pile = self.pile
        other.top = self.top
        other.display = self.display
        other.discards = self.discards
        other.exhausted = self.exhausted
        other.traces = self.traces.copy()
        other.turn = self.turn
        other.turns = self.turns
        other.region = self.region
        other.left = self.left
        other.over = self.over
        self._copy_agenda(other)
        return other

    def resample(self, seat: int | None, chance: Chance) -> Self:
        """A copy with another deal of the pile and of the hands that the seat does not see.

        It agrees with everything that the seat, or the public, can know of them.
        """
        other = self.clone()
        other.deal_hidden(self.observation(seat), chance)
        return other

    def deal_hidden(self, seen: Observation, chance: Chance) -> None:
        """Deal the pile, and the hands of the others, as they can be for a seat.

        Raises:
            hidden.Contradiction: if what the seat sees cannot be.
        """
        dealt = hidden.deal(seen, chance)
        for seat, hand in dealt.hands.items():
            self.hands[seat] = hand
        for seat, trace in dealt.traces.items():
            self.traces[seat] = trace
        self.pile, self.top = dealt.pile, 0

    def observation(self, seat: int | None) -> Observation:
        task, traces = self.task, self.traces
        return Observation(
            PUBLIC if seat is None else seat,
            "" if task is None else task.kind.name,
            self.turn,
            self.turns,
            self.region,
            self.left,
            () if seat is None else self.hands[seat],
            self.display,
            len(self.pile) - self.top,
            self.discards,
            self.exhausted,
            tuple(self.players),
            tuple(self.regions),
            self.deck,
            self.with_forts,
            self.map,
            self._recycled(seat) if traces else (),
            traces[seat].second if traces and seat is not None else (),
            tuple([trace.seen for trace in traces]),
        )

    def canonical_bytes(self) -> bytes:
        pile = self.pile[self.top :]
        numbers = [
            len(self.map.digest),
            *self.map.digest.encode(),
            self.with_forts,
            self.phases,
            self.over,
            self.exhausted,
            self.turn,
            self.turns,
            self.region,
            self.left,
            len(self.players),
            len(pile),
            *pile,
            len(self.display),
            *self.display,
            *self.discards,
        ]
        for player, hand in zip(self.players, self.hands, strict=True):
            canonical.add_player(numbers, player, hand)
        for region in self.regions:
            canonical.add_region(numbers, region)
        numbers += self.agenda_numbers()
        return canonical.pack(numbers)

    def to_text(self, seat: int | None = None) -> str:
        return plain(self.board_lines(seat))

    def board_lines(self, seat: int | None = None, names: Sequence[str] = ()) -> list[BoardLine]:
        if seat is None:
            return board_text.draw(self.observation(0), names, self.hands)
        return board_text.draw(self.observation(seat), names)

    def map_lines(self) -> list[BoardLine]:
        return board_text.draw_map(self.map, self.regions)

    # -- what the phases use

    def discard(self, seat: int, colour: int, count: int) -> None:
        """Cards go from a hand to the face-up discard pile."""
        hand, player = self.hands[seat], self.players[seat]
        for _ in range(count):
            hand = without(hand, colour)
        if self.traces:
            for _ in range(count - player.known.count(colour)):
                self.traces[seat] = self.traces[seat].after_play(colour)
        self.hands[seat] = hand
        self.players[seat] = player.after_play(colour, count)
        old = self.discards
        self.discards = (*old[:colour], old[colour] + count, *old[colour + 1 :])

    # -- inside

    def _recycled(self, seat: int | None) -> tuple[int, ...]:
        """Cards of the second pile that can be anywhere for the viewer, by colour."""
        cards = self.pile[self.top :]
        for other, trace in enumerate(self.traces):
            if other != seat:
                cards += trace.second
        return hidden.count(cards)

    def _is_candidate(self, decision: Decision[Any], task: Task[Any], action: Action) -> bool:
        """Any action there is: the decisions of this game have a sentence for each."""
        return notation.exists(action)

    def _next_phase(self, begun: int) -> Phase | None:
        if self.over:
            return None
        rules = self.rules
        if begun < len(rules.preparation):
            return rules.preparation[begun]
        return rules.turn[(begun - len(rules.preparation)) % len(rules.turn)]
