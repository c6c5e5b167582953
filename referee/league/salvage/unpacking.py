"""Open the archive of a season in a new folder, and rebuild its ledger.

Anybody may have made the file, so nothing in it is believed. Only plain files with the names of a
season are taken, none is larger than the manifest says, and all must have the digests that it
lists. Everything is written into a temporary folder, which gets its final name at the end.
"""

import json
import os
import re
import secrets
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

from referee.archive.member import ArchiveMember, BrokenArchive, MemberKind
from referee.archive.new_folder import new_folder
from referee.archive.tar_stream import GZIP, TarStream, gzip_stream
from referee.error import DataError, StorageError, UsageError
from referee.league.configuration.league_file import read_league
from referee.league.configuration.settings import LeagueSettings
from referee.league.salvage.archive import (
    FORMAT,
    JOURNAL,
    LEAGUE_FILE,
    MANIFEST,
    OWN_STORAGE,
    RECORDS,
)
from referee.league.salvage.rebuild import rebuild
from referee.league.sentence import LeagueSentence
from referee.record.companion import SUFFIXES

_MOST_MANIFEST = 1 << 26
"""Maximum size of a manifest: a million records."""

_MOST_TOTAL = 1 << 26
_MOST_RATIO = 100
"""An archive may unpack to 64 MiB, or to this many times its size if that is more."""

_RECORD = re.compile(rf"{RECORDS}/[A-Za-z0-9][A-Za-z0-9_.-]*({'|'.join(map(re.escape, SUFFIXES))})")
_LINE = re.compile(r"([0-9a-f]{64}) ([0-9]{1,15}) ([ -~]{1,250})")


@dataclass(frozen=True, slots=True)
class OpenedSeason:
    """A season from an archive.

    Attributes:
        league: the name of the league.
        is_over: whether the season is over.
        file: its league file.
        records: how many records it has.
    """

    league: str
    is_over: bool
    file: Path
    records: int


@dataclass(frozen=True, slots=True)
class _Manifest:
    """What an archive says about itself: the league, and digest and size of each file by name."""

    league: str
    is_over: bool
    files: dict[str, tuple[str, int]]


def open_archive(archive: Path, folder: Path) -> OpenedSeason:
    """Open an archive in a folder, which must be empty or missing.

    Raises:
        UsageError: if the folder has files, or the file is no archive of a season.
        DataError: if the archive is damaged, newer, or not that of one season.
        StorageError: if a file cannot be read or written.
    """
    with _new_folder(folder) as part:
        manifest = _Reader(archive).unpack(part)
        settings = _settings(archive, _league_file(part, manifest))
        is_own = {
            "records": settings.storage.records,
            "ledger": settings.storage.ledger,
        } == OWN_STORAGE
        if not is_own or settings.name != manifest.league:
            raise _damaged(archive, "its league file is not that of an archive")
        records = _rebuilt(archive, settings)
    return OpenedSeason(manifest.league, manifest.is_over, folder / LEAGUE_FILE, records)


def _settings(archive: Path, file: Path) -> LeagueSettings:
    try:
        return read_league(file, {}, {}, to_play=False)
    except UsageError as error:
        why = str(error).splitlines()[-1].strip().rstrip(".")
        raise _damaged(archive, f"its league file is not valid ({why})") from None


def _rebuilt(archive: Path, settings: LeagueSettings) -> int:
    """Rebuild the ledger from the journal and the records; return how many records there are."""
    try:
        found = rebuild(settings)
    except DataError:
        found = None
    if found is None or found.strays or found.salvaged is not None:
        raise _damaged(archive, "its journal and its records do not belong together")
    return found.records


def _league_file(part: Path, manifest: _Manifest) -> Path:
    """Return the league file; one without its seed gets a new one, which nobody knows."""
    path = part / LEAGUE_FILE
    if not manifest.is_over:
        text = path.read_text(encoding="utf-8", errors="replace")
        path.write_text(f'seed = "{secrets.token_hex(16)}"\n{text}', encoding="utf-8")
        path.chmod(0o600)
    return path


