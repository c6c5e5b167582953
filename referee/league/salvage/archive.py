"""Write a season into one file: the league file, the journal, the records, and their digests.

The files that lie beside a record go with it.

The archive is a tar file, compressed with gzip. Its first member, the manifest, has a line of JSON
about the season, then a line with the SHA-256, the size and the name of each other member. Equal
seasons have equal archives.

No archive contains a token, its hash or a key. The seed of the league, and the draws of sets that
are not over, are in it only if the season is over: whoever knows them knows draws to come.
"""

import gzip
import io
import json
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from referee.error import DataError, StorageError
from referee.identifier import MatchId
from referee.league.attempt import AttemptName
from referee.league.configuration.settings import LeagueSettings
from referee.league.configuration.toml_text import toml_text
from referee.league.ledger.chained_journal import TEXT
from referee.league.ledger.journal import NAME
from referee.league.ledger.journal_event import (
    AttemptSealed,
    BotListed,
    JournalEvent,
    OrganiserAlerted,
    dumps,
    loads,
)
from referee.league.ledger.ledger import Ledger
from referee.league.sentence import LeagueSentence
from referee.record import chain
from referee.record.companion import companions

FORMAT = 1
"""The version of the format of archives."""

MANIFEST = "manifest"
LEAGUE_FILE = "league.toml"
RECORDS = "records"
JOURNAL = f"{RECORDS}/{NAME}"

NO_TOKEN = "0" * 64
"""Stands for the hash of a token; no token has it."""

OWN_STORAGE = {"records": RECORDS, "ledger": "sqlite:///ledger.db"}
"""The storage of an opened season, inside its folder."""


@dataclass(frozen=True, slots=True)
class Archived:
    """What an archive contains.

    Attributes:
        league: the name of the league.
        is_over: whether the season is over, so that the archive has the seed.
        records: how many records it has.
        left_out: how many planned matches it leaves out, because their sets are not over.
    """

    league: str
    is_over: bool
    records: int
    left_out: int


def write_archive(
    file: Path, settings: LeagueSettings, data: Mapping[str, Any], ledger: Ledger, is_over: bool
) -> Archived:
    """Write the archive of a season into a file.

    Args:
        file: the file; it is replaced.
        settings: the league.
        data: the league file as tables, with the values that are overridden.
        ledger: its ledger.
        is_over: whether the season is over.

    Raises:
        DataError: if the journal is damaged, or a record is missing.
        StorageError: if a file cannot be read or written.
    """
    ledger.catch_up()
    planned = ledger.round_matches()
    open_sets = {one.pairing.set_number for one in planned if not one.is_settled}
    hidden = frozenset(
        one.pairing.match_id
        for one in planned
        if one.pairing.set_number in open_sets and not is_over
    )
    journal, names = _journal(settings, hidden)
    records = [name.record(settings.records) for name in names]
    beside = [path for record in records for path in companions(record)]
    texts = {LEAGUE_FILE: toml_text(_public(data, is_over)).encode(), JOURNAL: journal}
    manifest = _manifest(settings, is_over, texts, [*records, *beside])
    try:
        with (
            open(file, "wb") as raw,
            gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed,
            tarfile.open(fileobj=packed, mode="w|", format=tarfile.USTAR_FORMAT) as tar,
        ):
            for name, text in {MANIFEST: manifest, **texts}.items():
                tar.addfile(_member(name, len(text)), io.BytesIO(text))
            for path in (*records, *beside):
                content = path.read_bytes()
                tar.addfile(_member(f"{RECORDS}/{path.name}", len(content)), io.BytesIO(content))
    except OSError as error:
        raise StorageError(
            LeagueSentence.ARCHIVE_NOT_WRITTEN, file=file, why=error.strerror
        ) from None
    return Archived(settings.name, is_over, len(records), len(hidden))


def _public(data: Mapping[str, Any], is_over: bool) -> dict[str, Any]:
    """Return a league file without secrets, and without places on this machine."""
    public = {key: value for key, value in data.items() if key not in ("server", "executor")}
    if not is_over:
        public.pop("seed", None)
    public["storage"] = OWN_STORAGE
    public["bot"] = [
        {**bot, "token": NO_TOKEN} if bot.get("token") else bot for bot in data.get("bot", ())
    ]
    return public


def _journal(
    settings: LeagueSettings, hidden: frozenset[MatchId]
) -> tuple[bytes, list[AttemptName]]:
    """Return the journal without secrets, and the sealed attempts that it has."""
    path = settings.records / NAME
    lines: list[bytes] = []
    sealed: list[AttemptName] = []
    digest = chain.START
    for event, time in _events(path):
        public = _public_event(event, hidden)
        if public is None:
            continue
        if isinstance(public, AttemptSealed):
            sealed.append(AttemptName(public.match_id, public.attempt))
        text = dumps(public, time).encode()
        digest = chain.link(digest, text)
        lines.append(digest.hex().encode() + b" " + text + b"\n")
    for name in sealed:
        if not name.record(settings.records).is_file():
            raise DataError(
                LeagueSentence.RECORD_OF_ARCHIVE_MISSING, record=name.record(settings.records)
            )
    return b"".join(lines), sorted(sealed, key=str)


def _events(path: Path) -> Iterator[tuple[JournalEvent, str]]:
    """Yield the events of a sound journal, each with its time."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise StorageError(LeagueSentence.JOURNAL_NOT_READ, path=path, why=error.strerror) from None
    for line in data[: data.rfind(b"\n") + 1].splitlines():
        text = line[TEXT:].decode()
        yield loads(text), json.loads(text)["time"]


def _public_event(event: JournalEvent, hidden: frozenset[MatchId]) -> JournalEvent | None:
    """Return an event without tokens and hidden matches; None if it is not for the public."""
    if isinstance(event, BotListed) and event.token:
        return replace(event, token=NO_TOKEN)
    if isinstance(event, OrganiserAlerted):
        return None
    values: dict[str, Any] = {field.name: getattr(event, field.name) for field in fields(event)}
    if "match_id" in values:
        return None if values["match_id"] in hidden else event
    if "pairings" in values:
        kept = tuple(one for one in values["pairings"] if one.match_id not in hidden)
        changes: dict[str, Any] = {"pairings": kept}
        return replace(event, **changes)
    return event


def _manifest(
    settings: LeagueSettings, is_over: bool, texts: Mapping[str, bytes], files: Sequence[Path]
) -> bytes:
    head = {
        "format": FORMAT,
        "league": settings.name,
        "game": settings.game,
        "is_over": is_over,
    }
    lines = [json.dumps(head)]
    lines += [_line(name, text) for name, text in texts.items()]
    for path in files:
        try:
            lines.append(_line(f"{RECORDS}/{path.name}", path.read_bytes()))
        except OSError as error:
            raise StorageError(
                LeagueSentence.ARCHIVE_NOT_WRITTEN, file=path, why=error.strerror
            ) from None
    return "".join(f"{line}\n" for line in lines).encode()


def _line(name: str, content: bytes) -> str:
    return f"{sha256(content).hexdigest()} {len(content)} {name}"


def _member(name: str, size: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size = size
    member.mode = 0o644
    return member
