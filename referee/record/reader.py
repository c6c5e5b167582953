"""Read a record from bytes or a file, and convert its messages to the match's types."""

import errno
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from referee.error import DataError, EntryError
from referee.identifier import BotName, MatchId
from referee.match.clock import ClockSettings, Instant, Span
from referee.match.entry import (
    Asked,
    Chosen,
    Drawn,
    Entry,
    Faulted,
    Noted,
    Origin,
    Resumed,
    Sealed,
    Stalled,
)
from referee.match.fault import Fault
from referee.match.outcome import Outcome, SeatResult, Termination
from referee.match.question import Reasoning, Thought
from referee.match.sentence import EntrySentence
from referee.match.settings import MatchSettings
from referee.record.bounded_file import bounded
from referee.record.folder import part_of
from referee.record.framing import FileEnding, Scan, StoredEntry
from referee.record.sentence import RecordSentence
from referee.record.writer import FORMAT
from tianming_games.game import Game
from tianming_games.ground.text import printable
from tianming_games.registry import load
from tianming_proto.record.v1 import record_pb2 as pb

KINDS: Final = tuple(one.name for one in pb.RecordBody.DESCRIPTOR.oneofs_by_name["kind"].fields)
"""The kinds of entries, as the contract names them."""

_BEGINNING = Instant(0)
"""The start of a match on the clock of its record."""

MOST_BYTES = 32 << 20
"""Maximum bytes of a record; a long match takes less than one hundredth of this."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was read: its header, all sound entries, and how the file ends.

    `source` names the file in messages, `good` is the number of bytes of the sound entries, `size`
    that of the file, and `digest` the digest of the last sound entry. A signature after the seal is
    not part of `entries`, `good` and `digest`. `texts` has the reasoning of the bots by
    digest, where `with_reasoning` has added it.
    """

    source: str
    header: pb.RecordHeader
    entries: tuple[StoredEntry, ...]
    ending: FileEnding
    good: int
    size: int
    digest: bytes
    signature: pb.RecordSignature | None = None
    texts: Mapping[bytes, str] = field(default_factory=dict)

    @property
    def seal(self) -> pb.RecordSeal | None:
        """The seal of the record; None if the record is open or torn."""
        last = self.entries[-1].body
        return last.seal if last.WhichOneof("kind") == "seal" else None

    def require_whole(self) -> None:
        """Raise `DataError` if the file is torn or damaged."""
        if self.ending is FileEnding.WHOLE:
            return
        is_torn = self.ending is FileEnding.TORN
        raise DataError(
            RecordSentence.RECORD_CUT_OFF if is_torn else RecordSentence.RECORD_DAMAGED,
            source=self.source,
            entry=len(self.entries),
            byte=self.good,
            size=self.size,
        )


def parse(data: bytes, source: str) -> Record:
    """Parse a record.

    Raises:
        DataError: when the bytes are not a record, or its format is newer.
    """
    scan = Scan(data)
    entries = tuple(scan.entries())
    header = _header(entries, source)
    good, size, digest = scan.good, len(data), scan.digest
    record = Record(source, header, entries, scan.ending, good=good, size=size, digest=digest)
    return _with_signature(record)


def begun(entries: Sequence[StoredEntry], source: str) -> Record:
    """Return the beginning of a record that grows: its first entries.

    Raises:
        DataError: when the first entry is not a header, or its format is newer.
    """
    header = _header(entries, source)
    whole, digest = FileEnding.WHOLE, entries[-1].digest
    return Record(source, header, tuple(entries), whole, good=0, size=0, digest=digest)


def _header(entries: Sequence[StoredEntry], source: str) -> pb.RecordHeader:
    if not entries or entries[0].body.WhichOneof("kind") != "header":
        raise DataError(RecordSentence.NO_RECORD, source=source)
    header = entries[0].body.header
    if header.format > FORMAT:
        raise DataError(
            RecordSentence.NEWER_FORMAT, source=source, format=header.format, most=FORMAT
        )
    return header


def _with_signature(record: Record) -> Record:
    """Move a signature after the seal from the entries to its own field."""
    kinds = tuple(entry.body.WhichOneof("kind") for entry in record.entries[-2:])
    if kinds != ("seal", "signature"):
        return record
    seal, last = record.entries[-2:]
    return replace(
        record,
        entries=record.entries[:-1],
        good=last.offset,
        digest=seal.digest,
        signature=last.body.signature,
    )


