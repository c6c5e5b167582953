"""3rd phase: the six events, and decay."""

import pytest

from tests.games.dragon.position import (
    choose,
    housed,
    in_month,
    offered,
    palace,
    refusal,
    stopped,
    table,
)
from tianming_games.dragon.box import EventTile, Tile
from tianming_games.dragon.event_phase import decay, month_event
from tianming_games.dragon.province import Palace, Province
from tianming_games.dragon.scoring import score_month
from tianming_games.dragon.state import DragonState

T = Tile
MONKS = housed(T.MONK, T.OLD_MONK, T.FARMER)


def during(event: EventTile, *players: Province) -> DragonState:
    """The event of the third month with these players."""
    return table(month_event, players=players, month=3, events=in_month(3, event))


class TestTribute:
    """Imperial tribute."""

    def test_v12_tribute(self) -> None:
        clara = Province(palaces=MONKS, yuan=2)
        state = during(EventTile.IMPERIAL_TRIBUTE, clara, Province())
        assert [p.yuan for p in state.provinces] == [0, 2]
        assert len(state.observation(0).subjects) == 2
        choose(state, "release 0 monk", "release 0 farmer")
        assert stopped(state)
        assert state.provinces[0].persons() == 1

    def test_a22_nobody_may_release_a_person_to_keep_money(self) -> None:
        state = during(EventTile.IMPERIAL_TRIBUTE, Province(palaces=MONKS, yuan=4), Province())
        assert stopped(state)
        assert [p.yuan for p in state.provinces] == [0, 2]

    def test_a21_releases_beyond_the_last_person_vanish(self) -> None:
        state = during(
            EventTile.IMPERIAL_TRIBUTE, Province(palaces=housed(T.MONK), yuan=0), Province()
        )
        choose(state, "release 0 monk")
        assert stopped(state)

    def test_a29_dismissals_occur_in_the_order_of_the_person_track(self) -> None:
        poor = Province(palaces=housed(T.MONK), yuan=3)
        state = during(EventTile.IMPERIAL_TRIBUTE, *(poor.but(track=track) for track in (2, 9, 5)))
        released = []
        while not stopped(state):
            released.append(state.current_player)
            choose(state, "release 0 monk")
        assert released == [1, 2, 0]


class TestDrought:
    """Drought."""

    def test_v13_drought(self) -> None:
        three = (palace(1, T.MONK), palace(2, T.FARMER, T.HEALER), palace(1, T.WARRIOR))
        anna = Province(palaces=(*three, Palace(2)), rice=4)
        benno = Province(palaces=three, rice=0)
        state = table(
            month_event,
            decay,
            players=[anna, benno],
            month=3,
            events=in_month(3, EventTile.DROUGHT),
        )
        assert state.current_player == 1
        choose(state, "release 0 monk", "release 1 healer", "release 2 warrior")
        assert stopped(state)
        assert (state.provinces[0].rice, state.provinces[0].persons()) == (1, 4)
        assert state.provinces[0].palaces[3] == Palace(1)
        assert (state.provinces[1].rice, state.provinces[1].persons()) == (0, 1)

    def test_a19_all_rice_is_spent_and_the_owner_chooses_who_goes_without(self) -> None:
        three = (palace(1, T.MONK), palace(2, T.FARMER, T.HEALER), palace(1, T.WARRIOR))
        state = during(EventTile.DROUGHT, Province(palaces=three, rice=1), Province())
        assert state.provinces[0].rice == 0
        assert len(state.observation(0).subjects) == 2
        choose(state, "release 1 farmer")
        assert offered(state) == ["release 0 monk", "release 2 warrior"]
        assert "each palace that is not supplied" in refusal(state, "release 1 healer")
        choose(state, "release 2 warrior")
        assert stopped(state)

    def test_a19_a_palace_that_equals_an_unsupplied_one_is_still_offered(self) -> None:
        pair = (palace(2, T.MONK, T.MONK), palace(2, T.MONK))
        state = during(EventTile.DROUGHT, Province(palaces=pair), Province())
        choose(state, "release 0 monk")
        assert offered(state) == ["release 1 monk"]

    def test_a19_everybody_sees_which_palaces_have_released(self) -> None:
        """The same palaces with the same persons, and other options."""
        one, two = palace(2, T.MONK), palace(2, T.MONK, T.FARMER)
        first = during(EventTile.DROUGHT, Province(palaces=(two, one)), Province())
        choose(first, "release 0 farmer")
        second = during(EventTile.DROUGHT, Province(palaces=(one, two)), Province())
        choose(second, "release 1 farmer")
        assert first.provinces == second.provinces
        assert [first.observation(seat).unsupplied for seat in (0, 1)] == [(0,), (0,)]
        assert [second.observation(seat).unsupplied for seat in (0, 1)] == [(1,), (1,)]
        assert "drought  released from palace 1" in second.to_text(1)

    def test_a19_every_player_starts_with_all_palaces_to_choose_from(self) -> None:
        two = Province(palaces=(palace(1, T.MONK), palace(2, T.FARMER, T.HEALER)), rice=1)
        state = during(EventTile.DROUGHT, two.but(track=5), two)
        choose(state, "release 1 farmer")
        assert state.current_player == 1
        assert offered(state) == ["release 0 monk", "release 1 healer", "release 1 farmer"]


