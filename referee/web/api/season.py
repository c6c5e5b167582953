"""The season: its table, its rounds, and its bots."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from referee.web.api.face import Faces
from referee.web.api.match import FaultCounts, FaultKind, LiveLine, MatchLine
from referee.web.api.model import Model


class Setting(Model):
    """One thing the organiser has set, in words."""

    name: str
    value: str


class Round(Model):
    """How far a round is."""

    number: int
    planned: int
    played: int
    void: int


class Game(Model):
    """A game, or one set of options of it, that the season plays."""

    name: str
    title: str
    options: dict[str, str]
    hides: bool
    """Whether seats know what others do not."""


class TableRow(Model):
    """A bot's line in the table. Ratings are in points around 1500, with an interval of 95 %."""

    rank: int
    bot: str
    owner: str | None = None
    """The bot's owner; absent if it has none."""
    rating: float | None
    low: float | None
    high: float | None
    group: int
    """Bots of different groups do not compare, because no chain of matches connects them."""
    better_than_next: float | None
    sets: int
    matches: int
    wins: float
    win_share: float
    mean_place: float
    """A forfeited seat has the last place."""
    mean_points: float | None
    """Of the seats that the bot has not forfeited; null if there are none."""
    strikes: int
    forfeits: int
    benched: str | None = None
    """Why the bot is benched; absent if it is not."""


class Meeting(Model):
    """Results of a bot's matches with an opponent, and the probability that it is better."""

    bot: str
    opponent: str
    ahead: int = 0
    level: int = 0
    behind: int = 0
    forfeits: int = 0
    """Matches that one of the two or both forfeited."""
    share: float | None = None
    """The share of points, half a point for a draw."""
    better: float | None = None
    """P(better)."""


class RatingPoint(Model):
    """A bot's rating after a round."""

    round: int
    rating: float
    low: float | None = None
    high: float | None = None


class RatingLine(Model):
    """A bot's ratings, round by round."""

    bot: str
    points: list[RatingPoint]


class ContestSeat(Model):
    """A bot in a contest."""

    bot: str
    share: float | None = None
    """Its mean score from 0 to 1; absent before the first result."""
    goes_on: bool = False
    """Whether it also plays in a later round."""


class Contest(Model):
    """Bots that meet in a round, best first."""

    round: int
    seats: list[ContestSeat]
    is_over: bool


class Arrival(Model):
    """A bot that came after the first round."""

    bot: str
    round: int
    """Its first round."""


class ComparisonView(Model):
    """The sequential test of a comparison. Elo is a difference, with an interval of 95 %."""

    new: str
    old: str
    sets: int
    wins: int
    draws: int
    losses: int
    lower: float
    """The log-likelihood ratio at which the test says that `new` is not better."""
    upper: float
    """The log-likelihood ratio at which it says that `new` is better."""
    verdict: Literal["open", "first", "second"]
    ratio: float | None = None
    """The log-likelihood ratio; absent with too few sets, as the Elo is."""
    elo: float | None = None
    elo_low: float | None = None
    elo_high: float | None = None


class FormatView(Model):
    """What the format of a league has decided so far."""

    kind: str
    about: str
    """What the format does, in one line."""
    conclusion: str | None = None
    """What is decided, in a sentence."""
    champion: str | None = None
    """The winner of a knock-out."""
    contests: tuple[Contest, ...] = ()
    """Of a knock-out or a Swiss season, round by round."""
    comparison: ComparisonView | None = None
    arrivals: tuple[Arrival, ...] = ()
    """The bots that came to a ladder after its first round, the newest first."""


class League(Model):
    """The season at a glance."""

    name: str
    kind: Literal["league", "folder"]
    """A league with rounds, or a folder of records."""
    running: bool
    """Whether somebody plays it now."""
    games: list[Game]
    settings: list[Setting]
    seats: int | None = None
    """The most seats of a match; absent before the first match is planned."""
    bots: list[str]
    rounds: list[Round]
    matches: int
    """Matches that count."""
    void: int
    live: list[LiveLine]
    """Some of the matches that are being played."""
    next: list[MatchLine]
    """The planned matches that begin next, in their order."""
    next_round: datetime | None = None
    """When the next round begins; absent if that is not planned."""
    table: list[TableRow]
    computed: datetime | None = None
    """When the table was computed."""
    pending: bool = False
    """Whether a newer table is being computed."""
    meetings: list[Meeting]
    """Empty where there are too many bots for a cross table."""
    ratings: list[RatingLine]
    form: FormatView | None = None
    """The format of a league; absent for a folder, and before the first standings."""
    show: str
    """What is shown of matches and when, in words."""
    fault_kinds: tuple[FaultKind, ...]
    """All kinds of faults."""
    faces: Faces = Field(default_factory=dict)
    """Of all bots."""


class TimeBin(Model):
    """How many answers took from `least` to `most` seconds."""

    least: float
    most: float
    count: int


class BotResults(Model):
    """How often a bot had a place."""

    place: int
    count: int


class BotView(Model):
    """A bot's page."""

    name: str
    benched: str | None = None
    """Why the bot is benched; absent if it is not."""
    row: TableRow | None = None
    """Its line in the table; absent before it has a result."""
    places: list[BotResults]
    ratings: list[RatingPoint]
    faults: FaultCounts
    answers: int
    mean_seconds: float | None = None
    longest_seconds: float | None = None
    times: list[TimeBin]
    tokens_in: int = 0
    """Tokens read for its choices. The bot declared this and the next two values."""
    tokens_out: int = 0
    cost: float = 0.0
    """What they cost, in US dollars."""
    opponents: list[Meeting]
    versions: tuple["Version", ...] = ()
    recent: list[MatchLine]
    faces: Faces = Field(default_factory=dict)
    """Of the bot, and of those that it met."""


class Version(Model):
    """A version of a bot, and the first round in which it played."""

    round: int
    label: str
