"""The bench: bots with too many consecutive absences start no more matches."""

from collections import Counter, defaultdict
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
        self._missed: defaultdict[BotName, set[str]] = defaultdict(set)

    def played(
        self,
        bots: Iterable[BotName],
        absences: Iterable[Absence],
        started: Instant,
        ended: Instant,
        match_id: str = "",
    ) -> list[Absence]:
        """Count the absences of an attempt at a match; return those that reach the limit.

        Args:
            bots: the bots of the match.
            absences: those of them that were absent.
            started: when the match was submitted.
            ended: when its result was collected.
            match_id: the match, for the reason; empty if unknown.
        """
        absent = {absence.bot: absence for absence in absences}
        due = []
        for bot in bots:
            absence = absent.get(bot)
            if absence is None:
                self.forget(bot)
                continue
            self._missed[bot].add(match_id)
            if self._is_new(absence, started):
                self._counted[bot] = ended
                self._absences[bot] += 1
                if self._absences[bot] == self._after:
                    due.append(absence)
        return due

    def forget(self, bot: BotName) -> None:
        """Reset the absences of a bot that is back."""
        self._absences[bot] = 0
        self._missed[bot].clear()

    def reason(self, absence: Absence) -> str:
        """Return the reason why a bot is benched, as the ledger stores it."""
        matches = len(self._missed[absence.bot])
        if self._after == 1:
            what = "a match"
        elif 0 < matches < self._after:
            times = "a match" if matches == 1 else f"{matches} matches"
            what = f"{self._after} consecutive attempts at {times}"
        else:
            what = f"{self._after} consecutive matches"
        return f"missed {what}: {absence.reason}"

    def notify_owner(
        self, absence: Absence, match_id: MatchId, advice: str, is_local: bool = True
    ) -> Path:
        """Write a message to the owner of a benched bot, and return its file.

        Args:
            absence: the last absence of the bot.
            match_id: the match that it was absent from.
            advice: a sentence that says how to bring the bot back.
            is_local: whether the league starts the bot, and so has its output.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{absence.bot}.txt"
        output = f"Its last output:\n{absence.last_words or '(nothing)'}\n\n" if is_local else ""
        path.write_text(
            f"{absence.bot} is benched: {self.reason(absence)}.\n"
            f"The last of these matches was {match_id}.\n"
            f"{output}{advice}\n",
            encoding="utf-8",
        )
        return path

    def _is_new(self, absence: Absence, started: Instant) -> bool:
        """Whether an absence is another one than the last that was counted."""
        if absence.crash:
            last, self._crashes[absence.bot] = self._crashes.get(absence.bot), absence.crash
            return absence.crash != last
        return started >= self._counted.get(absence.bot, _NEVER)
