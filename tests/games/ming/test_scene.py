"""The pieces of the drawn board."""

from tests.games.ming.position import CAMEL, RIDER, at, do, family, scene
from tests.games.ming.test_withdrawal import BACK, LAY, city
from tianming_games.ming import GAME
from tianming_games.ming.layout import Layout
from tianming_games.ming.state import MingState
from tianming_games.scene import Scene


def shown(state: MingState, seat: int | None = None) -> Scene:
    """The scene of a position, to a viewer."""
    names = ("Ann", "Bob", "Cleo", "Dan")[: state.seats]
    return GAME.presentation(state.seats, {}, names).scene(state.observation(seat))


def named(pieces: Scene, prefix: str) -> list[str]:
    """The ids that begin like that, sorted."""
    return sorted(name for name in pieces if name.startswith(prefix))


class TestFigures:
    def test_figures_stand_where_they_are(self) -> None:
        one = family(prince="B2", members={"B2": 3}, city={"B2": 2}, monks=["C1"], spaces="CCE")
        pieces = shown(scene([one, family(), family()]))
        b2 = at("B2")
        assert len(named(pieces, f"member-{b2}-0-")) == 3
        assert len(named(pieces, f"city-{b2}-0-")) == 2
        assert len(named(pieces, "waiting-2-0-")) == 2
        assert pieces[f"monk-{at('C1')}-0"].words == "family member of Ann in the cloister of C1"
        assert pieces["prince-0"].words == "prince of Ann in B2"

    def test_a_prince_keeps_its_id_where_it_moves(self) -> None:
        before = shown(scene([family(prince="B2"), family(), family()]))["prince-0"]
        after = shown(scene([family(prince="B3"), family(), family()]))["prince-0"]
        assert (before.x, before.y) != (after.x, after.y)

    def test_deployed_members_come_from_their_province_space(self) -> None:
        pieces = shown(scene([family(members={"B2": 1}), family(), family()]))
        layout = Layout(scene([family(), family(), family()]).rules.map, 3)
        assert pieces[f"member-{at('B2')}-0-0"].start == layout.space(1)

    def test_the_neutral_family_of_a_game_for_two_has_a_panel_without_points(self) -> None:
        state = scene([family(), family()], neutral=family(members={"A1": 1}))
        pieces = shown(state)
        assert pieces["name-2"].text == "Neutral"
        assert "score-2" not in pieces
        assert pieces[f"member-{at('A1')}-2-0"].words == "family member of the neutral family in A1"


class TestCards:
    def test_a_hand_lies_open(self) -> None:
        pieces = shown(scene([family(cards=(0, RIDER, RIDER, CAMEL)), family(), family()]))
        assert named(pieces, "hand-0-") == ["hand-0-0-0", "hand-0-1-0", "hand-0-1-1", "hand-0-5-0"]
        assert pieces["hand-0-1-0"].words == "rider card of Ann"

    def test_return_cards_are_shown_when_all_have_laid_theirs(self) -> None:
        two = family(city=city(2, 1, 0))
        state = do(scene([two, two, two], LAY, BACK), "0 return 1", "1 return 2")
        assert named(shown(state), "returns-") == []
        assert named(shown(state, 1), "returns-") == ["returns-1"]
        do(state, "2 return 3")
        assert [shown(state)[f"returns-{seat}"].text for seat in range(3)] == [
            "returns 1",
            "returns 2",
            "returns 3",
        ]


def test_plates_houses_and_spaces_of_a_map_do_not_overlap() -> None:
    layout = Layout(scene([family(), family(), family()]).rules.map, 3)
    places = [
        *((layout.district(district), 50, 38) for district in range(18)),
        *((layout.city(province), 33, 33) for province in range(6)),
        *((layout.space(province), 27, 40) for province in range(6)),
        *((layout.card(province), 16, 22) for province in range(6)),
    ]
    for number, ((x, y), half, tall) in enumerate(places):
        for (to_x, to_y), to_half, to_tall in places[:number]:
            assert abs(x - to_x) >= half + to_half or abs(y - to_y) >= tall + to_tall
