"""Side, board and players: which map is played on, and what a record keeps of it."""

from pathlib import Path

import pytest

from referee.error import DataError, UsageError
from tests.errors import raises
from tianming_games.china import GAME
from tianming_games.china.map_file import load_map
from tianming_games.china.sentence import ChinaSentence
from tianming_games.ground.sentence import GameSentence

FOLDER = Path(__file__).parents[3] / "games/tianming_games/china"
DIGEST = {side: load_map(side).digest for side in ("3-4", "4-5")}


def name_of_board(seats: int, **options: str) -> str:
    """The board that is played on."""
    return GAME.begin(seats, options).map.name


def pinned(**options: str) -> dict[str, str]:
    """Options as a record keeps them."""
    return GAME.pinned({**GAME.defaults, **options})


@pytest.mark.parametrize(("seats", "side"), [(3, "3-4"), (4, "3-4"), (5, "4-5")])
def test_the_side_follows_from_the_number_of_players(seats: int, side: str) -> None:
    assert name_of_board(seats) == side


def test_four_players_may_take_either_side() -> None:
    assert name_of_board(4, side="3-4") == "3-4"
    assert name_of_board(4, side="4-5") == "4-5"


@pytest.mark.parametrize(("seats", "side"), [(3, "4-5"), (5, "3-4")])
def test_a_side_for_other_numbers_of_players_is_refused(seats: int, side: str) -> None:
    what = f"side {side} of china"
    with raises(UsageError, GameSentence.WRONG_NUMBER_OF_PLAYERS, what=what, seats=seats):
        GAME.begin(seats, {"side": side})


def test_a_board_for_other_numbers_of_players_is_refused() -> None:
    with raises(
        UsageError,
        GameSentence.WRONG_NUMBER_OF_PLAYERS,
        what="board 4-5 of china",
        least=4,
        most=5,
        seats=3,
    ):
        GAME.begin(3, {"board": "4-5"})


def test_a_board_of_another_side_is_refused_by_name() -> None:
    with raises(UsageError, ChinaSentence.OTHER_SIDE, path="3-4", least=3, most=4, side="4-5"):
        GAME.begin(4, {"side": "4-5", "board": "3-4"})


def test_a_board_may_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text((FOLDER / "4-5.toml").read_text() + "\n# typed in by hand\n")
    state = GAME.begin(5, {"board": str(path)})
    assert state.map.name == str(path)
    assert state.map.digest != DIGEST["4-5"]
    assert pinned(board=str(path))["board"] == f"{path}#{state.map.digest}"


def test_a_board_that_is_not_there_is_refused() -> None:
    with raises(UsageError, GameSentence.BOARD_NOT_READ, path="nowhere.toml"):
        GAME.begin(4, {"board": "nowhere.toml"})


def test_a_board_that_is_no_board_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    path.write_text("")
    with raises(DataError, GameSentence.WRONG_BOARD_VALUES, count=7):
        GAME.begin(4, {"board": str(path)})


class TestPinned:
    """A record always says what it was played on."""

    def test_a_side_is_pinned_with_the_digest_of_its_board(self) -> None:
        assert pinned(side="3-4")["board"] == f"3-4#{DIGEST['3-4']}"
        assert pinned(board="4-5")["board"] == f"4-5#{DIGEST['4-5']}"

    def test_both_boards_are_pinned_while_the_players_decide(self) -> None:
        assert pinned()["board"] == f"auto#{DIGEST['3-4']}+{DIGEST['4-5']}"

    def test_pinned_options_begin_the_same_game_and_are_pinned_already(self) -> None:
        for seats, options in ((3, {}), (5, {}), (4, {"side": "4-5"}), (4, {"board": "3-4"})):
            kept = pinned(**options)
            assert GAME.pinned(kept) == kept
            state = GAME.begin(seats, kept)
            assert state.canonical_bytes() == GAME.begin(seats, options).canonical_bytes()

    @pytest.mark.parametrize("board", ["3-4#0123", "auto#0123", "auto#0123+4567"])
    def test_another_board_than_the_pinned_one_is_refused(self, board: str) -> None:
        with raises(UsageError, GameSentence.OTHER_BOARD):
            GAME.begin(4, {"board": board})
