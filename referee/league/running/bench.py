"""The bench: bots that were gone too often in a row begin no more matches."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from referee.launch.match_task import Absence

BENCHED = "benched"
"""The folder of words to owners of benched bots, in that of the records."""


class Bench:
    """Counts, for each bot, the matches in a row in which it was gone.

    A crash counts once, in however many matches the bot was when it happened.
    """

    def __init__(self, after: int, folder: Path) -> None:
        """Bench a bot after so many matches, or never where that is 0.

        Args:
            after: matches in a row.
            folder: where the owners of benched bots find a word.
        """
        self._after = after
        self._folder = folder
        self._in_a_row: Counter[str] = Counter()
        self._crashes: dict[str, str] = {}

    def played(self, bots: Iterable[str], absences: Iterable[Absence]) -> list[Absence]:
        """A match is over; gives the bots that are to be benched, with their last absence."""
        gone = {absence.bot: absence for absence in absences}
        due = []
        for bot in bots:
            if bot not in gone:
                self._in_a_row[bot] = 0
                continue
            crash = gone[bot].crash
            if crash and crash == self._crashes.get(bot):
                continue
            self._crashes[bot] = crash
            self._in_a_row[bot] += 1
            if self._in_a_row[bot] == self._after:
                due.append(gone[bot])
        return due

    def forget(self, bot: str) -> None:
        """A bot is back."""
        self._in_a_row[bot] = 0

    def reason(self, absence: Absence) -> str:
        """Why a bot is benched, as the ledger keeps it."""
        times = "a match" if self._after == 1 else f"{self._after} matches in a row"
        return f"missed {times}: {absence.reason}"

    def tell_owner(self, absence: Absence, match_id: str) -> Path:
        """Write a word to the owner of a benched bot; gives the file."""
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{absence.bot}.txt"
        words = absence.last_words or "(nothing)"
        path.write_text(
            f"{absence.bot} is benched: {self.reason(absence)}.\n"
            f"The last of these matches was {match_id}.\n"
            f"Its last output:\n{words}\n\n"
            f"Once it is fixed, run: referee league add {absence.bot!r}\n",
            encoding="utf-8",
        )
        return path
