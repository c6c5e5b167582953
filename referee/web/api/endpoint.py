"""The endpoints of the API, with their parameters and answers."""

from dataclasses import dataclass, field
from typing import Any, Final

from referee.web.api.entered import (
    BotToken,
    ChallengeOrder,
    Done,
    EntryLine,
    EntryTerms,
    FriendlyAsked,
    FriendlyChoice,
    JoinedOwner,
    JoinOrder,
    Mine,
    NoOrder,
    OwnedMatches,
    RawBytes,
    SignIn,
    SubmissionLine,
    SubmissionPage,
    SubmissionProgress,
    VersionChoice,
)
from referee.web.api.match import (
    FAULT_KINDS,
    MATCH_STATES,
    End,
    Fairness,
    LivePosition,
    MatchAnalysis,
    MatchPage,
    MatchView,
    Question,
    ReasoningText,
    Step,
    Steps,
)
from referee.web.api.model import Model
from referee.web.api.season import BotView, League
from referee.web.api.seasons import Seasons
from referee.web.api.seated import SeatAnswer, SeatRule, SeatStart, SeatView

PREFIX = "/api/v1"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter in the path or query of a request; `schema` is JSON Schema."""

    name: str
    about: str
    schema: dict[str, Any] = field(default_factory=lambda: {"type": "string"})


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One address of the API.

    `answers` are the models of the answer: one for JSON, several for the events of a stream.
    `takes` is the model of the body; an address without one only reads. `media` is the type of an
    answer of bytes.
    """

    name: str
    path: str
    about: str
    answers: tuple[type[Model], ...]
    query: tuple[Parameter, ...] = ()
    is_stream: bool = False
    media: str = "application/octet-stream"
    takes: type[Model] | None = None

    @property
    def method(self) -> str:
        """The method of its requests."""
        return "GET" if self.takes is None else "POST"


