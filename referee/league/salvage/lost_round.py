"""Plan lost rounds and lost sets again.

Planning is deterministic, so a lost round is planned again from the league's file and the earlier
results, if the plan agrees with every match that is known of the round. Otherwise its matches come
from the headers of their records. So do the lost sets of a format without rounds. The seed of such
a set follows from its number. If the records have this seed, the set is exactly the lost one.
"""

import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.error import UsageError
from referee.identifier import BotName, MatchId, OwnerName
from referee.league.configuration.settings import LeagueSettings
from referee.league.format.field import StepFormat
from referee.league.ledger.journal_event import RoundPlanned
from referee.league.pairing import MatchResult, Pairing
from referee.league.planning.planner import Planner
from referee.league.salvage.recorded import RecordedAttempt, place_of
from tianming_games.match_terms import SEED_BYTES
from tianming_games.registry import load


@dataclass(frozen=True, slots=True)
class LostRound:
    """A round whose plan was lost.

    Attributes:
        number: its number.
        names: the names of its known matches.
        attempts: its attempts with a record.
    """

    number: int
    names: frozenset[str]
    attempts: tuple[RecordedAttempt, ...]

    def agrees(self, pairings: Sequence[Pairing]) -> bool:
        """Whether a plan has all known matches, with their bots and seeds."""
        planned = {one.match_id: one for one in pairings}
        return self.names <= planned.keys() and all(
            planned[one.name.match_id].bots == one.header.bots
            and (one.name.number > 1 or planned[one.name.match_id].seed == one.header.seed)
            for one in self.attempts
        )


@dataclass(frozen=True, slots=True)
class RestoredRound:
    """A round that was planned again; `is_certain` is whether it is exactly the lost one."""

    plan: RoundPlanned
    is_certain: bool


