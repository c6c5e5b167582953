"""A match that keeps a row of arrays up to date: the mask and the tensor of the seat that acts.

When a match is over, the next one begins in the same row. Draws follow from a seed.
"""

from collections.abc import Callable
from typing import Final, final

from tianming_games.action import Action, IllegalAction
from tianming_games.action_catalogue import ActionCatalogue
from tianming_games.chance import Chance
from tianming_games.state import CHANCE, State
from tianming_games.tensor import TensorLayout


@final
class MatchRow:
    """One row: `seat` acts next; `places` are those of the match that the last act ended."""

    def __init__(
        self,
        begin: Callable[[], State],
        seed: Callable[[int], bytes],
        catalogue: ActionCatalogue,
        layout: TensorLayout,
        mask: memoryview,
        tensor: memoryview,
    ) -> None:
        """Begin the first match.

        Args:
            begin: returns a new state.
            seed: returns the seed of a match, from the number of matches before it.
            catalogue: the ids of the actions.
            layout: the layout of the tensor.
            mask: memory for the mask, a byte for each id, all 0.
            tensor: memory for the tensor, as bytes.
        """
        self._begin: Final = begin
        self._seed_of: Final = seed
        self._catalogue: Final = catalogue
        self._mask: Final = mask
        self._writer: Final = layout.writer(tensor)
        self._legal: dict[int, Action] = {}
        self.matches = 0
        self.places: list[int] | None = None
        self._start()
        self._write()

    def act(self, number: int) -> bool:
        """Carry out an id, the draws that follow, and perhaps a new match; return if one is over.

        Raises:
            UsageError: for a number that is no id.
            IllegalAction: for an action that the rules forbid now, with the sentence of the rule.
        """
        state, seat = self.state, self.seat
        action = self._legal.get(number)
        if action is None:
            self._catalogue.legal_action(state, seat, number)
            raise IllegalAction("That is not legal now.")
        state.apply_action(seat, action)
        self._draw()
        is_over = state.is_terminal()
        if is_over:
            self.places = state.places()
            self.matches += 1
            self._start()
        self._write()
        return is_over

    def _start(self) -> None:
        self.state = self._begin()
        self._seed = self._seed_of(self.matches)
        self._draws = 0
        self._draw()

    def _draw(self) -> None:
        state = self.state
        while state.current_player == CHANCE:
            state.apply_draw(state.sample_draw(Chance(self._seed, f"draw {self._draws}")))
            self._draws += 1

    def _write(self) -> None:
        state, mask, ids = self.state, self._mask, self._catalogue.ids
        self.seat = seat = state.to_act()[0]
        for number in self._legal:
            mask[number] = 0
        self._legal = legal = {}
        for action in state.legal_actions(seat):
            number = ids[action]
            legal[number] = action
            mask[number] = 1
        self._writer.write(state.observation(seat))


def act_all(rows: list[MatchRow], numbers: list[int], seats: bytearray) -> list[int]:
    """Carry out one id in each row, and return the rows whose match is over.

    Args:
        rows: the rows.
        numbers: an id for each row.
        seats: memory for the seat that acts next in each row.

    Raises:
        UsageError: for a number that is no id.
        IllegalAction: for an id that is not legal; the ids of later rows are not carried out.
    """
    over = []
    for at, row in enumerate(rows):
        if row.act(numbers[at]):
            over.append(at)
        seats[at] = row.seat
    return over
