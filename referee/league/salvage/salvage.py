"""Replace a lost or damaged journal by a new one, from everything that is still known.

Three sources know parts of a season: the readable lines of the journal, the ledger, which has
applied the journal up to a position, and the records. The new journal restates the ledger, followed
by the readable lines after its position. If the ledger is lost as well, all readable lines count.
Rounds of which neither knows are planned again, see `lost_round`. The old journal is kept.
"""

import contextlib
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from referee.error import StorageError
from referee.identifier import BotName
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger.chained_journal import sync_folder
from referee.league.ledger.database import read_if_sound
from referee.league.ledger.journal import NAME, lines_of
from referee.league.ledger.journal_event import JournalEvent, RoundPlanned, StepPlanned
from referee.league.ledger.journal_survey import JournalSurvey, LostLine, survey
from referee.league.ledger.restatement import Restatement, restate
from referee.league.pairing import Pairing
from referee.league.salvage.merged import merge
from referee.league.salvage.recorded import (
    Place,
    quarantined_attempts,
    recorded_attempts,
    season_names,
)
from referee.league.sentence import LeagueSentence
from referee.record.file import free_name


@dataclass(frozen=True, slots=True)
class Salvaged:
    """A journal that was made again.

    Attributes:
        journal: the file of the journal.
        kept: the file with the old journal; None if there was none.
        damaged: the first damaged line of the old journal; None if the damage is no single line.
        lines: how many readable lines of the old journal the new one contains.
        from_ledger: whether the new journal restates the ledger.
        lost: the lines of which no source knows the event.
        planned: the numbers of the rounds that were planned again exactly.
        guessed: the numbers of the rounds of which only the matches with a record are known.
        unlisted: the bots of planned matches that have to be added again.
        unplanned: the matches of which only the name is known.
    """

    journal: Path
    kept: Path | None
    damaged: LostLine | None
    lines: int
    from_ledger: bool
    lost: tuple[LostLine, ...]
    planned: tuple[int, ...]
    guessed: tuple[int, ...]
    unlisted: tuple[BotName, ...]
    unplanned: tuple[str, ...]


@contextlib.contextmanager
def salvaged(settings: LeagueSettings) -> Iterator[Salvaged | None]:
    """Replace the journal of a league if it is damaged; if the block raises, put the old one back.

    The caller holds the lock of the league.

    Yields:
        What was done; None if the journal is sound, or nothing is known of the season.

    Raises:
        StorageError: if the folder cannot be read or written.
        TianmingError: if the ledger cannot be reached.
    """
    path = settings.records / NAME
    plan = _plan(settings, path)
    if plan is None:
        yield None
        return
    found, events = plan
    with _replaced(path, events, found.kept):
        yield found


def _plan(settings: LeagueSettings, path: Path) -> tuple[Salvaged, tuple[JournalEvent, ...]] | None:
    """Return what to do, and the events of the new journal; None if the journal is sound.

    A sound journal may be an older copy. If records fit exactly the rounds that the league would
    plan next, these rounds are added.
    """
    try:
        found = survey(path)
    except OSError as error:
        raise StorageError(LeagueSentence.JOURNAL_NOT_READ, path=path, why=error.strerror) from None
    ledger = _ledger(settings, found)
    names = season_names(settings.records, settings.name)
    is_ours = found.league in (None, settings.name)
    is_needed = _is_needed(settings, found, ledger, bool(names))
    if not is_needed and (not is_ours or not found.lines or not _unplanned(found, names)):
        return None
    attempts = recorded_attempts(settings.records, settings.name, settings.game)
    if not is_ours or (ledger is not None and _contradicts(found, ledger)):
        found = JournalSurvey(found.is_there, found.size, (), (), None)
    if not is_needed:
        ledger = None
    lines, lost = found.lines, found.lost
    if ledger is not None:
        lines, lost = found.after(ledger.position), found.lost_after(ledger.position)
    known = (*(ledger.events if ledger is not None else ()), *(line.event for line in lines))
    merged = merge(settings, known, attempts, quarantined_attempts(settings.records), not is_needed)
    if not is_needed and not merged.rounds:
        return None
    done = Salvaged(
        journal=path,
        kept=free_name(path, "damaged") if found.is_there else None,
        damaged=found.damaged if found.is_there else None,
        lines=len(lines),
        from_ledger=ledger is not None,
        lost=lost,
        planned=tuple(one.plan.number for one in merged.rounds if one.is_certain),
        guessed=tuple(one.plan.number for one in merged.rounds if not one.is_certain),
        unlisted=merged.unlisted,
        unplanned=merged.unplanned,
    )
    return done, merged.events