class LostRounds:
    """Plans the lost rounds of a season again, in their order."""

    def __init__(
        self,
        settings: LeagueSettings,
        planned: Mapping[int, RoundPlanned],
        pairings: Iterable[Pairing],
        present: Collection[BotName],
        attempts: Sequence[RecordedAttempt],
        owners: Mapping[BotName, OwnerName],
    ) -> None:
        """Prepare.

        Args:
            settings: the league.
            planned: the rounds that are known, by number.
            pairings: the matches that are known to be planned, also in steps.
            present: the bots that are known to play.
            attempts: all attempts with a record.
            owners: the owners of bots that are known.
        """
        self._settings = settings
        self._planned = dict(planned)
        self._pairings = tuple(pairings)
        self._present = tuple(sorted(present))
        self._attempts = attempts
        self._planner = Planner(settings)
        self._owners = {**settings.owner_of, **owners}

    def restore(self, names: Collection[str]) -> list[RestoredRound]:
        """Return the lost rounds; `names` are the matches that events mention.

        In a format without rounds, a round of which sets are lost is returned with these sets.
        """
        if isinstance(self._settings.format, StepFormat):
            return list(self._restore_steps())
        lost = {number: set[str]() for number in self._numbers(names)}
        known = {str(one.name.match_id) for one in self._attempts}
        for name in known.union(names):
            place = place_of(self._settings.name, name)
            if place is not None and place[0] in lost:
                lost[place[0]].add(name)
        found = []
        for number in sorted(lost):
            attempts = tuple(one for one in self._attempts if one.round == number)
            restored = self._restore(LostRound(number, frozenset(lost[number]), attempts))
            self._planned[number] = restored.plan
            if restored.plan.pairings:
                found.append(restored)
        return found

    def _restore_steps(self) -> Iterator[RestoredRound]:
        """Yield the rounds whose mark or sets are lost, with the lost sets that have a record."""
        known = {(one.round, one.set_number) for one in self._pairings}
        lost = [one for one in self._attempts if (one.round, one.set_number) not in known]
        numbers = {number for number, _ in known} - set(self._planned)
        for number in sorted(numbers.union(one.round for one in lost)):
            attempts = tuple(one for one in lost if one.round == number)
            round_ = LostRound(number, frozenset(), attempts)
            sets = tuple(self._from_records(round_))
            former = self._planned.get(number)
            bots = former.bots if former else next(self._rosters(round_))
            given = former.pairings if former else ()
            is_certain = all(
                one.seed == self._planner.seed(one.round, one.set_number)
                for one in sets
                if self._settings.same_draws
            )
            yield RestoredRound(RoundPlanned(number, bots, given + sets), is_certain)

    def _numbers(self, names: Collection[str]) -> set[int]:
        """Return the numbers of the lost rounds, up to the last one that anything is known of."""
        places = [place_of(self._settings.name, name) for name in names]
        numbers = {place[0] for place in places if place is not None}
        numbers |= {one.round for one in self._attempts} | set(self._planned)
        return set(range(1, max(numbers, default=0) + 1)) - set(self._planned)

    def _restore(self, lost: LostRound) -> RestoredRound:
        results, last_set = self._results(lost.number), self._last_set(lost.number)
        first = self._planned.get(1)
        for roster in self._rosters(lost):
            entrants = () if first is None else first.bots
            try:
                pairings = self._planner.next_round(
                    lost.number, roster, results, last_set, entrants, self._owners
                )
            except UsageError:
                continue
            if pairings and lost.agrees(pairings):
                return RestoredRound(RoundPlanned(lost.number, roster, pairings), True)
        pairings = tuple(self._from_records(lost))
        bots = tuple(sorted({bot for pairing in pairings for bot in pairing.bots}))
        return RestoredRound(RoundPlanned(lost.number, bots, pairings), False)

    def _rosters(self, lost: LostRound) -> Iterator[tuple[BotName, ...]]:
        """Yield the rosters that the round may have had, without duplicates."""
        before = self._planned.get(lost.number - 1)
        listed = tuple(sorted(self._settings.roster))
        recorded = tuple(sorted({bot for one in lost.attempts for bot in one.header.bots}))
        candidates = (self._present, listed, recorded, before.bots if before else ())
        yield from dict.fromkeys(one for one in candidates if one)

    def _results(self, number: int) -> list[MatchResult]:
        """Return the results of the rounds before `number`, from their records."""
        pairings = {
            one.match_id: one
            for earlier, plan in self._planned.items()
            if earlier < number
            for one in plan.pairings
        }
        latest = {
            one.name.match_id: one
            for one in self._attempts
            if one.has_result and one.name.match_id in pairings
        }
        return [
            MatchResult(pairings[match_id], one.outcome, one.digest)
            for match_id, one in latest.items()
            if one.outcome is not None
        ]

    def _last_set(self, number: int) -> int:
        plans = (plan for earlier, plan in self._planned.items() if earlier < number)
        return max((one.set_number for plan in plans for one in plan.pairings), default=0)

    def _from_records(self, lost: LostRound) -> Iterator[Pairing]:
        """Yield the matches of every set with a record, in every rotation of the seats."""
        sets: dict[int, dict[str, RecordedAttempt]] = {}
        for one in lost.attempts:
            sets.setdefault(one.set_number, {}).setdefault(one.name.match_id, one)
        for number in sorted(sets):
            yield from self._set(lost.number, number, list(sets[number].values()))

    def _set(
        self, round_: int, number: int, attempts: Sequence[RecordedAttempt]
    ) -> Iterator[Pairing]:
        known = {one.turn: one for one in attempts}
        first = attempts[0]
        seats = len(first.header.bots)
        shift = (first.turn - 1) % seats
        order = first.header.bots[seats - shift :] + first.header.bots[: seats - shift]
        seeds = {one.header.seed for one in attempts if one.name.number == 1}
        for turn in range(max(seats, *known)):
            one = known.get(turn + 1)
            if one is not None and one.name.number == 1:
                seed = one.header.seed
            elif self._settings.same_draws and len(seeds) == 1:
                (seed,) = seeds
            else:
                seed = secrets.token_bytes(SEED_BYTES)
            yield Pairing(
                match_id=MatchId(f"{self._settings.name}-r{round_:03}-s{number:05}-{turn + 1}"),
                round=round_,
                set_number=number,
                bots=order[turn % seats :] + order[: turn % seats]
                if one is None
                else one.header.bots,
                seed=seed,
                variant=self._variant(first),
            )

    def _variant(self, attempt: RecordedAttempt) -> int:
        """Return the index of the game options of an attempt; 0 if the file has them no more."""
        played = dict(attempt.header.options)
        for index, options in enumerate(self._settings.variants):
            try:
                if load(attempt.header.game).checked(len(attempt.header.bots), options) == played:
                    return index
            except (UsageError, ValueError):
                continue
        return 0
