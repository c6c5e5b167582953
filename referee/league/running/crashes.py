"""Crashes: the process of a bot ended by itself. Its last output is kept for its owner."""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from shlex import quote

from referee.identifier import MatchId
from referee.launch.finished_match import Absence

CRASHED = "crashed"
"""The folder of what bots printed before they crashed, in that of the records."""

_REMEMBERED = 100
"""Crashes of a bot that matches which end later may still report."""


class Crashes:
    """Reports each crash once, however many matches the bot was in."""

    def __init__(self, folder: Path) -> None:
        """Keep in `folder` what each bot printed before its last crash."""
        self._folder = folder
        self._known: defaultdict[str, deque[str]] = defaultdict(partial(deque, maxlen=_REMEMBERED))
        self._early: dict[str, str] = {}
        self.counts: Counter[str] = Counter()
        """Crashes by bot."""

    def new(self, absences: Iterable[Absence]) -> list[Absence]:
        """The crashes among some absences that no earlier match has reported."""
        crashes = [one for one in absences if one.crash and one.crash not in self._known[one.bot]]
        for crash in crashes:
            self._known[crash.bot].append(crash.crash)
            self.counts[crash.bot] += 1
        return crashes

    def lacks_hint(self, crash: Absence) -> bool:
        """Whether the file of its bot is about this crash, but cannot tell how to see it again."""
        return bool(crash.crash) and self._early.get(crash.bot) == crash.crash

    def keep(self, crash: Absence, match_id: MatchId, again: str) -> Path:
        """Write down what the bot printed; gives the file.

        Args:
            crash: which one.
            match_id: a match that the bot was in.
            again: the command that puts the questions of that match again; empty where there
                is none.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{crash.bot}.txt"
        self._early[crash.bot] = "" if again else crash.crash
        words = crash.last_words or "(nothing)"
        hint = f"\nTo ask it the same questions again: {again}\n" if again else ""
        path.write_text(
            f"{crash.bot} crashed in the match {match_id}: {crash.reason}.\n"
            f"Its last output:\n{words}\n{hint}",
            encoding="utf-8",
        )
        return path


def rehearsal(command: str, record: Path, seat: int, folder: Path) -> str:
    """The command line that puts the questions of a match to a bot again.

    Args:
        command: the bot's.
        record: of the match.
        seat: the bot's in the match.
        folder: the one the bot is run in.
    """
    go = ""
    if folder != Path():
        go, record = f"cd {quote(str(folder.absolute()))} && ", record.absolute()
    return f"{go}referee rehearse {quote(str(record))} --seat {seat} -- {command}"
