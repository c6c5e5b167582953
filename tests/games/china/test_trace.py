"""Unknown cards after the reshuffle: what everybody knows of them, and how likely they are."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

from referee.game_check.random_play import seed_bytes
from tests.games.china.position import (
    ALEX,
    BARBARA,
    CHRIS,
    cards,
    discarded,
    do,
    give,
    new_table,
    options,
    set_pile,
)
from tianming_games.chance import Chance
from tianming_games.china import GAME
from tianming_games.china.state import ChinaState
from tianming_games.china.trace import SeenTrace, Trace, UnclearPlay

World = tuple[tuple[int, ...], ...]
"""The unknown cards of Barbara and of Chris, sorted, and the pile."""

RED, YELLOW, GREEN, ORANGE, PURPLE = range(5)

FIRST = {BARBARA: cards("red red green"), CHRIS: cards("red yellow yellow")}
"""Unknown cards of two hands at the reshuffle."""

SECOND = (RED, GREEN, RED, GREEN, YELLOW, ORANGE)
"""The second pile, the top card first."""

DEALS = 4000
"""Deals that are compared with the histories."""


def reshuffled() -> ChinaState:
    """A game for three at Barbara's turn; Alex has taken the last card of the first pile."""
    state = new_table(3)
    give(state, ALEX, "green purple purple")
    for seat, hand in FIRST.items():
        state.hands[seat] = hand
        state.players[seat] = state.players[seat].but(cards=3, known=())
    state.display = cards("purple purple purple purple")
    set_pile(state, "orange")
    discarded(state, "red red green yellow orange")
    state.deck = tuple(
        sorted((*SECOND, *state.display, ORANGE, PURPLE, PURPLE, *FIRST[BARBARA], *FIRST[CHRIS]))
    )
    state._options = None
    state.apply_action(ALEX, GAME.read("exchange green"))
    state.apply_action(ALEX, GAME.read("draw"))
    state.apply_draw(SECOND)
    return state


def story() -> ChinaState:
    """The same at Alex's second turn after that.

    Barbara and Chris have played a card of the first pile and drawn one of the second;
    then both have played a red one, from which pile nobody can tell, and have drawn again.
    """
    state = reshuffled()
    do(state, "exchange red", "draw", "exchange yellow", "draw")
    do(state, "exchange orange", "take purple")
    do(state, "exchange red", "draw", "exchange red", "draw")
    return state


def worlds() -> Iterator[World]:
    """The end of each history that Alex cannot tell from the story, as often as it is likely.

    The cards lie in any order, and each play is of any of the player's unknown cards.
    """
    for old in set(permutations((*FIRST[BARBARA], *FIRST[CHRIS]))):
        for new in set(permutations(SECOND)):
            if (old[0], old[3], new[2]) == (RED, YELLOW, SECOND[2]):
                yield from _rest([*old[1:3], new[0]], [*old[4:], new[1]], new[3:])


def _rest(barbara: list[int], chris: list[int], pile: tuple[int, ...]) -> Iterator[World]:
    """Both play a red card and draw one."""
    for own, other in product(range(3), repeat=2):
        if barbara[own] == chris[other] == RED:
            hand = [*barbara[:own], *barbara[own + 1 :], pile[0]]
            rest = [*chris[:other], *chris[other + 1 :], pile[1]]
            yield tuple(sorted(hand)), tuple(sorted(rest)), pile[2:]


def dealt(state: ChinaState) -> World:
    """The world of a state."""
    return state.hands[BARBARA], state.hands[CHRIS], state.pile[state.top :]


