"""Recovery: sort what a killed run has left behind, before the next one begins.

The ledger takes sealed records that it does not know, and an interrupted match resumes from its
record.
"""

import contextlib
from dataclasses import dataclass, replace
from pathlib import Path

from referee.error import StorageError
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
from referee.record.file import RecordFile, free_name
from referee.record.folder import SUFFIX

_MOST_UNKNOWN = 100
"""Attempts at a match that an older copy of the journal may lack. More are no league's doing."""

_KILLED = "The league was killed while the match was played."


def ingest_records(ledger: Ledger, notify: Notify) -> None:
    """Bring sealed records that a killed run has left outside into the ledger."""
    known, there = ledger.known_records(), sealed_names(ledger.folder)
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


def _quarantine(record: Path, ending: str) -> None:
    """Take a record that cannot count out of the way: its match needs the name."""
    with contextlib.suppress(FileNotFoundError):
        record.rename(free_name(record, ending))


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """Attempts that have not ended: interrupted ones, and unseen ones, which have no record.

    A record's header is written before any bot hears of its match. So nobody knows
    anything of an attempt without a record, and it starts under the same name.
    """

    interrupted: frozenset[AttemptName]
    unseen: frozenset[AttemptName]

    @property
    def all(self) -> frozenset[AttemptName]:
        """The attempts of both kinds."""
        return self.interrupted | self.unseen

    def and_interrupted(self, name: AttemptName) -> "LeftOpen":
        """These and an attempt that was interrupted just now."""
        return replace(self, interrupted=self.interrupted | {name})


def left_open(ledger: Ledger, here: bool, notify: Notify) -> LeftOpen:
    """Sort the attempts that have not ended.

    If matches are played elsewhere, none of them resumes. The league writes a record that
    a worker returns as one file; a kill may leave part of it, which is quarantined.

    If there is an open record of an attempt that the journal does not have, the journal is an
    older copy. The ledger learns of the attempt first.

    Args:
        ledger: the league's ledger.
        here: whether its matches write their records into its own folder. If not, nobody
            knows what bots were shown, and such attempts are lost.
        notify: receives an event for each lost one.
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
    """Whether there is an open record of an attempt."""
    return _part(ledger, name).exists()


def quarantine_part(ledger: Ledger, name: AttemptName) -> None:
    """Rename the open record of an attempt that failed to `NAME.torn`.

    It stays if another process holds it.
    """
    if is_interrupted(ledger, name):
        with contextlib.suppress(StorageError):
            RecordFile.reopen(name.record(ledger.folder)).quarantine()


def _open_records(ledger: Ledger) -> list[AttemptName]:
    """The attempts that have an open record, in the order of their names."""
    parts = ledger.folder.glob(f"*{SUFFIX}.part")
    names = [AttemptName.parse(path.name.removesuffix(f"{SUFFIX}.part")) for path in parts]
    return sorted(names, key=str)


def _is_unknown(ledger: Ledger, name: AttemptName) -> bool:
    """Whether an attempt at a planned match is a little later than all that the ledger knows of."""
    match = ledger.find(name.match_id)
    return match is not None and match.begun < name.number <= match.begun + _MOST_UNKNOWN


def _part(ledger: Ledger, name: AttemptName) -> Path:
    record = name.record(ledger.folder)
    return record.with_name(f"{record.name}.part")
