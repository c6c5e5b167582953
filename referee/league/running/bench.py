"""The bench: bots with too many consecutive absences start no more matches."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from referee.identifier import BotName, MatchId
from referee.launch.finished_match import Absence
from referee.match.clock import Instant

BENCHED = "benched"
"""The folder of the messages to owners of benched bots, inside the records folder."""

_NEVER = Instant(-1)


class Bench:
    """Counts the consecutive absences of each bot.

    One absence can affect many matches, but counts once. The same crash counts in one match only.
    An absence without a crash does not count in matches that started before the last counted one.
    """

    def __init__(self, after: int, folder: Path) -> None:
        """Create a bench without absences.

        Args:
            after: the number of consecutive absences after which a bot is benched; 0 for never.
            folder: receives the messages to owners.
        """
        self._after = after
        self._folder = folder
        self._absences: Counter[BotName] = Counter()
        self._crashes: dict[BotName, str] = {}
        self._counted: dict[BotName, Instant] = {}

    def played(
        self, bots: Iterable[BotName], absences: Iterable[Absence], started: Instant, ended: Instant
    ) -> list[Absence]:
        """Count the absences of a match; return those that reach the limit.

        Args:
            bots: the bots of the match.
            absences: those of them that were absent.
            started: when the match was submitted.
            ended: when its result was collected.
        """
        absent = {absence.bot: absence for absence in absences}
        due = []
        for bot in bots:
            absence = absent.get(bot)
            if absence is None:
                self._absences[bot] = 0
            elif self._is_new(absence, started):
                self._counted[bot] = ended
                self._absences[bot] += 1
                if self._absences[bot] == self._after:
                    due.append(absence)
        return due

    def forget(self, bot: BotName) -> None:
        """Reset the absences of a bot that is back."""
        self._absences[bot] = 0

    def reason(self, absence: Absence) -> str:
        """Return the reason why a bot is benched, as the ledger stores it."""
        times = "a match" if self._after == 1 else f"{self._after} consecutive matches"
        return f"missed {times}: {absence.reason}"

    def notify_owner(self, absence: Absence, match_id: MatchId, advice: str) -> Path:
        """Write a message to the owner of a benched bot, and return its file.

        Args:
            absence: the last absence of the bot.
            match_id: the match that it was absent from.
            advice: a sentence that says how to bring the bot back.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{absence.bot}.txt"
        words = absence.last_words or "(nothing)"
        path.write_text(
            f"{absence.bot} is benched: {self.reason(absence)}.\n"
            f"The last of these matches was {match_id}.\n"
            f"Its last output:\n{words}\n\n"
            f"{advice}\n",
            encoding="utf-8",
        )
        return path

    def _is_new(self, absence: Absence, started: Instant) -> bool:
        """Whether an absence is another one than the last that was counted."""
        if absence.crash:
            last, self._crashes[absence.bot] = self._crashes.get(absence.bot), absence.crash
            return absence.crash != last
        return started >= self._counted.get(absence.bot, _NEVER)
