"""Phase 5: round end, and the starting player."""

import pytest

from tests.games.ming.position import do, end_of_round, family, offered, scene
from tianming_games.ming.family import Family
from tianming_games.ming.round_end import chooser
from tianming_games.ming.state import MingState

CLOISTERS = ("A1", "A2", "A3", "B1", "B2", "B3")


def players(points: tuple[int, ...], monks: tuple[int, ...] = (0, 0, 0, 0)) -> list[Family]:
    """Families with those points and so many monks each."""
    return [
        family(score=score, monks=CLOISTERS[:number])
        for score, number in zip(points, monks, strict=True)
    ]


def choosing(start: int, points: tuple[int, ...], monks: tuple[int, ...]) -> MingState:
    """A game for four at the end of a round."""
    return scene(players(points, monks), start=start)


class TestStartingPlayer:
    @pytest.mark.parametrize(("seats", "rounds"), [(2, 5), (3, 5), (4, 3)])
    def test_ming_09_the_figure_is_passed_one_player_to_the_left(
        self, seats: int, rounds: int
    ) -> None:
        """After each round; only with four players a start is chosen from round 4 on."""
        for number in range(1, rounds + 1):
            phases = end_of_round(number, seats)
            state = scene([family()] * seats, *phases, round_=number, start=seats - 1)
            assert state.is_terminal()
            assert state.start == 0

    def test_ming_09_round_5_is_chosen_by_the_second_fewest(self) -> None:
        state = scene(players((30, 10, 20, 40)), *end_of_round(4, seats=4), round_=4)
        assert state.to_act() == (2,)
        assert offered(state, 2) == ["start 0", "start 1", "start 2", "start 3"]
        assert do(state, "2 start 2").start == 2

    def test_ming_09_round_6_is_chosen_by_the_fewest(self) -> None:
        state = scene(players((30, 10, 20, 40)), *end_of_round(5, seats=4), round_=5)
        assert state.to_act() == (1,)

    def test_ming_09_of_a_tie_the_one_with_most_monks_chooses(self) -> None:
        assert chooser(choosing(0, (10, 20, 10, 40), (1, 5, 3, 0)), 1) == 2

    @pytest.mark.parametrize(("start", "seat"), [(0, 0), (1, 2), (2, 2), (3, 0)])
    def test_ming_09_then_turn_order(self, start: int, seat: int) -> None:
        assert chooser(choosing(start, (10, 20, 10, 40), (1, 5, 1, 0)), 1) == seat

    def test_ming_17_the_second_of_the_four_scores_in_order_counts(self) -> None:
        """With 10, 10, 30, 40 the two with 10 decide it between them."""
        assert chooser(choosing(0, (10, 10, 30, 40), (0, 1, 2, 3)), 2) == 1
        assert chooser(choosing(0, (10, 30, 30, 40), (6, 1, 2, 3)), 2) == 2
