"""Events of the journal of a league: what no record of a match can tell.

Each event is one line of JSON: its `kind` and its fields. A line leaves out fields that have their
default, as lines of earlier versions do.
"""

import json
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Any

from referee.identifier import BotName, MatchId
from referee.league.pairing import Pairing


@dataclass(frozen=True, slots=True)
class Opened:
    """The season has begun; always the first event. `game` is empty where nobody said."""

    league: str
    game: str = ""


@dataclass(frozen=True, slots=True)
class BotListed:
    """A bot plays from the next round on: by a `command`, over the network, or at an `address`.

    `token` is the SHA-256 of the secret of a bot on the network, in hexadecimal. `token_env` is
    the variable with the secret that a bot at an address expects.
    """

    bot: BotName
    command: str | None
    token: str | None
    address: str | None = None
    token_env: str | None = None


@dataclass(frozen=True, slots=True)
class BotBenched:
    """A bot starts no more matches; if `until_connected`, only until it connects again."""

    bot: BotName
    reason: str
    until_connected: bool = False


@dataclass(frozen=True, slots=True)
class RoundPlanned:
    """The roster of a round is fixed, and with it who plays whom."""

    number: int
    bots: tuple[BotName, ...]
    pairings: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class AttemptBegun:
    """A match is handed out to be played; its bots may have seen draws from now on.

    `seed` is that of a later attempt in hexadecimal; the first one has the seed of the plan.
    """

    match_id: MatchId
    attempt: int
    seed: str = ""


@dataclass(frozen=True, slots=True)
class AttemptSealed:
    """An attempt has ended with a sealed record.

    `digest` is that of its seal in hexadecimal. `versions` are those of the bots by seat, with
    empty texts for unknown ones; without any, each bot has the version of its last match.
    """

    match_id: MatchId
    attempt: int
    digest: str
    versions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AttemptFailed:
    """An attempt has ended without a sealed record."""

    match_id: MatchId
    attempt: int
    reason: str


@dataclass(frozen=True, slots=True)
class MatchVoided:
    """A match is void, whatever its records say, and is not played any more."""

    match_id: MatchId
    reason: str


@dataclass(frozen=True, slots=True)
class MatchReopened:
    """A match is played again, from that attempt on.

    If `keeps_result`, its result counts until a new one is there; if not, or if the match is
    void, no earlier attempt counts any more.
    """

    match_id: MatchId
    from_attempt: int
    keeps_result: bool = False


@dataclass(frozen=True, slots=True)
class RerunCancelled:
    """A match is not played again after all: the result of that attempt stays."""

    match_id: MatchId
    attempt: int
    reason: str


JournalEvent = (
    Opened
    | BotListed
    | BotBenched
    | RoundPlanned
    | AttemptBegun
    | AttemptSealed
    | AttemptFailed
    | MatchVoided
    | MatchReopened
    | RerunCancelled
)

_SIMPLE: dict[str, Callable[..., JournalEvent]] = {
    "opened": Opened,
    "bot_listed": BotListed,
    "bot_benched": BotBenched,
    "attempt_begun": AttemptBegun,
    "attempt_sealed": AttemptSealed,
    "attempt_failed": AttemptFailed,
    "match_voided": MatchVoided,
    "match_reopened": MatchReopened,
    "rerun_cancelled": RerunCancelled,
}
_KINDS = {kind: name for name, kind in _SIMPLE.items()}
_ROUND = "round_planned"


def dumps(event: JournalEvent, time: str) -> str:
    """The event as a line; `time` is when it was written, for people."""
    if isinstance(event, RoundPlanned):
        line = {"kind": _ROUND, "time": time, **_round(event)}
    else:
        line = {"kind": _KINDS[type(event)], "time": time, **_facts(event)}
    return json.dumps(line, separators=(",", ":"))


def loads(line: str) -> JournalEvent:
    """The event of a line.

    Raises:
        ValueError, KeyError, TypeError: for a line that says no event.
    """
    facts = json.loads(line)
    kind = facts.pop("kind")
    del facts["time"]
    if kind == _ROUND:
        return _read_round(facts)
    if "versions" in facts:
        facts["versions"] = tuple(facts["versions"])
    return _SIMPLE[kind](**facts)


def _facts(event: JournalEvent) -> dict[str, Any]:
    """The fields of an event, without those that have their default."""
    values = ((field, getattr(event, field.name)) for field in fields(event))
    return {
        field.name: value
        for field, value in values
        if field.default is MISSING or value != field.default
    }


def _round(event: RoundPlanned) -> dict[str, Any]:
    """The round with each pairing as a short row, bots by their place on the roster."""
    place = {bot: index for index, bot in enumerate(event.bots)}
    return {
        "number": event.number,
        "bots": event.bots,
        "pairings": [
            (
                pairing.match_id,
                pairing.set_number,
                pairing.variant,
                [place[bot] for bot in pairing.bots],
                pairing.seed.hex(),
            )
            for pairing in event.pairings
        ],
    }


def _read_round(facts: dict[str, Any]) -> RoundPlanned:
    number, bots = facts["number"], tuple(facts["bots"])
    pairings = tuple(
        Pairing(
            match_id=match_id,
            round=number,
            set_number=set_number,
            bots=tuple(bots[seat] for seat in seats),
            seed=bytes.fromhex(seed),
            variant=variant,
        )
        for match_id, set_number, variant, seats, seed in facts["pairings"]
    )
    return RoundPlanned(number, bots, pairings)
