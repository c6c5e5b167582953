"""Phase 1: place family members in the province spaces."""

from tests.games.ming.position import do, family, offered, scene
from tianming_games.ming.place_phase import place_members


class TestPlaceMembers:
    def test_players_place_five_family_members_one_at_a_time(self) -> None:
        state = scene([family(), family(), family()], place_members, start=1)
        order = []
        while not state.is_terminal():
            seat = state.current_player
            order.append(seat)
            do(state, f"{seat} place C")
        assert order == [1, 2, 0] * 5
        assert all(f.spaces == (0, 0, 5, 0, 0, 0) and f.supply == 25 for f in state.families)

    def test_any_number_of_any_player_may_occupy_the_same_space(self) -> None:
        state = scene([family(spaces="AAAAAAA"), family()], place_members)
        assert offered(state, 0) == [f"place {letter}" for letter in "ABCDEF"]

    def test_family_members_last_for_six_rounds(self) -> None:
        state = scene([family(), family()], *[place_members] * 6)
        while not state.is_terminal():
            do(state, f"{state.current_player} place A")
        assert [f.supply for f in state.families[:2]] == [0, 0]
