"""Resume: continue an open record where it ends.

Whatever a killed referee leaves behind is a `NAME.part`: sound entries, and perhaps a
torn one at the end. `reopen` locks it and cuts the torn end off; `take_up` returns a match
that continues, and a writer that appends after the last entry.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from referee.match.clock import Instant, Span
from referee.match.entry import Resumed
from referee.match.match import Match
from referee.match.settings import MatchSettings
from referee.record.durability import Durability
from referee.record.file import Keepable, RecordFile
from referee.record.framing import FileEnding, Scan
from referee.record.reader import Record, entry_of, game_of, parse, settings_of
from referee.record.signature import SigningKey
from referee.record.verify import verify_so_far
from referee.record.writer import RecordWriter
from tianming_proto.record.v1 import record_pb2 as pb

MakeWriter = Callable[[Keepable, Instant, bytes], RecordWriter]
"""A factory for the writer of a file, from its first instant and the digest of its last entry."""


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """An interrupted record: its entries, its time, and its file.

    `torn` is how many bytes were cut off its end.
    """

    record: Record
    last: Span
    torn: int
    file: Keepable

    @property
    def settings(self) -> MatchSettings:
        """What was agreed before the match."""
        return settings_of(self.record.header)

    @property
    def durability(self) -> Durability:
        """How safe its entries have to be."""
        power = self.record.header.durability == pb.RECORD_DURABILITY_POWER
        return Durability.POWER if power else Durability.PROCESS


def reopen(path: Path, key: SigningKey | None = None) -> OpenRecord | None:
    """Take hold of a record that was left open, by the name it will have.

    It cuts a torn end off, and keeps a copy of the file as `NAME.torn`. Gives None where nothing
    had been written that anybody can have been told of: the match had not begun. Such a file is out
    of the way then, too. `key` signs the record at its end. Blocks.

    Raises:
        DataError: when the file is damaged before its end, contradicts the rules, or has other
            rules.
        StorageError: when the file cannot be used, or somebody else is using it.
    """
    file = RecordFile.reopen(path, key)
    try:
        data = file.read()
        scan = Scan(data)
        if next(scan.entries(), None) is None and scan.ending is not FileEnding.DAMAGED:
            file.quarantine()
            return None
        left = opened(data, str(file.part), file)
        file.rewrite(data, left.record.good)
        return left
    except BaseException:
        file.close()
        raise


def opened(data: bytes, source: str, file: Keepable) -> OpenRecord:
    """What the bytes of an open record are; `file` has its sound ones.

    Raises:
        DataError: when they are damaged before their end, contradict the rules, or have other
            rules.
    """
    record = parse(data, source)
    if record.ending is FileEnding.DAMAGED:
        record.require_whole()
    return OpenRecord(record, verify_so_far(record), len(data) - record.good, file)


def take_up(
    left: OpenRecord, now: Instant, wall: float, make: MakeWriter = RecordWriter
) -> tuple[Match, RecordWriter]:
    """The match of a record, ready to `resume` at `now`, and what writes it down.

    A match whose record is sealed already is over, and nothing is written. `wall` is the
    time of day in seconds since 1970, `make` makes the writer.
    """
    start = Instant(now - left.last)
    writer = make(left.file, start, left.record.digest)
    match = Match(left.settings, game_of(left.record), writer)
    for entry in left.record.entries[1:]:
        match.apply(entry_of(entry.body, start))
    if match.outcome is None:
        resumed = Resumed(now, wall, left.torn)
        writer.write(resumed)
        match.apply(resumed)
    return match, writer
