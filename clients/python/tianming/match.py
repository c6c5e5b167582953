"""The types of a match that a bot receives: settings, events, faults and results."""

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
    """Return a protobuf duration in seconds."""
    return duration.seconds + duration.nanos / 1e9


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a match, in seconds. All seats have the same clock.

    Attributes:
        decision: time for each decision.
        bank: reserve time for the whole match, used after `decision`.
        increment: time that is added to the bank after each decision.
        grace: time after the budget in which the referee still accepts an answer.
        first: extra time for the first question to a seat.
    """

    decision: float
    bank: float
    increment: float
    grace: float
    first: float

    @classmethod
    def of(cls, message: match_pb2.Clock) -> Clock:
        """Return the clock of a protobuf message."""
        return cls(
            seconds(message.decision),
            seconds(message.bank),
            seconds(message.increment),
            seconds(message.grace),
            seconds(message.first),
        )


class Termination(IntEnum):
    """The kind of end of a match."""

    FINISHED = 1
    """The rules ended the game."""
    FORFEITED = 2
    """The rules ended the game, and a substitute player had taken over a seat."""
    VOID = 3
    """The referee failed. The match does not count."""

    @classmethod
    def _missing_(cls, value: object) -> Termination:
        """Return `FINISHED` for a value of a newer protocol version."""
        return cls.FINISHED


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one seat.

    Attributes:
        seat: index of the seat.
        place: place from 1; tied seats share a place.
        score: points by the rules of the game.
        strikes: number of strikes against the seat.
        forfeited: whether the seat lost after its last strike.
    """

    seat: int
    place: int
    score: int
    strikes: int
    forfeited: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a match.

    Attributes:
        termination: kind of the end.
        results: results in seat order; empty for a void match.
        reason: reason for the end, as a sentence.
    """

    termination: Termination
    results: tuple[SeatResult, ...]
    reason: str

    @classmethod
    def of(cls, message: match_pb2.Outcome) -> Outcome:
        """Return the outcome of a protobuf message."""
        results = (
            SeatResult(one.seat, one.place, one.score, one.strikes, one.forfeited)
            for one in message.results
        )
        return cls(Termination(message.termination), tuple(results), message.reason)


@dataclass(frozen=True)
class Match:
    """A match of a bot, for one of its seats.

    Attributes:
        match_id: name of the match, also in its record.
        game: name of the game.
        options: values of the game's options, by name.
        bots: names of the bots, in seat order.
        seat: index of the bot's seat.
        clock: clock settings of every seat.
        seed_commitment: SHA-256 that commits the referee to the seed in `MatchResult`; 32 bytes.
        rules_version: version of the game's rules.
        strikes: number of strikes that forfeit a seat.
        bot_seed: 32 bytes for the bot's own random choices; see `random`.
        strikes_left: number of strikes that the seat has left; the client keeps it up to date.
        bank: seconds in the bank when the referee last announced the match.
        memory: a dictionary for the bot, until the match ends. It survives a reconnect, and is
            empty after a restart of the bot.
        serialized_setup: the game's `Setup` message, packed; `setup` unpacks it.
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
    strikes_left: int = 0
    bank: float = 0.0
    bot_seed: bytes = b""
    memory: dict[Any, Any] = field(default_factory=dict)
    serialized_setup: any_pb2.Any | None = None

    @classmethod
    def of(cls, message: play_pb2.MatchStarted) -> Match:
        """Return the match of a protobuf message."""
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
            strikes_left=message.strikes_left,
            bank=seconds(message.bank),
            bot_seed=message.bot_seed,
            serialized_setup=message.setup,
        )

    def update(self, strikes_left: int, bank: float) -> None:
        """Set what the referee reports in a running match; bots only read it."""
        object.__setattr__(self, "strikes_left", strikes_left)
        object.__setattr__(self, "bank", bank)

    @cached_property
    def setup(self) -> Any:
        """The game's `Setup` message, which is constant during the match; None without one."""
        return None if self.serialized_setup is None else unpack(self.serialized_setup)

    @cached_property
    def random(self) -> random.Random:
        """A random generator with `bot_seed` as its seed.

        A bot that uses only this generator is reproducible: with the same seed and the same choices
        of the others, it plays the same match again.
        """
        return random.Random(self.bot_seed)


@dataclass(frozen=True)
class Event:
    """An action of a seat, or a random draw of the referee.

    Attributes:
        match: the match.
        index: number of the event in its match, from 0.
        seat: index of the seat that acted; None for a draw.
        notation: the event in the game's notation.
        serialized_detail: the game's serialised `Event` message; `detail` parses it.
    """

    match: Match
    index: int
    seat: int | None
    notation: str
    serialized_detail: bytes

    @classmethod
    def of(cls, match: Match, message: match_pb2.Event) -> Event:
        """Return the event of a protobuf message."""
        seat = message.seat if message.HasField("seat") else None
        return cls(match, message.index, seat, message.notation, message.detail)

    @cached_property
    def detail(self) -> Any:
        """The event as the game's `Event` message."""
        setup = self.match.serialized_setup
        package = "" if setup is None else setup.type_url.rpartition("/")[2].rpartition(".")[0]
        detail = message_type(f"{package}.Event")()
        detail.ParseFromString(self.serialized_detail)
        return detail


@dataclass(frozen=True, slots=True)
class FaultNotice:
    """The notice of a fault of the bot, which costs a strike.

    Attributes:
        match: the match.
        number: number of the question; None if the fault concerns no question.
        fault: kind of the fault, such as `LATE` or `ILLEGAL`; `UNKNOWN` for a newer kind.
        substituted: whether the referee plays a substitute choice for the question.
        strikes_left: number of strikes left; at 0, the seat is forfeited.
        reason: the reason, as a sentence.
    """

    match: Match
    number: int | None
    fault: str
    substituted: bool
    strikes_left: int
    reason: str


@dataclass(frozen=True)
class MatchResult:
    """The end of a match, with the seed of its draws.

    Attributes:
        match: the match.
        outcome: its outcome.
        seed: seed of all draws; 32 bytes.
        seed_nonce: nonce of the seed's commitment; 32 bytes.
        record_digest: digest of the record's seal.
        since: the events after the bot's last question.
    """

    match: Match
    outcome: Outcome
    seed: bytes
    seed_nonce: bytes
    record_digest: bytes
    since: Sequence[Event] = ()

    @property
    def fair(self) -> bool:
        """Whether the seed is the one to which the referee committed before the first draw."""
        return keeps_word(self.match.seed_commitment, self.seed, self.seed_nonce)

    @property
    def place(self) -> int | None:
        """The place of the bot's seat, from 1; None if the match is void."""
        for result in self.outcome.results:
            if result.seat == self.match.seat:
                return result.place
        return None
