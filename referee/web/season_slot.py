"""A season among others on one server: opened when it is asked for, and tried again if it fails."""

import asyncio
import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from starlette.types import ASGIApp

from referee.error import TianmingError
from referee.league.sentence import LeagueSentence
from referee.web.api.season import League
from referee.web.api.seasons import SeasonLine, SeasonState
from referee.web.app import application
from referee.web.assets import Assets
from referee.web.entry_door import EntryDoor
from referee.web.failure_log import FailureLog
from referee.web.public_address import PublicAddress
from referee.web.service import Service
from referee.web.source import Source

BELOW: Final = "s"
"""The first part of the path of every season."""

_AGAIN: Final = 10.0
"""Seconds after which a season that could not be read is tried again."""


def name_of_path(path: Path, file: str) -> str:
    """Return the name of a season whose league file `file` cannot be read, from its path."""
    text = path.resolve().parent.name if path.name == file else path.stem
    return re.sub(r"[^A-Za-z0-9_-]+", "-", text).strip("-")[:40] or "season"


class SeasonSlot:
    """The place of one season on a server of several."""

    def __init__(
        self, name: str, opening: Callable[[], Source], assets: Assets, public: PublicAddress
    ) -> None:
        """Prepare; `opening` opens the season, and takes a while."""
        self.name = name
        self.path = f"{public.root}{BELOW}/{name}/"
        self._opening = opening
        self._assets = assets.at(self.path)
        self._public = replace(public, root=self.path)
        self._failures = FailureLog()
        self._lock = asyncio.Lock()
        self._tried = -_AGAIN
        self._service: Service | None = None
        self._door: EntryDoor | None = None
        self._app: ASGIApp | None = None
        self._is_new = False

    async def app(self) -> ASGIApp | None:
        """Return the application of the season; None if it cannot be read now."""
        async with self._lock:
            if self._app is None and time.monotonic() >= self._tried + _AGAIN:
                self._tried = time.monotonic()
                try:
                    source = await asyncio.to_thread(self._opening)
                except TianmingError as error:
                    self._is_new = error.sentence is LeagueSentence.NOT_BEGUN
                    if not self._is_new:
                        self._failures.unreadable(str(error))
                except Exception:
                    self._failures.failed(self.name)
                else:
                    self._service = Service(source)
                    self._door = EntryDoor(source.entries) if source.entries else None
                    self._app = application(self._service, self._assets, self._public, self._door)
            return self._app

    async def line(self, peer: str = "") -> SeasonLine:
        """Return the season at a glance; it is unreadable if anything fails."""
        try:
            if await self.app() is not None and self._service is not None:
                answer = await self._service.league(peer)
                return self._line(League.model_validate_json(answer.body))
        except TianmingError as error:
            self._failures.unreadable(str(error))
        except Exception:
            self._failures.failed(self.name)
        state: SeasonState = "new" if self._is_new and self._app is None else "unreadable"
        return SeasonLine(name=self.name, path=self.path, state=state)

    async def close(self) -> None:
        """Close the season."""
        if self._service is not None:
            await self._service.close()
        if self._door is not None:
            await self._door.close()

    def _line(self, league: League) -> SeasonLine:
        is_left = any(one.planned > one.played + one.void for one in league.rounds)
        state: SeasonState = "waiting" if is_left else "played"
        if league.computed is None:
            state = "reading"
        return SeasonLine(
            name=self.name,
            path=self.path,
            state="running" if league.running else state,
            games=tuple(dict.fromkeys(one.title for one in league.games)),
            bots=len(league.bots),
            matches=league.matches,
            leader=league.table[0].bot if league.table else None,
        )
