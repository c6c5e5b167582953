"""Super events that take something away."""

from tests.games.dragon.position import (
    choose,
    hand,
    housed,
    offered,
    palace,
    refusal,
    stopped,
    table,
)
from tianming_games.dragon.box import JOKER, Person, Tile
from tianming_games.dragon.event_phase import decay
from tianming_games.dragon.person_phase import summon_persons
from tianming_games.dragon.province import Palace, Province
from tianming_games.dragon.scoring import score_month
from tianming_games.dragon.state import DragonState
from tianming_games.dragon.super_event.disaster import (
    assassination_attempt,
    earthquake,
    flood,
    tornado,
    volcanic_eruption,
)

T = Tile
NOBODY = Province(palaces=(), yuan=0, hand=())
D14 = Province(palaces=(palace(2, T.MONK, T.FARMER), palace(1, T.WARRIOR)), track=5)


class TestEarthquake:
    """Earthquake: two sections of every player."""

    def test_d14_earthquake_both_from_one_palace_take_its_persons_with_it(self) -> None:
        state = table(earthquake, players=[D14, NOBODY])
        choose(state, "lose 0", "lose 0")
        assert stopped(state)
        assert state.provinces[0].palaces == (palace(1, T.WARRIOR),)
        assert state.removed == 2

    def test_d14_earthquake_one_from_each(self) -> None:
        state = table(earthquake, players=[D14, NOBODY])
        choose(state, "lose 0", "lose 1")
        assert state.removed == 1
        assert offered(state) == ["release 0 monk", "release 0 farmer"]
        choose(state, "release 0 farmer")
        assert stopped(state)
        assert state.provinces[0].palaces == (palace(1, T.MONK),)

    def test_a52_nobody_leaves_before_both_sections_are_lost(self) -> None:
        house = Province(palaces=(palace(3, T.MONK, T.FARMER, T.SCHOLAR),), track=5)
        state = table(earthquake, players=[house, NOBODY])
        choose(state, "lose 0")
        assert state.provinces[0].persons() == 3
        choose(state, "lose 0")
        assert len(state.observation(0).subjects) == 2
        choose(state, "release 0 monk", "release 0 scholar")
        assert state.provinces[0].palaces == (palace(1, T.FARMER),)

    def test_a52_persons_leave_only_the_palace_that_is_too_small(self) -> None:
        house = Province(palaces=(palace(2, T.MONK, T.FARMER), palace(3, T.HEALER)), track=5)
        state = table(earthquake, players=[house, NOBODY])
        choose(state, "lose 0", "lose 1")
        assert offered(state) == ["release 0 monk", "release 0 farmer"]
        assert "become too small" in refusal(state, "release 1 healer")

    def test_a52_fewer_than_two_sections_are_all_lost(self) -> None:
        hut = Province(palaces=(palace(1, T.MONK),), track=5)
        state = table(earthquake, players=[hut, NOBODY])
        choose(state, "lose 0")
        assert stopped(state)
        assert state.provinces[0].palaces == ()

    def test_a52_then_comes_decay(self) -> None:
        state = table(earthquake, decay, players=[Province(), NOBODY])
        choose(state, "lose 0", "lose 1")
        assert state.provinces[0].palaces == ()

    def test_a52_equal_palaces_are_offered_once(self) -> None:
        assert offered(table(earthquake, players=[Province(), NOBODY])) == ["lose 0"]

    def test_a60_the_leader_begins_and_each_player_loses_both_at_once(self) -> None:
        state = table(earthquake, players=[Province(track=2), Province(track=7)])
        seats = []
        while not stopped(state):
            seats.append(state.current_player)
            choose(state, offered(state)[0])
        assert seats == [1, 1, 0, 0]


def goods(state: DragonState) -> tuple[int, int, int]:
    """Yuan, rice and fireworks of the first player."""
    province = state.provinces[0]
    return province.yuan, province.rice, province.fireworks


