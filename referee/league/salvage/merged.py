"""Merge what the ledger, the journal and the records know into the events of a new journal."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from referee.identifier import BotName, MatchId, OwnerName
from referee.league.attempt import AttemptName
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger.journal_event import (
    AttemptBegun,
    AttemptFailed,
    AttemptSealed,
    BotArrived,
    BotBenched,
    BotLeft,
    BotListed,
    BotRenamed,
    FriendlyEnded,
    IntervalBegan,
    IntervalEnded,
    JournalEvent,
    MatchReopened,
    MatchVoided,
    Opened,
    OrganiserAlerted,
    OwnerRenamed,
    RerunCancelled,
    RoundEnded,
    RoundPlanned,
    RoundScheduled,
    RunBegan,
    SeasonEnded,
    StepPlanned,
    VersionHeld,
    VersionRolledBack,
)
from referee.league.ledger.renaming import as_present, names_after, present_bots, renamed
from referee.league.pairing import Pairing
from referee.league.salvage.lost_round import LostRounds, RestoredRound
from referee.league.salvage.recorded import RecordedAttempt

_OfMatch = (
    AttemptBegun | AttemptSealed | AttemptFailed | MatchVoided | MatchReopened | RerunCancelled
)

_Other = (
    BotListed
    | BotBenched
    | BotRenamed
    | OwnerRenamed
    | VersionHeld
    | FriendlyEnded
    | RoundScheduled
    | RoundEnded
    | SeasonEnded
    | OrganiserAlerted
    | IntervalBegan
    | IntervalEnded
    | RunBegan
    | BotArrived
    | BotLeft
    | StepPlanned
    | VersionRolledBack
    | FriendlyEnded
    | _OfMatch
)

_ASIDE = "Its record was quarantined."


@dataclass(frozen=True, slots=True)
class Merged:
    """The events of a new journal.

    Attributes:
        events: the events.
        rounds: the rounds that were planned again.
        unplanned: the matches of events that no restored round has; these events are dropped.
        unlisted: the bots of planned matches that no event lists.
    """

    events: tuple[JournalEvent, ...]
    rounds: tuple[RestoredRound, ...]
    unplanned: tuple[str, ...]
    unlisted: tuple[BotName, ...]


@dataclass(slots=True)
class _Known:
    """What the known events say, each thing once."""

    opened: Opened | None = None
    rounds: dict[int, RoundPlanned] = field(default_factory=dict)
    planned: dict[MatchId, Pairing] = field(default_factory=dict)
    listed: set[BotName] = field(default_factory=set)
    benched: set[BotName] = field(default_factory=set)
    owners: dict[BotName, OwnerName] = field(default_factory=dict)
    others: list[_Other] = field(default_factory=list)

    def add(self, event: JournalEvent) -> None:
        match event:
            case Opened():
                self.opened = self.opened or event
            case RoundPlanned(number):
                self.rounds.setdefault(number, event)
                self.planned.update((one.match_id, one) for one in self.rounds[number].pairings)
            case StepPlanned(_, pairings):
                if pairings[0].match_id not in self.planned:
                    self.planned.update((one.match_id, one) for one in pairings)
                    self.others.append(event)
            case BotListed(bot):
                self.listed.add(bot)
                self.benched.discard(bot)
                self.owners[bot] = event.owner
                self.others.append(event)
            case BotBenched(bot):
                self.benched.add(bot)
                self.others.append(event)
            case _:
                self.others.append(event)

    @property
    def matches(self) -> set[str]:
        """The names of the matches that events mention."""
        return {one.match_id for one in self.others if isinstance(one, _OfMatch)}


def merge(
    settings: LeagueSettings,
    known: Iterable[JournalEvent],
    attempts: Sequence[RecordedAttempt],
    aside: Sequence[AttemptName],
    only_certain: bool = False,
) -> Merged:
    """Return the events of a new journal.

    Args:
        settings: the league.
        known: the known events in their order; some may be missing or repeated.
        attempts: the attempts with a record.
        aside: the attempts whose record was quarantined.
        only_certain: whether to plan only rounds again that are exactly the lost ones.
    """
    events_known = tuple(known)
    names = names_after(events_known)
    found = _Known()
    for event in events_known:
        found.add(as_present(event, names))
    attempts = [
        replace(one, header=replace(one.header, bots=renamed(one.header.bots, names)))
        for one in attempts
    ]
    present = found.listed - found.benched
    lost = LostRounds(
        settings, found.rounds, found.planned.values(), present, attempts, found.owners
    )
    restored = [one for one in lost.restore(found.matches) if one.is_certain or not only_certain]
    plans = {**found.rounds, **{one.plan.number: one.plan for one in restored}}
    found.planned.update((one.match_id, one) for plan in plans.values() for one in plan.pairings)
    planned = set(found.planned)
    kept = [one for one in found.others if not isinstance(one, _OfMatch) or one.match_id in planned]
    bots = {bot for pairing in found.planned.values() for bot in pairing.bots}
    in_file = {bot.name for bot in present_bots(settings.bots, names)}
    events = (
        found.opened or Opened(settings.name, settings.game),
        *(plans[number] for number in sorted(plans)),
        *kept,
        *_failed(kept, aside, planned),
        *_reopened(kept, attempts, planned),
    )
    return Merged(
        events,
        tuple(restored),
        tuple(sorted(found.matches - planned)),
        tuple(sorted(bots - found.listed - in_file)),
    )


def _failed(
    kept: Sequence[JournalEvent], aside: Sequence[AttemptName], planned: set[MatchId]
) -> Iterator[JournalEvent]:
    """Yield the end of each attempt that was quarantined, and that no event has."""
    begun = {
        AttemptName(one.match_id, one.attempt) for one in kept if isinstance(one, AttemptBegun)
    }
    for name in aside:
        if name.match_id in planned and name not in begun:
            yield AttemptBegun(name.match_id, name.number)
            yield AttemptFailed(name.match_id, name.number, _ASIDE)


def _reopened(
    kept: Sequence[JournalEvent], attempts: Sequence[RecordedAttempt], planned: set[MatchId]
) -> Iterator[JournalEvent]:
    """Yield the reruns that follow from a second result, and that no event has."""
    known = {one.match_id for one in kept if isinstance(one, MatchReopened)}
    results: dict[MatchId, list[int]] = {}
    for one in attempts:
        if one.has_result and one.name.match_id in planned - known:
            results.setdefault(one.name.match_id, []).append(one.name.number)
    for match_id, numbers in results.items():
        if len(numbers) > 1:
            yield MatchReopened(match_id, max(numbers), keeps_result=True)
