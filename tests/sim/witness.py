"""The witness: records the traffic at the referee's end of each wire, with its times.

It observes only bytes and the disk, not the state of the referee.
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
from tests.sim.world import Callback, World
from tianming_proto.v1 import play_pb2 as pb

LIMITS = Limits()
"""The limits on frames and messages; larger ones are not read."""

LINGER = seconds(1)
"""Maximum nanoseconds for the last write of a stream that the referee ends with an error."""

_OF_A_MATCH = ("match_started", "question", "match_events", "fault_notice", "match_ended")
"""The messages that only bots with a seat in the match receive."""

Event = tuple[int | None, str]
"""An event: its seat, None for a draw, and its notation."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A question that was handed over, with the size of its record at that time.

    Attributes:
        written: number of bytes in the file.
        durable: number of bytes that would survive a loss of power.
    """

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
class ReadAnswer:
    """An answer or a resignation that the referee read; `number` is 0 for a resignation."""

    life: int
    at: int
    wire: int
    bot: str
    number: int
    option: int | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class SentResult:
    """A result that was handed over; `kept` tells whether it would have survived a power loss."""

    at: int
    bot: str
    digest: bytes
    outcome: bytes
    kept: bool


@dataclass(frozen=True, slots=True)
class Closing:
    """The end of a stream at the referee's end."""

    at: int
    status: grpc.StatusCode | None
    reason: str


def _read(data: bytes) -> Sequence[pb.BotMessage] | None:
    """Return the messages of a bot's frame; None if it is too large or malformed."""
    if len(data) > LIMITS.max_frame_bytes:
        return None
    try:
        return pb.PlayRequest.FromString(data).messages
    except DecodeError:
        return None


def _is_garbled(message: pb.BotMessage) -> bool:
    """Return whether a message is empty, too large, or has control characters in a name or reason.

    The note of an answer is not checked: it affects only the answer.
    """
    texts = (message.choose.match_id, message.resign.match_id, message.goodbye.reason)
    return (
        not message.WhichOneof("kind")
        or len(message.SerializeToString()) > LIMITS.max_message_bytes
        or any("\x1b" in text for text in texts)
    )