def _number(least: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": 1_000_000_000}


def _one_of(*words: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(words)}


MATCH = Parameter("match", "Name of a match.")
BOT = Parameter("bot", "Name of a bot.")
NUMBER = Parameter("number", "Number of a submission.", _number(1))
TOKEN = Parameter("token", "The token in the link of a person.")
IN_PATH = {one.name: one for one in (MATCH, BOT, NUMBER, TOKEN)}

LEAGUE = Endpoint("league", "/league", "The season at a glance.", (League,))
MATCHES = Endpoint(
    "matches",
    "/matches",
    "A page of the matches, the newest first.",
    (MatchPage,),
    (
        Parameter("bot", "Only matches of this bot."),
        Parameter("opponent", "Only matches in which this bot plays, too."),
        Parameter("seat", "Only matches in which the bot has this seat.", _number(0)),
        Parameter("round", "Only matches of this round.", _number(1)),
        Parameter("game", "Only matches of this game."),
        Parameter(
            "fault",
            "Only with such a fault, or `any`; of the bot, if one is named.",
            _one_of("any", *FAULT_KINDS.words),
        ),
        Parameter("state", "Only matches in this state.", _one_of(*MATCH_STATES.words)),
        Parameter("page", "Number of the page, from 1.", _number(1)),
    ),
)
MATCH_VIEW = Endpoint("match", "/matches/{match}", "A match without its steps.", (MatchView,))
STEPS = Endpoint(
    "steps",
    "/matches/{match}/steps",
    "All steps of a match in one answer.",
    (Steps,),
    (
        Parameter("seat", "The view of one seat, after the end.", _number(0)),
        Parameter(
            "options", "1: with the options of each choice.", {"type": "integer", "enum": [0, 1]}
        ),
    ),
)
ANALYSIS = Endpoint(
    "analysis",
    "/matches/{match}/analysis",
    "What a search thinks of the choices of a finished match, if the organiser has written it.",
    (MatchAnalysis,),
)
_STEP: Final = Parameter("step", "The number of the step; the newest if left out.", _number(0))
PICTURE = Endpoint(
    "picture",
    "/matches/{match}/board.svg",
    "The board as a picture, as all seats may see it.",
    (RawBytes,),
    (_STEP,),
    media="image/svg+xml",
)
CARD = Endpoint(
    "card",
    "/matches/{match}/board.png",
    "The same picture in 1200 by 630 pixels, for programs that preview links.",
    (RawBytes,),
    (_STEP,),
    media="image/png",
)
RECORD_FILE = Endpoint(
    "recordFile",
    "/matches/{match}/record",
    "The record of a finished match. It lacks the notes of bots, unless the organiser shows them.",
    (RawBytes,),
)
REASONING = Endpoint(
    "reasoning",
    "/matches/{match}/reasoning",
    "How a bot came to a choice of a finished match, in its own words, if notes are shown.",
    (ReasoningText,),
    (Parameter("n", "Number of the step.", _number(0)),),
)
LIVE = Endpoint(
    "live",
    "/matches/{match}/live",
    "Server-Sent Events: the steps of a match as they come. Events are `start` (the steps so far), "
    "`step`, `asked` and `end`; the id of an event is the number of its step, and a stream that "
    "continues after `Last-Event-ID` has no `start`.",
    (Steps, Step, Question, End),
    is_stream=True,
)
POSITION = Endpoint(
    "position",
    "/matches/{match}/position",
    "The newest position of a running match.",
    (LivePosition,),
    (Parameter("board", "1: with the board.", {"type": "integer", "enum": [0, 1]}),),
)
BOT_VIEW = Endpoint("bot", "/bots/{bot}", "A bot of the season.", (BotView,))
FAIR = Endpoint("fair", "/fair/{match}", "How to check that a match was fair.", (Fairness,))

SEASONS = Endpoint(
    "seasons",
    "/seasons",
    "The seasons of a server of several; each has this API below its own path, except this list.",
    (Seasons,),
)

TERMS = Endpoint("terms", "/entry", "What the season demands of bots.", (EntryTerms,))
JOIN = Endpoint(
    "join", "/entry/join", "Become an owner, and begin a session.", (JoinedOwner,), takes=JoinOrder
)
SIGN_IN = Endpoint(
    "signIn", "/entry/session", "Begin a session with a token.", (Done,), takes=SignIn
)
SIGN_OUT = Endpoint("signOut", "/entry/leave", "End the session.", (Done,), takes=NoOrder)

_BEFORE = Parameter("before", "Only those with a lower number.", _number(1))
_MATCH_NAME = Parameter("match", "Name of a match of the owner.")

MINE = Endpoint("mine", "/mine", "The entries of the owner.", (Mine,))
SUBMISSIONS = Endpoint(
    "submissions",
    "/mine/submissions",
    "At most 100 submissions of the owner, the newest first.",
    (SubmissionPage,),
    (_BEFORE,),
)
PROGRESS = Endpoint(
    "progress",
    "/mine/submissions/{number}/live",
    "Server-Sent Events: the progress of a submission. Events are `progress`, and `over` after the "
    "last one. A new stream begins with all output so far.",
    (SubmissionProgress,),
    is_stream=True,
)
OWNED_MATCHES = Endpoint(
    "ownedMatches",
    "/mine/matches",
    "At most 100 finished matches of the owner's bots, the newest first.",
    (OwnedMatches,),
    (Parameter("bot", "Only matches of this bot of the owner."), _BEFORE),
)
OUTPUT = Endpoint(
    "output",
    "/mine/output",
    "What a bot of the owner printed in a match.",
    (RawBytes,),
    (_MATCH_NAME, Parameter("bot", "Name of the bot.")),
)
RECORD = Endpoint(
    "record", "/mine/record", "The record of a match of the owner.", (RawBytes,), (_MATCH_NAME,)
)
SUBMIT = Endpoint(
    "submit",
    "/mine/bots/{bot}/submit",
    "Submit an archive for a bot.",
    (SubmissionLine,),
    takes=RawBytes,
)
USE = Endpoint(
    "use",
    "/mine/bots/{bot}/use",
    "Let an accepted version play.",
    (EntryLine,),
    takes=VersionChoice,
)
WITHDRAW = Endpoint(
    "withdraw",
    "/mine/bots/{bot}/withdraw",
    "Take a bot out of the season.",
    (EntryLine,),
    takes=NoOrder,
)
BOT_TOKEN = Endpoint(
    "botToken",
    "/mine/bots/{bot}/token",
    "Make a token with which the owner's program connects.",
    (BotToken,),
    takes=NoOrder,
)
FRIENDLIES = Endpoint(
    "friendlies",
    "/mine/bots/{bot}/friendlies",
    "Allow or forbid friendlies against a bot.",
    (EntryLine,),
    takes=FriendlyChoice,
)
CHALLENGE = Endpoint(
    "challenge",
    "/mine/bots/{bot}/challenge",
    "Ask for a friendly.",
    (FriendlyAsked,),
    takes=ChallengeOrder,
)

SEAT_LIVE = Endpoint(
    "seatLive",
    "/seat/{token}/live",
    "Server-Sent Events: what the seat of a person sees. Events are `start` (once, when the match "
    "has begun) and `view` (the whole view, whenever it changes).",
    (SeatStart, SeatView),
    is_stream=True,
)
SEAT_RULE = Endpoint(
    "seatRule",
    "/seat/{token}/rule",
    "The section of the rules behind an option of the open question.",
    (SeatRule,),
    (Parameter("option", "Index of the option.", _number(0)),),
)
SEAT_ANSWER = Endpoint(
    "seatAnswer",
    "/seat/{token}/answer",
    "Answer the open question of a person's seat.",
    (Done,),
    takes=SeatAnswer,
)

SEAT_ENDPOINTS = (SEAT_LIVE, SEAT_RULE, SEAT_ANSWER)
"""Those of people who play in the browser; `referee play --web` has them, and no others."""

OWNER_ENDPOINTS = (
    TERMS,
    JOIN,
    SIGN_IN,
    SIGN_OUT,
    MINE,
    SUBMISSIONS,
    PROGRESS,
    OWNED_MATCHES,
    OUTPUT,
    RECORD,
    SUBMIT,
    USE,
    WITHDRAW,
    BOT_TOKEN,
    FRIENDLIES,
    CHALLENGE,
)
"""Those of owners; a season that takes entries has them."""

ENDPOINTS = (
    LEAGUE,
    MATCHES,
    MATCH_VIEW,
    STEPS,
    ANALYSIS,
    PICTURE,
    CARD,
    RECORD_FILE,
    REASONING,
    LIVE,
    POSITION,
    BOT_VIEW,
    FAIR,
    SEASONS,
    *OWNER_ENDPOINTS,
    *SEAT_ENDPOINTS,
)
