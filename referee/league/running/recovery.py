"""Recovery: what a killed run has left behind, sorted before the next one begins.

Sealed records that the ledger does not know are taken in, and a match that was cut off goes
on where its record ends.
"""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from referee.error import StorageError
from referee.league.ledger import Ledger
from referee.league.ledger import event as say
from referee.league.ledger.attempt import AttemptName, Sealed
from referee.league.ledger.ingest import Unsound, read_all, sealed_names
from referee.record.file import RecordFile, free_name
from referee.record.folder import SUFFIX

Say = Callable[..., None]
"""Is told the name of what has happened, and its facts by name."""

_MOST_UNKNOWN = 100
"""Attempts at a match that an older copy of the journal may lack. More are no league's doing."""

_KILLED = "The league was killed while the match was played."


def take_records_in(ledger: Ledger, tell: Say) -> None:
    """Bring sealed records into the ledger that a killed run has left outside."""
    known, there = ledger.known_records(), sealed_names(ledger.folder)
    for name in sorted(known - there, key=str):
        tell("record_missing", match=str(name))
    found: list[Sealed] = []
    with contextlib.closing(read_all(ledger.folder, sorted(there - known, key=str))) as read:
        for one in read:
            if isinstance(one, Unsound):
                tell("record_unsound", record=str(one.path), reason=one.reason)
                if one.is_read:
                    _quarantine(one.path, "unsound")
            else:
                found.append(one)
    strays, foreign = ledger.seal(found)
    for stray in strays:
        tell("record_stray", match=str(stray.name))
    for other in foreign:
        record = other.name.record(ledger.folder)
        tell("record_foreign", record=str(record), reason=other.why)
        _quarantine(record, "foreign")


def _quarantine(record: Path, ending: str) -> None:
    """Take a record that cannot count out of the way: its match needs the name."""
    with contextlib.suppress(FileNotFoundError):
        record.rename(free_name(record, ending))


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """Attempts that have not ended: those with a record to go on from, and those without.

    A record's header is written before any bot is told of its match. So nobody knows
    anything of an attempt without a record, and it is begun under the same name.
    """

    cut_off: frozenset[AttemptName]
    unseen: frozenset[AttemptName]

    @property
    def all(self) -> frozenset[AttemptName]:
        """The attempts of both kinds."""
        return self.cut_off | self.unseen

    def and_cut_off(self, name: AttemptName) -> "LeftOpen":
        """These and an attempt that was cut off just now."""
        return replace(self, cut_off=self.cut_off | {name})


def left_open(ledger: Ledger, here: bool, tell: Say) -> LeftOpen:
    """Sort the attempts that have not ended.

    Where matches are played elsewhere, none of them goes on. The league writes a record that
    comes back as one file; a kill may leave part of it, which is put aside.

    One of which there is an open record but no word in the journal was begun all the same:
    the journal is an older copy. The ledger learns of it first.

    Args:
        ledger: the league's ledger.
        here: whether its matches write their records into its own folder. Where not, nobody
            knows what bots were shown: such attempts are lost.
        tell: is told of those.
    """
    if unknown := [name for name in _open_records(ledger) if _is_unknown(ledger, name)]:
        ledger.write(*(say.AttemptBegun(name.match_id, name.number) for name in unknown))
    attempts = ledger.open_attempts()
    if here:
        cut_off = frozenset(name for name in attempts if is_cut_off(ledger, name))
        return LeftOpen(cut_off, frozenset(attempts) - cut_off)
    for one in attempts:
        put_aside(ledger, one)
    if attempts:
        ledger.write(*(say.AttemptFailed(one.match_id, one.number, _KILLED) for one in attempts))
    for one in attempts:
        tell("attempt_failed", match=one.match_id, attempt=one.number, reason=_KILLED)
    return LeftOpen(frozenset(), frozenset())


def is_cut_off(ledger: Ledger, name: AttemptName) -> bool:
    """Whether there is an open record of an attempt."""
    return _part(ledger, name).exists()


def put_aside(ledger: Ledger, name: AttemptName) -> None:
    """Take what there is of the record of an attempt that failed out of the way.

    It is kept as `NAME.torn`; where somebody still holds it, it stays.
    """
    if is_cut_off(ledger, name):
        with contextlib.suppress(StorageError):
            RecordFile.reopen(name.record(ledger.folder)).put_aside()


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
