"""What a bot is given: a question, the match it belongs to, and how the match ended."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tianming.fairness import keeps_word

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from google.protobuf import any_pb2

    from tianming_proto.v1 import match_pb2, play_pb2


@dataclass(frozen=True)
class Match:
    """A match a bot plays in: what was agreed before it.

    `seat` is the bot's own. `clock` has durations as protobuf messages. A bot may keep
    what it likes in `memory` until the match ends; after a reconnect it is still there,
    after a restart of the bot it is empty.
    """

    match_id: str
    game: str
    options: Mapping[str, str]
    bots: Sequence[str]
    seat: int
    clock: match_pb2.Clock
    seed_commitment: bytes
    memory: dict[Any, Any] = field(default_factory=dict)
    serialized_setup: any_pb2.Any | None = None

    @cached_property
    def setup(self) -> Any:
        """What stays the same in the match: the game's own `Setup` message."""
        if self.serialized_setup is None:
            return None
        setup = payload_type(self.serialized_setup.type_url)()
        setup.ParseFromString(self.serialized_setup.value)
        return setup


@dataclass(frozen=True)
class MatchResult:
    """How a match ended.

    `outcome` is the verdict; `fair` says whether the seed that was revealed is the one
    the referee had committed to before the first draw.
    """

    match: Match
    outcome: match_pb2.Outcome
    seed: bytes
    seed_nonce: bytes
    record_digest: bytes

    @property
    def fair(self) -> bool:
        """Whether the referee kept its word about the seed."""
        return keeps_word(self.match.seed_commitment, self.seed, self.seed_nonce)

    @property
    def place(self) -> int | None:
        """The place of the bot's seat, from 1; None when the match is void."""
        for result in self.outcome.results:
            if result.seat == self.match.seat:
                return result.place
        return None


class Question:
    """A question: answer it with an index from 0 to `option_count` - 1.

    `number` is that of the question in its match, `seat` the one that is asked, `message`
    what came. `observation` and `options` are the game's own messages and are only opened
    when they are asked for; a bot that knows no game needs neither.
    """

    __slots__ = ("_position", "match", "match_id", "message", "number", "option_count", "seat")

    def __init__(self, message: play_pb2.Question, match: Match) -> None:
        self.message = message
        self.match = match
        self.match_id = match.match_id
        self.seat = match.seat
        self.number = message.number
        self.option_count = message.option_count
        self._position: Any = None

    @property
    def game(self) -> str:
        """Name of the game."""
        return self.match.game

    @property
    def budget(self) -> float:
        """Seconds for the answer, from the moment at which the referee sent the question."""
        return self.message.budget.seconds + self.message.budget.nanos / 1e9

    @property
    def since(self) -> Sequence[match_pb2.Event]:
        """What happened since the seat's last question, oldest first."""
        return self.message.since

    @property
    def position(self) -> Any:
        """The game's own `Position` message, with `observation` and `options`."""
        if self._position is None:
            self._position = payload_type(self.message.position.type_url)()
            self._position.ParseFromString(self.message.position.value)
        return self._position

    @property
    def observation(self) -> Any:
        """What the seat may see: the game's own `Observation` message."""
        return self.position.observation

    @property
    def options(self) -> Any:
        """What may be chosen: the game's own `Option` messages, in the order of the indexes."""
        return self.position.options


def payload_type(type_url: str) -> Any:
    """The generated class of a game's message, found by its name.

    `tianming.games.dragon.v1.Position` is in `tianming_proto.games.dragon.v1.dragon_pb2`;
    a game of another distribution has its messages in the package that they name.
    """
    package, _, name = type_url.rpartition("/")[2].rpartition(".")
    game = package.split(".")[-2]
    if package.startswith("tianming."):
        package = f"tianming_proto.{package.removeprefix('tianming.')}"
    return getattr(importlib.import_module(f"{package}.{game}_pb2"), name)