class TestFlood:
    """Flood: half of everything that is not a palace or a person."""

    ANNA = Province(yuan=3, rice=2, fireworks=2, track=5)

    def test_v19_flood(self) -> None:
        state = table(flood, players=[self.ANNA, NOBODY])
        assert offered(state) == [f"return yuan {count}" for count in range(4)]
        other = state.clone()
        choose(state, "return yuan 2", "return rice 0")
        assert goods(state) == (1, 2, 1)
        choose(other, "return yuan 1", "return rice 2")
        assert goods(other) == (2, 0, 2)

    def test_a53_every_possible_mix_and_no_other(self) -> None:
        state = table(flood, players=[self.ANNA.but(yuan=5), NOBODY])
        assert offered(state) == [f"return yuan {count}" for count in range(5)]
        state = table(flood, players=[self.ANNA.but(yuan=9, rice=1), NOBODY])
        assert offered(state) == [f"return yuan {count}" for count in (3, 4, 5, 6)]
        assert "Half of all" in refusal(state, "return yuan 2")
        choose(state, "return yuan 3")
        assert offered(state) == ["return rice 1"]
        assert "Half of all" in refusal(state, "return rice 0")
        choose(state, "return rice 1")
        assert goods(state) == (6, 0, 0)

    def test_a53_only_yuan_ends_the_choice(self) -> None:
        state = table(flood, players=[self.ANNA, NOBODY])
        choose(state, "return yuan 3")
        assert stopped(state)

    def test_a53_a_total_of_1_returns_nothing(self) -> None:
        state = table(flood, players=[Province(yuan=1), Province(yuan=0)])
        assert stopped(state)
        assert state.provinces[0].yuan == 1

    def test_a60_the_leader_begins(self) -> None:
        state = table(flood, players=[self.ANNA, self.ANNA.but(track=9)])
        assert state.current_player == 1


class TestVolcano:
    """Volcanic eruption: all markers to space 0."""

    def test_d15_a55_volcano(self) -> None:
        players = [
            Province(track=30, arrival=7),
            Province(track=30, arrival=6),
            Province(track=12, arrival=9),
        ]
        state = table(volcanic_eruption, players=players)
        assert [p.track for p in state.provinces] == [0, 0, 0]
        assert state.turn_order() == (0, 1, 2)

    def test_a55_the_next_to_move_passes_them_all(self) -> None:
        state = table(volcanic_eruption, players=[Province(track=3), Province(track=9)])
        state.move_marker(0, 1)
        assert state.turn_order() == (0, 1)


class TestTornado:
    """Tornado: two person cards of every player."""

    FOUR = hand(Person.MONK, Person.FARMER, JOKER, JOKER)

    def test_n6_tornado(self) -> None:
        """Hand 4 to 2, so persons come in two more months only."""
        player = Province(hand=self.FOUR, palaces=(Palace(3),), track=5)
        state = table(
            tornado, summon_persons, summon_persons, summon_persons, players=[player, NOBODY]
        )
        assert offered(state) == ["discard monk", "discard farmer", "discard joker"]
        choose(state, "discard joker", "discard farmer")
        assert state.provinces[0].hand == hand(Person.MONK, JOKER)
        choose(state, "card monk", "tile monk", "place 0")
        choose(state, "card joker", "tile monk", "place 0")
        assert stopped(state)

    def test_a56_the_leader_discards_both_first(self) -> None:
        leader = Province(hand=self.FOUR, track=5)
        state = table(tornado, players=[Province(hand=self.FOUR), leader])
        assert len(state.observation(1).subjects) == 2
        choose(state, "discard monk", "discard joker")
        assert state.current_player == 0
        assert "discarded from the hand" in refusal(state, "discard healer")


def test_a58_all_privileges_go_before_the_month_is_scored() -> None:
    state = table(
        assassination_attempt,
        score_month,
        players=[Province(dragons=4), Province(palaces=housed(T.MONK))],
    )
    assert [p.dragons for p in state.provinces] == [0, 0]
    assert [p.score for p in state.provinces] == [2, 1]
