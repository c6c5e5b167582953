"""The page `docs/enter.md` does what it says, from an invitation to a connected bot."""

import contextlib
import re
import shlex
import threading
from functools import partial
from pathlib import Path

import pytest

from referee.entry.entry_book import EntryBook, SubmissionState
from referee.entry.entry_event import SubmissionAccepted
from referee.entry.entry_store import EntryStore
from tests.cli.shell import referee
from tests.entry_client.served_door import ServedDoor
from tests.source_tree import ROOT

PAGE = (ROOT / "docs/enter.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"referee (?:[^)\n\"]|\"[^\"]*\")+")


def accept(door: ServedDoor, ended: threading.Event) -> None:
    """Accept every submission for a bot of the page."""
    with contextlib.closing(EntryStore(door.store.folder)) as store:
        while not ended.wait(0.05):
            store.refresh()
            for number, one in list(store.book.submissions.items()):
                if one.taken.bot == "my-bot" and one.state is SubmissionState.QUEUED:
                    accepted = SubmissionAccepted(number, f"page{number}", "v" * 64, 9)
                    store.record(partial(_only, accepted))


def _only(event: SubmissionAccepted, book: EntryBook) -> list[SubmissionAccepted]:
    return [event]


class TestPage:
    """A reader gives the commands of the page in their order."""

    def test_every_command_succeeds(
        self, door: ServedDoor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        commands = [line for block in BLOCK.findall(PAGE) for line in COMMAND.findall(block)]
        assert len(commands) > 10
        ended = threading.Event()
        worker = threading.Thread(target=accept, args=(door, ended))
        worker.start()
        try:
            for line in commands:
                self.give(line, door)
        finally:
            ended.set()
            worker.join()

    def give(self, line: str, door: ServedDoor) -> None:
        """Run a command with the address, an invitation and a number of this test."""
        place = line.replace("https://league.example:50052", door.address)
        words = shlex.split(place.replace("INVITATION", "CODE"))[1:]
        if "CODE" in words:
            words[words.index("CODE")] = door.store.invite(0)
        if words[:2] == ["mine", "use"]:
            door.store.refresh()
            mine = list(door.store.book.submissions.values())
            words[-1] = str(next(one.taken.number for one in mine if one.taken.bot == "my-bot"))
        done = referee(*words)
        assert done.returncode == 0, f"{line}: {done.stderr}"
