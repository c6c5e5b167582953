"""Starter kits are submitted as they are written: built without network, checked, accepted.

The toolchains are prepared once in a run; their packages come from the registries of the languages.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from referee.entry.build import BuildLimits
from referee.entry.entry_book import EntryQuotas, Submission, SubmissionState
from referee.entry.entry_store import EntryStore
from referee.entry.entry_worker import EntryWorker, SeasonTerms
from referee.entry.pack import pack
from referee.entry.prepare_toolchain import ToolchainState, prepare_toolchain
from referee.entry.toolchain import Toolchain, prepared_in
from referee.entry.toolchain_recipe import RECIPES
from referee.identifier import BotName
from referee.match.clock import ClockSettings, seconds
from referee.starter.kit import write_kit
from referee.starter.language import LANGUAGES
from tests.patience import PATIENCE
from tests.tool import TOOLS

pytestmark = [pytest.mark.full, pytest.mark.timeout(3600)]
"""Compilers run here."""

QUICK = {
    "cpp": {"CXXFLAGS": "-O0"},
    "java": {"JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1"},
    "rust": {"CARGO_PROFILE_RELEASE_OPT_LEVEL": "0"},
}
"""Variables that let compilers optimise less; the promise is about the result."""

KITS = [
    pytest.param(name, marks=pytest.mark.needs("strict", *({name} & TOOLS.keys())))
    for name in RECIPES
]

Prepared = Callable[[str], Toolchain]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    """Return the toolchain of a language, which is prepared on the first call."""
    folder = tmp_path_factory.mktemp("toolchains")

    def of(language: str) -> Toolchain:
        if not (folder / language).exists():
            assert prepare_toolchain(language, folder).state is ToolchainState.READY
        found = prepared_in(folder)[language]
        return replace(found, variables={**found.variables, **QUICK.get(language, {})})

    return of


def submitted(
    source: Path, language: str, toolchain: Toolchain, folder: Path
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
    worker = EntryWorker(store, folder / "entries", terms, {language: toolchain}, limits)
    asyncio.run(worker.work(taken))
    return store.book.submissions[1], worker.version(taken)


@pytest.mark.parametrize("language", KITS)
def test_a_kit_becomes_a_version(language: str, prepared: Prepared, tmp_path: Path) -> None:
    write_kit(LANGUAGES[language], "deep-red", tmp_path / "kit")
    found, version = submitted(tmp_path / "kit", language, prepared(language), tmp_path)
    assert found.state is SubmissionState.ACCEPTED, found.why
    assert (version / "bot.toml").exists()