def _ledger(settings: LeagueSettings, journal: JournalSurvey) -> Restatement | None:
    """Return what the ledger knows of the league; None if it is lost, empty or another league's."""
    try:
        with read_if_sound(settings.ledger_url) as connection:
            found = None if connection is None else restate(connection, journal)
    except ValueError:  # a text in a table is damaged, which SQLite does not notice
        return None
    return found if found is not None and found.league == settings.name else None


def _unplanned(journal: JournalSurvey, names: Collection[Place]) -> bool:
    """Whether a record has the name of a match in a round or a set that a sound journal lacks."""
    planned = {
        (one.round, one.set_number) for one in _planned(line.event for line in journal.lines)
    }
    return not planned.issuperset((place.round, place.set_number) for place in names)


def _is_needed(
    settings: LeagueSettings, found: JournalSurvey, ledger: Restatement | None, has_records: bool
) -> bool:
    """Whether the journal is damaged or another one, and anything is known to make a new one."""
    if found.league not in (None, settings.name):
        return ledger is not None or has_records
    if not found.lines:
        return ledger is not None or has_records or bool(found.lost)
    if found.damaged is not None:
        return True
    if ledger is None or found.has(ledger.position):
        return False
    return not _is_of_other_season(settings, found, ledger)


def _is_of_other_season(
    settings: LeagueSettings, found: JournalSurvey, ledger: Restatement
) -> bool:
    """Whether a ledger contradicts a sound journal, and the records do not support the ledger."""
    if not _contradicts(found, ledger):
        return False
    ours, theirs = _seeds(line.event for line in found.lines), _seeds(ledger.events)
    attempts = recorded_attempts(settings.records, settings.name, settings.game)
    played = {one.name.match_id: one.header.seed for one in attempts if one.name.number == 1}
    votes = [(ours.get(name) == seed, theirs.get(name) == seed) for name, seed in played.items()]
    return sum(one for one, _ in votes) >= sum(other for _, other in votes)


def _contradicts(found: JournalSurvey, ledger: Restatement) -> bool:
    """Whether a journal and a ledger have different plans of the same match."""
    ours, theirs = _seeds(line.event for line in found.lines), _seeds(ledger.events)
    return any(ours[name] != theirs[name] for name in ours.keys() & theirs.keys())


def _seeds(events: Iterable[JournalEvent]) -> dict[str, bytes]:
    return {pairing.match_id: pairing.seed for pairing in _planned(events)}


def _planned(events: Iterable[JournalEvent]) -> Iterator[Pairing]:
    """Yield the matches that events plan."""
    for event in events:
        if isinstance(event, RoundPlanned | StepPlanned):
            yield from event.pairings


@contextlib.contextmanager
def _replaced(path: Path, events: Sequence[JournalEvent], kept: Path | None) -> Iterator[None]:
    """Replace a journal, and rename the old one to `kept`; undo both if the block raises."""
    new = path.with_name(f"{path.name}.new")
    try:
        _write(new, events)
        if kept is not None:
            path.rename(kept)
        new.rename(path)
        sync_folder(path.parent)
    except OSError as error:
        raise StorageError(
            LeagueSentence.JOURNAL_NOT_WRITTEN, path=path, why=error.strerror
        ) from None
    try:
        yield
    except BaseException:
        if kept is None:
            path.unlink()
        else:
            kept.replace(path)
        raise


def _write(path: Path, events: Sequence[JournalEvent]) -> None:
    """Write a journal durably; only its owner may read it."""
    data, _ = lines_of(events, datetime.now(UTC))
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with open(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(handle)
