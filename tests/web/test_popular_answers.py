"""An answer that many ask for becomes smaller, and stays the same."""

import asyncio
from pathlib import Path

from starlette.types import ASGIApp

from tests.patience import PATIENCE
from tests.record.samples import dragon_record
from tests.web.browser import Reply, request, visit
from tests.web.conftest import Pages

STEPS = "/api/v1/matches/m1/steps"


async def read(app: ASGIApp) -> Reply:
    return await request(app, STEPS, headers={"Accept-Encoding": "br"})


def test_the_steps_of_a_match_are_smaller_for_many_readers(folder: Path, pages: Pages) -> None:
    (folder / "m1.tianming").write_bytes(dragon_record())

    async def look(app: ASGIApp) -> tuple[Reply, Reply]:
        first = newest = await read(app)
        async with asyncio.timeout(PATIENCE):
            while newest.body == first.body:
                newest = await read(app)
        return first, newest

    first, newest = visit(pages(), look)
    assert len(newest.body) < len(first.body)
    assert newest.text == first.text
    assert newest.headers["etag"] == first.headers["etag"]
