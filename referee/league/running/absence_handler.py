"""Handle absent bots: report crashes, bench bots, and take returned bots back."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from referee.identifier import BotName, MatchId
from referee.launch.finished_match import Absence, FinishedMatch, PlayedMatch
from referee.launch.local_bot import Crash
from referee.league.attempt import AttemptName
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger import Ledger, journal_event
from referee.league.running.attendance import Attendance, SendNotice, Streams, advice
from referee.league.running.bench import BENCHED, Bench
from referee.league.running.crashes import CRASHED, Crashes, rehearsal
from referee.league.running.league_event import (
    BotBenchedEvent,
    BotCrashedEvent,
    BotReturnedEvent,
    Notify,
    OwnerNotifiedEvent,
)
from referee.league.running.roster import Roster, listing_of
from referee.match.clock import Instant


class AbsenceHandler:
    """Handles the absences of bots in a running league."""

    def __init__(
        self,
        settings: LeagueSettings,
        ledger: Ledger,
        roster: Roster,
        streams: Streams,
        send_notice: SendNotice,
        notify: Notify,
    ) -> None:
        """Create a handler.

        Args:
            settings: the league.
            ledger: stores which bots are benched.
            roster: the bots of the league.
            streams: returns the streams of connected network bots.
            send_notice: notifies a connected bot that it is benched.
            notify: receives the events.
        """
        self._settings = settings
        self._ledger = ledger
        self._roster = roster
        self._notify = notify
        self._crashes = Crashes(ledger.folder / CRASHED)
        self._bench = Bench(settings.limits.bench_after, ledger.folder / BENCHED)
        self._attendance = Attendance(settings.name, streams, send_notice)

    @property
    def not_connected(self) -> frozenset[BotName]:
        """The names of the active network bots that are not connected."""
        return self._attendance.absent(self._roster.active_network_bots)

    def forget(self, bot: BotName) -> None:
        """Reset the absences of a bot that was brought back."""
        self._bench.forget(bot)

    def take_back(self) -> None:
        """Let bots that were benched for absence and have connected again play."""
        for bot in self._attendance.returned(self._roster.benched_network_bots):
            self._ledger.write(listing_of(self._roster.bot(bot)))
            self._bench.forget(bot)
            self._roster.refresh()
            self._notify(BotReturnedEvent(bot))

    def report(self, crash: Crash) -> None:
        """Report the crash of a local bot at once, while its matches are still in progress."""
        for new in self._crashes.new([crash.absence]):
            self._report_crash(new, AttemptName.parse(crash.matches[0]), None)

    def handle(
        self, bots: Sequence[BotName], result: PlayedMatch, started: Instant, ended: Instant
    ) -> None:
        """Handle the absences of a match: report crashes, and bench bots.

        Args:
            bots: the bots of the match, by seat.
            result: the result of the match.
            started: when the match was submitted.
            ended: when its result was collected.
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
            self._put_on_bench(due, name)

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
            again = rehearsal(player.command or "", record, seat, self._settings.folder)
        return self._crashes.keep(crash, MatchId(str(name)), again)

    def _put_on_bench(self, absence: Absence, name: AttemptName) -> None:
        """Notify the owner of a bot, bench the bot, and notify it.

        A network bot is benched only until it connects again. If the disk does not take the message
        to the owner, the bot is not benched.
        """
        reason = self._bench.reason(absence)
        returns = absence.bot in self._roster.tokens
        bot = replace(self._roster.bot(absence.bot), benched=reason, until_connected=returns)
        is_local = bot.command is not None
        file = self._bench.notify_owner(absence, name.as_match, advice(bot), is_local)
        self._ledger.write(journal_event.BotBenched(absence.bot, reason, until_connected=returns))
        self._roster.refresh()
        self._attendance.benched(bot)
        self._notify(BotBenchedEvent(absence.bot, reason))
        self._notify(OwnerNotifiedEvent(absence.bot, file))