class _Reader:
    """Reads one archive from its beginning to its end."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def unpack(self, folder: Path) -> _Manifest:
        """Write the files of the archive into a folder, and check each digest."""
        try:
            size = self._path.stat().st_size
            if not self._path.is_dir() and not self._path.is_file():
                raise UsageError(LeagueSentence.NO_ARCHIVE, file=self._path)
            with open(self._path, "rb") as raw:
                if raw.read(len(GZIP)) != GZIP:
                    raise UsageError(LeagueSentence.NO_ARCHIVE, file=self._path)
                raw.seek(0)
                with gzip_stream(raw) as file:
                    return self._unpack(file, folder, max(_MOST_TOTAL, _MOST_RATIO * size))
        except BrokenArchive as error:
            self._refuse(str(error))
        except OSError as error:
            raise StorageError(
                LeagueSentence.ARCHIVE_NOT_READ, file=self._path, why=error.strerror
            ) from None

    def _unpack(self, file: TarStream, folder: Path, most: int) -> _Manifest:
        head = self._next(file)
        if head is None or head.name != MANIFEST or head.size > _MOST_MANIFEST:
            raise UsageError(LeagueSentence.NO_ARCHIVE, file=self._path)
        manifest = self._manifest(b"".join(file.content()))
        total = sum(size for _, size in manifest.files.values())
        if total > most:
            raise DataError(LeagueSentence.ARCHIVE_TOO_LARGE, file=self._path, size=total)
        free = shutil.disk_usage(folder).free
        if total > free:
            raise StorageError(
                LeagueSentence.ARCHIVE_NEEDS_ROOM, file=self._path, size=total, free=free
            )
        (folder / RECORDS).mkdir()
        missing = dict(manifest.files)
        while (member := self._next(file)) is not None:
            digest, size = missing.pop(member.name, ("", -1))
            if member.size != size:
                self._refuse("it has a file that its manifest does not list")
            if self._write(file.content(), folder / member.name) != digest:
                self._refuse(f"{member.name} does not have the digest in the manifest")
        if missing:
            self._refuse(f"{min(missing)} is missing")
        return manifest

    def _next(self, file: TarStream) -> ArchiveMember | None:
        """Return the next member, which must be a file; None at the end of the archive."""
        member = file.next_member()
        if member is not None and member.kind is not MemberKind.FILE:
            self._refuse("something in it is no plain file")
        return member

    def _manifest(self, text: bytes) -> _Manifest:
        try:
            first, *lines = text.decode("ascii").splitlines()
            head: dict[str, Any] = json.loads(first)
            version, league, is_over = head["format"], head["league"], head["is_over"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise UsageError(LeagueSentence.NO_ARCHIVE, file=self._path) from None
        if not isinstance(version, int) or version > FORMAT:
            raise DataError(LeagueSentence.NEWER_ARCHIVE, file=self._path, found=version)
        files: dict[str, tuple[str, int]] = {}
        for line in lines:
            found = _LINE.fullmatch(line)
            if found is None or not _is_name(found[3]):
                self._refuse("its manifest has a name that no season has")
            files[found[3]] = found[1], int(found[2])
        if len({name.lower() for name in files}) < len(lines) or not (
            {LEAGUE_FILE, JOURNAL} <= files.keys()
        ):
            self._refuse("its manifest lacks a file, or has one twice")
        return _Manifest(str(league), is_over is True, files)

    def _write(self, content: Iterable[bytes], path: Path) -> str:
        """Write the content of a member into a new file; return its digest."""
        digest = sha256()
        mode = 0o600 if path.name == Path(JOURNAL).name else 0o666
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
        with open(handle, "wb") as target:
            for piece in content:
                digest.update(piece)
                target.write(piece)
        return digest.hexdigest()

    def _refuse(self, why: str) -> NoReturn:
        raise _damaged(self._path, why)


def _damaged(path: Path, why: str) -> DataError:
    return DataError(LeagueSentence.ARCHIVE_DAMAGED, file=path, why=why)


def _is_name(name: str) -> bool:
    return name in (LEAGUE_FILE, JOURNAL) or bool(_RECORD.fullmatch(name))


@contextmanager
def _new_folder(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder; if the block succeeds, it becomes the folder.

    Raises:
        UsageError: if the folder exists and is not empty.
        StorageError: if the folders cannot be made.
    """
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise UsageError(LeagueSentence.FOLDER_NOT_EMPTY, folder=folder)
        with new_folder(folder) as part:
            yield part
    except OSError as error:
        raise StorageError(
            LeagueSentence.SEASON_NOT_OPENED, folder=folder, why=error.strerror
        ) from None
