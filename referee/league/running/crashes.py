"""Crashes of bots: report each one once, and keep the bot's last output for its owner."""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from shlex import quote

from referee.identifier import MatchId
from referee.launch.finished_match import Absence

CRASHED = "crashed"
"""The folder of the last output of crashed bots, inside the records folder."""

_REMEMBERED = 100
"""Crashes of a bot that are remembered, because other matches may report them again later."""


class Crashes:
    """Reports each crash once, however many matches the bot was in."""

    def __init__(self, folder: Path) -> None:
        """Keep the last output of each crashed bot in `folder`."""
        self._folder = folder
        self._known: defaultdict[str, deque[str]] = defaultdict(partial(deque, maxlen=_REMEMBERED))
        self._early: dict[str, str] = {}
        self.counts: Counter[str] = Counter()
        """The number of crashes of each bot."""

    def new(self, absences: Iterable[Absence]) -> list[Absence]:
        """Count and return the absences that are crashes and were not reported before."""
        crashes = [one for one in absences if one.crash and one.crash not in self._known[one.bot]]
        for crash in crashes:
            self._known[crash.bot].append(crash.crash)
            self.counts[crash.bot] += 1
        return crashes

    def lacks_hint(self, crash: Absence) -> bool:
        """Whether the bot's file is about this crash, but lacks the command to repeat it."""
        return bool(crash.crash) and self._early.get(crash.bot) == crash.crash

    def keep(self, crash: Absence, match_id: MatchId, again: str) -> Path:
        """Write the last output of a bot into a file, and return its path.

        Args:
            crash: the crash.
            match_id: a match that the bot was in.
            again: the command that asks the bot the questions of that match again; empty if
                unknown.
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
    """Return the command line that asks a bot the questions of a match again.

    Args:
        command: the command of the bot.
        record: the record of the match.
        seat: the seat of the bot in the match.
        folder: the working directory of the bot.
    """
    go = ""
    if folder != Path():
        go, record = f"cd {quote(str(folder.absolute()))} && ", record.absolute()
    return f"{go}referee rehearse {quote(str(record))} --seat {seat} -- {command}"
