"""What a bot knows of its matches: what was agreed, what happened, and how they ended."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tianming.fairness import keeps_word
from tianming.payload import message_type, unpack

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from google.protobuf import any_pb2
    from google.protobuf.duration_pb2 import Duration

    from tianming_proto.v1 import match_pb2, play_pb2


def seconds(duration: Duration) -> float:
    """The seconds of a protobuf duration."""
    return duration.seconds + duration.nanos / 1e9


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a match, in seconds. All seats have the same clock.

    Attributes:
        decision: time for each decision.
        bank: reserve for the whole match.
        increment: time that each decision adds to the bank.
        grace: time after the budget in which the referee still takes an answer.
        first: extra time for the first question to a seat.
    """

    decision: float
    bank: float
    increment: float
    grace: float
    first: float

    @classmethod
    def of(cls, message: match_pb2.Clock) -> Clock:
        """The clock of a protobuf message."""
        return cls(
            seconds(message.decision),
            seconds(message.bank),
            seconds(message.increment),
            seconds(message.grace),
            seconds(message.first),
        )


class Termination(IntEnum):
    """Why a match ended."""

    FINISHED = 1
    """The rules ended the game."""
    FORFEITED = 2
    """The rules ended the game, and a substitute player had taken over a seat."""
    VOID = 3
    """The referee failed. The match does not count."""

    @classmethod
    def _missing_(cls, value: object) -> Termination:
        """A reason of a later contract counts as finished."""
        return cls.FINISHED


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a match ended for one seat; `place` counts from 1, and tied seats share a place."""

    seat: int
    place: int
    score: int
    strikes: int
    forfeited: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended; `results` are in seat order, and empty for a void match."""

    termination: Termination
    results: tuple[SeatResult, ...]
    reason: str

    @classmethod
    def of(cls, message: match_pb2.Outcome) -> Outcome:
        """The outcome of a protobuf message."""
        results = (
            SeatResult(one.seat, one.place, one.score, one.strikes, one.forfeited)
            for one in message.results
        )
        return cls(Termination(message.termination), tuple(results), message.reason)


@dataclass(frozen=True)
class Match:
    """A match that a bot plays in.

    Attributes:
        match_id: name of the match, on the stream and in its record.
        game: name of the game.
        options: the game's options with their values.
        bots: names of the bots, in seat order.
        seat: the bot's own seat.
        clock: the clock of every seat.
        seed_commitment: hash of the seed that `MatchResult` reveals.
        rules_version: version of the game's rules.
        strikes: how many strikes forfeit a seat.
        bot_seed: 32 bytes for the bot's own random choices; see `random`.
        memory: a dictionary for the bot, until the match ends. It survives a reconnect, and is
            empty after a restart of the bot.
    """

    match_id: str
    game: str
    options: Mapping[str, str]
    bots: Sequence[str]
    seat: int
    clock: Clock
    seed_commitment: bytes
    rules_version: int = 0
    strikes: int = 0
    bot_seed: bytes = b""
    memory: dict[Any, Any] = field(default_factory=dict)
    serialized_setup: any_pb2.Any | None = None

    @classmethod
    def of(cls, message: play_pb2.MatchStarted) -> Match:
        """The match that a protobuf message announces."""
        return cls(
            match_id=message.match_id,
            game=message.game,
            options=dict(message.options),
            bots=[seat.bot for seat in message.seats],
            seat=message.seat,
            clock=Clock.of(message.clock),
            seed_commitment=message.seed_commitment,
            rules_version=message.rules_version,
            strikes=message.strikes,
            bot_seed=message.bot_seed,
            serialized_setup=message.setup,
        )

    @cached_property
    def setup(self) -> Any:
        """What stays the same in the match: the game's own `Setup` message."""
        return None if self.serialized_setup is None else unpack(self.serialized_setup)

    @cached_property
    def random(self) -> random.Random:
        """Random numbers that follow from `bot_seed`.

        A bot that takes its randomness from here plays the same way each time the match is
        played with the same seed and the same answers of others.
        """
        return random.Random(self.bot_seed)


@dataclass(frozen=True)
class Event:
    """An action of a seat, or a draw of the referee.

    Attributes:
        match: the match.
        index: number of the event in its match, from 0.
        seat: the seat that acted; None for a draw.
        notation: the event in the game's notation.
        serialized_detail: the game's serialized `Event` message.
    """

    match: Match
    index: int
    seat: int | None
    notation: str
    serialized_detail: bytes

    @classmethod
    def of(cls, match: Match, message: match_pb2.Event) -> Event:
        """The event of a protobuf message."""
        seat = message.seat if message.HasField("seat") else None
        return cls(match, message.index, seat, message.notation, message.detail)

    @cached_property
    def detail(self) -> Any:
        """The event as data: the game's own `Event` message."""
        setup = self.match.serialized_setup
        package = "" if setup is None else setup.type_url.rpartition("/")[2].rpartition(".")[0]
        detail = message_type(f"{package}.Event")()
        detail.ParseFromString(self.serialized_detail)
        return detail


@dataclass(frozen=True, slots=True)
class FaultNotice:
    """A fault of the bot.

    Attributes:
        match: the match.
        number: number of the question; None if the fault concerns no question.
        fault: kind of the fault, such as `LATE` or `ILLEGAL`; `UNKNOWN` for a later kind.
        substituted: whether the referee has played a substitute choice.
        strikes_left: strikes left for the seat; at 0 it is forfeited.
        reason: the reason in a sentence.
    """

    match: Match
    number: int | None
    fault: str
    substituted: bool
    strikes_left: int
    reason: str


@dataclass(frozen=True)
class MatchResult:
    """The end of a match, and the seed of its draws.

    `since` are the events after the bot's last question; `record_digest` is that of the last
    entry of the record.
    """

    match: Match
    outcome: Outcome
    seed: bytes
    seed_nonce: bytes
    record_digest: bytes
    since: Sequence[Event] = ()

    @property
    def fair(self) -> bool:
        """Whether the seed is the one that the referee had committed to before the first draw."""
        return keeps_word(self.match.seed_commitment, self.seed, self.seed_nonce)

    @property
    def place(self) -> int | None:
        """The place of the bot's seat, from 1; None when the match is void."""
        for result in self.outcome.results:
            if result.seat == self.match.seat:
                return result.place
        return None