class Witness:
    """Notes of all traffic, by match or stream; `digest` covers all of it.

    Attributes:
        trips: for each stream, the time of each answered ping and its round-trip time.
        begun: for each match, the times at which a life of the referee began it.
        started: for each stream and match, the time of the first `MatchStarted`.
        blocks: for each stream, start and end of each write that its bot blocked.
        stalls: start and end of each stall of the referee.
        parties: for each match, the bots that were sent a message about it.
        seeds: the seed of each match, which no bot may see before the end.
        leaks: the matches whose seed was in another frame than that of their end.
        on_frame: events that follow a frame, by its number.
        messages: number of messages from each stream's bot.
        garbled: for each stream, the times of unreadable messages.
    """

    def __init__(self, world: World, disk: Disk) -> None:
        self.life = 0
        """Number of the current life of the referee, from 0."""
        self.shown: dict[str, list[Shown]] = {}
        self.read_answers: dict[str, list[ReadAnswer]] = {}
        self.sent_results: dict[str, list[SentResult]] = {}
        self.trips: dict[int, list[tuple[int, int]]] = {}
        self._pings: dict[tuple[int, int], int] = {}
        self.hellos: dict[int, int] = {}
        self.closings: dict[int, Closing] = {}
        self.bots: dict[int, str] = {}
        self.messages: Counter[int] = Counter()
        self.garbled: dict[int, set[int]] = defaultdict(set)
        self.errors: list[str] = []
        self.listening = True
        """Whether the referee is alive; the log of a dead one is ignored."""
        self._world = world
        self._disk = disk
        self.begun: dict[str, list[int]] = {}
        self.started: dict[tuple[int, str], int] = {}
        self.blocks: dict[int, list[tuple[int, int]]] = {}
        self.stalls: list[tuple[int, int]] = []
        self.seeds: dict[str, bytes] = {}
        self.leaks: set[str] = set()
        self.parties: dict[str, set[str]] = defaultdict(set)
        self.frames = 0
        self.on_frame: dict[int, Callback] = {}
        self._hash = blake2b(digest_size=16)

    @property
    def digest(self) -> bytes:
        """The digest of all notes, in order."""
        return self._hash.digest()

    def note(self, *words: object) -> None:
        """Add the time and some values to the digest."""
        self._hash.update(f"{self._world.now} {words!r}\n".encode())

    def received(self, wire: Wire, data: bytes) -> None:
        """Note a frame that the referee reads."""
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
                    self._received(wire, choose.match_id, choose.number, option, choose.note)
                case "resign":
                    self._received(wire, message.resign.match_id, 0, None)
                case "pong":
                    self._ponged(wire, message.pong.id)

    def said(self, wire: Wire, data: bytes) -> list[pb.RefereeMessage]:
        """Note a frame that the referee sends; return its messages."""
        self.note("said", wire.number, data)
        messages = list(pb.PlayResponse.FromString(data).messages)
        for message in messages:
            kind = message.WhichOneof("kind")
            if kind in _OF_A_MATCH:
                self.parties[getattr(message, kind).match_id].add(wire.caller.name)
            match kind:
                case "question":
                    self._shown(wire, message.question)
                case "match_started":
                    where = wire.number, message.match_started.match_id
                    self.started.setdefault(where, self._world.now)
                case "match_ended":
                    self._check_budget(wire, message.match_ended)
                case "ping":
                    self._pings[wire.number, message.ping.id] = self._world.now
        ended = {one.match_ended.match_id for one in messages}
        self.leaks |= {name for name, seed in self.seeds.items() if seed in data} - ended
        self.frames += 1
        callback = self.on_frame.pop(self.frames, None)
        if callback is not None:
            self._world.at(self._world.now, callback)
        return messages

    def blocked(self, wire: Wire, since: int, until: int) -> None:
        """Note a write that the bot has blocked."""
        self.note("blocked", wire.number, since)
        self.blocks.setdefault(wire.number, []).append((since, until))

    def closed(self, wire: Wire, status: grpc.StatusCode | None, reason: str) -> None:
        """Note the end of a stream."""
        self.note("closed", wire.number, status, reason)
        self.closings[wire.number] = Closing(self._world.now, status, reason)

    def entered(self, wire: int) -> int | None:
        """Return the time at which the stream's bot was accepted; None if it was refused."""
        at, closing = self.hellos.get(wire), self.closings.get(wire)
        left = (grpc.StatusCode.OK, grpc.StatusCode.CANCELLED)
        refused = closing is not None and closing.at == at and closing.status not in left
        return None if refused else at

    def ending(self, wire: int, at: int) -> bool:
        """Return whether the referee may have been ending the stream at this time."""
        closing = self.closings.get(wire)
        if closing is None:
            return False
        left = closing.status in (None, grpc.StatusCode.OK, grpc.StatusCode.CANCELLED)
        return closing.at - (0 if left else LINGER) <= at <= closing.at

    def _received(
        self, wire: Wire, match_id: str, number: int, option: int | None, note: str = ""
    ) -> None:
        now, bot = self._world.now, wire.caller.name
        received = ReadAnswer(self.life, now, wire.number, bot, number, option, note)
        self.read_answers.setdefault(match_id, []).append(received)

    def _ponged(self, wire: Wire, number: int) -> None:
        """Note the first answer to a ping."""
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

    def _check_budget(self, wire: Wire, ended: pb.MatchEnded) -> None:
        reported = SentResult(
            self._world.now,
            wire.caller.name,
            ended.record_digest,
            ended.outcome.SerializeToString(deterministic=True),
            self._kept(ended.match_id, ended.record_digest),
        )
        self.sent_results.setdefault(ended.match_id, []).append(reported)

    def _kept(self, match_id: str, digest: bytes) -> bool:
        """Return whether the sealed record of a match would survive a power loss now."""
        file = self._disk.kept.get(f"{FOLDER}/{match_id}.tianming")
        if file is None:
            return False
        try:
            record = parse(file.durable, match_id)
        except DataError:
            return False
        return record.seal is not None and record.digest == digest
