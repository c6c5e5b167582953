"""Write the entries of a match to the file of its record."""

from typing import Any, Final, Protocol

from google.protobuf.timestamp_pb2 import Timestamp
from mypy_extensions import mypyc_attr

from referee import __version__
from referee.match.clock import Instant
from referee.match.entry import (
    Asked,
    Chosen,
    Drawn,
    Entry,
    EntryLog,
    Faulted,
    Noted,
    Resumed,
    Sealed,
    Stalled,
)
from referee.match.question import Reasoning, Thought
from referee.match.settings import MatchSettings
from referee.record import body, chain
from referee.record.durability import Durability
from referee.record.framing import add
from referee.record.playing_machine import PlayingMachine
from tianming_games.game import Game
from tianming_games.ground.encoding import varint
from tianming_proto.record.v1 import record_pb2 as pb

FORMAT: Final = 1
"""The version of the format that the writer writes, and the newest that the reader reads."""

MOST_TEXT: Final = 1000
"""Maximum characters of a text in an entry."""

STATE_EVERY: Final = 16
"""Questions whose number is divisible by this also have the digest of the state.

The digest of each question covers what its seat sees, and the seal the last state. The digest
of the state also covers hidden information. For every question, it would take an eighth of the work
of a decision.
"""

_WRITER: Final = f"tianming-referee/{__version__}"


class Appendable(Protocol):
    """A file to which entries are appended."""

    def append(self, data: bytes) -> None:
        """Write at the end."""

    def keep_reasoning(self, text: str) -> bool:
        """Keep the reasoning of a choice beside the record; return whether it was kept."""


def clock_message(settings: MatchSettings) -> pb.RecordClock:
    """Return the clock settings of a match as a message for the header."""
    clock = settings.clock
    return pb.RecordClock(
        decision_ns=clock.decision,
        bank_ns=clock.bank,
        increment_ns=clock.increment,
        grace_ns=clock.grace,
        first_ns=clock.first,
        stall_ns=clock.stall,
    )


def _thought(thought: Thought, reasoning: Reasoning | None) -> bytes:
    return pb.RecordThought(
        value=thought.value,
        nodes=thought.nodes,
        depth=thought.depth,
        principal_line=thought.line,
        reasoning_digest=b"" if reasoning is None else reasoning.digest,
        reasoning_bytes=0 if reasoning is None else reasoning.size,
        tokens_in=thought.tokens_in,
        tokens_out=thought.tokens_out,
        cost_micros=thought.cost_micros,
    ).SerializeToString()