class TestFestival:
    """Dragon festival."""

    def test_v14_festival(self) -> None:
        state = during(
            EventTile.DRAGON_FESTIVAL, *(Province(fireworks=count) for count in (2, 1, 3, 0, 3))
        )
        assert [p.score for p in state.provinces] == [3, 0, 6, 0, 6]
        assert [p.fireworks for p in state.provinces] == [1, 1, 1, 0, 1]

    def test_a26_all_who_tie_for_first_or_second_score_in_full(self) -> None:
        state = during(
            EventTile.DRAGON_FESTIVAL, *(Province(fireworks=count) for count in (5, 5, 4, 4, 3))
        )
        assert [p.score for p in state.provinces] == [6, 6, 3, 3, 0]
        assert [p.fireworks for p in state.provinces] == [2, 2, 2, 2, 3]

    @pytest.mark.parametrize(
        ("fireworks", "points", "left"),
        [((0, 0, 0), [0, 0, 0], [0, 0, 0]), ((3, 0, 3), [6, 0, 6], [1, 0, 1])],
    )
    def test_a27_without_fireworks_no_points_and_with_one_count_only_a_first(
        self, fireworks: tuple[int, ...], points: list[int], left: list[int]
    ) -> None:
        state = during(EventTile.DRAGON_FESTIVAL, *(Province(fireworks=n) for n in fireworks))
        assert [p.score for p in state.provinces] == points
        assert [p.fireworks for p in state.provinces] == left

    @pytest.mark.parametrize(
        ("fireworks", "points", "left"),
        [
            ((4, 1), [6, 3], [2, 0]),
            ((2, 2), [6, 6], [1, 1]),
            ((3, 0), [6, 0], [1, 0]),
            ((0, 0), [0, 0], [0, 0]),
        ],
    )
    def test_d6_a28_festival_of_two_players(
        self, fireworks: tuple[int, int], points: list[int], left: list[int]
    ) -> None:
        state = during(EventTile.DRAGON_FESTIVAL, *(Province(fireworks=n) for n in fireworks))
        assert [p.score for p in state.provinces] == points
        assert [p.fireworks for p in state.provinces] == left


