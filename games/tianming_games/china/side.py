"""Which side of the board is played on, and which file it is read from."""

from collections.abc import Mapping

from tianming_games.china.map import Map
from tianming_games.china.map_file import load_map
from tianming_games.china.sentence import ChinaSentence
from tianming_games.ground.error import UsageError
from tianming_games.ground.sentence import GameSentence

AUTO = "auto"
SIDES = {"3-4": (3, 4), "4-5": (4, 5)}
"""The sides of the board, each with the numbers of players it is for."""


def choose_map(seats: int, options: Mapping[str, str]) -> Map:
    """The map of a number of players and a full set of options.

    Raises:
        UsageError: where side, board and players contradict each other.
        DataError: where a board file breaks a constraint.
    """
    side, board = options["side"], options["board"]
    if side != AUTO:
        _check_seats(f"side {side} of china", SIDES[side], seats)
    path, _, pin = board.partition("#")
    if path == AUTO:
        return load_map(_shipped(_default_side(seats) if side == AUTO else side, pin))
    chosen = load_map(board)
    span = (chosen.least_seats, chosen.most_seats)
    if side != AUTO and SIDES[side] != span:
        raise UsageError(
            ChinaSentence.OTHER_SIDE, path=path, least=span[0], most=span[1], side=side
        )
    _check_seats(f"board {path} of china", span, seats)
    return chosen


def pinned_board(options: Mapping[str, str]) -> str:
    """The board of a full set of options, with the digests of the files it stands for.

    As long as the number of players decides, both shipped boards are pinned. A board
    that is pinned stays as it is.
    """
    side, board = options["side"], options["board"]
    if "#" in board:
        return board
    if board != AUTO:
        return f"{board}#{load_map(board).digest}"
    if side != AUTO:
        return f"{side}#{load_map(side).digest}"
    return f"{AUTO}#{'+'.join(load_map(each).digest for each in SIDES)}"


def _default_side(seats: int) -> str:
    """With 4 players either side may be selected: the side for 3 to 4, unless told."""
    return next(side for side, (_, most) in SIDES.items() if seats <= most)


def _check_seats(what: str, span: tuple[int, int], seats: int) -> None:
    if not span[0] <= seats <= span[1]:
        raise UsageError(
            GameSentence.WRONG_NUMBER_OF_PLAYERS,
            what=what,
            least=span[0],
            most=span[1],
            seats=seats,
        )


def _shipped(side: str, pin: str) -> str:
    """The shipped board of a side, with its part of the pin, if there is one."""
    if not pin:
        return side
    pins = dict(zip(SIDES, pin.split("+"), strict=False))
    return f"{side}#{pins.get(side, pin)}"