def read(path: Path) -> Record:
    """Return the record in a file.

    Raises:
        DataError: when the file cannot be read, is not a record, or has a newer format.
    """
    return parse(read_bytes(path), printable(str(path)))


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a record's file.

    Raises:
        DataError: when it cannot be read, is not a regular file, or is larger than a record. If
            the match was interrupted, the error names the open record.
    """
    data = bounded(
        path, MOST_BYTES, RecordSentence.RECORD_NOT_READ, RecordSentence.RECORD_TOO_LARGE
    )
    if data is None:
        raise no_record(path)
    return data


def no_record(path: Path) -> DataError:
    """Return the error for a file that does not exist; it names an open record of that name."""
    name, part = printable(str(path)), part_of(path)
    if part.is_file():
        return DataError(RecordSentence.RECORD_NOT_FINISHED, source=name, part=printable(str(part)))
    return DataError(RecordSentence.RECORD_NOT_READ, source=name, why=os.strerror(errno.ENOENT))


def check_start(record: Record) -> None:
    """Raise `DataError` if the start time of a match is invalid."""
    start_of(record.header, record.source)


def start_of(header: pb.RecordHeader, source: str) -> datetime:
    """Return the wall-clock time at which a match began.

    Raises:
        DataError: if it is not a valid time.
    """
    try:
        header.start_time.ToJsonString()
        return header.start_time.ToDatetime(tzinfo=UTC)
    except ValueError:
        raise DataError(RecordSentence.WRONG_START_TIME, source=source) from None


def game_of(record: Record) -> Game[Any]:
    """Return the game of a record, if the installed rules have the record's version.

    Raises:
        DataError: when the installed rules have another version.
        UsageError: when the game is not installed.
    """
    game = load(record.header.game)
    if game.rules_version != record.header.rules_version:
        raise DataError(
            RecordSentence.OTHER_RULES,
            source=record.source,
            recorded=record.header.rules_version,
            game=game.name,
            installed=game.rules_version,
            writer=record.header.writer,
        )
    return game


def match_settings_of(header: pb.RecordHeader) -> MatchSettings:
    """Return the settings of a match from its record's header."""
    clock = header.clock
    return MatchSettings(
        match_id=MatchId(header.match_id),
        game=header.game,
        options={option.name: option.value for option in header.options},
        bots=tuple(map(BotName, header.bots)),
        seed=header.seed,
        seed_nonce=header.seed_nonce,
        clock=ClockSettings(
            decision=Span(clock.decision_ns),
            bank=Span(clock.bank_ns),
            increment=Span(clock.increment_ns),
            grace=Span(clock.grace_ns),
            first=Span(clock.first_ns),
            stall=Span(clock.stall_ns),
        ),
        strikes=header.strikes,
        people=tuple(header.people),
    )


def entry_of(body: pb.RecordBody, start: Instant = _BEGINNING) -> Entry:
    """Convert the body of an entry after the header.

    Args:
        body: the body.
        start: the start of the match, to which the times of the record are added.

    Raises:
        EntryError: for an unknown value, a second header, or a signature.
    """
    match body.WhichOneof("kind"):
        case "drawn":
            return Drawn(body.drawn.index, tuple(body.drawn.values))
        case "asked":
            asked = body.asked
            at, budget = Instant(start + asked.at_ns), Span(asked.budget_ns)
            return Asked(asked.number, asked.seat, at, budget)
        case "chosen":
            return _chosen(body.chosen, start)
        case "fault":
            return _faulted(body.fault, start)
        case "note":
            note = body.note
            seat = note.seat if note.HasField("seat") else None
            return Noted(seat, Instant(start + note.at_ns), note.text)
        case "stall":
            return Stalled(Span(body.stall.span_ns), Instant(start + body.stall.at_ns))
        case "resumed":
            return Resumed(Instant(start + body.resumed.at_ns))
        case "seal":
            return Sealed(outcome_of(body.seal), Instant(start + body.seal.at_ns))
        case "signature":
            raise EntryError(EntrySentence.SIGNATURE_NOT_LAST)
    raise EntryError(EntrySentence.SECOND_HEADER)


def _chosen(chosen: pb.RecordChosen, start: Instant) -> Chosen:
    try:
        origin = Origin(chosen.origin)
    except ValueError as error:
        raise EntryError(EntrySentence.UNKNOWN_VALUE, why=error) from None
    was_asked = bool(chosen.handed_at_ns or (chosen.number and not chosen.option_count))
    return Chosen(
        chosen.seat,
        chosen.number,
        chosen.option,
        origin,
        Instant(start + chosen.handed_at_ns) if was_asked else None,
        Instant(start + chosen.at_ns),
        note=chosen.note,
        network=Span(chosen.network_ns) if chosen.HasField("network_ns") else None,
        option_count=chosen.option_count,
        thought=_thought(chosen.thought) if chosen.HasField("thought") else None,
    )


def _thought(thought: pb.RecordThought) -> Thought:
    value = thought.value if thought.HasField("value") else None
    reasoning = None
    if thought.reasoning_digest:
        reasoning = Reasoning(thought.reasoning_digest, thought.reasoning_bytes)
    return Thought(
        value,
        thought.nodes,
        thought.depth,
        tuple(thought.principal_line),
        reasoning,
        tokens_in=thought.tokens_in,
        tokens_out=thought.tokens_out,
        cost_micros=thought.cost_micros,
    )


def _faulted(fault: pb.RecordFault, start: Instant) -> Faulted:
    try:
        kind = Fault(fault.fault)
    except ValueError as error:
        raise EntryError(EntrySentence.UNKNOWN_VALUE, why=error) from None
    at = Instant(start + fault.at_ns)
    return Faulted(
        fault.seat,
        fault.number,
        kind,
        at,
        reason=fault.reason,
        strikes=fault.strikes,
        forfeit=fault.forfeit,
    )


def outcome_of(seal: pb.RecordSeal) -> Outcome:
    """Return the outcome in a seal.

    Raises:
        ValueError: when this version does not know the termination.
    """
    return Outcome(
        Termination(seal.termination),
        tuple(
            SeatResult(result.place, result.score, result.strikes, result.forfeited)
            for result in seal.results
        ),
        seal.reason,
    )
