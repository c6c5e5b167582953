"""The seasons that a user has joined, with the owner's tokens: a file that only the user may read.

The environment variables `TIANMING_ENTRY_ADDRESS` and `TIANMING_ENTRY_TOKEN` replace the file, for
machines that submit for an owner.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from platformdirs import user_config_path

from referee.entry_client.sentence import EntryClientSentence
from referee.error import DataError, StorageError, UsageError
from referee.server.replaced_file import replacing_alone
from tianming_games.ground.text import did_you_mean

VARIABLES: Final = ("TIANMING_ENTRY_ADDRESS", "TIANMING_ENTRY_TOKEN")
"""The environment variables with the address of a season and the owner's token."""

_PATIENCE = 60.0
"""Seconds to wait for another process; one that joins keeps the file during its call."""
_MOST_BYTES = 1 << 20
_MOST_NAME = 100
_OTHERS = 0o077
_TOKEN_TEXT = re.compile(r"[!-~]{1,1000}")


@dataclass(frozen=True, slots=True)
class JoinedSeason:
    """A season that the user has joined.

    Attributes:
        address: the address of its service of entries.
        token: the owner's token.
        owner: the name of the owner; empty if it is unknown.
        league: the name of the league; empty if it is unknown.
    """

    address: str
    token: str = field(repr=False)
    owner: str = ""
    league: str = ""


@dataclass(slots=True)
class JoinedSeasons:
    """The content of the file.

    Attributes:
        seasons: the seasons by address.
        last: the address of the season that was joined last, which commands use by default.
    """

    seasons: dict[str, JoinedSeason] = field(default_factory=dict)
    last: str = ""

    def add(self, season: JoinedSeason) -> None:
        """Add a season; commands use it by default from now on. Names of a service are cut.

        Raises:
            UsageError: if its token is none.
        """
        _checked(season.token, season.address)
        owner, league = season.owner[:_MOST_NAME], season.league[:_MOST_NAME]
        self.seasons[season.address] = replace(season, owner=owner, league=league)
        self.last = season.address


def seasons_path() -> Path:
    """Return the path of the file of this user."""
    return user_config_path("tianming", appauthor=False) / "seasons.json"


def plain_address(address: str) -> str:
    """Return the form of an address under which its season is stored."""
    return address.strip().rstrip("/")


def season_of(
    address: str | None, environment: Mapping[str, str], path: Path | None = None
) -> JoinedSeason:
    """Return the season that a command works on.

    Args:
        address: the address that the user gave; None for the default.
        environment: the environment variables.
        path: the file of seasons; None for that of this user.

    Raises:
        UsageError: if the user has not joined it.
        DataError: if the file is malformed.
        StorageError: if it cannot be read, or other users may open it.
    """
    given, token = map(environment.get, VARIABLES)
    wanted = plain_address(address or given or "")
    if token:
        if not wanted:
            raise UsageError(EntryClientSentence.TOKEN_WITHOUT_ADDRESS)
        return JoinedSeason(wanted, _checked(token.strip(), VARIABLES[1]))
    joined = read_seasons(path or seasons_path())
    wanted = wanted or joined.last
    if not joined.seasons:
        raise UsageError(EntryClientSentence.NO_SEASON)
    if wanted not in joined.seasons:
        hint = did_you_mean(wanted, joined.seasons)
        raise UsageError(EntryClientSentence.SEASON_NOT_JOINED, address=wanted, hint=hint)
    return joined.seasons[wanted]


def read_seasons(path: Path) -> JoinedSeasons:
    """Return the content of a file of seasons, which may be missing.

    Raises:
        DataError: if it is malformed.
        StorageError: if it cannot be read, or other users may open it.
    """
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_mode & _OTHERS:
                raise StorageError(EntryClientSentence.SEASONS_OPEN_TO_OTHERS, path=path)
            data = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        return JoinedSeasons()
    except OSError as error:
        raise StorageError(
            EntryClientSentence.FILE_NOT_READ, path=path, why=error.strerror
        ) from None
    if len(data) > _MOST_BYTES:
        raise _malformed(path, f"it has more than {_MOST_BYTES} bytes")
    try:
        return _parsed(path, json.loads(data))
    except (ValueError, RecursionError):
        raise _malformed(path, "it is not JSON in UTF-8") from None


@contextmanager
def changed_seasons(path: Path) -> Iterator[JoinedSeasons]:
    """Yield the content of a file of seasons to change it; if the block succeeds, replace the file.

    No other process changes it meanwhile. The file is written once before the block too, so that a
    block whose result exists only once finds out early that it could not be kept.

    Raises:
        DataError, StorageError: as `read_seasons`; or if the file cannot be written.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with replacing_alone(path, _PATIENCE) as write:
            joined = read_seasons(path)
            write(_text(joined))
            yield joined
            write(_text(joined))
    except TimeoutError:
        raise StorageError(
            EntryClientSentence.SEASONS_IN_USE, path=path, seconds=round(_PATIENCE)
        ) from None
    except OSError as error:
        raise StorageError(
            EntryClientSentence.SEASONS_NOT_WRITTEN, path=path, why=error.strerror
        ) from None


def _text(joined: JoinedSeasons) -> str:
    seasons = {
        one.address: {"owner": one.owner, "league": one.league, "token": one.token}
        for one in joined.seasons.values()
    }
    return json.dumps({"default": joined.last, "seasons": seasons}, indent=2) + "\n"


def _parsed(path: Path, content: object) -> JoinedSeasons:
    match content:
        case {"default": str() as last, "seasons": dict() as seasons}:
            found = {str(address): _season(path, address, one) for address, one in seasons.items()}
            return JoinedSeasons(found, last)
    raise _malformed(path, "it lacks `default` or `seasons`")


def _season(path: Path, address: str, content: object) -> JoinedSeason:
    match content:
        case {"owner": str() as owner, "league": str() as league, "token": str() as token}:
            return JoinedSeason(address, _checked(token, str(path)), owner, league)
    raise _malformed(path, "a season lacks `owner`, `league` or `token`")


def _checked(token: str, where: str) -> str:
    if not _TOKEN_TEXT.fullmatch(token):
        raise UsageError(EntryClientSentence.TOKEN_MALFORMED, where=where)
    return token


def _malformed(path: Path, why: str) -> DataError:
    return DataError(EntryClientSentence.SEASONS_MALFORMED, path=path, why=why)
