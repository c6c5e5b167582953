"""Handle absent bots: report crashes, bench bots, and take returned bots back.

`Crashes` reports each crash once, and `Bench` counts absences. `AbsenceHandler` applies both to the
results of a running league.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from shlex import quote

from referee.identifier import BotName, MatchId
from referee.launch.finished_match import Absence, FailedMatch, FinishedMatch, PlayedMatch
from referee.launch.local_bot import Crash
from referee.league.attempt import AttemptName
from referee.league.configuration.settings import LeagueSettings
from referee.league.executor.execution_backend import NetworkBots
from referee.league.ledger import Ledger, journal_event
from referee.league.running.attendance import Attendance, advice
from referee.league.running.league_event import (
    BotBenchedEvent,
    BotCrashedEvent,
    BotReturnedEvent,
    Notify,
    OwnerNotifiedEvent,
)
from referee.league.running.roster import BENCHED, CRASHED, MISSED, Roster, listing_of
from referee.match.clock import Instant

_NEVER = Instant(-1)

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
        return f"{MISSED}{what}: {absence.reason}"

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


class AbsenceHandler:
    """Handles the absences of bots in a running league."""

    def __init__(
        self,
        settings: LeagueSettings,
        ledger: Ledger,
        roster: Roster,
        network: NetworkBots | None,
        notify: Notify,
    ) -> None:
        """Create a handler.

        Args:
            settings: the league.
            ledger: stores which bots are benched.
            roster: the bots of the league.
            network: the remote bots that connect; None if none can.
            notify: receives the events.
        """
        self._settings = settings
        self._ledger = ledger
        self._roster = roster
        self._notify = notify
        self._crashes = Crashes(ledger.folder / CRASHED)
        self._bench = Bench(settings.limits.bench_after, ledger.folder / BENCHED)
        self.attendance = Attendance(settings.name, network)

    @property
    def not_connected(self) -> frozenset[BotName]:
        """The names of the active bots that connect by themselves and are not connected."""
        return self.attendance.absent(self._roster.active_network_bots)

    @property
    def silent(self) -> dict[BotName, str]:
        """The active listening bots that did not answer for their latest match, with the cause."""
        return self.attendance.silent(self._roster.active_listening_bots)

    @property
    def away(self) -> frozenset[BotName]:
        """The active remote bots that are not at the table.

        A bot that did not answer the referee is away only if no other remote bot is there.
        """
        return self.not_connected.union(() if self.is_attended else self.silent)

    @property
    def is_attended(self) -> bool:
        """Whether a remote bot is connected, or a listening one answered for its latest match."""
        connected = len(self.not_connected) < len(self._roster.active_network_bots)
        return connected or bool(self.attendance.answering(self._roster.active_listening_bots))

    def is_unanswered(self, result: PlayedMatch) -> bool:
        """Whether a match failed only because listening bots did not answer, and no other does."""
        listening = self._roster.active_listening_bots
        return (
            isinstance(result, FailedMatch)
            and not self.is_attended
            and bool(result.absences)
            and all(absence.bot in listening for absence in result.absences)
        )

    def forget(self, bot: BotName) -> None:
        """Reset the absences of a bot that was brought back."""
        self._bench.forget(bot)

    def take_back(self) -> None:
        """Let bots that were benched for absence and have connected again play."""
        for bot in self.attendance.returned(self._roster.benched_network_bots):
            self._ledger.write(listing_of(self._roster.bot(bot)))
            self._bench.forget(bot)
            self._roster.refresh()
            self._notify(BotReturnedEvent(bot))

    def report(self, crash: Crash) -> None:
        """Report the crash of a local bot at once, while its matches are still in progress."""
        for new in self._crashes.new([crash.absence]):
            self._report_crash(new, AttemptName.parse(crash.matches[0]), None)

    def handle(
        self,
        bots: Sequence[BotName],
        result: PlayedMatch,
        started: Instant,
        ended: Instant,
        excused: frozenset[BotName] = frozenset(),
    ) -> None:
        """Handle the absences of a match: report crashes, and bench bots.

        Args:
            bots: the bots of the match, by seat.
            result: the result of the match.
            started: when the match was submitted.
            ended: when its result was collected.
            excused: bots that are not benched, because an earlier version of them plays.
        """
        name = AttemptName.parse(result.match_id)
        has_record = isinstance(result, FinishedMatch)
        new = self._crashes.new(result.absences)
        for absence in result.absences:
            seat = bots.index(absence.bot) if has_record else None
            if absence in new:
                self._report_crash(absence, name, seat)
            elif has_record and self._crashes.lacks_hint(absence):
                self._keep(absence, name, seat)
        for due in self._bench.played(bots, result.absences, started, ended, name.match_id):
            if due.bot not in excused:
                self._put_on_bench(due, name)
        for bot in excused:
            self._bench.forget(bot)

    def _report_crash(self, crash: Absence, name: AttemptName, seat: int | None) -> None:
        """Report a crash, and keep the bot's output; `seat` is None without a sealed record."""
        file = self._keep(crash, name, seat)
        crashes = self._crashes.counts[crash.bot]
        printed = crash.last_words
        self._notify(
            BotCrashedEvent(crash.bot, name.match_id, crash.reason, crashes, file, printed)
        )

    def _keep(self, crash: Absence, name: AttemptName, seat: int | None) -> Path:
        """Keep the bot's last output and, if `seat` is known, the command to repeat the crash."""
        again = ""
        if seat is not None:
            (player,) = self._roster.players([crash.bot])
            record = name.record(self._ledger.folder)
            folder = self._settings.folder / (player.folder or "")
            again = rehearsal(player.command or "", record, seat, folder)
        return self._crashes.keep(crash, MatchId(str(name)), again)

    def _put_on_bench(self, absence: Absence, name: AttemptName) -> None:
        """Notify the owner of a bot, bench the bot, and notify it.

        A remote bot is benched only until it connects again. If the disk does not take the message
        to the owner, the bot is not benched.
        """
        reason = self._bench.reason(absence)
        returns = absence.bot in self._roster.tokens
        bot = replace(self._roster.bot(absence.bot), benched=reason, until_connected=returns)
        is_local = bot.command is not None
        file = self._bench.notify_owner(absence, name.as_match, advice(bot), is_local)
        self._ledger.write(journal_event.BotBenched(absence.bot, reason, until_connected=returns))
        self._roster.refresh()
        self.attendance.benched(bot)
        self._notify(BotBenchedEvent(absence.bot, reason))
        self._notify(OwnerNotifiedEvent(absence.bot, file))
