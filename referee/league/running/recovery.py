"""Recovery: before a run starts, process the records that a killed run left behind.

The ledger ingests sealed records that it does not know. Interrupted matches resume from their open
records.
"""

import contextlib
from dataclasses import dataclass, replace
from pathlib import Path

from referee.error import StorageError
from referee.identifier import MatchId
from referee.launch.finished_match import FinishedMatch
from referee.league.attempt import AttemptName
from referee.league.ledger import Ledger, journal_event
from referee.league.ledger.ingest import Unsound, read_all, sealed_names
from referee.league.running.league_event import (
    AttemptFailedEvent,
    Notify,
    RecordForeignEvent,
    RecordMissingEvent,
    RecordStrayEvent,
    RecordUnsoundEvent,
)
from referee.league.running.sealed_attempt import sealed_event
from referee.record import folder
from referee.record.companion import move_record
from referee.record.file import RecordFile, free_name

_MOST_UNKNOWN = 100
"""The most attempts at a match that an older copy of the journal may lack. A record with a higher
number is ignored."""

_KILLED = "The league was killed while the match was played."


def ingest_records(ledger: Ledger, notify: Notify) -> frozenset[MatchId]:
    """Ingest sealed records that the ledger does not know, and quarantine wrong ones.

    A killed run did not announce the results whose seals the journal lacks, so this one does.

    Returns:
        The planned matches, by name, that strays would belong to. An older copy of the journal
        may lack their round.
    """
    known, there = ledger.known_records(), sealed_names(ledger.folder)
    announced = ledger.sealed_attempts()
    for name in sorted(known - there, key=str):
        notify(RecordMissingEvent(str(name)))
    found: list[FinishedMatch] = []
    with contextlib.closing(read_all(ledger.folder, sorted(there - known, key=str))) as read:
        for one in read:
            if isinstance(one, Unsound):
                notify(RecordUnsoundEvent(one.path, str(one.reason)))
                if one.is_read:
                    _quarantine(one.path, "unsound")
            else:
                found.append(one)
    strays, foreign = ledger.seal(found)
    for stray in strays:
        notify(RecordStrayEvent(stray.match_id))
    for other in foreign:
        record = other.attempt.record(ledger.folder)
        notify(RecordForeignEvent(record, str(other.why)))
        _quarantine(record, "foreign")
    left_out = {stray.match_id for stray in strays} | {other.attempt.as_match for other in foreign}
    for one in found:
        name = AttemptName.parse(one.match_id)
        match = ledger.find(name.match_id)
        if match is not None and name not in announced and one.match_id not in left_out:
            notify(sealed_event(one, match.pairing.bots, ledger.folder))
    return frozenset(AttemptName.parse(stray.match_id).match_id for stray in strays)


def _quarantine(record: Path, ending: str) -> None:
    """Rename a record that cannot count, because its match needs the file name."""
    with contextlib.suppress(FileNotFoundError):
        move_record(record, free_name(record, ending))


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """Attempts that have not ended.

    The referee writes the header of a record before it notifies any bot of the match. So no bot
    knows of an attempt without a record, and the attempt can start again under the same name.

    Attributes:
        interrupted: attempts with an open record.
        unseen: attempts without a record.
    """

    interrupted: frozenset[AttemptName]
    unseen: frozenset[AttemptName]

    @property
    def all(self) -> frozenset[AttemptName]:
        """The attempts of both kinds."""
        return self.interrupted | self.unseen

    def and_open(self, name: AttemptName, has_record: bool) -> "LeftOpen":
        """Return a copy with one more open attempt, with or without a record."""
        if has_record:
            return LeftOpen(self.interrupted | {name}, self.unseen - {name})
        return replace(self, unseen=self.unseen | {name})


def left_open(ledger: Ledger, here: bool, notify: Notify) -> LeftOpen:
    """Return the attempts that can resume or start again, and fail the others.

    If workers return the records, no attempt can resume, because nobody knows what the bots were
    shown. All open attempts then fail, and partly written records are quarantined.

    If an open record belongs to an attempt that the journal does not have, the journal is an older
    copy. Such attempts are written into the journal first.

    Args:
        ledger: the league's ledger.
        here: whether matches write their records into the league's own folder.
        notify: receives an event for each attempt that fails.
    """
    if unknown := [name for name in _open_records(ledger) if _is_unknown(ledger, name)]:
        begun = (journal_event.AttemptBegun(name.match_id, name.number) for name in unknown)
        ledger.write(*begun)
    attempts = ledger.open_attempts()
    if here:
        interrupted = frozenset(name for name in attempts if is_interrupted(ledger, name))
        return LeftOpen(interrupted, frozenset(attempts) - interrupted)
    for one in attempts:
        quarantine_part(ledger, one)
    if attempts:
        lost = (journal_event.AttemptFailed(one.match_id, one.number, _KILLED) for one in attempts)
        ledger.write(*lost)
    for one in attempts:
        notify(AttemptFailedEvent(one.match_id, one.number, _KILLED))
    return LeftOpen(frozenset(), frozenset())


def is_interrupted(ledger: Ledger, name: AttemptName) -> bool:
    """Whether an attempt has an open record."""
    return folder.part_of(name.record(ledger.folder)).exists()


def quarantine_part(ledger: Ledger, name: AttemptName) -> None:
    """Rename the open record of an attempt that failed to `NAME.torn`.

    If another process has the record open, it is not renamed.
    """
    if is_interrupted(ledger, name):
        with contextlib.suppress(StorageError):
            RecordFile.reopen(name.record(ledger.folder)).quarantine()


def _open_records(ledger: Ledger) -> list[AttemptName]:
    """Return the attempts with an open record, sorted by name."""
    records = folder.left_open(ledger.folder)
    return sorted((AttemptName.parse(record.stem) for record in records), key=str)


def _is_unknown(ledger: Ledger, name: AttemptName) -> bool:
    """Whether an attempt at a planned match is newer than all attempts in the ledger.

    False if its number is implausibly high.
    """
    match = ledger.find(name.match_id)
    return match is not None and match.begun < name.number <= match.begun + _MOST_UNKNOWN
