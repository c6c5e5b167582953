"""What the journal of a league says: all that no record of a match can tell.

Each event is one line of JSON: its `kind` and its fields.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

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

    bot: str
    command: str | None
    token: str | None
    address: str | None = None
    token_env: str | None = None


@dataclass(frozen=True, slots=True)
class BotBenched:
    """A bot begins no more matches."""

    bot: str
    reason: str


@dataclass(frozen=True, slots=True)
class RoundPlanned:
    """The roster of a round is fixed, and with it who plays whom."""

    number: int
    bots: tuple[str, ...]
    pairings: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class AttemptBegun:
    """A match is handed out to be played; its bots may have seen draws from now on.

    `seed` is that of a later attempt in hexadecimal; the first one has the seed of the plan.
    """

    match_id: str
    attempt: int
    seed: str = ""


@dataclass(frozen=True, slots=True)
class AttemptSealed:
    """An attempt has ended with a sealed record; `digest` is that of its seal in hexadecimal."""

    match_id: str
    attempt: int
    digest: str


@dataclass(frozen=True, slots=True)
class AttemptFailed:
    """An attempt has ended without a sealed record."""

    match_id: str
    attempt: int
    reason: str


@dataclass(frozen=True, slots=True)
class MatchVoided:
    """A match is void, whatever its records say, and is not played any more."""

    match_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class MatchReopened:
    """A match is to be played again: no attempt before that one counts."""

    match_id: str
    from_attempt: int


Event = (
    Opened
    | BotListed
    | BotBenched
    | RoundPlanned
    | AttemptBegun
    | AttemptSealed
    | AttemptFailed
    | MatchVoided
    | MatchReopened
)

_SIMPLE: dict[str, Callable[..., Event]] = {
    "opened": Opened,
    "bot_listed": BotListed,
    "bot_benched": BotBenched,
    "attempt_begun": AttemptBegun,
    "attempt_sealed": AttemptSealed,
    "attempt_failed": AttemptFailed,
    "match_voided": MatchVoided,
    "match_reopened": MatchReopened,
}
_KINDS = {kind: name for name, kind in _SIMPLE.items()}
_ROUND = "round_planned"


def dumps(event: Event, time: str) -> str:
    """The event as a line; `time` is when it was written, for people."""
    if isinstance(event, RoundPlanned):
        said = {"kind": _ROUND, "time": time, **_round(event)}
    else:
        said = {"kind": _KINDS[type(event)], "time": time, **asdict(event)}
    return json.dumps(said, separators=(",", ":"))


def loads(line: str) -> Event:
    """The event of a line.

    Raises:
        ValueError, KeyError, TypeError: for a line that says no event.
    """
    said = json.loads(line)
    kind = said.pop("kind")
    del said["time"]
    return _read_round(said) if kind == _ROUND else _SIMPLE[kind](**said)


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


def _read_round(said: dict[str, Any]) -> RoundPlanned:
    number, bots = said["number"], tuple(said["bots"])
    pairings = tuple(
        Pairing(
            match_id=match_id,
            round=number,
            set_number=set_number,
            bots=tuple(bots[seat] for seat in seats),
            seed=bytes.fromhex(seed),
            variant=variant,
        )
        for match_id, set_number, variant, seats, seed in said["pairings"]
    )
    return RoundPlanned(number, bots, pairings)
