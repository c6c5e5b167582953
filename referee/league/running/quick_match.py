"""A quick match: play many games between a few bots as a temporary league, and report them."""

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
from referee.league.running.runner import Finish
from referee.league.running.temporary_league import TemporaryLeague
from referee.league.season.reading import season_of_league
from referee.league.season.season import Season
from referee.sentence.quick_match import QuickMatchSentence
from tianming_games.registry import load

GAMES = 100
"""The default number of games without a sequential test."""

MOST_SETS = 20_000
"""The default number of sets after which a sequential test ends undecided."""

NAME = "match"
"""The name of the league, with which the names of records begin."""


@dataclass(frozen=True, slots=True)
class SprtBounds:
    """The hypotheses of a sequential test in Elo, and its error rates `alpha` and `beta`."""

    elo0: float
    elo1: float
    alpha: float
    beta: float


@dataclass(frozen=True, slots=True)
class QuickMatch:
    """The configuration of a quick match.

    Attributes:
        game: name of the game.
        bots: two bots or more; the first is the one whose score counts.
        options: the options of the game that differ from the default.
        seats: the number of seats; None for as few as the game and the bots allow.
        games: the number of games, rounded up to whole rotated sets; None for the default.
        sprt: the test that ends the match early; None for none.
        seed: determines all draws.
        at_once: the most games that are played at the same time.
        clock: the clock of every seat.
        match: other settings of every game.
        sandbox: how local bots are isolated.
    """

    game: str
    bots: tuple[BotSettings, ...]
    options: Mapping[str, str]
    seats: int | None
    games: int | None
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
        """Return the settings of the league that plays the match.

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
            raise UsageError(QuickMatchSentence.NAME_TWO_BOTS, bots=count)
        seats = self.seats if self.seats is not None else min(max(least, count), most)
        if 2 < count < seats:
            raise UsageError(QuickMatchSentence.TOO_FEW_BOTS, bots=count, seats=seats)
        return seats

    def _fixed(self, seats: int) -> FixedMatch:
        lap = seats * len(fixed_groups(self.names, seats))
        sets = max(1, ceil((self.games or GAMES) / lap))
        return FixedMatch(bots=self.names, sets=sets)

    def _test(self, seats: int) -> Comparison:
        if len(self.bots) != 2:
            raise UsageError(QuickMatchSentence.SPRT_NEEDS_TWO, bots=len(self.bots))
        assert self.sprt is not None
        bounds, (new, old) = self.sprt, self.names
        if bounds.elo0 >= bounds.elo1:
            raise UsageError(QuickMatchSentence.WRONG_ELO, elo0=bounds.elo0, elo1=bounds.elo1)
        groups = len(shared_seats(new, old, seats))
        most = MOST_SETS if self.games is None else groups * ceil(self.games / (seats * groups))
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
class MatchReport:
    """The results of a quick match.

    Attributes:
        duels: one for each pair of bots, those of the first bot first.
        season: the season that the games make.
        games: how many games have a result.
        sets: how many rotated sets are complete.
        voided: how many games were voided.
        is_complete: whether the match was played to its end.
        sprt: the state of the test; None if there is none.
        benched: why each benched bot is benched, by its name.
    """

    duels: tuple[Duel, ...]
    season: Season
    games: int
    sets: int
    voided: int
    is_complete: bool
    sprt: SprtState | None
    benched: Mapping[BotName, str]


def play(league: TemporaryLeague) -> MatchReport:
    """Play a match to its end, or until its runner is told to stop.

    Raises:
        UnavailableError: when no game has a result and a bot is benched.
    """
    finish = league.runner.run()
    settings, ledger = league.settings, league.ledger
    results = ledger.results()
    benched = {bot.name: bot.benched for bot in ledger.bots() if bot.benched is not None}
    if not results and benched:
        bot, reason = next(iter(benched.items()))
        raise UnavailableError(QuickMatchSentence.DOES_NOT_PLAY, bot=bot, reason=reason)
    played = played_sets(results)
    names = tuple(bot.name for bot in settings.bots)
    return MatchReport(
        duels=tuple(duel(played, bot, other) for bot, other in combinations(names, 2)),
        season=season_of_league(ledger, settings),
        games=len(results),
        sets=sum(one.complete for one in played),
        voided=len(league.runner.voided),
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
        self._games = 0

    def notify(self, event: LeagueEvent) -> None:
        """Count a game that ended, and pass the event on."""
        if isinstance(event, MatchEndedEvent) and self._bot in event.bots:
            scores = [
                match_score(event.bots, event.places, self._bot, other)
                for other in self._others
                if other in event.bots
            ]
            self._points += sum(scores) / len(scores)
            self._games += 1
        self._then(event)

    def line(self, status: Status) -> str:
        """Return the progress of the match as a line of text."""
        done = status.of_season or status.of_round
        parts = [f"{self._games} games"]
        if status.rounds is not None:
            parts = [f"{done.done} of {done.planned} games"]
        if self._games:
            parts.append(f"{self._bot} scores {self._points / self._games:.3f}")
        if status.rate is not None:
            parts.append(f"{status.rate:.1f}/s")
        if status.rounds is not None and status.seconds_left is not None:
            parts.append(f"about {status.seconds_left:.0f} s left")
        return ", ".join(parts)
