"""The board for people."""

from tests.games.dragon.position import hand, palace, table
from tianming_games.dragon import GAME
from tianming_games.dragon.box import Tile
from tianming_games.dragon.province import Palace, Province

T = Tile


def test_a_board_names_everything_on_the_table() -> None:
    state = table(
        players=[
            Province(palaces=(palace(2, T.MONK), Palace(1)), hand=hand(3, 9), yuan=5, rice=1),
            Province(palaces=(), hand=(), track=4, score=7, fireworks=2, dragons=3),
        ],
        month=3,
        events=(0, 0, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5),
        dragons=(0, 2),
    )
    text = state.to_text()
    assert "month 3 of 12" in text
    assert "events   peace peace [imperial-tribute] drought dragon-festival" in text
    assert "craftsman:4 court-lady:4 pyrotechnist:3" in text
    first, second = "taxes+build+harvest+fireworks-display", "military-parade+research+privilege"
    assert f"{first} | {second} (2 dragons)" in text
    assert "seat 0   0 points, track 0, 5 yuan, 1 rice, 0 fireworks, 0 privilege dragons" in text
    assert "palaces 2[monk] 1[]" in text
    assert "hand    tax-collector joker" in text
    assert "seat 1   7 points, track 4, 6 yuan, 0 rice, 2 fireworks, 3 privilege dragons" in text
    assert "palaces none\n         hand    none" in text
    assert text.index("seat 1") < text.index("seat 0")


def test_before_the_first_month_nothing_is_drawn_or_dealt() -> None:
    text = GAME.begin(3).to_text()
    assert text.startswith("preparation\nevents   not drawn yet\n")
    assert "actions" not in text


def test_a32_everybody_sees_the_same_board() -> None:
    state = GAME.begin(3)
    assert state.to_text(0) == state.to_text(2) == state.to_text()