class TestMongols:
    """Mongol invasion."""

    def test_v15_a25_mongol(self) -> None:
        three = housed(T.WARRIOR, T.OLD_WARRIOR)
        one = housed(T.WARRIOR)
        state = during(
            EventTile.MONGOL_INVASION,
            Province(palaces=three),
            Province(palaces=three),
            Province(palaces=housed(T.OLD_WARRIOR)),
            Province(palaces=one, track=1),
            Province(palaces=one, track=2),
        )
        assert [p.score for p in state.provinces] == [3, 3, 2, 1, 1]
        assert state.current_player == 4
        choose(state, "release 0 warrior")
        assert state.current_player == 3
        choose(state, "release 0 warrior")
        assert stopped(state)

    def test_a24_d5_mongol_shield(self) -> None:
        """A province without persons has the fewest helmets and releases nobody."""
        state = during(EventTile.MONGOL_INVASION, Province(), Province(palaces=housed(T.WARRIOR)))
        assert stopped(state)
        assert [p.score for p in state.provinces] == [0, 1]

    @pytest.mark.parametrize("tile", [T.MONK, T.WARRIOR])
    def test_n4_all_helmets_equal(self, tile: Tile) -> None:
        equal = Province(palaces=housed(tile, T.FARMER))
        state = during(EventTile.MONGOL_INVASION, equal, equal, equal)
        for _ in range(3):
            choose(state, "release 0 farmer")
        assert stopped(state)


class TestContagion:
    """Contagion."""

    def test_v16_a23_contagion(self) -> None:
        """The count stands before anybody goes, so a healer who protected may go."""
        state = during(
            EventTile.CONTAGION,
            Province(palaces=housed(T.HEALER, T.HEALER, T.MONK)),
            Province(),
        )
        assert offered(state) == ["release 0 monk", "release 0 healer"]
        choose(state, "release 0 healer")
        assert stopped(state)

    def test_a23_more_than_three_mortars_protect_from_three(self) -> None:
        state = during(
            EventTile.CONTAGION,
            Province(palaces=housed(T.OLD_HEALER, T.OLD_HEALER)),
            Province(),
        )
        assert stopped(state)

    def test_d4_contagion_short(self) -> None:
        state = table(
            month_event,
            decay,
            players=[
                Province(palaces=(palace(1, T.MONK), palace(2, T.FARMER))),
                Province(palaces=()),
            ],
            month=3,
            events=in_month(3, EventTile.CONTAGION),
        )
        choose(state, "release 0 monk", "release 1 farmer")
        assert stopped(state)
        assert state.provinces[0].palaces == (Palace(1),)
        assert state.removed == 2

    def test_n1_the_marker_stays_when_a_person_is_released(self) -> None:
        state = during(EventTile.CONTAGION, Province(palaces=MONKS, track=30), Province(palaces=()))
        choose(state, "release 0 monk", "release 0 old-monk", "release 0 farmer")
        assert state.provinces[0].track == 30


class TestPeaceAndDecay:
    """Peace, and what happens to empty palaces."""

    def test_in_peace_nothing_happens(self) -> None:
        state = during(EventTile.PEACE, Province(palaces=MONKS), Province())
        assert stopped(state)
        assert state.provinces == [Province(palaces=MONKS), Province()]

    @pytest.mark.parametrize("month", [1, 2, 12])
    def test_a18_empty_palaces_decay_in_every_month(self, month: int) -> None:
        state = table(
            month_event,
            decay,
            players=[Province(palaces=(Palace(3), palace(1, T.MONK), Palace(2))), Province()],
            month=month,
        )
        assert state.provinces[0].palaces == (Palace(2), palace(1, T.MONK), Palace(1))
        assert state.provinces[1].palaces == (Palace(1), Palace(1))

    def test_a20_a_palace_that_the_event_empties_loses_a_floor_at_once(self) -> None:
        state = table(
            month_event,
            decay,
            players=[Province(palaces=(palace(2, T.MONK),)), Province(palaces=())],
            month=3,
            events=in_month(3, EventTile.DROUGHT),
        )
        choose(state, "release 0 monk")
        assert state.provinces[0].palaces == (Palace(1),)

    def test_n3_a_new_palace_that_nobody_moves_into_disappears_and_scores_nothing(self) -> None:
        state = table(
            decay, score_month, players=[Province(palaces=(Palace(1),)), Province(palaces=())]
        )
        assert state.provinces[0].palaces == ()
        assert state.provinces[0].score == 0
