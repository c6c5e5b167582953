"""The steps of a season whose format needs no rounds, as its journal has them.

`SeasonSteps` reads the events of the journal in their order. So it knows at every step what was
known when that step was planned: the bots at the table, their open matches, and the results so
far. The runner plans the next step from it, and `wrong_steps` plans every step again.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby

from referee.identifier import BotName, MatchId, OwnerName
from referee.league.attempt import AttemptName
from referee.league.configuration.settings import LeagueSettings
from referee.league.format.field import Field, StepFormat
from referee.league.ledger import journal_event
from referee.league.ledger.journal_event import JournalEvent, StepPlanned
from referee.league.pairing import MatchResult, Pairing
from referee.league.planning.planner import Planner

ResultOf = Callable[[AttemptName], MatchResult | None]
"""Returns the result of a sealed attempt; None if it is void, or its record is lost."""


@dataclass(slots=True)
class _StepBot:
    """A bot as the journal has it; `is_there` is whether it can play a match now."""

    is_active: bool = False
    is_remote: bool = False
    is_there: bool = True
    version: str | None = None
    latest: str = ""
    owner: OwnerName = OwnerName("")


@dataclass(slots=True)
class _OpenSet:
    """A set of which a match is open, with the results of its other matches."""

    bots: tuple[BotName, ...]
    open: set[MatchId]
    results: dict[MatchId, MatchResult] = field(default_factory=dict)


@dataclass(slots=True)
class _OpenMatch:
    """A match without a result; `is_running` is whether an attempt at it is in progress."""

    pairing: Pairing
    of_set: _OpenSet
    is_running: bool = False


class SeasonSteps:
    """What the journal of a season without rounds says, up to some event.

    Attributes:
        field: what the format knows.
        round: the number of the latest round; 0 before the first.
        roster: the bots of that round.
    """

    def __init__(self, settings: LeagueSettings, planner: Planner, result_of: ResultOf) -> None:
        """Begin with an empty journal."""
        self.field = Field(settings.seats)
        self.round = 0
        self.roster: tuple[BotName, ...] = ()
        self._settings = settings
        self._planner = planner
        self._result_of = result_of
        self._last_set = 0
        self._sets_in_round = 0
        self._bots: dict[BotName, _StepBot] = {}
        self._open: dict[MatchId, _OpenMatch] = {}

    def apply(self, events: Iterable[JournalEvent]) -> None:
        """Take note of the next events of the journal."""
        for event in events:
            match event:
                case journal_event.BotListed():
                    self._list(event)
                case journal_event.OwnerRenamed(owner, name):
                    self._rename_owner(owner, name)
                case journal_event.BotBenched(bot):
                    self._bot(bot).is_active = False
                    self._seat(bot)
                case journal_event.BotArrived(bot):
                    self._bot(bot).is_there = True
                    self._seat(bot)
                case journal_event.BotLeft(bot):
                    self._bot(bot).is_there = False
                    self._seat(bot)
                case journal_event.BotRenamed(old, new):
                    self._rename(old, new)
                case journal_event.RunBegan():
                    self._begin_run()
                case journal_event.RoundPlanned(number, bots, pairings):
                    self.round, self.roster, self._sets_in_round = number, bots, 0
                    self._plan(pairings)
                case StepPlanned(_, pairings):
                    self._plan(pairings)
                case _:
                    self._apply_to_match(event)

    def here(self, per_bot: int) -> tuple[BotName, ...]:
        """Return the bots that can begin a match now, sorted.

        They are active and at the table, and fewer than `per_bot` of their matches are open. A
        match that waits for a bot that is away does not count for its other bots.
        """
        busy: Counter[BotName] = Counter()
        for match in self._open.values():
            bots = set(match.pairing.bots)
            if match.is_running or all(map(self._is_there, bots)):
                busy.update(bots)
        return tuple(
            bot for bot in sorted(self._bots) if self._is_there(bot) and busy[bot] < per_bot
        )

    @property
    def bots_there(self) -> int:
        """How many active bots are at the table."""
        return sum(map(self._is_there, self._bots))

    def is_at_table(self, bot: BotName) -> bool:
        """Whether a bot is at the table."""
        one = self._bots.get(bot)
        return one is not None and one.is_there

    def away(self) -> tuple[BotName, ...]:
        """Return the active bots that are not at the table, sorted."""
        return tuple(
            bot for bot, one in sorted(self._bots.items()) if one.is_active and not one.is_there
        )

    @property
    def has_round(self) -> bool:
        """Whether the latest round holds another set."""
        return self._sets_in_round < self._planner.round_sets(self.roster)

    @property
    def sets_left(self) -> int:
        """How many more sets the latest round holds."""
        return max(0, self._planner.round_sets(self.roster) - self._sets_in_round)

    @property
    def is_over(self) -> bool:
        """Whether the season needs no more sets."""
        form, rounds = self._settings.format, self._planner.rounds
        is_last = rounds is not None and self.round >= rounds and not self.has_round
        return is_last or (isinstance(form, StepFormat) and form.is_over(self.field))

    def next_step(self, per_bot: int, resting: tuple[BotName, ...] = ()) -> StepPlanned | None:
        """Return the next step, of the latest round or of the one after it; None for none now.

        `per_bot` is how many matches of one bot may be open. The `resting` bots are not chosen.
        """
        number = self._last_set + 1
        round_number = self.round if self.has_round else self.round + 1
        here = tuple(bot for bot in self.here(per_bot) if bot not in resting)
        pairings, why = self._planner.next_step(self.field, here, number, round_number)
        return StepPlanned(number, pairings, why, per_bot, resting) if pairings else None

    # -- inside

    def _bot(self, name: BotName) -> _StepBot:
        """Return a bot, which a restored journal may name before it lists it."""
        one = self._bots.get(name)
        if one is None:
            one = self._bots[name] = _StepBot()
            self.field.join(name)
        return one

    def _is_there(self, name: BotName) -> bool:
        one = self._bots[name]
        return one.is_active and one.is_there

    def _list(self, event: journal_event.BotListed) -> None:
        one, is_remote = self._bot(event.bot), event.token is not None
        if is_remote is not one.is_remote:
            one.is_remote, one.is_there = is_remote, not is_remote
        one.is_active, one.owner = True, event.owner
        self._seat(event.bot)

    def _seat(self, name: BotName) -> None:
        """Let a bot take part if it is active and at the table, and else not."""
        one = self._bots[name]
        if self._is_there(name):
            self.field.join(name, one.owner, one.latest)
        else:
            self.field.left(name)

    def _rename_owner(self, owner: OwnerName, name: OwnerName) -> None:
        for bot, one in self._bots.items():
            if one.owner == owner:
                one.owner = name
                self.field.entrant(bot).owner = name

    def _rename(self, old: BotName, new: BotName) -> None:
        if old not in self._bots:
            return
        self._bots[new] = self._bots.pop(old)
        self.field.rename(old, new)
        self.roster = tuple(new if bot == old else bot for bot in self.roster)
        for match in self._open.values():
            match.pairing = match.pairing.with_bot(old, new)
            of_set = match.of_set
            of_set.bots = tuple(new if bot == old else bot for bot in of_set.bots)
            of_set.results = {
                name: replace(one, pairing=one.pairing.with_bot(old, new))
                for name, one in of_set.results.items()
            }

    def _begin_run(self) -> None:
        for name, bot in self._bots.items():
            bot.is_there = not bot.is_remote
            self._seat(name)
        for match in self._open.values():
            match.is_running = False

    def _plan(self, pairings: Iterable[Pairing]) -> None:
        for number, matches in groupby(pairings, key=lambda one: one.set_number):
            same = list(matches)
            for bot in same[0].bots:
                self._bot(bot)
            self.field.planned(same[0].bots)
            of_set = _OpenSet(same[0].bots, {one.match_id for one in same})
            self._open.update((one.match_id, _OpenMatch(one, of_set)) for one in same)
            self._last_set = max(self._last_set, number)
            self._sets_in_round += 1

    def _apply_to_match(self, event: JournalEvent) -> None:
        """Take note of an event of an open match. Later events of settled sets change nothing."""
        match event:
            case journal_event.AttemptSealed(match_id, number, _, versions):
                self._seal(AttemptName(match_id, number), versions)
            case journal_event.MatchVoided(match_id):
                self._settle(match_id, None)
            case journal_event.AttemptBegun(match_id) if match_id in self._open:
                self._open[match_id].is_running = True
            case journal_event.AttemptFailed(match_id) if match_id in self._open:
                self._open[match_id].is_running = False

    def _seal(self, name: AttemptName, versions: tuple[str, ...]) -> None:
        one = self._open.get(name.match_id)
        if one is None:
            return
        one.is_running = False
        for bot, version in zip(one.pairing.bots, versions, strict=False):
            self._see(bot, version)
        result = self._result_of(name)
        if result is not None:
            self._settle(name.match_id, replace(result, pairing=one.pairing))

    def _see(self, name: BotName, version: str) -> None:
        """Note the version of a bot. The first one that it announces is not a new one."""
        one = self._bot(name)
        if not version or not self._settings.rating.by_version:
            return
        one.version = version if one.version is None else one.version
        latest = "" if version == one.version else version
        if latest != one.latest:
            one.latest = latest
            self.field.join(name, one.owner, latest)
            self._seat(name)

    def _settle(self, match_id: MatchId, result: MatchResult | None) -> None:
        """Note that a match ended, with a result or void, and perhaps its set."""
        one = self._open.pop(match_id, None)
        if one is None:
            return
        of_set = one.of_set
        of_set.open.discard(match_id)
        if result is not None:
            of_set.results[match_id] = result
        if of_set.open:
            return
        if of_set.results:
            self.field.ended([of_set.results[name] for name in sorted(of_set.results)])
        else:
            self.field.dropped(of_set.bots)


@dataclass(frozen=True, slots=True)
class WrongStep:
    """A step of a journal that is not the one that the planner plans; None if it plans none."""

    found: StepPlanned
    planned: StepPlanned | None


def wrong_steps(
    settings: LeagueSettings,
    events: Iterable[JournalEvent],
    results: Mapping[AttemptName, MatchResult],
) -> Iterator[WrongStep]:
    """Plan every step of a journal again, and yield those that differ.

    Args:
        settings: the league.
        events: the events of its journal.
        results: the result of every sealed attempt.
    """
    steps = SeasonSteps(settings, Planner(settings), results.get)
    for event in events:
        if isinstance(event, StepPlanned):
            planned = steps.next_step(event.per_bot, event.resting)
            if planned != event:
                yield WrongStep(event, planned)
        steps.apply([event])
