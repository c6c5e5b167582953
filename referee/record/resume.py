"""Resume a match from its open record.

A killed referee leaves a file `NAME.part` with sound entries, and perhaps a torn one at the end.
`reopen` locks the file and removes the torn end. `take_up` returns the match in the state after the
last entry, and a writer that appends to the record.
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
from referee.record.reader import Record, entry_of, game_of, match_settings_of, parse
from referee.record.signature import SigningKey
from referee.record.verify import verify_so_far
from referee.record.writer import RecordWriter
from tianming_proto.record.v1 import record_pb2 as pb

MakeWriter = Callable[[Keepable, Instant, bytes], RecordWriter]
"""Creates a writer from the file, the start of the match, and the digest of the last entry."""


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """An interrupted record, with its file.

    `last` is the time of the last event since the start of the match, `torn` the number of bytes
    that were removed from the end.
    """

    record: Record
    last: Span
    torn: int
    file: Keepable

    @property
    def settings(self) -> MatchSettings:
        """The settings of the match."""
        return match_settings_of(self.record.header)

    @property
    def durability(self) -> Durability:
        """The durability that its entries need."""
        power = self.record.header.durability == pb.RECORD_DURABILITY_POWER
        return Durability.POWER if power else Durability.PROCESS


def reopen(path: Path, key: SigningKey | None = None) -> OpenRecord | None:
    """Lock an interrupted record and remove its torn end, if it has one; may block.

    If it removes bytes, it keeps a copy of the file as `NAME.torn`. If the file contains not even a
    header, the match had not begun: it moves the file away and returns None.

    Args:
        path: the final name of the record, without `.part`.
        key: signs the record when it is finished.

    Raises:
        DataError: when the file is damaged, contradicts the rules, or was played with another
            version of the rules.
        StorageError: when the file cannot be read or written, or another process uses it.
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
    """Parse an open record; `file` is the file to which the match continues to write.

    Raises:
        DataError: when the bytes are damaged, contradict the rules, or were played with another
            version of the rules.
    """
    record = parse(data, source)
    if record.ending is FileEnding.DAMAGED:
        record.require_whole()
    return OpenRecord(record, verify_so_far(record), len(data) - record.good, file)


def take_up(
    left: OpenRecord, now: Instant, wall: float, make: MakeWriter = RecordWriter
) -> tuple[Match, RecordWriter]:
    """Return the match of a record, ready for `Match.resume` at `now`, and the record's writer.

    If the record is sealed already, the match is over and nothing is written. Otherwise, the writer
    gets a `Resumed` entry. `wall` is the time of day in seconds since 1970, `make` the factory.
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
