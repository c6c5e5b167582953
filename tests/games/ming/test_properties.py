"""What holds in every position of every play, whatever is chosen."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tianming_games.chance import Chance
from tianming_games.ming import GAME
from tianming_games.ming.box import HAND_LIMIT, NEUTRAL_LIMIT, NOBODY
from tianming_games.ming.state import MingState
from tianming_games.state import CHANCE

PLAYS = settings(max_examples=12, deadline=None, derandomize=True)


def check(state: MingState) -> None:
    """The invariants of one position."""
    players = state.families[: state.seats]
    held = [district for f in state.families for district in f.monks]
    assert len(held) == len(set(held)), "a cloister holds one family member"
    for family in state.families:
        assert min(*family.spaces, *family.members, *family.city, family.supply, *family.hand) >= 0
        assert max(family.city) <= 2
        assert list(family.monks) == sorted(family.monks)
    assert all(sum(family.hand) <= HAND_LIMIT for family in players)
    assert all(sum(f.city[d] for f in state.families) <= 3 for d in range(18))
    assert all(0 in family.tiles for family in players), "a full set never stays"
    if state.seats == 2:
        neutral = state.families[-1]
        assert not any((neutral.score, *neutral.tiles, *neutral.monks, *neutral.hand))
        assert max(neutral.members) <= NEUTRAL_LIMIT
    if state.observation(0).decision != "step":
        princes = [family.prince for family in players if family.prince != NOBODY]
        assert len(princes) == len(set(princes)), "princes stand apart"


class TestInvariants:
    @given(seats=st.integers(2, 4), seed=st.integers(0, 2**32))
    @PLAYS
    def test_invariants_hold_in_every_position(self, seats: int, seed: int) -> None:
        """Scores never fall, figures are never lost, princes and monks stand alone."""
        state = GAME.begin(seats)
        rng = Chance(seed.to_bytes(32, "little"), "choices")
        points = state.returns()
        while not state.is_terminal():
            check(state)
            if state.current_player == CHANCE:
                state.apply_draw(state.sample_draw(rng))
                continue
            seat = state.to_act()[rng.below(len(state.to_act()))]
            options = state.legal_actions(seat)
            state.apply_action(seat, options[rng.below(len(options))])
            assert all(now >= before for now, before in zip(state.returns(), points, strict=True))
            points = state.returns()
        check(state)
        assert state.round == 6
        assert all(family.supply == 0 for family in state.families)

    @given(seats=st.integers(2, 4), seed=st.integers(0, 2**32))
    @PLAYS
    def test_cards_are_chosen_until_every_hand_is_full(self, seats: int, seed: int) -> None:
        """When the princes begin to move everybody has exactly five cards."""
        state = GAME.begin(seats)
        rng = Chance(seed.to_bytes(32, "little"), "choices")
        before = ""
        while not state.is_terminal():
            now = state.observation(0).decision
            if now == "move" and before == "card":
                assert [sum(f.hand) for f in state.families[:seats]] == [HAND_LIMIT] * seats
            before = now
            if state.current_player == CHANCE:
                state.apply_draw(state.sample_draw(rng))
            else:
                seat = state.to_act()[0]
                options = state.legal_actions(seat)
                state.apply_action(seat, options[rng.below(len(options))])
