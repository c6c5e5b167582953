"""Seasons to look at: a folder of records, and the pages that show it."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from referee.web import server
from referee.web.app import application
from referee.web.assets import Assets
from referee.web.public_address import PublicAddress
from referee.web.records_source import RecordsSource
from referee.web.service import Service
from referee.web.showing import ShowSettings
from tests.match.driver import Driver
from tests.match.toy import TOY
from tests.record.samples import record_of

Pages = Callable[..., Callable[[], Starlette]]
"""Makes what makes the pages of a folder."""


Use = Callable[[int], Awaitable[None]]
"""Does something at the port of a server."""

Served = Callable[..., None]
"""Serves the folder of records, or another, at a port while a `Use` is carried out."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for records."""
    made = tmp_path / "records"
    made.mkdir()
    return made


@pytest.fixture
def assets(tmp_path: Path) -> Assets:
    """Pages that were built."""
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Tianming</title>")
    (static / "assets" / "main-1a2b.js").write_text("console.log('pages')")
    return Assets(static)


@pytest.fixture
def pages(folder: Path, assets: Assets) -> Pages:
    """The pages of the folder of records."""

    def prepared(
        most_streams: int = 10,
        hosts: tuple[str, ...] = (),
        proxies: tuple[str, ...] = (),
        **show: Any,
    ) -> Callable[[], Starlette]:
        settings = ShowSettings(**({"same_draws": False} | show))

        def make() -> Starlette:
            source = RecordsSource("season", folder, [], settings)
            public = PublicAddress(hosts=hosts, proxies=proxies)
            return application(Service(source, most_streams), assets, public)

        return make

    return prepared


@pytest.fixture
def served(folder: Path, assets: Assets) -> Served:
    """Serve the folder as `referee web` does, with real connections."""

    async def run(
        use: Use, records: Path, show: ShowSettings, public: PublicAddress | None
    ) -> None:
        source = RecordsSource("season", records, [], show)
        ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        with server.listening("127.0.0.1:0") as endpoint:
            files = assets if public is None else Assets(root=public.root)
            serving = asyncio.create_task(
                server.serve_on(source, endpoint, files, ready.set_result, public)
            )
            await ready
            await use(endpoint.getsockname()[1])
            serving.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await serving

    def serve(
        use: Use, records: Path = folder, public: PublicAddress | None = None, **show: Any
    ) -> None:
        asyncio.run(run(use, records, ShowSettings(same_draws=False, **show), public))

    return serve


def played_record(driver: Driver | None = None) -> bytes:
    """The record of a match of the toy game that is played out."""
    return record_of(driver or Driver(TOY))
