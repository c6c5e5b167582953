"""Starter kits are submitted as they are written: built without network, checked, accepted."""

import asyncio
import os
import subprocess
from pathlib import Path

import pytest

from referee.entry.entry_book import EntryQuotas, SubmissionState
from referee.entry.entry_store import EntryStore
from referee.entry.entry_worker import EntryWorker, SeasonTerms
from referee.entry.pack import pack
from referee.entry.toolchain import RECIPES, prepared
from referee.identifier import BotName
from referee.match.clock import ClockSettings, seconds
from referee.starter.kit import write_kit
from referee.starter.language import LANGUAGES
from tests.patience import PATIENCE
from tests.tool import TOOLS


@pytest.mark.full
@pytest.mark.timeout(3600)  # compilers run here
@pytest.mark.parametrize(
    "language",
    [
        pytest.param(name, marks=pytest.mark.needs("strict", *({name} & TOOLS.keys())))
        for name in RECIPES
    ],
)
def test_a_kit_becomes_a_version(language: str, tmp_path: Path) -> None:
    kit, cache = tmp_path / "kit", tmp_path / "cache"
    cache.mkdir()
    write_kit(LANGUAGES[language], "deep-red", kit)
    command = ("sh", "-c", RECIPES[language].prepare)
    subprocess.run(command, cwd=kit, env=os.environ | {"CACHE": str(cache)}, check=True)
    store = EntryStore(tmp_path / "store")
    owner, _ = store.join(store.invite(0, owner="ada"), "", 0)
    pack(kit, tmp_path / "kit.tar.gz")
    upload = store.receive([(tmp_path / "kit.tar.gz").read_bytes()], 1 << 26)
    taken = store.submit(owner, BotName("deep-red"), upload, EntryQuotas(), 0)
    terms = SeasonTerms(
        game="ming", clock=ClockSettings(stall=seconds(50)), startup=PATIENCE, seconds=1
    )
    toolchains = {language: prepared(language, cache)}
    worker = EntryWorker(store, tmp_path / "entries", terms, toolchains)
    asyncio.run(worker.work(taken))
    found = store.book.submissions[1]
    assert found.state is SubmissionState.ACCEPTED, found.why
