"""The endpoints of the API, with their parameters and answers."""

from dataclasses import dataclass, field
from typing import Any

from referee.web.api.match import (
    FAULT_KINDS,
    MATCH_STATES,
    End,
    Fairness,
    MatchPage,
    MatchView,
    Question,
    Step,
    Steps,
)
from referee.web.api.model import Model
from referee.web.api.season import BotView, League
from referee.web.api.seasons import Seasons

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
    """

    name: str
    path: str
    about: str
    answers: tuple[type[Model], ...]
    query: tuple[Parameter, ...] = ()
    is_stream: bool = False


def _number(least: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": 1_000_000_000}


def _one_of(*words: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(words)}


MATCH = Parameter("match", "Name of a match.")
BOT = Parameter("bot", "Name of a bot.")
IN_PATH = {one.name: one for one in (MATCH, BOT)}

LEAGUE = Endpoint("league", "/league", "The season at a glance.", (League,))
MATCHES = Endpoint(
    "matches",
    "/matches",
    "A page of the matches, the newest first.",
    (MatchPage,),
    (
        Parameter("bot", "Only matches of this bot."),
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
LIVE = Endpoint(
    "live",
    "/matches/{match}/live",
    "Server-Sent Events: the steps of a match as they come. Events are `start` (the steps so far), "
    "`step`, `asked` and `end`; the id of an event is the number of its step, and a stream that "
    "continues after `Last-Event-ID` has no `start`.",
    (Steps, Step, Question, End),
    is_stream=True,
)
BOT_VIEW = Endpoint("bot", "/bots/{bot}", "A bot of the season.", (BotView,))
FAIR = Endpoint("fair", "/fair/{match}", "How to check that a match was fair.", (Fairness,))

SEASONS = Endpoint(
    "seasons",
    "/seasons",
    "The seasons of a server of several; each has this API below its own path, except this list.",
    (Seasons,),
)

ENDPOINTS = (LEAGUE, MATCHES, MATCH_VIEW, STEPS, LIVE, BOT_VIEW, FAIR, SEASONS)
