"""Choose the side of the board, and the file of its map."""

from collections.abc import Mapping

from tianming_games.china.map import Map
from tianming_games.china.map_file import load_map
from tianming_games.china.sentence import ChinaSentence
from tianming_games.ground.error import UsageError
from tianming_games.ground.sentence import GameSentence

AUTO = "auto"
SIDES = {"3-4": (3, 4), "4-5": (4, 5)}
"""The sides of the board, each with its minimum and maximum number of players."""


def choose_map(seats: int, options: Mapping[str, str]) -> Map:
    """Return the map for a number of players and a full set of options.

    Raises:
        UsageError: if side, board and players contradict each other.
        DataError: if a board file breaks a constraint.
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
    """Return the option `board` with the digests of the files that it stands for.

    If the number of players decides the side, both shipped boards are pinned. A board that is
    already pinned is returned unchanged.
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
    """Return the side for a number of players; for 4, who may play on either side, `3-4`."""
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
    """Return the shipped board of a side, with its part of the pin if there is a pin."""
    if not pin:
        return side
    pins = dict(zip(SIDES, pin.split("+"), strict=False))
    return f"{side}#{pins.get(side, pin)}"
