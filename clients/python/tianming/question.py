"""The question that a bot answers."""

from __future__ import annotations

import contextlib
import importlib
import time
from typing import TYPE_CHECKING, Any, Generic, Self

from google.protobuf.message import DecodeError
from typing_extensions import TypeVar

from tianming.match import Event, Match, seconds
from tianming.payload import unpack
from tianming_proto.v1 import play_pb2

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from tianming_games.state import State

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
        number: number of the question in its match, from 1; the questions to all seats count.
        option_count: number of options.
        arrival: time at which the question arrived, on the clock of `time.monotonic`.
    """

    __slots__ = (
        "_dealt",
        "_message",
        "_position",
        "_since",
        "arrival",
        "match",
        "match_id",
        "number",
        "option_count",
        "seat",
    )

    def __init__(self, message: play_pb2.Question, match: Match) -> None:
        self._message: play_pb2.Question | None = message
        self.match = match
        self.match_id = match.match_id
        self.seat = match.seat
        self.number = message.number
        self.option_count = message.option_count
        self.arrival = time.monotonic()
        self._since: Sequence[Event] | None = None
        self._position: Any = None
        self._dealt: Any = None

    @classmethod
    def of_frame(cls, frame: bytes) -> Self:
        """Return the question of a recorded frame, for the tests of a bot.

        Args:
            frame: a serialised `PlayResponse` with `MatchStarted` and a `Question` of the match.

        Raises:
            ValueError: when the frame has no such messages.
        """
        kinds = {}
        with contextlib.suppress(DecodeError):
            for message in play_pb2.PlayResponse.FromString(frame).messages:
                kinds[message.WhichOneof("kind")] = message
        if not kinds.keys() >= {"match_started", "question"}:
            raise ValueError(
                "the frame has no question: give a PlayResponse with MatchStarted and Question"
            )
        match = Match.of(kinds["match_started"].match_started)
        return cls(kinds["question"].question, match)

    @property
    def message(self) -> play_pb2.Question:
        """The protobuf message."""
        assert self._message is not None
        return self._message

    @property
    def game(self) -> str:
        """Name of the game."""
        return self.match.game

    @property
    def budget(self) -> float:
        """Seconds for the answer, from the time at which the referee sent the question."""
        return seconds(self.message.budget)

    @property
    def deadline(self) -> float:
        """When the budget runs out, on the clock of `time.monotonic`."""
        return self.arrival + self.budget

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

    def state(self, random: Random) -> State:
        """Return a state of the rules from which a search can start.

        It agrees with everything that the seat can know; all else is dealt at random. The first
        call reads and checks the position. Each further call only deals again, and is much faster.
        It needs the package `tianming-games`.

        Args:
            random: the generator that deals, such as `question.match.random`.

        Raises:
            ModuleNotFoundError: when `tianming-games` is not installed.
            ValueError: when another version of the rules is installed.
        """
        state: State
        if self._dealt is None:
            self._dealt = self._read_state(random)
            state = self._dealt.clone()
        else:
            state = _installed("rollout").determinize(self._dealt, self.seat, random)
        return state

    def _read_state(self, random: Random) -> Any:
        match = self.match
        game = _installed("registry").load(match.game)
        if match.rules_version not in (0, game.rules_version):
            raise ValueError(
                f"the match is played by version {match.rules_version} of the rules of "
                f"{match.game}, and version {game.rules_version} is installed: install the "
                "tianming-games of the referee"
            )
        setup = b"" if match.serialized_setup is None else match.serialized_setup.value
        dice = _installed("chance").RandomChance(random)
        return game.from_position(match.options, setup, self.message.position.value, dice)


def _installed(name: str) -> Any:
    """Return a module of the rules, which a bot needs only to search."""
    try:
        return importlib.import_module(f"tianming_games.{name}")
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] != "tianming_games":
            raise
        raise ModuleNotFoundError(
            "a question makes a state with the rules: install tianming-games", name=error.name
        ) from None
