"""Compare bots: play many matches between a few of them as a temporary league."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil

from referee.error import UnavailableError, UsageError
from referee.identifier import BotName
from referee.league.configuration.settings import (
    BotSettings,
    ClockTable,
    LeagueSettings,
    LimitsTable,
    MatchTable,
    SandboxTable,
)
from referee.league.format.comparison import Comparison, shared_seats
from referee.league.format.duel import Duel, duel, match_score
from referee.league.format.fixed_match import FixedMatch, fixed_groups
from referee.league.format.played_set import PlayedSet, played_sets
from referee.league.format.sprt import SprtResult
from referee.league.pairing import MatchResult
from referee.league.planning.planner import Planner
from referee.league.running.league_event import LeagueEvent, MatchEndedEvent
from referee.league.running.progress import Status
from referee.league.running.runner import Runner
from referee.league.running.season_finish import Finish
from referee.league.running.sentence import BotComparisonSentence
from referee.league.season.reading import season_of_league
from referee.league.season.season import Season
from tianming_games.registry import load

MATCHES = 100
"""The default number of matches without a sequential test."""

MOST_SETS = 20_000
"""The default number of sets after which a sequential test ends undecided."""

NAME = "compare"
"""The name of the league, with which the names of records begin."""


@dataclass(frozen=True, slots=True)
class SprtBounds:
    """The hypotheses of a sequential test in Elo, and its error rates `alpha` and `beta`."""

    elo0: float
    elo1: float
    alpha: float
    beta: float


@dataclass(frozen=True, slots=True)
class BotComparison:
    """Which bots are compared, and how.

    Attributes:
        game: name of the game.
        bots: two bots or more; the first is the one whose score counts.
        options: the options of the game that differ from the default.
        seats: the number of seats; None for as few as the game and the bots allow.
        matches: the number of matches, rounded up to whole rotated sets; None for the default.
        sprt: the test that ends the comparison early; None for none.
        seed: determines all draws.
        at_once: the most matches that are played at the same time.
        clock: the clock of every seat.
        match: other settings of every match.
        sandbox: how local bots are isolated.
    """

    game: str
    bots: tuple[BotSettings, ...]
    options: Mapping[str, str]
    seats: int | None
    matches: int | None
    sprt: SprtBounds | None
    seed: str
    at_once: int
    clock: ClockTable
    match: MatchTable
    sandbox: SandboxTable

    @property
    def names(self) -> tuple[BotName, ...]:
        """The names of the bots, in the order in which the user gave them."""
        return tuple(bot.name for bot in self.bots)

    def settings(self) -> LeagueSettings:
        """Return the settings of the league that plays the matches.

        Raises:
            UsageError: when the number of bots, seats or the test do not fit.
        """
        rules = load(self.game)
        seats = self._seats(rules.facts.least_seats, rules.facts.most_seats)
        options = rules.checked(seats, self.options)
        limits = LimitsTable(matches=self.at_once, matches_per_bot=self.at_once)
        return LeagueSettings(
            name=NAME,
            game=self.game,
            seats=seats,
            seed=self.seed,
            variants=(options,),
            format=self._test(seats) if self.sprt is not None else self._fixed(seats),
            clock=self.clock,
            match=self.match,
            sandbox=self.sandbox,
            limits=limits,
            bots=self.bots,
        )

    def _seats(self, least: int, most: int) -> int:
        count = len(self.bots)
        if count < 2:
            raise UsageError(BotComparisonSentence.NAME_TWO_BOTS, bots=count)
        seats = self.seats if self.seats is not None else min(max(least, count), most)
        if 2 < count < seats:
            raise UsageError(BotComparisonSentence.TOO_FEW_BOTS, bots=count, seats=seats)
        return seats

    def _fixed(self, seats: int) -> FixedMatch:
        lap = seats * len(fixed_groups(self.names, seats))
        sets = max(1, ceil((self.matches or MATCHES) / lap))
        return FixedMatch(bots=self.names, sets=sets)

    def _test(self, seats: int) -> Comparison:
        if len(self.bots) != 2:
            raise UsageError(BotComparisonSentence.SPRT_NEEDS_TWO, bots=len(self.bots))
        assert self.sprt is not None
        bounds, (new, old) = self.sprt, self.names
        if bounds.elo0 >= bounds.elo1:
            raise UsageError(BotComparisonSentence.WRONG_ELO, elo0=bounds.elo0, elo1=bounds.elo1)
        groups = len(shared_seats(new, old, seats))
        most = MOST_SETS if self.matches is None else groups * ceil(self.matches / (seats * groups))
        return Comparison(
            old=old,
            new=new,
            elo0=bounds.elo0,
            elo1=bounds.elo1,
            alpha=bounds.alpha,
            beta=bounds.beta,
            sets=max(1, ceil(self.at_once / (seats * groups))),
            most_sets=most,
        )


@dataclass(frozen=True, slots=True)
class SprtState:
    """The state of a sequential test.

    Attributes:
        ratio: the log-likelihood ratio.
        lower: the bound at which the test accepts the hypothesis `elo0`.
        upper: the bound at which the test accepts the hypothesis `elo1`.
        verdict: the result of the test.
        conclusion: the result as text.
    """

    ratio: float
    lower: float
    upper: float
    verdict: SprtResult
    conclusion: str


@dataclass(frozen=True, slots=True)
class DeclaredUsage:
    """What a bot declared that its matches took. Nobody has checked it.

    Attributes:
        bot: the name of the bot.
        tokens_in: tokens that it read.
        tokens_out: tokens that it wrote.
        cost: what they cost, in US dollars.
        matches: in how many matches.
    """

    bot: BotName
    tokens_in: int
    tokens_out: int
    cost: float
    matches: int


@dataclass(frozen=True, slots=True)
class ComparisonReport:
    """The results of a comparison.

    Attributes:
        duels: one for each pair of bots, those of the first bot first.
        season: the season that the matches make.
        matches: how many matches have a result.
        sets: how many rotated sets are complete.
        voided: how many matches were voided.
        is_complete: whether all matches were played, or the test has decided.
        sprt: the state of the test; None if there is none.
        benched: why each benched bot is benched, by its name.
    """

    duels: tuple[Duel, ...]
    season: Season
    matches: int
    sets: int
    voided: int
    is_complete: bool
    sprt: SprtState | None
    benched: Mapping[BotName, str]

    @property
    def declared(self) -> tuple[DeclaredUsage, ...]:
        """What the bots declared that their matches took; nothing of a bot that declared none."""
        rows = ((row.bot, row.statistics, row.total.matches) for row in self.season.rows)
        return tuple(
            DeclaredUsage(bot, sums.tokens_in, sums.tokens_out, sums.cost, matches)
            for bot, sums, matches in rows
            if sums is not None and sums.declares
        )


def play(runner: Runner) -> ComparisonReport:
    """Play all matches, or until the runner is told to stop.

    Raises:
        UnavailableError: when no match has a result and a bot is benched.
    """
    finish = runner.run()
    settings, ledger = runner.settings, runner.ledger
    results = ledger.results()
    benched = {bot.name: bot.benched for bot in ledger.bots() if bot.benched is not None}
    if not results and benched:
        bot, reason = next(iter(benched.items()))
        raise UnavailableError(BotComparisonSentence.DOES_NOT_PLAY, bot=bot, reason=reason)
    played = played_sets(results)
    names = tuple(bot.name for bot in settings.bots)
    return ComparisonReport(
        duels=tuple(duel(played, bot, other) for bot, other in combinations(names, 2)),
        season=season_of_league(ledger, settings),
        matches=len(results),
        sets=sum(one.complete for one in played),
        voided=len(runner.matches.voided),
        is_complete=finish is Finish.OVER,
        sprt=_sprt(settings, played, results),
        benched=benched,
    )


def _sprt(
    settings: LeagueSettings, played: Sequence[PlayedSet], results: Sequence[MatchResult]
) -> SprtState | None:
    test = settings.format
    if not isinstance(test, Comparison):
        return None
    scores = duel(played, test.new, test.old).scores
    return SprtState(
        ratio=test.test.ratio(scores),
        lower=test.test.lower,
        upper=test.test.upper,
        verdict=test.verdict(scores),
        conclusion=Planner(settings).conclusion(results) or "",
    )


class RunningScore:
    """Computes the score of the first bot so far, for the progress line."""

    def __init__(self, names: Iterable[BotName], then: Callable[[LeagueEvent], None]) -> None:
        """Track the first of the bots `names`; `then` receives every event."""
        self._bot, *self._others = names
        self._then = then
        self._points = 0.0
        self._matches = 0

    def notify(self, event: LeagueEvent) -> None:
        """Count a match that ended, and pass the event on."""
        if isinstance(event, MatchEndedEvent) and self._bot in event.bots:
            scores = [
                match_score(event.bots, event.places, self._bot, other)
                for other in self._others
                if other in event.bots
            ]
            self._points += sum(scores) / len(scores)
            self._matches += 1
        self._then(event)

    def line(self, status: Status) -> str:
        """Return the progress of the comparison as a line of text."""
        done = status.of_season or status.of_round
        parts = [f"{self._matches} matches"]
        if status.rounds is not None:
            parts = [f"{done.done} of {done.planned} matches"]
        if self._matches:
            parts.append(f"{self._bot} scores {self._points / self._matches:.3f}")
        if status.rate is not None:
            parts.append(f"{status.rate:.1f}/s")
        if status.rounds is not None and status.seconds_left is not None:
            parts.append(f"about {status.seconds_left:.0f} s left")
        return ", ".join(parts)
