"""The writer: a match's journal, appended to a file entry by entry."""

from collections.abc import Sequence
from typing import Any, Final, Protocol

from google.protobuf.timestamp_pb2 import Timestamp
from mypy_extensions import mypyc_attr

from referee import __version__
from referee.match.clock import Instant, Span
from referee.match.fault import Fault
from referee.match.journal import Asked, Choice
from referee.match.match import MatchSettings
from referee.match.outcome import Outcome
from referee.record import body, chain
from referee.record.durability import Durability
from referee.record.entry import pack
from tianming_games.game import Game
from tianming_proto.record.v1 import record_pb2 as pb

FORMAT: Final = 1
"""The version of the format that is written, and the newest that is read."""

MOST_TEXT: Final = 1000
"""Characters of a text in an entry, at most."""

STATE_EVERY: Final = 16
"""Questions whose number is divisible by this have the digest of the state beside their own.

What seats see is checked with each question, and the last state with the seal; this finds
where what nobody sees drifted. For every question it would be an eighth of a decision's work.
"""

_DURABILITIES: Final = {
    Durability.PROCESS: pb.RECORD_DURABILITY_PROCESS,
    Durability.POWER: pb.RECORD_DURABILITY_POWER,
}
_WRITER: Final = f"tianming-referee/{__version__}"


class Appendable(Protocol):
    """Where entries go."""

    def append(self, data: bytes) -> None:
        """Write at the end."""


def clock_message(settings: MatchSettings) -> pb.RecordClock:
    """The clock of a match, as a header keeps it."""
    clock = settings.clock
    return pb.RecordClock(
        decision_ns=clock.decision,
        bank_ns=clock.bank,
        increment_ns=clock.increment,
        grace_ns=clock.grace,
        first_ns=clock.first,
        stall_ns=clock.stall,
    )


@mypyc_attr(allow_interpreted_subclasses=True)
class RecordWriter:
    """Writes one record; see `Journal` for what each method is told.

    Times are written as nanoseconds since `start`. Entries gather in a buffer until
    `flush`, which is called before anybody is shown what they say. A question shows nobody
    anything that the entries before it do not say: it waits until `settle`, which is
    called while its bot thinks, or until the next entry.
    """

    def __init__(self, file: Appendable, start: Instant, digest: bytes = chain.START) -> None:
        """Write into a file; `digest` is that of the last entry that is there already."""
        self._file = file
        self._start = start
        self._digest = digest
        self._buffer: list[bytes] = []
        self._waiting: list[Asked] = []

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
    ) -> None:
        """Open the record; `wall` is the time of day in seconds since 1970."""
        self._add(
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
                    durability=_DURABILITIES[durability],
                )
            )
        )

    def drawn(self, index: int, values: Sequence[int]) -> None:
        """Write a draw."""
        self._put(body.drawn(index, values))

    def asked(self, asked: Asked) -> None:
        """Keep a question until it is settled."""
        self._waiting.append(asked)

    @property
    def is_behind(self) -> bool:
        """Whether questions wait to be settled."""
        return bool(self._waiting)

    def settle(self) -> None:
        """Write the questions that wait, by the digest of what was shown."""
        waiting, self._waiting = self._waiting, []
        for question in waiting:
            has_state = not question.number % STATE_EVERY
            self._append(
                body.asked(
                    question.number,
                    question.seat,
                    question.option_count,
                    question.at - self._start,
                    question.budget,
                    chain.digest(question.payload),
                    chain.digest(question.fingerprint()) if has_state else b"",
                )
            )

    def chosen(self, seat: int, choice: Choice) -> None:
        """Write a choice."""
        handed_at = choice.handed_at
        self._put(
            body.chosen(
                seat,
                choice.number,
                choice.option,
                choice.origin,
                choice.at - self._start,
                choice.note[:MOST_TEXT],
                0 if handed_at is None else handed_at - self._start,
                choice.network,
            )
        )

    def fault(
        self,
        seat: int,
        number: int,
        fault: Fault,
        at: Instant,
        reason: str,
        strikes: int,
        forfeit: bool,
    ) -> None:
        """Write a fault."""
        self._add(
            pb.RecordBody(
                fault=pb.RecordFault(
                    seat=seat,
                    number=number,
                    fault=f"RECORD_FAULT_KIND_{fault.name}",
                    at_ns=at - self._start,
                    reason=reason[:MOST_TEXT],
                    strikes=strikes,
                    forfeit=forfeit,
                )
            )
        )

    def note(self, seat: int | None, at: Instant, text: str) -> None:
        """Write a note."""
        self._add(
            pb.RecordBody(
                note=pb.RecordNote(seat=seat, at_ns=at - self._start, text=text[:MOST_TEXT])
            )
        )

    def resumed(self, at: Instant, wall: float, torn: int) -> None:
        """Write that the match goes on; `torn` is how many bytes had to be cut off."""
        self._add(
            pb.RecordBody(
                resumed=pb.RecordResumed(
                    at_ns=at - self._start,
                    time=_timestamp(wall),
                    torn_bytes=torn,
                    writer=_WRITER,
                )
            )
        )

    def stalled(self, span: Span, at: Instant) -> None:
        """Write a stall of the host."""
        self._add(pb.RecordBody(stall=pb.RecordStall(at_ns=at - self._start, span_ns=span)))

    def seal(self, outcome: Outcome, at: Instant, fingerprint: bytes) -> bytes:
        """Write the seal; gives the digest that closes the record."""
        self._add(
            pb.RecordBody(
                seal=pb.RecordSeal(
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
                    state_digest=chain.digest(fingerprint),
                    at_ns=at - self._start,
                )
            )
        )
        return self._digest

    def flush(self) -> None:
        """Hand everything that was written to the file.

        Raises:
            StorageError: when the file does not take it.
        """
        if self._buffer:
            data = b"".join(self._buffer)
            self._buffer.clear()
            self._file.append(data)

    def _add(self, entry: pb.RecordBody) -> None:
        self._put(entry.SerializeToString())

    def _put(self, entry: bytes) -> None:
        """Put an entry behind the questions that were asked before it."""
        if self._waiting:
            self.settle()
        self._append(entry)

    def _append(self, entry: bytes) -> None:
        data, self._digest = pack(self._digest, entry)
        self._buffer.append(data)


def _timestamp(wall: float) -> Timestamp:
    """A time of day, from seconds since 1970."""
    time = Timestamp()
    time.FromNanoseconds(round(wall * 1e9))
    return time
