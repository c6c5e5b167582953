"""Knock-out: the best of each group go on, until one group is left."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Annotated

from referee.error import UsageError
from referee.identifier import BotName
from referee.league.format import Format, Group, Stage
from referee.league.format.played_set import PlayedSet
from referee.league.format.score import scores
from referee.league.key import Key
from referee.sentence.league_file import LeagueFileSentence
from tianming_games.chance import Chance


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockOut(Format):
    """The bots are dealt into groups; the first `advance` of each go on.

    As many groups play as can be filled. Who is left over has a bye, nobody twice before
    everybody once. When too few are left for a group, the best of those that went out in
    the round before fill the final. Equal scores are decided by the number of first
    places, then of points, and at last by a lot that belongs to the league's seed. A bot
    that is added once the first round is planned does not come in.
    """

    kind = "knock-out"
    about = "the best of each group advance, until one is left"

    sets: Annotated[int, Key("seeds on which each group of a round meets", 1, 10_000)] = 1
    advance: Annotated[
        int, Key("bots of each group that advance; 0: half of the seats, at least one", 0, 99)
    ] = 0

    @property
    def rounds(self) -> int:
        """As many as it takes."""
        return 0

    def groups(self, stage: Stage) -> list[Group]:
        """The groups of the round, dealt so that the best meet late; none after the final."""
        bracket = self._bracket(stage)
        if bracket.winner:
            return []
        order = [bot for bot in bracket.alive if bot in stage.bots]
        missing = max(0, stage.seats - len(order))
        order += [bot for bot in bracket.out if bot in stage.bots][:missing]
        for bot in _byes(order, bracket, stage.seats):
            order.remove(bot)
        return _dealt(order, stage.seats)

    def conclusion(self, stage: Stage) -> str | None:
        """Who has won."""
        winner = self._bracket(stage).winner
        return f"{winner} wins the knock-out." if winner else None

    def exclusion(self, bot: BotName, entrants: Sequence[BotName]) -> str:
        """Return why a bot cannot come in: it was not there in the first round."""
        if entrants and bot not in entrants:
            return "a knock-out takes no bot after its first round"
        return ""

    def violation(self, seats: int, bots: Sequence[BotName]) -> UsageError | None:
        """Return why it cannot be played; None if it can."""
        if self.advance >= seats:
            return UsageError(LeagueFileSentence.NOBODY_GOES_OUT, advance=self.advance, seats=seats)
        return Format.violation(self, seats, bots)

    def _bracket(self, stage: Stage) -> "_Bracket":
        advance = self.advance or max(1, stage.seats // 2)
        bracket = _Bracket(stage)
        for _, sets in groupby(stage.played, key=lambda one: one.round):
            bracket.play(list(sets), advance)
        return bracket


@dataclass(slots=True)
class _Bracket:
    """Who is still in and who went out, both best first, and who has won.

    `rounds` counts the rounds that each bot has played.
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
        """Take in a round."""
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
        """The bots by what they did in some sets, best first; lots decide at last."""
        merits = _merits(bots, sets)
        lots = Chance(self.stage.key, "lots").shuffle(sorted(bots))
        return sorted(lots, key=merits.__getitem__, reverse=True)


def _merits(
    bots: Sequence[BotName], sets: Sequence[PlayedSet]
) -> dict[BotName, tuple[float, float, float]]:
    """Mean share, first places, and points of each bot."""
    table = scores(bots, sets)
    firsts: Counter[BotName] = Counter()
    points: Counter[BotName] = Counter()
    for match in (match for one in sets for match in one.matches):
        for bot, result in zip(match.pairing.bots, match.outcome.results, strict=True):
            firsts[bot] += result.place == 1
            points[bot] += result.score
    return {bot: (round(table[bot].mean, 9), firsts[bot], points[bot]) for bot in bots}


def _byes(order: Sequence[BotName], bracket: _Bracket, seats: int) -> list[BotName]:
    """Who is left over: the best of those that have played the most rounds."""
    by_rounds = sorted(order, key=lambda bot: -bracket.rounds[bot])
    return by_rounds[: len(order) % seats]


def _dealt(order: Sequence[BotName], size: int) -> list[Group]:
    """The bots dealt to full groups, forth and back, so that the best are apart."""
    count = len(order) // size
    groups: list[list[BotName]] = [[] for _ in range(count)]
    for row in range(size):
        bots = order[row * count : (row + 1) * count]
        for group, bot in zip(groups, reversed(bots) if row % 2 else bots, strict=True):
            group.append(bot)
    return [tuple(group) for group in groups]
