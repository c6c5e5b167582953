"""Super events that give something."""

from dataclasses import asdict

from tests.games.dragon.position import choose, housed, offered, palace, refusal, stopped, table
from tianming_games.dragon.box import YOUNG, Person, Tile
from tianming_games.dragon.province import Palace, Province
from tianming_games.dragon.scoring import score_end
from tianming_games.dragon.state import DragonState
from tianming_games.dragon.super_event.corner import CORNER
from tianming_games.dragon.super_event.favour import buddha, charter, lanternfest, sunrise

T = Tile
RISING = {"super_event": "sunrise"}
NOBODY = Province(palaces=(), yuan=0, hand=())
MONKS = Province(palaces=(palace(2, T.MONK, T.FARMER), palace(3, T.OLD_MONK)), yuan=0)


class TestScorings:
    """Lanternfest and Buddha."""

    def test_a51_lanternfest_scores_persons_now_and_again_at_the_end(self) -> None:
        state = table(lanternfest, players=[MONKS, NOBODY])
        assert [p.score for p in state.provinces] == [6, 0]
        state = table(lanternfest, score_end, players=[MONKS, NOBODY])
        assert state.provinces[0].score == 6 + 6 + 8

    def test_a51_buddha_scores_monks_now_and_again_at_the_end(self) -> None:
        state = table(buddha, players=[MONKS, NOBODY])
        assert [p.score for p in state.provinces] == [8, 0]
        state = table(buddha, score_end, players=[MONKS, NOBODY])
        assert state.provinces[0].score == 8 + 6 + 8


class TestSunrise:
    """Sunrise: a young person without a card."""

    def test_a57_a_young_person_of_a_type_nobody_chose_before(self) -> None:
        state = table(sunrise, players=[Province(track=5), Province()], options=RISING)
        assert len(offered(state)) == 9
        choose(state, "tile tax-collector", "place 0")
        assert state.provinces[0].track == 5 + 3
        assert state.provinces[0].hand == Province().hand
        assert CORNER.of(state).risen == (T.TAX_COLLECTOR,)
        assert len(offered(state)) == 8
        assert "already selected" in refusal(state, "tile tax-collector")
        assert "not what is being decided" in refusal(state, "tile old-monk")

    def test_a57_the_rules_of_the_second_phase_hold(self) -> None:
        full = Province(palaces=housed(T.MONK), track=5)
        state = table(sunrise, players=[full, Province()], options=RISING)
        choose(state, "tile farmer")
        assert offered(state) == ["replace 0 monk", "drop"]

    def test_a57_a_person_who_is_let_go_moves_no_marker_and_stays_chosen(self) -> None:
        full = Province(palaces=housed(T.MONK), track=5)
        state = table(sunrise, players=[full, Province()], options=RISING)
        choose(state, "tile farmer", "drop")
        assert state.provinces[0].track == 5
        assert "tile farmer" not in offered(state)
        assert state.removed == 1

    def test_a57_who_finds_nobody_is_skipped(self) -> None:
        display = dict.fromkeys(YOUNG, 0) | {int(T.MONK): 2}
        state = table(
            sunrise, players=[Province(track=5), Province()], display=display, options=RISING
        )
        assert offered(state) == ["tile monk"]
        assert "no longer available" in refusal(state, "tile farmer")
        choose(state, "tile monk", "place 0")
        assert stopped(state)

    def test_a60_the_leader_chooses_first_and_then_the_order_of_the_track(self) -> None:
        players = [Province(track=5), Province(track=7), Province(track=2)]
        state = table(sunrise, players=players, options=RISING)
        seats = []
        while not stopped(state):
            seats.append(state.current_player)
            choose(state, offered(state)[0], "place 0")
        assert seats == [1, 0, 2]


def chartered(province: Province, choice: str) -> DragonState:
    """What a player has after the charter."""
    state = table(charter, players=[province.but(track=5), NOBODY])
    choose(state, f"charter {choice}")
    return state


class TestCharter:
    """Charter: what one type of person offers."""

    def test_v20_charter_farmers(self) -> None:
        state = chartered(Province(palaces=housed(T.FARMER, T.OLD_FARMER)), "farmer")
        assert state.provinces[0].rice == 3

    def test_v20_charter_monks(self) -> None:
        assert chartered(MONKS, "monk").provinces[0].score == 8

    def test_v20_charter_scholars(self) -> None:
        state = chartered(Province(palaces=housed(T.SCHOLAR, T.OLD_SCHOLAR)), "scholar")
        assert state.provinces[0].score == 5

    def test_d16_charter_craftsmen(self) -> None:
        state = chartered(Province(palaces=housed(T.CRAFTSMAN, T.CRAFTSMAN)), "craftsman")
        assert len(state.observation(0).subjects) == 2
        choose(state, "floor 1", "floor 1")
        assert stopped(state)
        assert state.provinces[0].palaces[1] == Palace(2)

    def test_a59_the_other_types(self) -> None:
        tiles: dict[Tile, dict[str, int]] = {
            T.COURT_LADY: {"score": 2},
            T.PYROTECHNIST: {"fireworks": 2},
            T.TAX_COLLECTOR: {"yuan": 12},
            T.WARRIOR: {"track": 7},
            T.HEALER: {},
        }
        for tile, change in tiles.items():
            before = Province(palaces=housed(tile, tile), track=5)
            after = chartered(before, Person(tile).name.lower().replace("_", "-")).provinces[0]
            assert asdict(after) == {**asdict(before), "arrival": after.arrival, **change}

    def test_a59_only_types_in_the_own_palaces_and_without_persons_nobody_is_asked(self) -> None:
        state = table(charter, players=[NOBODY.but(track=9), MONKS])
        assert state.current_player == 1
        assert offered(state) == ["charter monk", "charter farmer"]
        choose(state, "charter farmer")
        assert stopped(state)

    def test_a59_types_that_bring_equally_many_points_are_offered_once(self) -> None:
        court = Province(
            palaces=(palace(2, T.MONK, T.SCHOLAR), palace(2, T.COURT_LADY, T.COURT_LADY))
        )
        state = table(charter, players=[court, NOBODY])
        assert offered(state) == ["charter court-lady"]

    def test_a60_the_leader_chooses_first_and_then_the_order_of_the_track(self) -> None:
        farm = Province(palaces=housed(T.FARMER))
        state = table(charter, players=[farm.but(track=track) for track in (5, 7, 2)])
        seats = []
        while not stopped(state):
            seats.append(state.current_player)
            choose(state, "charter farmer")
        assert seats == [1, 0, 2]
