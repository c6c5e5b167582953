"""The current state of a league: its rounds, its bots, and what comes next. Read-only."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path

from referee.error import UsageError
from referee.identifier import BotName, OwnerName
from referee.league.configuration.owner_check import present_name
from referee.league.configuration.settings import LeagueSettings
from referee.league.format.field import StepFormat
from referee.league.ledger import Ledger
from referee.league.ledger.ledger_queries import ListedBot
from referee.league.ledger.renaming import present_bots
from referee.league.ledger.tally import RoundTally
from referee.league.planning.planner import Planner
from referee.league.running.certain_end import CertainEnd
from referee.league.running.pace import PaceWait, SeasonPace, utc_now
from referee.league.running.roster import BENCHED, CRASHED, DISABLED


class Next(Enum):
    """What a run of the league does next."""

    MATCHES = "matches"
    """Play the open matches of the planned rounds."""
    ROUND = "round"
    """Plan another round."""
    SET = "set"
    """Plan another set of the last round of a ladder."""
    NOTHING = "nothing"
    """All planned matches have been played."""
    STUCK = "stuck"
    """The next round cannot be played with the bots that are left."""


class Duty(Enum):
    """What a bot does in the league."""

    PLAYS = "plays"
    RESTS = "rests"
    JOINS = "joins"
    """The league file lists the bot; it plays once a run has read the file."""


@dataclass(frozen=True, slots=True)
class BotState:
    """A bot of a league.

    Attributes:
        name: its name.
        duty: what it does in the league.
        reason: why it rests; empty if it does not.
        matches: how many of its matches count.
        crashed: the file with its last output before its latest crash; None if there is none.
        benched: the file about its absences and its last output; None if there is none.
        is_local: whether the league starts it.
        is_in_file: whether the league file names it.
        version: the version that its owner submitted and that plays; empty for other bots.
        owner: its owner; empty if it has none.
        is_entered: whether its owner entered it.
        held: the only version of a connected bot that plays since the freeze; None if any does.
    """

    name: BotName
    duty: Duty
    reason: str
    matches: int
    crashed: Path | None
    benched: Path | None
    is_local: bool = True
    is_in_file: bool = True
    version: str = ""
    owner: OwnerName = OwnerName("")
    is_entered: bool = False
    held: str | None = None


@dataclass(frozen=True, slots=True)
class LeagueState:
    """The current state of a league.

    Attributes:
        is_running: whether a process runs the league.
        next: what a run does next.
        obstacle: why the league is stuck; empty if it is not.
        rounds: the match counts of each round.
        begun: how many matches have an open attempt.
        void: how many matches are void, by reason.
        bots: all bots, by name.
        awaited: the bots for which a run waits: those whose matches must end before the next round,
            or those without which a ladder has too few.
        start: when the schedule begins the next round, in its time zone; None if it does not.
        pace: why no match may start now; None if matches may.
    """

    is_running: bool
    next: Next
    obstacle: str
    rounds: tuple[RoundTally, ...]
    begun: int
    void: dict[str, int]
    bots: tuple[BotState, ...]
    awaited: tuple[BotName, ...] = ()
    start: datetime | None = None
    pace: PaceWait | None = None

    @property
    def total(self) -> RoundTally:
        """The sum over all rounds, with the number of the last one."""
        return RoundTally(
            self.rounds[-1].round if self.rounds else 0,
            sum(one.planned for one in self.rounds),
            sum(one.played for one in self.rounds),
            sum(one.void for one in self.rounds),
            sum(one.rerun for one in self.rounds),
        )


def state_of(settings: LeagueSettings, ledger: Ledger) -> LeagueState:
    """Return the state of a league from its file and its ledger."""
    rounds = tuple(ledger.rounds())
    bots = tuple(_bots(settings, ledger))
    upcoming, obstacle = _next(settings, ledger, rounds, bots)
    is_running = ledger.is_running()
    return LeagueState(
        is_running=is_running,
        next=upcoming,
        obstacle=obstacle,
        rounds=rounds,
        begun=len({name.match_id for name in ledger.open_attempts()}),
        void=ledger.void_reasons(),
        bots=bots,
        awaited=_awaited(settings, ledger, bots) if is_running else (),
        start=_start(settings, ledger) if upcoming in (Next.ROUND, Next.SET) else None,
        pace=SeasonPace.of(settings, ledger.starts_since, utc_now()).may_start(utc_now()),
    )


def _start(settings: LeagueSettings, ledger: Ledger) -> datetime | None:
    """Return when the schedule begins the next round, in its time zone; None if it does not."""
    start, schedule = ledger.next_start(), settings.rounds_schedule
    return start and start.astimezone(UTC if schedule is None else schedule.zone)


def _awaited(
    settings: LeagueSettings, ledger: Ledger, bots: Sequence[BotState]
) -> tuple[BotName, ...]:
    """Return the bots for which a run waits."""
    if isinstance(settings.format, StepFormat):
        away = {bot.name for bot in ledger.bots() if bot.is_there is False}
        playing = [bot.name for bot in bots if bot.duty is Duty.PLAYS]
        waits = len(playing) - len(away.intersection(playing)) < settings.seats
        return tuple(bot for bot in playing if bot in away) if waits else ()
    if settings.format.plans_ahead and settings.limits.open_rounds > 1:
        return ()
    matches = ledger.open_matches()
    begun = {name.match_id for name in ledger.open_attempts()}
    if not begun.issuperset(match.pairing.match_id for match in matches):
        return ()
    return tuple(sorted({bot for match in matches for bot in match.pairing.bots}))


def _bots(settings: LeagueSettings, ledger: Ledger) -> Iterator[BotState]:
    """Yield the bots of the ledger and of the league file, sorted by name."""
    matches = Counter(bot for bots in ledger.lineups() for bot in set(bots))
    listed = {bot.name: bot for bot in ledger.bots()}
    enabled = {bot.name: bot.enabled for bot in present_bots(settings.bots, ledger.renamed())}
    names = ledger.owner_names()
    in_file = {present_name(one.name, settings.owners, names) for one in settings.owners}
    for name in sorted(listed | enabled):
        duty, reason = _duty(listed.get(name), enabled.get(name, True))
        crashed, benched = (_words(settings.records / kind, name) for kind in (CRASHED, BENCHED))
        known = listed.get(name)
        is_local = known is None or known.command is not None
        is_in_file = name in enabled
        played = matches[name]
        yield BotState(
            name,
            duty,
            reason,
            played,
            crashed,
            benched,
            is_local=is_local,
            is_in_file=is_in_file,
            version=known.hosted.name if known and known.hosted else "",
            owner=(owner := known.owner if known else OwnerName("")),
            is_entered=bool(owner) and owner not in in_file and not is_in_file,
            held=known.held if known else None,
        )


def _words(folder: Path, bot: BotName) -> Path | None:
    """Return the file about a bot in a folder, or None if there is none."""
    path = folder / f"{bot}.txt"
    return path if path.is_file() else None


def _duty(listed: ListedBot | None, is_enabled: bool) -> tuple[Duty, str]:
    """Return what a bot does in a run that begins now, and why it rests if it does."""
    if not is_enabled:
        return Duty.RESTS, (listed and listed.benched) or DISABLED
    if listed is None or listed.benched == DISABLED:
        return Duty.JOINS, ""
    return (Duty.PLAYS, "") if listed.benched is None else (Duty.RESTS, listed.benched)


def _next(
    settings: LeagueSettings, ledger: Ledger, rounds: Sequence[RoundTally], bots: Sequence[BotState]
) -> tuple[Next, str]:
    """Return the next step, and the obstacle if the league is stuck."""
    if any(one.open for one in rounds):
        return Next.MATCHES, ""
    number = ledger.last_round() + 1
    present = [bot.name for bot in bots if bot.duty is not Duty.RESTS]
    if CertainEnd(settings, ledger).certainty(present) is not None:
        return Next.NOTHING, ""
    if isinstance(settings.format, StepFormat):
        return _next_step(settings, ledger, number, present)
    try:
        pairings = Planner(settings).next_round(
            number,
            present,
            ledger.results(),
            ledger.last_set(),
            ledger.entrants(),
            {**settings.owner_of, **ledger.owners()},
        )
    except UsageError as error:
        return Next.STUCK, str(error)
    return (Next.ROUND if pairings else Next.NOTHING), ""


def _next_step(
    settings: LeagueSettings, ledger: Ledger, number: int, present: Sequence[BotName]
) -> tuple[Next, str]:
    """Return the next step of a ladder, and the obstacle if it is stuck."""
    planner = Planner(settings)
    sets_left = _sets_left(planner, ledger, number - 1)
    if not sets_left and planner.rounds is not None and number > planner.rounds:
        return Next.NOTHING, ""
    violation = planner.violation(number, present)
    if violation is not None:
        return Next.STUCK, str(violation)
    return (Next.SET if sets_left else Next.ROUND), ""


def _sets_left(planner: Planner, ledger: Ledger, number: int) -> int:
    """Return how many sets of a round of a ladder are not planned yet."""
    planned = {match.pairing.set_number for match in ledger.round_matches(number)}
    return max(0, planner.round_sets(ledger.roster(number)) - len(planned))


@dataclass(frozen=True, slots=True)
class Joining:
    """The rest of a season for a bot.

    Attributes:
        open_matches: how many open matches the bot has.
        round: the next round that includes the bot; in a ladder the current one, if sets of it are
            left. None if there is none.
        obstacle: why there is none, as a clause; empty if there is one.
    """

    open_matches: int
    round: int | None
    obstacle: str = ""


def joining_of(settings: LeagueSettings, ledger: Ledger, bot: BotName) -> Joining:
    """Return the rest of a season for a bot."""
    open_matches = sum(bot in one.pairing.bots for one in ledger.open_matches())
    planned = ledger.last_round()
    if isinstance(settings.format, StepFormat) and _sets_left(Planner(settings), ledger, planned):
        planned -= 1
    obstacle = _obstacle_of(settings, planned, ledger.entrants(), bot)
    return Joining(open_matches, None if obstacle else planned + 1, obstacle)


def _obstacle_of(
    settings: LeagueSettings, planned: int, entrants: Sequence[BotName], bot: BotName
) -> str:
    """Return why no further round includes a bot; empty if one does."""
    rounds = Planner(settings).rounds
    if rounds is not None and planned >= rounds:
        all_rounds = "the only round is" if rounds == 1 else f"all {rounds} rounds are"
        return f"{all_rounds} planned; format.rounds has the number of rounds"
    return settings.format.exclusion(bot, entrants)