@mypyc_attr(allow_interpreted_subclasses=True)
class RecordWriter(EntryLog):
    """Writes one record.

    Times are written as nanoseconds since `start`. Entries are buffered until `flush`, which the
    host calls before a bot sees their effect. A question reveals nothing beyond earlier entries. So
    its entry waits until the next entry or `settle`, which the host calls while the bot thinks.
    """

    def __init__(self, file: Appendable, start: Instant, digest: bytes = chain.START) -> None:
        """Create a writer; `digest` is the digest of the file's last entry."""
        self._file = file
        self._start = self._at = start
        self._packed_at = b""
        self._digest = digest
        self._buffer: list[bytes] = []
        self.waiting: list[Asked] = []
        """The questions that wait for `settle`."""

    @property
    def digest(self) -> bytes:
        """The digest of the last entry."""
        return self._digest

    def header(
        self,
        settings: MatchSettings,
        game: Game[Any],
        wall: float,
        durability: Durability = Durability.PROCESS,
        machine: PlayingMachine | None = None,
    ) -> None:
        """Write the header; `wall` is the time of day in seconds since 1970."""
        self._put(
            pb.RecordBody(
                header=pb.RecordHeader(
                    format=FORMAT,
                    match_id=settings.match_id,
                    game=settings.game,
                    rules_version=game.rules_version,
                    wire_version=game.wire_version,
                    options=[
                        pb.RecordOption(name=name, value=value)
                        for name, value in sorted(settings.options.items())
                    ],
                    bots=settings.bots,
                    clock=clock_message(settings),
                    strikes=settings.strikes,
                    seed=settings.seed,
                    seed_nonce=settings.seed_nonce,
                    start_time=_timestamp(wall),
                    writer=_WRITER,
                    durability=f"RECORD_DURABILITY_{durability.name}",
                    seed_commitment=settings.seed_commitment,
                    machine=None if machine is None else machine.message(),
                    people=settings.people,
                )
            ).SerializeToString()
        )

    def write(self, entry: Entry) -> None:
        """Write an entry to the buffer; a question waits for `settle` or the next entry."""
        if isinstance(entry, Chosen):
            self._put(self._chosen(entry))
        elif isinstance(entry, Asked):
            self.waiting.append(entry)
        elif isinstance(entry, Drawn):
            self._put(body.drawn(entry.index, entry.values))
        else:
            self._put(self._body(entry).SerializeToString())

    def settle(self) -> None:
        """Write the waiting questions to the buffer, with the digests of their payloads."""
        waiting, self.waiting = self.waiting, []
        for asked in waiting:
            self._digest = add(self._buffer, self._digest, self._asked(asked))

    def _asked(self, asked: Asked) -> bytes:
        state = None if asked.number % STATE_EVERY else asked.state
        return body.asked(
            asked.number,
            asked.seat,
            len(asked.options or ()),
            self._time(asked.at),
            asked.budget,
            shown=chain.digest(asked.payload),
            state=b"" if state is None else chain.digest(state.canonical_bytes()),
        )

    def _chosen(self, chosen: Chosen) -> bytes:
        handed_at = chosen.handed_at
        return body.chosen(
            chosen.seat,
            chosen.number,
            chosen.option,
            chosen.origin,
            self._time(chosen.at),
            chosen.note[:MOST_TEXT],
            handed_at=0 if handed_at is None else handed_at - self._start,
            network=chosen.network,
            option_count=chosen.option_count,
            thought=b"" if chosen.thought is None else self._told(chosen.thought),
        )

    def _time(self, at: Instant) -> bytes:
        """Return a time as `body` needs it; a choice and the next question have the same."""
        if at != self._at:
            self._at, elapsed = at, at - self._start
            self._packed_at = varint(elapsed) if elapsed else b""
        return self._packed_at

    def _told(self, thought: Thought) -> bytes:
        """Return a thought for the record, and keep its reasoning beside it."""
        reasoning = thought.reasoning
        if reasoning is not None and not self._file.keep_reasoning(reasoning.text):
            reasoning = None
        return _thought(thought, reasoning)

    def _body(self, entry: Entry) -> pb.RecordBody:
        """Return the body of an infrequent entry."""
        if isinstance(entry, Faulted):
            return pb.RecordBody(
                fault=pb.RecordFault(
                    seat=entry.seat,
                    number=entry.number,
                    fault=f"RECORD_FAULT_KIND_{entry.fault.name}",
                    at_ns=entry.at - self._start,
                    reason=entry.reason[:MOST_TEXT],
                    strikes=entry.strikes,
                    forfeit=entry.forfeit,
                )
            )
        if isinstance(entry, Noted):
            at, text = entry.at - self._start, entry.text[:MOST_TEXT]
            return pb.RecordBody(note=pb.RecordNote(seat=entry.seat, at_ns=at, text=text))
        if isinstance(entry, Stalled):
            at = entry.at - self._start
            return pb.RecordBody(stall=pb.RecordStall(at_ns=at, span_ns=entry.span))
        if isinstance(entry, Resumed):
            return pb.RecordBody(
                resumed=pb.RecordResumed(
                    at_ns=entry.at - self._start,
                    time=_timestamp(entry.wall),
                    torn_bytes=entry.torn,
                    writer=_WRITER,
                )
            )
        if isinstance(entry, Sealed):
            return pb.RecordBody(seal=self._seal(entry))
        raise TypeError(f"no record has an entry of type {type(entry).__name__}")

    def _seal(self, sealed: Sealed) -> pb.RecordSeal:
        outcome = sealed.outcome
        return pb.RecordSeal(
            termination=f"RECORD_TERMINATION_{outcome.termination.name}",
            results=[
                pb.RecordResult(
                    place=result.place,
                    score=result.score,
                    strikes=result.strikes,
                    forfeited=result.forfeited,
                )
                for result in outcome.results
            ],
            reason=outcome.reason[:MOST_TEXT],
            state_digest=chain.digest(sealed.canonical_state),
            at_ns=sealed.at - self._start,
        )

    def flush(self) -> None:
        """Append the buffered entries to the file.

        Raises:
            StorageError: when the file cannot be written.
        """
        if self._buffer:
            buffer, self._buffer = self._buffer, []
            self._file.append(b"".join(buffer))

    def _put(self, entry: bytes) -> None:
        """Buffer an entry, after the waiting questions."""
        if self.waiting:
            self.settle()
        self._digest = add(self._buffer, self._digest, entry)


def _timestamp(wall: float) -> Timestamp:
    """Return a timestamp from seconds since 1970."""
    time = Timestamp()
    time.FromNanoseconds(round(wall * 1e9))
    return time
