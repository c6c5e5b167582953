"""The board as text."""

from tests.games.ming.position import do, family, scene
from tests.games.ming.test_withdrawal import BACK, LAY, city
from tianming_games.ming.box import NOBODY


class TestText:
    def test_the_figures_of_a_district_are_shown_by_seat(self) -> None:
        state = scene(
            [
                family(prince="B2", members={"B2": 3}, city={"B2": 2}),
                family(
                    monks=["B2"], spaces="CCE", cards=(0, 0, 5), tiles=(2, 0, 0, 1, 0, 0), score=7
                ),
            ]
        )
        text = state.to_text()
        assert "B2 0:prince+3+(2) 1:monk" in text
        assert "hand dragon dragon 5; spaces C:2 E:1; tiles A:2 D:1" in text
        assert "seat 1   7 points" in text

    def test_return_cards_that_lie_face_down_are_shown_to_nobody_else(self) -> None:
        two = family(city=city(2, 1, 0))
        state = do(scene([two, two, two], LAY, BACK), "0 return 1")
        assert ", returns 1" in state.to_text(0)
        assert "returns" not in state.to_text(1)
        assert ", returns 1" in state.to_text()
        assert state.observation(1).laid == (NOBODY,) * 3
