"""What happens, in sentences."""

import pytest

from tests.games.dragon.position import choose, hand, table
from tests.games.dragon.test_great_wall import acting, wall
from tianming_games.dragon import GAME
from tianming_games.dragon.action_phase import take_actions
from tianming_games.dragon.box import JOKER, Tile
from tianming_games.dragon.person_phase import summon_persons
from tianming_games.dragon.province import Palace, Province
from tianming_games.dragon.state import DragonState

NAMES = ("alpha", "beta")
SHOWN = GAME.presentation(2, {}, NAMES)


def sentence_of(state: DragonState, text: str) -> str:
    """The sentence for a choice, which is then made."""
    seat = state.current_player
    sentence = SHOWN.action(state.observation(None), seat, GAME.read(text))
    choose(state, text)
    return sentence


class TestActions:
    def test_an_action_says_what_it_brings_and_what_the_group_costs(self) -> None:
        state = table(take_actions, players=[Province(track=1), Province()])
        assert sentence_of(state, "take build") == "alpha builds palaces."
        assert sentence_of(state, "floor 0") == "alpha builds a floor of palace 1."
        assert (
            sentence_of(state, "take taxes")
            == "beta collects taxes, and pays 3 yuan for the group."
        )

    def test_a_privilege_has_its_size(self) -> None:
        state = table(take_actions, players=[Province(track=1), Province()])
        assert sentence_of(state, "buy small") == "alpha buys a small privilege."
        assert sentence_of(state, "pass") == "beta takes no action and fills up to 3 yuan."

    def test_a_wall_tile_brings_its_privilege(self) -> None:
        state = acting(Province(track=1), Province(), built=wall(0, 0))
        assert (
            sentence_of(state, "take building-the-wall") == "alpha builds a part of the Great Wall."
        )
        assert sentence_of(state, "wall yuan") == "alpha builds a wall tile and gains 2 yuan."


class TestPersons:
    def test_a_person_is_taken_and_housed(self) -> None:
        players = [Province(track=1, hand=hand(JOKER)), Province(hand=())]
        state = table(summon_persons, players=players)
        assert sentence_of(state, "card joker") == "alpha plays a joker."
        assert sentence_of(state, "tile old-monk") == "alpha takes an old monk."
        assert sentence_of(state, "place 0") == "alpha houses an old monk in palace 1."

    def test_where_there_is_no_room_somebody_goes(self) -> None:
        full = (Palace(1, (Tile.FARMER,)),)
        housed = "alpha houses a craftsman in palace 1"
        for choice, sentence in (
            ("replace 0 farmer", f"{housed} and releases a young farmer."),
            ("drop", "alpha has no room and lets a craftsman go."),
        ):
            players = [Province(track=1, palaces=full, hand=hand(0)), Province(hand=())]
            state = table(summon_persons, players=players)
            sentence_of(state, "card craftsman")
            sentence_of(state, "tile craftsman")
            assert sentence_of(state, choice) == sentence


@pytest.mark.parametrize(
    ("notation", "sentence"),
    [
        ("deal taxes,military-parade", "The action cards are dealt: taxes, military parade."),
        ("super-event solar-eclipse", "The super event of month 7 is: solar eclipse."),
        ("events peace,drought", "The events of the year are peace and drought."),
    ],
)
def test_a_draw_has_a_sentence(notation: str, sentence: str) -> None:
    assert SHOWN.draw(notation) == sentence


def test_a_moment_is_the_month_and_its_phase() -> None:
    state = table(take_actions, players=[Province(), Province()], month=3)
    assert SHOWN.moment(state.observation(None)) == ("Month 3", "Actions")
    assert SHOWN.moment(GAME.begin(2).observation(None)) == ("Preparation", "Events")


def test_the_scoring_seats_are_named() -> None:
    assert SHOWN.gains([3, 4], [3, 6]) == "Points: beta +2."
    assert SHOWN.gains([3, 4], [3, 4]) == ""
