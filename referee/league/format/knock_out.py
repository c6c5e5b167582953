"""Knock-out: the best bots of each group advance, until one group is left."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Annotated

from referee.error import UsageError
from referee.identifier import BotName
from referee.league.format import Group, Stage
from referee.league.format.apart import clashes, seated, separate
from referee.league.format.played_set import PlayedSet
from referee.league.format.round_format import RoundFormat
from referee.league.format.score import scores
from referee.league.format.sentence import FormatSentence
from referee.league.key import Key
from tianming_games.chance import Chance


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockOut(RoundFormat):
    """Bots are seeded into groups; the best `advance` bots of each group advance.

    Each round fills as many groups as possible, without two bots of one owner in a group where that
    is possible. The other bots have a bye; byes go to bots that have played the most rounds. If too
    few bots are left for a group, the best of the eliminated bots fill the final, those of other
    owners first, then those of the latest round. Equal scores are decided by the number of first
    places, then by points, and then by a random order from the league's seed. Bots that are added
    after the first round was planned cannot join.
    """

    kind = "knock-out"
    about = "the best of each group advance, until one is left"
    keeps_names = True

    sets: Annotated[int, Key("seeds on which each group of a round meets", 1, 10_000)] = 1
    advance: Annotated[
        int, Key("bots of each group that advance; 0: half of the seats, at least one", 0, 99)
    ] = 0

    @property
    def rounds(self) -> int:
        """0, because the number depends on the bots."""
        return 0

    def groups(self, stage: Stage) -> list[Group]:
        """Return the groups of the round, with the best bots apart; none after the final."""
        bracket = self._bracket(stage)
        if bracket.winner:
            return []
        order = [bot for bot in bracket.alive if bot in stage.bots]
        order += _fillers(order, [bot for bot in bracket.out if bot in stage.bots], stage)
        first = order[::-1]
        first.sort(key=lambda bot: bracket.rounds[bot])
        playing = set(seated(first, stage.seats, stage.owners))
        dealt = _dealt([bot for bot in order if bot in playing], stage.seats)
        return separate(dealt, stage.owners)

    def conclusion(self, stage: Stage) -> str | None:
        """Return the winner as a sentence; None if there is none yet."""
        winner = self._bracket(stage).winner
        return f"{winner} wins the knock-out." if winner else None

    def exclusion(self, bot: BotName, entrants: Sequence[BotName]) -> str:
        """Return why a bot cannot join: it was not in the first round."""
        if entrants and bot not in entrants:
            return "a knock-out takes no bot after its first round"
        return ""

    def violation(self, seats: int, bots: Sequence[BotName]) -> UsageError | None:
        """Return why the knock-out cannot be played; None if it can."""
        if self.advance >= seats:
            return UsageError(FormatSentence.NOBODY_GOES_OUT, advance=self.advance, seats=seats)
        return RoundFormat.violation(self, seats, bots)

    def _bracket(self, stage: Stage) -> "_Bracket":
        advance = self.advance or max(1, stage.seats // 2)
        bracket = _Bracket(stage)
        for _, sets in groupby(stage.played, key=lambda one: one.round):
            bracket.play(list(sets), advance)
        return bracket


@dataclass(slots=True)
class _Bracket:
    """The state of a knock-out.

    Attributes:
        stage: the input of the format.
        alive: the bots that are not eliminated, best first.
        out: the eliminated bots, those of the latest round first, best first.
        rounds: how many rounds each bot has played.
        winner: the winner; empty if there is none yet.
    """

    stage: Stage
    alive: list[BotName] = field(init=False)
    out: list[BotName] = field(default_factory=list)
    rounds: Counter[BotName] = field(default_factory=Counter)
    winner: str = ""

    def __post_init__(self) -> None:
        stage = self.stage
        seated = {bot for one in stage.played for bot in one.bots}
        waiting = set(stage.bots).intersection(stage.entrants)
        self.alive = Chance(stage.key, "knock-out").shuffle(sorted(seated | waiting))

    def play(self, sets: Sequence[PlayedSet], advance: int) -> None:
        """Apply the results of a round."""
        groups = sorted({one.bots for one in sets})
        seated = {bot for group in groups for bot in group}
        self.rounds.update(seated)
        byes = [bot for bot in self.alive if bot not in seated and bot in self.stage.bots]
        on: list[BotName] = []
        out: list[BotName] = []
        for group in groups:
            ranked = self._ranked(group, [one for one in sets if one.bots == group])
            on += ranked[:advance]
            out += ranked[advance:]
        self.winner = "" if byes or len(groups) > 1 else on[0]
        self.out = [*self._ranked(out, sets), *(bot for bot in self.out if bot not in seated)]
        self.alive = self._ranked(byes + on, self.stage.played)

    def _ranked(self, bots: Sequence[BotName], sets: Sequence[PlayedSet]) -> list[BotName]:
        """Return bots by their results in these sets, best first; equal ones in random order."""
        merits = _merits(bots, sets)
        lots = Chance(self.stage.key, "lots").shuffle(sorted(bots))
        return sorted(lots, key=merits.__getitem__, reverse=True)


def _merits(
    bots: Sequence[BotName], sets: Sequence[PlayedSet]
) -> dict[BotName, tuple[float, float, float]]:
    """Return the mean score, the first places and the points of each bot."""
    table = scores(bots, sets)
    firsts: Counter[BotName] = Counter()
    points: Counter[BotName] = Counter()
    for match in (match for one in sets for match in one.matches):
        for bot, result in zip(match.pairing.bots, match.outcome.results, strict=True):
            firsts[bot] += result.place == 1
            points[bot] += result.score
    return {bot: (round(table[bot].mean, 9), firsts[bot], points[bot]) for bot in bots}


def _fillers(alive: Sequence[BotName], out: Sequence[BotName], stage: Stage) -> list[BotName]:
    """Return the eliminated bots that fill a final with too few bots; other owners' come first."""
    found: list[BotName] = []
    left = list(out)
    while left and len(alive) + len(found) < stage.seats:
        bot = min(left, key=lambda one: clashes((*alive, *found, one), stage.owners))
        left.remove(bot)
        found.append(bot)
    return found


def _dealt(order: Sequence[BotName], size: int) -> list[Group]:
    """Return full groups, seeded in snake order so that the best bots are apart."""
    count = len(order) // size
    groups: list[list[BotName]] = [[] for _ in range(count)]
    for row in range(size):
        bots = order[row * count : (row + 1) * count]
        for group, bot in zip(groups, reversed(bots) if row % 2 else bots, strict=True):
            group.append(bot)
    return [tuple(group) for group in groups]
