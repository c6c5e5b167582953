"""Positions of China, set up by hand in the words of the notation."""

from referee.game_check.random_play import seed_bytes
from tianming_games.chance import Chance
from tianming_games.china import GAME
from tianming_games.china.box import COLOUR_WORDS, EMPTY, LAND_WORDS
from tianming_games.china.region import Region
from tianming_games.china.state import ChinaState
from tianming_games.state import CHANCE

ALEX, BARBARA, CHRIS, DORIS, EVE = range(5)
"""The players of the rule book's examples, by seat."""


def new_table(seats: int = 4, seed: int = 0, **options: str) -> ChinaState:
    """A game whose cards have been dealt; the first seat is to begin."""
    state = GAME.begin(seats, options)
    draw(state, seed)
    return state


def fortified_table(seats: int = 4) -> ChinaState:
    """A game with fortifications whose cards have been dealt."""
    return new_table(seats, fortifications="yes")


def dealt(
    hand: str, *, display: str = "", pile: str = "", discards: str = "", seats: int = 4, **more: str
) -> ChinaState:
    """A game in which the first seat has this hand; `more` has options of the game.

    Without words for them, the cards of display, pile and discard pile are those of `new_table`.
    """
    state = new_table(seats, 0, **more)
    give(state, ALEX, hand)
    if display:
        state.display = cards(display)
    if pile:
        set_pile(state, pile)
    if discards:
        discarded(state, discards)
    return state


def draw(state: ChinaState, seed: int = 0) -> None:
    """Do the draw that is pending."""
    state.apply_draw(state.sample_draw(Chance(seed_bytes(seed), "draw")))


def cards(words: str) -> tuple[int, ...]:
    """Sorted cards from the words of their colours."""
    return tuple(sorted(COLOUR_WORDS.index(word) for word in words.split()))


def give(state: ChinaState, seat: int, words: str) -> None:
    """Put other cards into a hand."""
    state.hands[seat] = cards(words)
    state.players[seat] = state.players[seat].but(cards=len(state.hands[seat]), known=())
    state._options = None


def land(word: str) -> int:
    """The number of a region."""
    return LAND_WORDS.index(word)


def region(state: ChinaState, word: str) -> Region:
    """What stands in a region."""
    return state.regions[land(word)]


def settle(state: ChinaState, word: str, houses: str = "", emissaries: str = "") -> None:
    """Put houses and emissaries of seats into a region.

    `houses` goes through the spaces in order: a seat, a dot for none, and `^` after
    either for a fortification. `emissaries` is a seat for each. Supplies shrink.
    """
    here = region(state, word)
    for space, mark in enumerate(houses.split()):
        if mark.endswith("^"):
            here = here.with_fort(space)
        seat = EMPTY if mark[0] == "." else int(mark[0])
        if seat != EMPTY:
            here = here.with_house(space, seat)
            player = state.players[seat]
            state.players[seat] = player.but(houses=player.houses - 1)
    for mark in emissaries.split():
        player = state.players[int(mark)]
        state.players[int(mark)] = player.but(emissaries=player.emissaries - 1)
        here = here.with_emissary(int(mark))
    state.regions[land(word)] = here
    state._options = None


def do(state: ChinaState, *texts: str) -> None:
    """Do actions of the notation, and any draws between them."""
    for text in texts:
        action = GAME.read(text)
        state.verify_action(state.current_player, action)
        state.apply_action(state.current_player, action)
        if state.current_player == CHANCE:
            draw(state)


def options(state: ChinaState) -> list[str]:
    """What is on offer, in the notation."""
    return [GAME.write(action) for action in state.legal_actions(state.current_player)]


def violation(state: ChinaState, text: str) -> str:
    """The sentence against an action; empty when it is legal."""
    return state.violation(state.current_player, GAME.read(text)) or ""


def decision(state: ChinaState) -> str:
    """What is being decided."""
    return state.task.kind.name if state.task else ""


def end_turn(state: ChinaState) -> None:
    """Stop, draw what is to be drawn, until it is another player's turn."""
    turn = state.turns
    while state.turns == turn and not state.is_terminal():
        names = options(state)
        do(state, "stop" if "stop" in names else names[-1])


def set_pile(state: ChinaState, words: str) -> None:
    """Make other cards the draw pile, the first on top."""
    state.pile = tuple(COLOUR_WORDS.index(word) for word in words.split())
    state.top = 0


def discarded(state: ChinaState, words: str) -> None:
    """Make other cards the discard pile."""
    state.discards = tuple(cards(words).count(colour) for colour in range(len(COLOUR_WORDS)))
