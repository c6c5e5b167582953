"""The witness: writes down what crossed the wire at the referee's end, and when.

It looks at bytes and at the disk, and at nothing that the referee thinks.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import grpc
from google.protobuf.message import DecodeError

from referee.error import DataError
from referee.match.clock import seconds
from referee.record import chain
from referee.record.reader import parse
from referee.server.limits import Limits
from tests.sim.disk import Disk
from tests.sim.system import FOLDER
from tests.sim.wire import Wire
from tests.sim.world import Happening, World
from tianming_proto.v1 import play_pb2 as pb

LIMITS = Limits()
"""What is read of a frame and of a message."""

LINGER = seconds(1)
"""The time that the last write of a stream has to end, when the stream is ended for a reason."""

Event = tuple[int | None, str]
"""A seat, or None for a draw, and what happened in notation."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A question that was handed over, and how much of its record was kept by then."""

    life: int
    at: int
    wire: int
    bot: str
    seat: int
    number: int
    options: int
    budget: int
    payload: bytes
    since: tuple[Event, ...]
    written: int
    durable: int


@dataclass(frozen=True, slots=True)
class Heard:
    """An answer or a resignation that the referee took in; `number` is 0 for the latter."""

    life: int
    at: int
    wire: int
    bot: str
    number: int
    option: int | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """A result that was handed over; `kept` is whether it would have survived anything."""

    at: int
    bot: str
    digest: bytes
    outcome: bytes
    kept: bool


@dataclass(frozen=True, slots=True)
class Closing:
    """A stream that ended at the referee's end."""

    at: int
    status: grpc.StatusCode | None
    reason: str


def _read(data: bytes) -> Sequence[pb.BotMessage] | None:
    """What a bot says in a frame; None where nobody can or has to read it."""
    if len(data) > LIMITS.max_frame_bytes:
        return None
    try:
        return pb.PlayRequest.FromString(data).messages
    except DecodeError:
        return None


def _is_garbled(message: pb.BotMessage) -> bool:
    """Whether a message says nothing, or too much, or what no terminal should hear.

    The note of an answer is left out: it matters to the answer alone.
    """
    texts = (message.choose.match_id, message.resign.match_id, message.goodbye.reason)
    return (
        not message.WhichOneof("kind")
        or len(message.SerializeToString()) > LIMITS.max_message_bytes
        or any("\x1b" in text for text in texts)
    )


