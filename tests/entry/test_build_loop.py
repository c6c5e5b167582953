"""The loop of the build process goes on after a fault, or ends the process, and is never silent."""

import asyncio
import socket
from pathlib import Path

import pytest

from referee.entry import build_process
from referee.entry.build_process import BuildLoop
from referee.entry.control import Control
from referee.entry.entry_settings import EntrySettings
from referee.entry.entry_store import EntryStore
from referee.entry.entry_worker import EntryWorker, SeasonTerms
from referee.entry.handed_settings import ProcessSettings
from referee.entry.play_load import PlayLoad
from referee.entry.sentence import SubmissionSentence
from referee.error import StorageError
from tests.patience import PATIENCE


def settings_in(folder: Path) -> ProcessSettings:
    """Return settings of a build process."""
    return ProcessSettings(
        address="127.0.0.1:1",
        entries=EntrySettings(league="open", game="ming"),
        terms=SeasonTerms(game="ming"),
        store=folder / "store",
        versions=folder / "versions",
        toolchains=folder / "toolchains",
    )


class TestFault:
    """A fault of the loop itself, not of one submission."""

    def test_a_store_that_cannot_be_read_is_read_again(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(build_process, "_REST", 0.0)
        store, reads = EntryStore(tmp_path / "store"), list[int]()
        worker = EntryWorker(store, tmp_path / "versions", SeasonTerms(game="ming"))

        async def run() -> None:
            read_again = asyncio.Event()

            async def refresh() -> None:
                reads.append(1)
                if len(reads) == 1:
                    raise StorageError(SubmissionSentence.STORE_NOT_WRITTEN, folder="x", why="full")
                read_again.set()

            monkeypatch.setattr(worker, "refresh", refresh)
            loop = asyncio.create_task(BuildLoop(store, worker, PlayLoad(), 1).run())
            await asyncio.wait_for(read_again.wait(), PATIENCE)
            loop.cancel()

        asyncio.run(run())
        store.close()

    def test_any_other_fault_ends_the_process_which_starts_again(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def broken(_: BuildLoop) -> None:
            raise RuntimeError

        monkeypatch.setattr(BuildLoop, "run", broken)
        season, process = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with season, process:
            socket.send_fds(season, [settings_in(tmp_path).encode()], [])
            serving = build_process.serve(Control(process))
            with pytest.raises(ExceptionGroup):
                asyncio.run(asyncio.wait_for(serving, PATIENCE))
