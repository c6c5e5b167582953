"""Kuhn poker: three cards, two seats, one bet."""

from collections.abc import Iterable, Mapping

from tianming_games.chance import Chance
from tianming_games.small import (
    CHANCE,
    TERMINAL,
    UNKNOWN,
    Facts,
    Move,
    Shuffle,
    SmallGame,
    SmallState,
    require,
)

CARDS = (1, 2, 3)
DEALS = 20
NOT_DEALT = 0


class KuhnState(SmallState):
    """Points and cards by seat, the number of the deal, and the moves of this deal."""

    words = ("check", "bet", "call", "fold")

    def set_up(self, options: Mapping[str, str]) -> None:
        self.points, self.cards = [0, 0], [NOT_DEALT, NOT_DEALT]
        self.deal_number = 0
        self.done: list[int] = []

    @property
    def current_player(self) -> int:
        if self.deal_number == DEALS:
            return TERMINAL
        if self.cards[0] == NOT_DEALT:
            return CHANCE
        return (self.deal_number + len(self.done)) % 2

    def moves(self) -> Iterable[Move]:
        is_bet = self.done[-1:] == [self.words.index("bet")]
        return [("call",), ("fold",)] if is_bet else [("check",), ("bet",)]

    def play(self, word: str, *numbers: int) -> None:
        player = self.current_player
        self.done.append(self.words.index(word))
        if word == "fold":
            self.pay(1 - player, 1)
        elif word == "call" or (word == "check" and len(self.done) == 2):
            self.pay(int(self.cards[1] > self.cards[0]), 2 if word == "call" else 1)

    def pay(self, winner: int, stake: int) -> None:
        self.points[winner] += stake
        self.points[1 - winner] -= stake
        self.cards, self.done = [NOT_DEALT, NOT_DEALT], []
        self.deal_number += 1

    def draw(self) -> Shuffle:
        return Shuffle(CARDS)

    def drawn(self, values: tuple[int, ...]) -> None:
        self.cards = list(values[:2])

    def hide(self, seat: int | None) -> None:
        if self.cards[0] != NOT_DEALT:
            self.cards = [UNKNOWN if at != seat else card for at, card in enumerate(self.cards)]

    def deal(self, chance: Chance) -> None:
        rest = chance.shuffle([card for card in CARDS if card not in self.cards])
        self.cards = [rest.pop() if card == UNKNOWN else card for card in self.cards]

    def check(self) -> None:
        known = sorted(card for card in self.cards if card != UNKNOWN)
        seen = "position.observation.fields['cards']"
        require(len(self.cards) == 2, seen, "There are two seats.")
        require(known == sorted({*known} & {*CARDS}), seen, "There is one card of each number.")


class KuhnPoker(SmallGame):
    """Kuhn poker for 2 seats, 20 deals."""

    name = "kuhn_poker"
    title = "Kuhn poker"
    facts = Facts(2, 2, longest=3 * DEALS, least=-2 * DEALS, most=2 * DEALS, hidden=True)
    state = KuhnState


GAME = KuhnPoker()
