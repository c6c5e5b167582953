"""The planner: plan the matches of each round, or of each set, from the earlier results.

Planning is deterministic. The same settings, roster, results and number of sets give the same
pairings with the same names and seeds, in every process and for every order of the results. A
format without rounds plans set by set; there, the order of the results in the journal counts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from referee.error import UsageError
from referee.identifier import BotName, MatchId, OwnerName
from referee.league.configuration.settings import LeagueSettings
from referee.league.format import Group, Stage
from referee.league.format.field import Field, StepFormat
from referee.league.format.played_set import played_sets
from referee.league.pairing import MatchResult, Pairing
from referee.league.sentence import LeagueSentence
from tianming_games.chance import Chance


@dataclass(frozen=True, slots=True)
class FirstRound:
    """The first round of a season: its sets, its matches, and the bots of each match if known."""

    sets: int
    matches: int
    lineups: tuple[tuple[BotName, ...], ...]


class Planner:
    """Plans a league round by round, or set by set."""

    def __init__(self, settings: LeagueSettings) -> None:
        """Create a planner of a league."""
        self._settings = settings
        self._key = _digest(settings.seed, settings.name)

    @property
    def rounds(self) -> int | None:
        """The number of rounds of the season; None if it is unlimited or depends on the results."""
        return self._settings.format.rounds or None

    def next_round(
        self,
        number: int,
        bots: Sequence[BotName],
        results: Sequence[MatchResult],
        last_set: int = 0,
        entrants: Sequence[BotName] = (),
        owners: Mapping[BotName, OwnerName] | None = None,
    ) -> tuple[Pairing, ...]:
        """Return the matches of a round in the order of play; empty when the season is over.

        Args:
            number: the number of the round, from 1.
            bots: the roster of the round.
            results: all results of earlier rounds, without void matches.
            last_set: the number of the last planned set; it may be greater than the last set with
                a result.
            entrants: the roster of the first round; empty for the roster of the league file.
            owners: the owner of each bot that has one; None for those of the league file.

        Raises:
            UsageError: when the format cannot plan the round with these bots.
        """
        settings = self._settings
        if self.rounds is not None and number > self.rounds:
            return ()
        stage = self._stage(number, bots, results, bots if number == 1 else entrants, owners)
        violation = self.violation(number, stage.bots)
        if violation is not None:
            raise violation
        groups = settings.format.groups(stage)
        played = max((result.pairing.set_number for result in results), default=0)
        return tuple(self._pairings(number, 1 + max(last_set, played), groups))

    def seed(self, number: int, set_number: int) -> bytes:
        """Return the seed of a set in round `number`, 32 bytes."""
        return _digest(self._key, f"{number} {set_number}")

    def friendly_seed(self, number: int) -> bytes:
        """Return the seed of a friendly, 32 bytes, from which no other seed can be derived."""
        return _digest(self._key, f"friendly {number}")

    def violation(self, number: int, bots: Sequence[BotName]) -> UsageError | None:
        """Return why a round cannot be planned with these bots; None if it can."""
        settings = self._settings
        why = settings.format.violation(settings.seats, bots)
        if why is None:
            return None
        return UsageError(
            LeagueSentence.ROUND_NOT_PLAYABLE, round=number, league=settings.name, why=why
        )

    def round_sets(self, bots: Sequence[BotName]) -> int:
        """Return how many sets a round holds in a format without rounds; `bots` is its roster."""
        return len(bots) // self._settings.seats * self._settings.format.sets

    def first_round(
        self, bots: Sequence[BotName], owners: Mapping[BotName, OwnerName]
    ) -> FirstRound:
        """Return the size of the first round, and its groups if it is planned as a whole.

        Raises:
            UsageError: when the format cannot plan the round with these bots.
        """
        if not isinstance(self._settings.format, StepFormat):
            pairings = self.next_round(1, bots, (), owners=owners)
            sets = len({pairing.set_number for pairing in pairings})
            return FirstRound(sets, len(pairings), tuple(one.bots for one in pairings))
        violation = self.violation(1, bots)
        if violation is not None:
            raise violation
        sets = self.round_sets(bots)
        return FirstRound(sets, sets * self._settings.seats, ())

    def next_step(
        self, field: Field, here: Sequence[BotName], number: int, round_number: int
    ) -> tuple[tuple[Pairing, ...], str]:
        """Return the matches of a set in a format without rounds, and why it comes next.

        It is a pure function of the settings and its arguments.

        Args:
            field: what is known of the bots and of earlier sets.
            here: the bots that can begin a match now, sorted.
            number: the number of the set, from 1.
            round_number: the number of its round.

        Returns:
            No matches, and no reason, if no set can begin now.
        """
        form = self._settings.format
        assert isinstance(form, StepFormat)
        step = form.next_step(field, here, number, self._key)
        if step is None:
            return (), ""
        variant = (number - 1) % len(self._settings.variants)
        return tuple(self._set(round_number, number, step.group, variant)), step.why

    def conclusion(
        self,
        results: Sequence[MatchResult],
        bots: Sequence[BotName] | None = None,
        entrants: Sequence[BotName] = (),
    ) -> str | None:
        """Return what the results decide, as a sentence; None if the format decides nothing.

        Args:
            results: all results so far.
            bots: the current roster; None for the roster of the league file.
            entrants: the roster of the first round; empty for the roster of the league file.
        """
        last = max((result.pairing.round for result in results), default=0)
        present = self._settings.roster if bots is None else bots
        stage = self._stage(last + 1, present, results, entrants)
        return self._settings.format.conclusion(stage)

    # -- inside

    def _stage(
        self,
        number: int,
        bots: Sequence[BotName],
        results: Sequence[MatchResult],
        entrants: Sequence[BotName],
        owners: Mapping[BotName, OwnerName] | None = None,
    ) -> Stage:
        played = played_sets(results)
        return Stage(
            number=number,
            seats=self._settings.seats,
            bots=tuple(sorted(bots)),
            entrants=tuple(sorted(entrants or self._settings.roster)),
            played=played,
            results=tuple(match for one in played for match in one.matches),
            key=self._key,
            owners=self._settings.owner_of if owners is None else owners,
        )

    def _pairings(self, number: int, first: int, groups: list[Group]) -> Iterator[Pairing]:
        """Yield the matches of each group: on `sets` seeds, each in every rotation of the seats."""
        settings = self._settings
        sets = settings.format.sets
        set_number = first
        for lap in range(sets):
            variant = ((number - 1) * sets + lap) % len(settings.variants)
            for group in groups:
                yield from self._set(number, set_number, group, variant)
                set_number += 1

    def _set(self, number: int, set_number: int, group: Group, variant: int) -> Iterator[Pairing]:
        """Yield the matches of a set in round `number`: one in every rotation of the seats."""
        settings, seed = self._settings, self.seed(number, set_number)
        order = settings.format.seating(group, Chance(seed, "seats"))
        for turn in range(len(order)):
            own = seed if settings.same_draws else _digest(seed, f"turn {turn}")
            yield Pairing(
                match_id=MatchId(f"{settings.name}-r{number:03}-s{set_number:05}-{turn + 1}"),
                round=number,
                set_number=set_number,
                bots=order[turn:] + order[:turn],
                seed=own,
                variant=variant,
            )


def _digest(key: str | bytes, label: str) -> bytes:
    """Return 32 bytes that are derived from a key and a label."""
    secret = key.encode() if isinstance(key, str) else key
    inner = blake2b(secret, digest_size=32, person=b"tianming.league").digest()
    return blake2b(label.encode(), key=inner, digest_size=32, person=b"tianming.league").digest()
