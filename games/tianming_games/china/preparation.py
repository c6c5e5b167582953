"""Game preparation: the cards are shuffled, dealt, and four of them revealed."""

from tianming_games.chance import Chance
from tianming_games.china.box import DISPLAY, HAND
from tianming_games.china.state import ChinaState
from tianming_games.decision import Draw, Task
from tianming_games.state import CHANCE


class _Shuffle(Draw[ChinaState]):
    """The region cards, shuffled: the order in which they are dealt and drawn."""

    name = "shuffle"

    def sample(self, state: ChinaState, chance: Chance) -> tuple[int, ...]:
        return tuple(chance.shuffle(state.deck))

    def violation(self, state: ChinaState, values: tuple[int, ...]) -> str | None:
        if tuple(sorted(values)) != state.deck:
            return "All region cards that are not removed from the game are shuffled."
        return None

    def do(self, state: ChinaState, values: tuple[int, ...]) -> None:
        """Each player is dealt a hand of 3, seat by seat; the next 4 are revealed."""
        state.pile = values
        for seat, player in enumerate(state.players):
            state.hands[seat] = tuple(sorted(values[seat * HAND : (seat + 1) * HAND]))
            state.players[seat] = player._replace(cards=HAND)
        state.display = dealt_display(values, state.seats)
        state.top = state.seats * HAND + DISPLAY

    def notation(self, values: tuple[int, ...]) -> str:
        """How many cards, and nothing else: their order is hidden."""
        return f"shuffle {len(values)} cards"


SHUFFLE = _Shuffle()


def dealt_display(values: tuple[int, ...], seats: int) -> tuple[int, ...]:
    """The cards of a shuffled deck that are laid face up, sorted."""
    dealt = seats * HAND
    return tuple(sorted(values[dealt : dealt + DISPLAY]))


def deal_cards(state: ChinaState) -> None:
    """The region cards are shuffled and dealt; the first seat starts."""
    state.next_tasks([Task(SHUFFLE, CHANCE)])
