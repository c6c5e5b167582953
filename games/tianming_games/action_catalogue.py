"""The catalogue of a game: all its actions, each with a fixed id, and masks of the legal ids.

The ids are those of the sorted actions: by verb, then by operands. They stay the same as long as
`rules_version` does. Learners choose ids; the rules know actions.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final, final

from tianming_games.action import Action, IllegalAction
from tianming_games.ground.error import UsageError
from tianming_games.ground.sentence import GameSentence
from tianming_games.state import State


@final
class ActionCatalogue:
    """All actions of a game with its options; `ids` is the id of each action."""

    def __init__(self, game: str, rules_version: int, actions: Iterable[Action]) -> None:
        """Create a catalogue.

        Args:
            game: name of the game.
            rules_version: its version of the rules.
            actions: all actions that can be legal in any state, in any order.
        """
        self.game: Final = game
        self.rules_version: Final = rules_version
        self.actions: Final = tuple(sorted(set(actions)))
        self.ids: Final[dict[Action, int]] = {one: at for at, one in enumerate(self.actions)}

    def __len__(self) -> int:
        return len(self.actions)

    def legal_ids(self, state: State, seat: int) -> list[int]:
        """Return the ids of the legal actions of a seat, sorted."""
        ids = self.ids
        return [ids[action] for action in state.legal_actions(seat)]

    def mask(self, state: State, seat: int) -> bytearray:
        """Return a byte for each id: 1 if the action is legal for the seat, else 0."""
        mask = bytearray(len(self.actions))
        for number in self.legal_ids(state, seat):
            mask[number] = 1
        return mask

    def action(self, number: int) -> Action:
        """Return the action of an id.

        Raises:
            UsageError: for a number that is no id.
        """
        if not 0 <= number < len(self.actions):
            last = len(self.actions) - 1
            raise UsageError(GameSentence.NO_SUCH_ID, game=self.game, number=number, last=last)
        return self.actions[number]

    def legal_action(self, state: State, seat: int, number: int) -> Action:
        """Return the action of an id, if it is legal now.

        Raises:
            UsageError: for a number that is no id.
            IllegalAction: for an action that the rules forbid now, with the sentence of the rule.
        """
        action = self.action(number)
        if action not in state.legal_actions(seat):
            state.verify_action(seat, action)
            raise IllegalAction("Another option leads to the same state: choose that one.")
        return action

    def digest(self) -> str:
        """Return a digest of all ids with their actions, for a comparison of two catalogues."""
        rows = [
            " ".join(map(str, (int(action.verb), *map(int, action.operands))))
            for action in self.actions
        ]
        return blake2b("\n".join(rows).encode(), digest_size=8).hexdigest()
