"""2nd phase: cards, tiles and where they go."""

from tests.games.dragon.position import (
    choose,
    hand,
    housed,
    offered,
    palace,
    refusal,
    stopped,
    table,
    without,
)
from tianming_games.dragon.box import JOKER, VALUE, Person, Tile
from tianming_games.dragon.person_phase import summon_persons
from tianming_games.dragon.province import Palace, Province

T = Tile
FIRST = Province(track=20, arrival=2)
LAST = Province(track=1, arrival=1)
FULL = FIRST.but(palaces=(palace(1, T.FARMER), palace(2, T.MONK, T.SCHOLAR)))


def test_a3_with_room_a_person_must_be_taken() -> None:
    half = FIRST.but(palaces=(palace(1, T.FARMER), palace(2, T.MONK)))
    state = table(summon_persons, players=[half, LAST])
    choose(state, "card healer", "tile healer")
    assert offered(state) == ["place 1"]
    for text in ("drop", "replace 0 farmer", "replace 1 monk"):
        assert "As long as a player has room" in refusal(state, text)
    assert "1 person per floor" in refusal(state, "place 0")


def test_a3_with_all_palaces_full_anyone_may_be_replaced_or_the_new_one_go() -> None:
    state = table(summon_persons, players=[FULL, LAST])
    choose(state, "card healer", "tile healer")
    assert offered(state) == ["replace 0 farmer", "replace 1 monk", "replace 1 scholar", "drop"]


def test_a4_a_card_whose_tiles_are_gone_may_be_played_and_gets_nothing() -> None:
    state = table(summon_persons, players=[FIRST, LAST], display={T.MONK: 0, T.OLD_MONK: 0})
    choose(state, "card monk")
    assert state.current_player == 1
    assert state.provinces[0] == FIRST.but(hand=without(Person.MONK))


def test_a5_a_joker_takes_any_tile_that_is_available() -> None:
    state = table(summon_persons, players=[FIRST, LAST], display={T.MONK: 0})
    choose(state, "card joker")
    assert len(offered(state)) == 14
    assert "no longer available" in refusal(state, "tile monk")


def test_a6_a_joker_may_be_played_while_the_card_of_the_type_is_in_hand() -> None:
    state = table(summon_persons, players=[FIRST, LAST])
    choose(state, "card joker", "tile monk", "place 0")
    assert state.provinces[0].hand == without(JOKER)


def test_a7_young_or_old_is_a_free_choice() -> None:
    state = table(summon_persons, players=[FIRST, LAST])
    choose(state, "card monk")
    assert offered(state) == ["tile monk", "tile old-monk"]
    assert "matches the person card" in refusal(state, "tile farmer")


def test_a8_a_refused_tile_leaves_the_game_and_the_marker_stays() -> None:
    state = table(summon_persons, players=[FULL, LAST])
    before = state.display[T.HEALER]
    choose(state, "card healer", "tile healer", "drop")
    assert state.display[T.HEALER] == before - 1
    assert state.removed == 1
    assert state.provinces[0].track == 20
    assert state.provinces[0].palaces == FULL.palaces


def test_a9_a_replaced_person_leaves_the_game_and_the_marker_moves_for_the_new_one() -> None:
    state = table(summon_persons, players=[FULL, LAST])
    before = state.display[T.MONK]
    choose(state, "card healer", "tile healer", "replace 1 monk")
    assert state.provinces[0].palaces[1] == palace(2, T.HEALER, T.SCHOLAR)
    assert state.provinces[0].track == 20 + VALUE[T.HEALER]
    assert (state.display[T.MONK], state.removed) == (before, 1)


def test_a10_without_a_palace_the_new_person_must_go() -> None:
    state = table(summon_persons, players=[FIRST.but(palaces=()), LAST])
    choose(state, "card healer", "tile healer")
    assert offered(state) == ["drop"]


def test_d8_refuse() -> None:
    state = table(summon_persons, players=[FULL, LAST], display={T.OLD_HEALER: 1})
    choose(state, "card healer", "tile old-healer", "drop")
    assert state.display[T.OLD_HEALER] == 0
    assert state.provinces[0].track == 20
    assert Person.HEALER not in state.provinces[0].hand


def test_n2_a_new_person_brings_nothing_at_once() -> None:
    state = table(summon_persons, players=[FIRST, LAST])
    choose(state, "card tax-collector", "tile tax-collector", "place 0")
    after = state.provinces[0]
    assert (after.yuan, after.rice, after.fireworks, after.score) == (6, 0, 0, 0)
    assert after.track == 20 + VALUE[T.TAX_COLLECTOR]


def test_n5_in_the_twelfth_month_nobody_has_a_card_to_play() -> None:
    state = table(summon_persons, players=[FIRST.but(hand=()), LAST.but(hand=())], month=12)
    assert stopped(state)


def test_the_order_is_that_of_the_person_track_after_the_actions() -> None:
    state = table(summon_persons, players=[LAST, FIRST, Province(track=9)])
    acted = []
    while not stopped(state):
        acted.append(state.current_player)
        choose(state, "card monk", "tile monk", "place 0")
    assert acted == [1, 2, 0]


def test_a_card_that_is_not_in_hand_is_refused_with_the_rule() -> None:
    state = table(summon_persons, players=[FIRST.but(hand=hand(Person.MONK)), LAST])
    assert offered(state) == ["card monk"]
    assert "played from the hand" in refusal(state, "card joker")


def test_equal_cards_palaces_and_persons_are_offered_once() -> None:
    twins = FIRST.but(palaces=housed(T.MONK) * 2, hand=hand(JOKER, JOKER))
    state = table(summon_persons, players=[twins, LAST])
    assert offered(state) == ["card joker"]
    choose(state, "card joker", "tile farmer")
    assert offered(state) == ["replace 0 monk", "drop"]


def test_an_empty_and_a_half_full_palace_are_both_offered() -> None:
    some = FIRST.but(palaces=(Palace(2), palace(2, T.MONK), Palace(2)))
    state = table(summon_persons, players=[some, LAST])
    choose(state, "card farmer", "tile farmer")
    assert offered(state) == ["place 0", "place 1"]


def test_replacing_a_person_by_an_equal_one_is_offered_once() -> None:
    """Wherever the twin lives, the same persons live in the same palaces afterwards."""
    both = FIRST.but(palaces=(palace(2, T.MONK, T.FARMER), palace(2, T.MONK, T.HEALER)))
    state = table(summon_persons, players=[both, LAST])
    choose(state, "card monk", "tile monk")
    assert offered(state) == [
        "replace 0 monk",
        "replace 0 farmer",
        "replace 1 healer",
        "drop",
    ]