class Witness:
    """What was seen, by match or stream; `digest` is another one where anything is different.

    `trips` has for each stream when a ping was answered, and how long that took. `begun`
    has the times at which a life of the referee took a match in, `started` when a stream was
    first told of one. `on_frame` is what happens behind a frame. `messages` counts what each
    stream's bot said, `garbled` has the times at which it said what nobody can read.
    """

    def __init__(self, world: World, disk: Disk) -> None:
        self.life = 0
        """Which life of the referee it is."""
        self.shown: dict[str, list[Shown]] = {}
        self.heards: dict[str, list[Heard]] = {}
        self.told: dict[str, list[Told]] = {}
        self.trips: dict[int, list[tuple[int, int]]] = {}
        self._pings: dict[tuple[int, int], int] = {}
        self.hellos: dict[int, int] = {}
        self.closings: dict[int, Closing] = {}
        self.bots: dict[int, str] = {}
        self.messages: Counter[int] = Counter()
        self.garbled: dict[int, set[int]] = defaultdict(set)
        self.errors: list[str] = []
        self.listening = True
        """Whether the referee lives; what a dead one writes to its log is no word."""
        self._world = world
        self._disk = disk
        self.begun: dict[str, list[int]] = {}
        self.started: dict[tuple[int, str], int] = {}
        self.frames = 0
        self.on_frame: dict[int, Happening] = {}
        self._hash = blake2b(digest_size=16)

    @property
    def digest(self) -> bytes:
        """The digest of everything that happened, in order."""
        return self._hash.digest()

    def note(self, *words: object) -> None:
        """Make something part of the digest."""
        self._hash.update(f"{self._world.now} {words!r}\n".encode())

    def heard(self, wire: Wire, data: bytes) -> None:
        """The referee takes a frame in."""
        self.note("heard", wire.number, data)
        self.bots[wire.number] = wire.caller.name
        messages = _read(data)
        if messages is None:
            self.garbled[wire.number].add(self._world.now)
            return
        self.messages[wire.number] += len(messages)
        for message in messages:
            if _is_garbled(message):
                self.garbled[wire.number].add(self._world.now)
                return
            match message.WhichOneof("kind"):
                case "hello":
                    self.hellos.setdefault(wire.number, self._world.now)
                case "choose":
                    choose = message.choose
                    option = choose.option if choose.HasField("option") else None
                    self._heard(wire, choose.match_id, choose.number, option, choose.note)
                case "resign":
                    self._heard(wire, message.resign.match_id, 0, None)
                case "pong":
                    self._ponged(wire, message.pong.id)

    def said(self, wire: Wire, data: bytes) -> list[pb.RefereeMessage]:
        """The referee hands a frame over."""
        self.note("said", wire.number, data)
        messages = list(pb.PlayResponse.FromString(data).messages)
        for message in messages:
            match message.WhichOneof("kind"):
                case "question":
                    self._shown(wire, message.question)
                case "match_started":
                    where = wire.number, message.match_started.match_id
                    self.started.setdefault(where, self._world.now)
                case "match_ended":
                    self._told(wire, message.match_ended)
                case "ping":
                    self._pings[wire.number, message.ping.id] = self._world.now
        self.frames += 1
        happening = self.on_frame.pop(self.frames, None)
        if happening is not None:
            self._world.at(self._world.now, happening)
        return messages

    def closed(self, wire: Wire, status: grpc.StatusCode | None, reason: str) -> None:
        """The referee is done with a stream."""
        self.note("closed", wire.number, status, reason)
        self.closings[wire.number] = Closing(self._world.now, status, reason)

    def entered(self, wire: int) -> int | None:
        """When the stream's bot was let in; None where it was not."""
        at, closing = self.hellos.get(wire), self.closings.get(wire)
        left = (grpc.StatusCode.OK, grpc.StatusCode.CANCELLED)
        refused = closing is not None and closing.at == at and closing.status not in left
        return None if refused else at

    def ending(self, wire: int, at: int) -> bool:
        """Whether a stream may have been ended by then, and was not over yet."""
        closing = self.closings.get(wire)
        if closing is None:
            return False
        left = closing.status in (None, grpc.StatusCode.OK, grpc.StatusCode.CANCELLED)
        return closing.at - (0 if left else LINGER) <= at <= closing.at

    def _heard(
        self, wire: Wire, match_id: str, number: int, option: int | None, note: str = ""
    ) -> None:
        now, bot = self._world.now, wire.caller.name
        heard = Heard(self.life, now, wire.number, bot, number, option, note)
        self.heards.setdefault(match_id, []).append(heard)

    def _ponged(self, wire: Wire, number: int) -> None:
        """A ping was answered, for the first time."""
        sent = self._pings.pop((wire.number, number), None)
        if sent is not None:
            trip = (self._world.now, self._world.now - sent)
            self.trips.setdefault(wire.number, []).append(trip)

    def _shown(self, wire: Wire, question: pb.Question) -> None:
        name = f"{FOLDER}/{question.match_id}.tianming"
        file = self._disk.names.get(f"{name}.part") or self._disk.names.get(name)
        since = tuple(
            (event.seat if event.HasField("seat") else None, event.notation)
            for event in question.since
        )
        shown = Shown(
            life=self.life,
            at=self._world.now,
            wire=wire.number,
            bot=wire.caller.name,
            seat=question.seat,
            number=question.number,
            options=question.option_count,
            budget=question.budget.ToNanoseconds(),
            payload=chain.digest(question.position.value),
            since=since,
            written=len(file.data) if file else 0,
            durable=len(file.durable) if file else 0,
        )
        self.shown.setdefault(question.match_id, []).append(shown)

    def _told(self, wire: Wire, ended: pb.MatchEnded) -> None:
        told = Told(
            self._world.now,
            wire.caller.name,
            ended.record_digest,
            ended.outcome.SerializeToString(deterministic=True),
            self._kept(ended.match_id, ended.record_digest),
        )
        self.told.setdefault(ended.match_id, []).append(told)

    def _kept(self, match_id: str, digest: bytes) -> bool:
        """Whether a loss of power right now would leave the sealed record of a match."""
        file = self._disk.kept.get(f"{FOLDER}/{match_id}.tianming")
        if file is None:
            return False
        try:
            record = parse(file.durable, match_id)
        except DataError:
            return False
        return record.seal is not None and record.digest == digest
