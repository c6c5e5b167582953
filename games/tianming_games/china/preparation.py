"""Game preparation: the cards are shuffled and dealt, and four of them are revealed."""

from collections.abc import Sequence

from tianming_games.chance import Chance
from tianming_games.china.box import DISPLAY, HAND
from tianming_games.china.state import ChinaState
from tianming_games.decision import Draw, Task
from tianming_games.state import CHANCE


class _Shuffle(Draw[ChinaState]):
    """The shuffle of the region cards: their order when they are dealt and drawn."""

    name = "shuffle"

    def sample(self, state: ChinaState, chance: Chance) -> tuple[int, ...]:
        return tuple(chance.shuffle(state.deck))

    def urn(self, state: ChinaState) -> tuple[Sequence[int], int]:
        return state.deck, len(state.deck)

    def violation(self, state: ChinaState, values: tuple[int, ...]) -> str | None:
        if tuple(sorted(values)) != state.deck:
            return "All region cards that are not removed from the game are shuffled."
        return None

    def do(self, state: ChinaState, values: tuple[int, ...]) -> None:
        """Deal 3 cards to each player, seat by seat, and reveal the next 4."""
        state.pile = values
        for seat, player in enumerate(state.players):
            state.hands[seat] = tuple(sorted(values[seat * HAND : (seat + 1) * HAND]))
            state.players[seat] = player.but(cards=HAND)
        state.display = dealt_display(values, state.seats)
        state.top = state.seats * HAND + DISPLAY

    def notation(self, values: tuple[int, ...]) -> str:
        """Return only the number of cards, because their order is hidden."""
        return f"shuffle {len(values)} cards"


SHUFFLE = _Shuffle()


def dealt_display(values: tuple[int, ...], seats: int) -> tuple[int, ...]:
    """Return the cards of a shuffled deck that are laid face up, sorted."""
    dealt = seats * HAND
    return tuple(sorted(values[dealt : dealt + DISPLAY]))


def deal_cards(state: ChinaState) -> None:
    """Shuffle and deal the region cards; the first seat starts."""
    state.next_tasks([Task(SHUFFLE, CHANCE)])
