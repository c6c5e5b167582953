"""The question that a bot answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from typing_extensions import TypeVar

from tianming.match import Event, seconds
from tianming.payload import unpack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianming.match import Match
    from tianming_proto.v1 import play_pb2

Observation = TypeVar("Observation", default=Any)
"""The type of a game's `Observation` message."""

Option = TypeVar("Option", default=Any)
"""The type of a game's `Option` message."""


class Question(Generic[Observation, Option]):
    """A question to a bot; the answer is an index from 0 to `option_count` - 1.

    `tianming.dragon.Question`, `tianming.china.Question` and `tianming.ming.Question` have the
    types of one game. The messages of the game are parsed only when they are used.

    Attributes:
        match: the match.
        match_id: name of the match.
        seat: index of the seat that is asked.
        number: number of the question in its match, from 1.
        option_count: number of options.
        message: the protobuf message.
    """

    __slots__ = (
        "_position",
        "_since",
        "match",
        "match_id",
        "message",
        "number",
        "option_count",
        "seat",
    )

    def __init__(self, message: play_pb2.Question, match: Match) -> None:
        self.message = message
        self.match = match
        self.match_id = match.match_id
        self.seat = match.seat
        self.number = message.number
        self.option_count = message.option_count
        self._since: Sequence[Event] | None = None
        self._position: Any = None

    @property
    def game(self) -> str:
        """Name of the game."""
        return self.match.game

    @property
    def budget(self) -> float:
        """Seconds for the answer, from the time at which the referee sent the question."""
        return seconds(self.message.budget)

    @property
    def since(self) -> Sequence[Event]:
        """The events since the last question to the seat, oldest first."""
        if self._since is None:
            self._since = [Event.of(self.match, event) for event in self.message.since]
        return self._since

    @property
    def position(self) -> Any:
        """The game's `Position` message, with `observation` and `options`."""
        if self._position is None:
            self._position = unpack(self.message.position)
        return self._position

    @property
    def observation(self) -> Observation:
        """What the seat may see: the game's `Observation` message."""
        observation: Observation = self.position.observation
        return observation

    @property
    def options(self) -> Sequence[Option]:
        """The legal choices: the game's `Option` messages, in the order of their indexes."""
        options: Sequence[Option] = self.position.options
        return options
