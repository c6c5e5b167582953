"""The folder of a round: what each owner may see of it, for the command after it.

The folder of an owner has `table.json`, the table of the season, `rules.md`, the rules of the game
in words, and `matches.json`, the owner's matches of the round. Beside them are `records/` and
`output/` of these matches, and in `bots/` the files of the last version of each hosted bot.
"""

import json
import shutil
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from referee.error import DataError, StorageError, UsageError
from referee.identifier import BotName, OwnerName
from referee.interval.sentence import IntervalSentence
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger.database import connect_reader
from referee.league.ledger.ledger_queries import listed_bots
from referee.league.ledger.listing import Reading
from referee.league.season.owner_views import OwnedMatch, OwnerViews, ViewWithheldError
from referee.league.season.reading import season_of
from referee.record.companion import reasoning_path
from referee.terminal.rules_page import page

_AT_ONCE: Final = 100


class RoundFolder:
    """Writes the folder of a round, once."""

    def __init__(self, settings: LeagueSettings, folder: Path) -> None:
        """`folder` is to have a folder for each round."""
        self._settings = settings
        self._folder = folder

    def write(self, number: int) -> Path:
        """Return the folder of a round; write it if it is not there.

        Raises:
            StorageError: if it cannot be written.
            TianmingError: if the ledger cannot be read.
        """
        place = self._folder / f"{number:03}"
        if place.is_dir():
            return place
        part = self._folder / f".part-{number:03}"
        engine = connect_reader(self._settings.ledger_url)
        try:
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir(parents=True)
            views = OwnerViews(self._settings, engine.begin, lambda bot: "")
            with engine.begin() as reading:
                table = _table(reading, self._settings)
                owners = {bot.owner for bot in listed_bots(reading) if bot.owner}
            for owner in sorted(owners):
                self._write_owner(part / owner, owner, number, views, table)
            part.rename(place)
        except OSError as error:
            raise StorageError(
                IntervalSentence.FOLDER_NOT_WRITTEN, folder=part, why=error.strerror
            ) from None
        finally:
            engine.dispose()
        return place

    def _write_owner(
        self, folder: Path, owner: OwnerName, number: int, views: OwnerViews, table: list[Any]
    ) -> None:
        folder.mkdir()
        _write_json(folder / "table.json", table)
        try:
            (folder / "rules.md").write_text(page(self._settings.game), encoding="utf-8")
        except UsageError:  # a game of somebody else has no page
            (folder / "rules.md").write_text("", encoding="utf-8")
        matches = [_match(one) for one in self._matches(owner, number, views, folder)]
        _write_json(folder / "matches.json", matches)
        for bot in views.bots(owner):
            self._copy_version(owner, bot.name, folder / "bots" / bot.name)

    def _matches(
        self, owner: OwnerName, number: int, views: OwnerViews, folder: Path
    ) -> Iterable[OwnedMatch]:
        """Yield the owner's matches of a round, the oldest first; write what was printed there."""
        found: list[OwnedMatch] = []
        while more := views.matches(owner, "", found[-1].ended.number if found else 0, _AT_ONCE):
            found += more
        for one in reversed([one for one in found if one.ended.match.round == number]):
            match = one.ended.match
            for bot in {match.bots[seat] for seat in one.mine}:
                _write(
                    folder / "output" / bot / f"{match.match_id}.txt",
                    views.output(owner, match.match_id, bot),
                )
            try:
                record = views.record(owner, match.match_id)
                reasoning = views.reasoning(owner, match.match_id)
            except (ViewWithheldError, DataError):
                pass
            else:
                path = folder / "records" / f"{match.name}.tianming"
                _write(path, record)
                if reasoning:
                    _write(reasoning_path(path), reasoning)
            yield one

    def _copy_version(self, owner: OwnerName, bot: BotName, place: Path) -> None:
        """Copy the last version of a hosted bot, so that it can be changed."""
        entry = self._settings.folder / self._settings.entry.versions / owner / bot
        if not entry.is_dir():
            return
        numbers = [int(one.name) for one in entry.iterdir() if one.name.isdecimal()]
        if numbers:
            shutil.copytree(entry / str(max(numbers)), place, symlinks=True)
            for path in (place, *place.rglob("*")):
                if not path.is_symlink():
                    path.chmod(path.stat().st_mode | 0o200)


def _table(reading: Reading, settings: LeagueSettings) -> list[Any]:
    return season_of(reading, by_version=settings.rating.by_version).data()


def _match(one: OwnedMatch) -> dict[str, Any]:
    match = one.ended.match
    return {
        "match": str(match.match_id),
        "record": f"records/{match.name}.tianming" if one.is_record_open else None,
        "reason": match.reason,
        "seats": [
            {
                "bot": bot,
                "mine": seat in one.mine,
                "version": one.ended.versions[seat] if one.ended.versions else "",
                "forfeited_by": one.forfeits[seat],
                "faults": match.faults.get(seat, {}) if seat in one.mine else {},
                **asdict(match.results[seat]),
            }
            for seat, bot in enumerate(match.bots)
        ],
    }


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
