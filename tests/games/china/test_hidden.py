"""What is hidden, what is known, and that no question gives it away."""

from collections import Counter

from referee.game_check.random_play import random_steps, seed_bytes
from tests.games.china.position import (
    ALEX,
    BARBARA,
    cards,
    dealt,
    decision,
    do,
    new_table,
    settle,
)
from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.china import GAME
from tianming_games.china.notation import Verb
from tianming_games.china.state import ChinaState
from tianming_games.state import CHANCE

PUBLIC = (Verb.HOUSE, Verb.EMISSARY, Verb.TAKE)
"""The actions of a player in any world that looks the same, with any hand."""


def china(state: object) -> ChinaState:
    """The state, known to be of China."""
    assert isinstance(state, ChinaState)
    return state


def twin(state: ChinaState, seat: int, seed: int = 1) -> ChinaState:
    """The state after a redeal of everything that a seat cannot know."""
    return state.resample(seat, Chance(seed_bytes(seed), "twin"))


def all_cards(state: ChinaState) -> Counter[int]:
    """All cards of a game by colour, wherever they are."""
    places = (*state.hands, state.display, state.pile[state.top :])
    counts = Counter(card for place in places for card in place)
    counts.update(dict(enumerate(state.discards)))
    return +counts


class TestKnownCards:
    """What everybody knows of a hand."""

    def test_a_card_taken_face_up_is_known_and_one_from_the_pile_is_not(self) -> None:
        state = dealt("red red green", display="orange orange purple yellow")
        do(state, "play yen red+red", "house yen-1", "take purple", "draw")
        assert state.players[ALEX].known == cards("purple")
        assert state.players[ALEX].cards == 3

    def test_a_known_card_counts_as_played_first(self) -> None:
        state = dealt("purple purple green")
        state.players[ALEX] = state.players[ALEX].but(known=cards("purple"))
        do(state, "play chu purple")
        assert state.players[ALEX].known == ()

    def test_known_cards_are_always_in_the_hand(self) -> None:
        for seed in range(10):
            for each, _, _ in random_steps(GAME, 4, {}, seed):
                state = china(each)
                for player, hand in zip(state.players, state.hands, strict=True):
                    assert not Counter(player.known) - Counter(hand)


class TestResample:
    """The redeal of everything that a seat cannot know."""

    def test_the_own_hand_and_all_that_lies_open_stay(self) -> None:
        for number, (each, _, _) in enumerate(random_steps(GAME, 5, {}, 3)):
            if each.current_player == CHANCE:
                continue
            state = china(each)
            seat = number % 5
            other = twin(state, seat)
            assert other.hands[seat] == state.hands[seat]
            assert other.display == state.display
            assert other.discards == state.discards
            assert all_cards(other) == all_cards(state)
            for player, hand in zip(other.players, other.hands, strict=True):
                assert len(hand) == player.cards
                assert not Counter(player.known) - Counter(hand)

    def test_hands_and_pile_are_dealt_again(self) -> None:
        state = new_table()
        others = [twin(state, ALEX, seed) for seed in range(20)]
        assert len({other.hands[BARBARA] for other in others}) > 1
        assert len({other.pile for other in others}) == 20

    def test_the_board_for_a_seat_shows_no_other_hand(self) -> None:
        state = new_table()
        assert "3 hidden" in state.to_text(ALEX)
        assert state.to_text(ALEX).count("hidden") == 3
        assert "hidden" not in state.to_text()


class TestQuestions:
    """Nobody learns from being asked, or from others being asked, what is hidden."""

    def test_who_is_asked_what_next_follows_from_what_all_can_see(self) -> None:
        """A piece is placed in two worlds that look the same to a rival."""
        for seed in range(20):
            for each, seat, step in random_steps(GAME, 4, {}, seed):
                if not isinstance(step, Action) or step.verb not in PUBLIC:
                    continue
                state = china(each)
                rival = (seat + 1) % 4
                one, other = state.clone(), twin(state, rival)
                for world in (one, other):
                    world.apply_action(seat, step)
                assert one.current_player == other.current_player
                assert decision(one) == decision(other)
                if one.turns == state.turns and one.current_player != CHANCE:
                    assert one.observation(rival) == other.observation(rival)

    def test_a_card_from_the_pile_changes_nothing_a_rival_sees_but_numbers(self) -> None:
        state = dealt("red red green")
        settle(state, "wei", "1")
        do(state, "play wei red", "house wei-2", "stop")
        one, other = state.clone(), twin(state, BARBARA, seed=5)
        for world in (one, other):
            world.apply_action(ALEX, GAME.read("draw"))
            world.display = state.display
        assert one.observation(BARBARA) == other.observation(BARBARA)