class TestTrace:
    """Of which play it is certain from which pile it came."""

    def test_who_has_drawn_nothing_since_plays_a_card_of_the_first_pile(self) -> None:
        trace = Trace.of(cards("red green")).after_play(RED)
        assert trace == Trace.of(cards("green"))

    def test_who_holds_cards_of_both_piles_may_play_one_of_either(self) -> None:
        trace = Trace.of(cards("red green")).after_draw(RED).after_play(RED)
        assert trace == Trace.of(cards("red green"), cards("red"), (UnclearPlay(RED, 1),))

    def test_who_had_no_unknown_card_left_plays_cards_of_the_second_pile(self) -> None:
        trace = Trace.of(cards("red")).after_draw(RED).after_play(RED).after_play(RED)
        assert not trace.seen.may_hold_first()
        later = trace.after_draw(GREEN).after_play(GREEN)
        assert later == trace

    def test_who_has_an_unknown_card_left_may_still_hold_one_of_the_first_pile(self) -> None:
        trace = Trace.of(cards("red green")).after_draw(RED).after_play(RED).after_play(RED)
        assert trace.seen.may_hold_first()

    def test_a_card_that_was_taken_face_up_leaves_no_trace(self) -> None:
        state = reshuffled()
        state.display = cards("green purple purple purple")
        do(state, "exchange red", "take green", "exchange yellow", "draw")
        do(state, "exchange orange", "draw", "exchange green", "draw")
        assert state.traces[BARBARA] == Trace.of(cards("red green"), (GREEN,))

    def test_a_seat_knows_the_colors_of_the_second_pile(self) -> None:
        state = reshuffled()
        assert state.observation(ALEX).recycled == (2, 1, 2, 1, 0)
        do(state, "exchange red", "draw")
        assert state.observation(ALEX).recycled == (2, 1, 2, 1, 0)
        assert state.observation(BARBARA).recycled == (1, 1, 2, 1, 0)

    def test_a_card_that_is_turned_up_is_no_longer_among_them(self) -> None:
        state = reshuffled()
        do(state, "exchange red", "take purple")
        assert state.observation(ALEX).recycled == (1, 1, 2, 1, 0)
        assert state.display == cards("red purple purple purple")

    def test_nothing_is_traced_before_the_reshuffle(self) -> None:
        state = new_table()
        do(state, options(state)[-1], "draw")
        seen = state.observation(ALEX)
        assert (seen.recycled, seen.drawn, seen.traces) == ((), (), ())


class TestDeal:
    """What is dealt is as likely as in all histories that the seat cannot tell apart."""

    def test_the_story_leaves_two_plays_unclear(self) -> None:
        state = story()
        assert state.current_player == ALEX
        assert [trace.seen for trace in state.traces[1:]] == [
            SeenTrace(2, (UnclearPlay(RED, 1),))
        ] * 2
        assert dealt(state) in set(worlds())

    def test_deals_have_the_shares_of_the_histories(self) -> None:
        """A chi-square test with fixed seeds."""
        state, counted = story(), Counter(worlds())
        found = Counter(
            dealt(state.resample(ALEX, Chance(seed_bytes(seed), "deal"))) for seed in range(DEALS)
        )
        assert set(found) == set(counted)
        share = DEALS / counted.total()
        square = sum(
            (found[world] - ways * share) ** 2 / (ways * share) for world, ways in counted.items()
        )
        freedom = len(counted) - 1
        assert abs(square - freedom) < 3 * (2 * freedom) ** 0.5

    def test_an_old_hand_has_no_card_that_only_the_second_pile_has(self) -> None:
        """Neither hand has drawn since the reshuffle, so none can hold the orange card."""
        state = reshuffled()
        for seed in range(100):
            twin = state.resample(ALEX, Chance(seed_bytes(seed), "deal"))
            assert sorted(twin.pile[twin.top :]) == sorted(SECOND)
            assert not {ORANGE} & {*twin.hands[BARBARA], *twin.hands[CHRIS]}

    def test_a_deal_is_traced_like_the_game(self) -> None:
        """What another seat would see of it adds up with the cards."""
        for seed in range(50):
            twin = story().resample(ALEX, Chance(seed_bytes(seed), "deal"))
            for seat, (hand, trace) in enumerate(zip(twin.hands, twin.traces, strict=True)):
                played = Counter(play.colour for play in trace.seen.unclear)
                known = Counter(twin.players[seat].known)
                assert Counter((*trace.first, *trace.second)) - played == Counter(hand) - known
