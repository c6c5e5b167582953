"""The state of a play of China: its phases, results, observations and canonical bytes.

A turn is a sequence of phases. A phase puts tasks on the agenda: decisions of the player whose turn
it is, and draws of the referee. When the agenda is empty, the next phase begins. Each phase has a
module with its rules, in the rule book's order: `preparation`, `place_pieces`, `exchange_card`,
`draw_cards`, `game_end`, `scoring`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from tianming_games.action import Action
from tianming_games.agenda import AgendaState
from tianming_games.chance import Chance
from tianming_games.china import board_text, brief_text, canonical, hidden, notation
from tianming_games.china.box import NOWHERE
from tianming_games.china.map import Map
from tianming_games.china.region import empty_region, new_player, without
from tianming_games.china.trace import Trace
from tianming_games.china.view import Observation
from tianming_games.decision import Decision, Task
from tianming_games.state import PUBLIC
from tianming_games.text_board import BoardLine, plain

Phase = Callable[["ChinaState"], None]
"""Begins a phase: changes the state at once, or puts tasks on the agenda."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The phases: `preparation` once, then `turn` repeatedly until the game ends."""

    preparation: tuple[Phase, ...]
    turn: tuple[Phase, ...]


class ChinaState(AgendaState):
    """The state of one play.

    `hands` and `display` hold sorted cards, `discards` counts them by colour. The draw pile is
    `pile` from `top` on, and `exhausted` the number of times that it was exhausted. `turn` is the
    seat whose turn it is, `turns` the number of completed turns. `region` is the region in play,
    `left` the number of pieces that may still be placed there this turn. `traces` are by seat; the
    list is empty before the reshuffle. The canonical bytes leave them out, because they follow from
    past actions and no rule reads them.
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
        """Create an empty state; `set_up` or `clone` fills it."""
        self.rules = rules
        self.map = drawn
        self.with_forts = with_forts

    def set_up(self, seats: int) -> Self:
        """Begin a game for a number of players; return this state."""
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

    # -- seats

    @property
    def seats(self) -> int:
        return len(self.players)

    # -- results

    def returns(self) -> list[int]:
        return [player.score for player in self.players]

    def places(self) -> list[int]:
        """Return the places: most points, then most pieces left, else shared (ruling 15)."""
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
        """Return a copy in which the pile and the hands that the seat cannot see are dealt again.

        The new deal agrees with everything that the seat, or the public, can know.
        """
        other = self.clone()
        other.deal_hidden(self.observation(seat), chance)
        return other

    def deal_hidden(self, seen: Observation, chance: Chance) -> None:
        """Deal the pile and the hands of the others at random, in agreement with an observation.

        Raises:
            hidden.Contradiction: if no deal agrees with the observation.
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
            seat=PUBLIC if seat is None else seat,
            decision="" if task is None else task.kind.name,
            turn=self.turn,
            turns=self.turns,
            region=self.region,
            left=self.left,
            hand=() if seat is None else self.hands[seat],
            display=self.display,
            pile=len(self.pile) - self.top,
            discards=self.discards,
            exhausted=self.exhausted,
            players=tuple(self.players),
            regions=tuple(self.regions),
            deck=self.deck,
            with_forts=self.with_forts,
            drawn_map=self.map,
            recycled=self._recycled(seat) if traces else (),
            drawn=traces[seat].second if traces and seat is not None else (),
            traces=tuple([trace.seen for trace in traces]),
        )

    def canonical_bytes(self) -> bytes:
        pile, seats = self.pile[self.top :], len(self.players)
        turn = (self.exhausted, self.turn, self.turns, self.region, self.left)
        numbers = (self.with_forts, self.phases, self.over, *turn, seats, len(pile), *pile)
        return b"".join(
            (
                canonical.text(self.map.digest),
                canonical.pack(numbers),
                canonical.cards(self.display),
                canonical.pack(self.discards),
                *[canonical.player(self.players[at], self.hands[at]) for at in range(seats)],
                *[canonical.region(region) for region in self.regions],
                *self.agenda_bytes(),
            )
        )

    def to_text(self, seat: int | None = None) -> str:
        return plain(self.board_lines(seat))

    def board_lines(self, seat: int | None = None, names: Sequence[str] = ()) -> list[BoardLine]:
        if seat is None:
            return board_text.draw(self.observation(0), names, self.hands)
        return board_text.draw(self.observation(seat), names)

    def brief_text(self, seat: int) -> str:
        return brief_text.brief(self.observation(seat))

    def map_lines(self) -> list[BoardLine]:
        return board_text.draw_map(self.map, self.regions)

    # -- methods for phases

    def discard(self, seat: int, colour: int, count: int) -> None:
        """Move cards of a colour from a hand to the face-up discard pile."""
        hand, player = self.hands[seat], self.players[seat]
        for _ in range(count):
            hand = without(hand, colour)
        if self.traces:
            for _ in range(count - player.known.count(colour)):
                self.traces[seat] = self.traces[seat].after_play(colour)
        self.hands[seat] = hand
        self.players[seat] = player.after_play(colour, count)
        discards = list(self.discards)
        discards[colour] += count
        self.discards = tuple(discards)

    # -- inside

    def _recycled(self, seat: int | None) -> tuple[int, ...]:
        """Return the cards of the second pile whose place the viewer does not know, by colour."""
        cards = self.pile[self.top :]
        for other, trace in enumerate(self.traces):
            if other != seat:
                cards += trace.second
        return hidden.count(cards)

    def _is_candidate(self, decision: Decision[Any], task: Task[Any], action: Action) -> bool:
        """Whether the notation has the action; `violation` has a sentence for each of these."""
        return notation.exists(action)

    def _next_phase(self, begun: int) -> Phase | None:
        if self.over:
            return None
        rules = self.rules
        if begun < len(rules.preparation):
            return rules.preparation[begun]
        return rules.turn[(begun - len(rules.preparation)) % len(rules.turn)]
