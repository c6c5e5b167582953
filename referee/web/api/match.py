"""Matches: a list of them, one of them, and its steps."""

from datetime import datetime
from typing import Annotated, Final, Literal

from pydantic import Field

from referee.league.ledger import listing
from referee.match import entry
from referee.match.fault import Fault
from referee.record.reader import KINDS
from referee.web.api.face import Faces
from referee.web.api.model import Model, OneOf, Seconds
from referee.web.api.scene import SentBoard, SentDelta, SentScene

MATCH_STATES = OneOf.named(listing.MatchState)

MatchState = Annotated[str, MATCH_STATES]
"""Whether a match is planned, running, finished or void."""

FAULT_KINDS = OneOf.named(Fault)

FaultKind = Annotated[str, FAULT_KINDS]

FaultCounts = dict[str, int]
"""How many faults of each kind; the keys are fault kinds."""

_STEPS: Final = {"drawn": "draw", "chosen": "action", "seal": "end"}
_NO_STEPS: Final = ("header", "asked", "signature")

StepKind = Annotated[
    str, OneOf(tuple(_STEPS.get(kind, kind) for kind in KINDS if kind not in _NO_STEPS))
]
"""What a step is: the kinds of entries, some under the name that readers use."""

Origin = Annotated[str, OneOf.named(entry.Origin)]
"""Who made a choice: the bot; the referee, in place of one answer (`substitute`) or for a
forfeited seat (`house`); or the rules, because only one option was left (`forced`)."""


class SeatResult(Model):
    """A seat of a match: its bot, and its result where the match has one."""

    bot: str
    place: int | None = None
    score: int | None = None
    strikes: int = 0
    forfeited: bool = False
    faults: FaultCounts = Field(default_factory=dict)


class MatchLine(Model):
    """A match in a list."""

    id: str
    game: str
    options: dict[str, str] = Field(default_factory=dict)
    """Options of the game that are not the default."""
    state: MatchState
    round: int | None = None
    set_number: int | None = None
    seats: list[SeatResult]
    reason: str = ""
    """How the match ended, or why it is void."""
    started: datetime | None = None
    ended: datetime | None = None


class MatchPage(Model):
    """One page of a list of matches, the newest first."""

    total: int
    """Matches on all pages."""
    page: int
    """Number of this page, from 1."""
    size: int
    """Matches on a full page."""
    matches: list[MatchLine]
    faces: Faces = Field(default_factory=dict)
    """Of the bots in these matches."""


class ClockSettings(Model):
    """The clock of every seat, in seconds."""

    decision: Seconds
    bank: Seconds
    increment: Seconds
    grace: Seconds
    first: Seconds


class Hidden(Model):
    """Why the play of a match is not shown yet."""

    reason: Literal["planned", "until_end", "until_set_is_over", "record"]
    message: str
    over: int = 0
    """How many matches of its set are over."""
    of: int = 0
    """How many matches its set has."""
    typical: Seconds | None = None
    """How long matches of its kind took, as a median; absent if it is over, or the first one."""


class LiveLine(MatchLine):
    """A match that is being played."""

    hidden: Hidden | None = None
    """Absent where the play is shown."""


class MatchView(MatchLine):
    """A match with everything that its page needs, except the steps."""

    title: str
    """The game's name for people."""
    all_options: dict[str, str]
    clock: ClockSettings | None = None
    """Absent before the match has begun."""
    strikes: int | None = None
    """Strikes that forfeit a seat."""
    attempt: int = 1
    hidden: Hidden | None = None
    """Absent where the play is shown."""
    views: tuple[int, ...] = ()
    """Seats whose own view can be asked for."""
    delay: int = 0
    """How many decisions what is shown is behind what is played."""
    analysed: bool = False
    """Whether an analysis of its choices can be asked for."""
    recorded: bool = False
    """Whether its record can be downloaded."""
    faces: Faces = Field(default_factory=dict)


class Moment(Model):
    """When something happens, in the words of the game; steps that share both belong together."""

    round: str = ""
    turn: str = ""


class Asked(Model):
    """A question that is open from this step on."""

    seat: int
    budget: Seconds
    """What the seat may spend on it, without grace."""


class Thought(Model):
    """What a bot thought of the position, as it said itself."""

    value: float | None = None
    """The result it expects for its seat, from 0 to 1."""
    nodes: int = 0
    depth: int = 0
    line: tuple[str, ...] = ()
    """The play it expects."""
    tokens_in: int = 0
    """Tokens read for the choice. The bot declared this and the next two values."""
    tokens_out: int = 0
    cost: float = 0.0
    """What they cost, in US dollars."""
    reasoning: int = 0
    """Bytes of its reasoning, which can be asked for after the end; 0 for none."""


