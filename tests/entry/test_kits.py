"""Starter kits are submitted as they are written: built without network, checked, accepted."""

import asyncio
import shlex
from pathlib import Path

import pytest

from referee.entry.build import BuildLimits
from referee.entry.entry_book import EntryQuotas, Submission, SubmissionState
from referee.entry.entry_store import EntryStore
from referee.entry.entry_worker import EntryWorker, SeasonTerms
from referee.entry.pack import pack
from referee.entry.toolchain import Toolchain
from referee.identifier import BotName
from referee.match.clock import ClockSettings, seconds
from referee.starter.kit import write_kit
from referee.starter.language import LANGUAGES
from tests import languages
from tests.entry.archives import folder_of
from tests.entry.toolchains import BY_LANGUAGE, toolchain_for
from tests.patience import PATIENCE

pytestmark = [pytest.mark.full, pytest.mark.timeout(3600)]
"""Compilers run here."""


def submitted(
    source: Path, folder: Path, toolchains: dict[str, Toolchain]
) -> tuple[Submission, Path]:
    """Submit a bot, and work on it; return the submission and the folder of its version."""
    store = EntryStore(folder / "store")
    owner, _ = store.join(store.invite(0, owner="ada"), "", 0)
    pack(source, folder / "bot.tar.gz")
    upload = store.receive([(folder / "bot.tar.gz").read_bytes()], 1 << 26)
    taken = store.submit(owner, BotName("deep-red"), upload, EntryQuotas(), 0)
    terms = SeasonTerms(
        game="ming", clock=ClockSettings(stall=seconds(50)), startup=PATIENCE, seconds=1
    )
    limits = BuildLimits(seconds=2 * PATIENCE)
    worker = EntryWorker(store, folder / "entries", terms, lambda: toolchains, limits)
    asyncio.run(worker.work(taken))
    return store.book.submissions[1], worker.version(taken)


class TestKit:
    """An author changes nothing, and needs no network for the build."""

    @pytest.mark.parametrize("language", BY_LANGUAGE)
    def test_a_kit_becomes_a_version(self, language: str, tmp_path: Path) -> None:
        write_kit(LANGUAGES[language], "deep-red", tmp_path / "kit")
        found, version = submitted(tmp_path / "kit", tmp_path, {language: toolchain_for(language)})
        assert found.state is SubmissionState.ACCEPTED, found.why
        assert (version / "bot.toml").exists()

    @pytest.mark.needs("go", "strict")
    def test_a_script_that_starts_a_program_of_its_author_becomes_a_version(
        self, tmp_path: Path
    ) -> None:
        (go,) = (one for one in languages.LANGUAGES if one.name == "go")
        (program,) = shlex.split(go.command("random"))
        files = {
            "bot.toml": b'run = "./start.sh"\n',
            "start.sh": b"#!/bin/sh\nexec ./bin/bot\n",
            "bin/bot": Path(program).read_bytes(),
        }
        found, version = submitted(folder_of(files, tmp_path / "bot"), tmp_path, {})
        assert found.state is SubmissionState.ACCEPTED, found.why
        assert (version / "bin/bot").read_bytes() == files["bin/bot"]
