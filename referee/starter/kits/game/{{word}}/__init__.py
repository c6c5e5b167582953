"""The rules of {{name}}: three in a row. Change them to those of your game."""

from collections.abc import Iterable, Mapping, Sequence

from tianming_games.small import TERMINAL, Cell, Facts, Move, SmallGame, SmallState, require

EMPTY = 0
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
LINES = (*ROWS, (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class BoardState(SmallState):
    """The board by cell: `EMPTY`, or the number of a seat plus 1; and the points by seat."""

    words = ("place",)

    def set_up(self, options: Mapping[str, str]) -> None:
        self.board = [EMPTY] * 9
        self.points = [0] * self.seats

    @property
    def current_player(self) -> int:
        if any(self.points) or EMPTY not in self.board:
            return TERMINAL
        return (9 - self.board.count(EMPTY)) % self.seats

    def moves(self) -> Iterable[Move]:
        return [("place", cell) for cell, mark in enumerate(self.board) if mark == EMPTY]

    def play(self, word: str, *numbers: int) -> None:
        seat = self.current_player
        self.board[numbers[0]] = seat + 1
        if any(all(self.board[cell] == seat + 1 for cell in line) for line in LINES):
            self.points[seat] = 1

    def check(self) -> None:
        is_board = len(self.board) == 9 and all(0 <= mark <= self.seats for mark in self.board)
        require(is_board, "position.observation.fields['board']", "It has a mark for each cell.")

    def cells(self) -> Sequence[Sequence[Cell]]:
        marks = [Cell("XO"[mark - 1], mark - 1) if mark else Cell() for mark in self.board]
        return [[marks[cell] for cell in row] for row in ROWS]


class BoardGame(SmallGame):
    """The game for 2 seats."""

    name, title, state = "{{word}}", "{{name}}", BoardState
    facts = Facts(2, 2, longest=9, least=0, most=1, hidden=False)


GAME = BoardGame()
