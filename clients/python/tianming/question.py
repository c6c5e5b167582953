"""A question to a bot."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic

from typing_extensions import TypeVar

from tianming.match import Event, seconds
from tianming.payload import unpack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianming.match import Match
    from tianming_proto.v1 import play_pb2

Observation = TypeVar("Observation", default=Any)
"""The message with a seat's observation."""

Option = TypeVar("Option", default=Any)
"""The message of an option."""


class Question(Generic[Observation, Option]):
    """A question: answer it with an index from 0 to `option_count` - 1.

    `tianming.dragon.Question` and its like have the types of one game. The messages of the game
    are opened when they are asked for; a bot that knows no game needs none of them.

    Attributes:
        match: the match.
        match_id: name of the match.
        seat: the seat that is asked.
        number: number of the question in its match.
        option_count: how many options there are.
        message: the protobuf message.
    """

    def __init__(self, message: play_pb2.Question, match: Match) -> None:
        self.message = message
        self.match = match
        self.match_id = match.match_id
        self.seat = match.seat
        self.number = message.number
        self.option_count = message.option_count

    @property
    def game(self) -> str:
        """Name of the game."""
        return self.match.game

    @property
    def budget(self) -> float:
        """Seconds for the answer, from the moment at which the referee sent the question."""
        return seconds(self.message.budget)

    @cached_property
    def since(self) -> Sequence[Event]:
        """What happened since the last question to the seat, oldest first."""
        return [Event.of(self.match, event) for event in self.message.since]

    @cached_property
    def position(self) -> Any:
        """The game's own `Position` message, with `observation` and `options`."""
        return unpack(self.message.position)

    @property
    def observation(self) -> Observation:
        """What the seat may see: the game's own `Observation` message."""
        observation: Observation = self.position.observation
        return observation

    @property
    def options(self) -> Sequence[Option]:
        """What the seat may choose: the game's `Option` messages, in the order of the indexes."""
        options: Sequence[Option] = self.position.options
        return options
