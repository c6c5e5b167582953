"""Uploads at the pages: slow, cut and numerous ones end with a sentence, and leave nothing."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message

from referee.entry.entry_store import UPLOADS
from referee.web import owner_upload
from referee.web.assets import Assets
from referee.web.owner_routes import MOST_UPLOADS_OF_OWNER
from referee.web.owner_session import COOKIE, FORM, form_of
from tests.web.browser import scope_of
from tests.web.owners import ARCHIVE, HOST, OwnerBrowser, OwnerDoor, at_the_pages

HANGS: Message = {"type": "hangs"}


class SlowUpload:
    """An upload whose bytes a test sends; after the last message, nothing comes any more."""

    def __init__(self, browser: OwnerBrowser, *messages: Message, size: int = len(ARCHIVE)) -> None:
        self._messages: Iterator[Message] = iter(messages)
        self.sent: list[Message] = []
        headers = {
            **HOST,
            "Cookie": f"{COOKIE}={browser.cookie}",
            FORM: browser.form,
            "Content-Length": str(size),
        }
        scope = scope_of("/api/v1/mine/bots/red/submit", "POST", headers)
        self.task = asyncio.ensure_future(browser.app(scope, self._receive, self._send))

    async def ended(self) -> Any:
        """Return the answer, once it is there."""
        await self.task
        body = b"".join(message.get("body", b"") for message in self.sent)
        return json.loads(body)

    async def _receive(self) -> Message:
        message = next(self._messages, HANGS)
        if message is HANGS:
            await asyncio.Event().wait()
        return message

    async def _send(self, message: Message) -> None:
        self.sent.append(message)


def part(content: bytes) -> Message:
    """Return some bytes of an upload, after which more come."""
    return {"type": "http.request", "body": content, "more_body": True}


def nothing_left(door: OwnerDoor) -> bool:
    """Return whether no upload has left anything."""
    door.store.refresh()
    return not door.store.book.submissions and not [*(door.store.folder / UPLOADS).iterdir()]


def test_an_upload_that_stalls_ends(
    tmp_path: Path, assets: Assets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner_upload, "_PATIENCE", 0.05)

    async def story(door: OwnerDoor) -> None:
        ada = await door.joined("ada")
        assert (await SlowUpload(ada, part(b"a")).ended())["error"] == "body_too_slow"
        assert nothing_left(door)

    at_the_pages(tmp_path, assets, story)


def test_an_upload_of_a_byte_at_a_time_ends(
    tmp_path: Path, assets: Assets, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each byte comes in time, but not the archive."""
    monkeypatch.setattr(owner_upload, "_PATIENCE", 0.0)
    monkeypatch.setattr(owner_upload, "_LEAST_RATE", 1 << 30)

    async def story(door: OwnerDoor) -> None:
        ada = await door.joined("ada")
        upload = SlowUpload(ada, *[part(b"a")] * 100)
        assert (await upload.ended())["error"] == "body_too_slow"
        assert nothing_left(door)

    at_the_pages(tmp_path, assets, story)


def test_an_upload_that_is_cut_leaves_nothing(tmp_path: Path, assets: Assets) -> None:
    async def story(door: OwnerDoor) -> None:
        ada = await door.joined("ada")
        gone: Message = {"type": "http.disconnect"}
        assert (await SlowUpload(ada, part(b"a"), gone).ended())["error"] == "body_cut"
        assert nothing_left(door)

    at_the_pages(tmp_path, assets, story)


def test_an_owner_has_a_few_uploads_at_once(tmp_path: Path, assets: Assets) -> None:
    """Those of others are taken meanwhile, and the owner's own as soon as one ends."""

    async def story(door: OwnerDoor) -> None:
        ada, bob = await door.joined("ada"), await door.joined("bob")
        open_ones = [SlowUpload(ada, part(b"a")) for _ in range(MOST_UPLOADS_OF_OWNER)]
        await asyncio.sleep(0)
        refused = await ada.post("mine/bots/red/submit", ARCHIVE)
        assert (refused.status, refused.json()["error"]) == (429, "too_many_of_owner")
        assert (await bob.post("mine/bots/blue/submit", ARCHIVE)).status == 200
        for upload in open_ones:
            upload.task.cancel()
        await asyncio.wait([upload.task for upload in open_ones])
        assert (await ada.post("mine/bots/red/submit", ARCHIVE)).status == 200

    at_the_pages(tmp_path, assets, story)


def test_nobody_else_can_send_an_archive(tmp_path: Path, assets: Assets) -> None:
    """The refusal comes before any byte is read."""

    async def story(door: OwnerDoor) -> None:
        eve = door.browser()
        eve.cookie = "unknown"
        eve.form = form_of(eve.cookie)
        assert (await SlowUpload(eve).ended())["error"] == "not_signed_in"

    at_the_pages(tmp_path, assets, story)