class Step(Model):
    """Something that happened in a match, and how the board changed.

    Fields that neighbouring steps share come first, and fields that differ come last, because a
    match then compresses best.
    """

    seat: int | None = None
    kind: StepKind
    words: str
    moment: Moment | None = None
    """The moment of the game from this step on; absent if it is unchanged."""
    delta: SentDelta | None = None
    origin: Origin = "bot"
    fault: FaultKind | None = None
    strikes: int | None = None
    """Strikes of the seat, where the step changes them."""
    forfeited: bool = False
    """Whether the seat is forfeited with this step."""
    gains: str = ""
    """Who scored how much with the step, in words."""
    reason: str = ""
    """What these points were scored for, in a word or two; absent if that is not known."""
    scores: list[int] | None = None
    """Points by seat, where they changed."""
    clock: list[Seconds] | None = None
    """What is left in each bank, where it changed."""
    options: list[str] | None = None
    """The options of the seat, if the request asked for options."""
    chosen: int | None = None
    """The index of its choice among them."""
    note: str = ""
    thought: Thought | None = None
    n: int
    """Number of the entry in the record: the same live and afterwards."""
    time: Seconds | None = None
    """Time that the bot took for its choice."""
    asked: tuple[Asked, ...] = ()
    """The questions that follow the step."""


class Steps(Model):
    """A whole match, or what is known of it so far."""

    id: str
    seat: int | None = None
    """Whose view it is; absent for what everybody may see."""
    over: bool
    """Whether the match has ended, so that no step will follow."""
    last: int = 0
    """Number of the last step so far, 0 for none. Live, the steps up to it follow as events."""
    seats: list[str]
    """The bots in seat order."""
    board: SentBoard | None = None
    """Absent for a game that brings no board."""
    scene: SentScene = Field(default_factory=dict)
    """The pieces before the first step."""
    moment: Moment
    clock: list[Seconds]
    """What is in each bank before the first step."""
    scores: list[int] | None = None
    asked: tuple[Asked, ...] = ()
    """Questions before the first step."""
    steps: list[Step]


class LivePosition(Model):
    """The newest position of a running match, for a picture of it."""

    id: str
    last: int
    """Number of the last step, 0 for none."""
    seats: list[str]
    board: SentBoard | None = None
    """Only if the request asked for it, for it stays the same."""
    scene: SentScene = Field(default_factory=dict)
    moment: Moment
    words: str = ""
    """The last step in words."""
    scores: list[int] | None = None


class AnalysedChoice(Model):
    """A choice, as a search sees it with the information of the seat."""

    n: int
    """The entry of the choice: the number of its step."""
    seat: int
    options: tuple[str, ...]
    """All options in notation."""
    values: tuple[float | None, ...]
    """The expected result after each option, from 0 for a loss to 1 for a win; null for one that
    the search did not try."""
    chosen: int
    """The index of the choice among the options."""
    best: int
    """The index of the best option."""
    blunder: bool = False
    """Whether the choice loses much against the best option."""
    line: tuple[str, ...] = ()
    """The better play in notation; empty if the choice was the best option."""


class MatchAnalysis(Model):
    """What a search thinks of the choices of a finished match."""

    id: str
    seconds: float
    """Processor time of the search for each choice, in seconds."""
    choices: tuple[AnalysedChoice, ...]


class ReasoningText(Model):
    """How a bot came to a choice, in its own words."""

    id: str
    n: int
    """The entry of the choice: the number of its step."""
    text: str


class Question(Model):
    """A live event: the referee asks a seat. `n` is the last step before the question, or 0."""

    n: int
    seat: int
    budget: Seconds
    elapsed: Seconds
    """How long the seat has had the question already."""


class End(Model):
    """A live event: the match is over, and no more steps follow."""

    n: int
    state: MatchState


class Fairness(Model):
    """How anybody can check that a match was fair."""

    id: str
    commitment: str
    """What the bots received before the first draw: SHA-256 in hexadecimal."""
    digest: str | None = None
    """The digest of the record's seal, which stands for every entry; absent before the end."""
    seed: str | None = None
    """The seed of all draws in hexadecimal; absent before it may be known."""
    nonce: str | None = None
    public_key: str | None = None
    """The organiser's key that signed the record, in hexadecimal."""
    record: str
    """Name of the record's file."""
    verify: str
    """The command that checks the record."""
    hidden: str = ""
    """Why the seed is not shown yet, in words."""
