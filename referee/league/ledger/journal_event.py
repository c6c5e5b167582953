"""Events of a league's journal, which has what the records of matches do not contain.

Each event is one line of JSON: its `kind`, its `time` and its fields. A line omits fields with
default values, as lines of earlier versions do.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from referee.identifier import BotName, MatchId, OwnerName
from referee.league.hosted_version import HostedVersion
from referee.league.ledger.chained_journal import facts_of
from referee.league.pairing import Pairing


@dataclass(frozen=True, slots=True)
class Opened:
    """The season began; always the first event. `game` is empty if unknown."""

    league: str
    game: str = ""


@dataclass(frozen=True, slots=True)
class BotListed:
    """A bot plays from the next round on.

    Attributes:
        bot: its name.
        command: the command that starts a local bot; else None.
        token: the SHA-256 of a remote bot's token in hexadecimal, with the facts of its line in the
            token file; else None.
        address: the address at which the bot listens; else None.
        token_env: the environment variable with the token that a listening bot expects.
        owner: the name of its owner; empty if it has none.
        hosted: the version of a local bot that its owner submitted; None for other bots.
    """

    bot: BotName
    command: str | None
    token: str | None
    address: str | None = None
    token_env: str | None = None
    owner: OwnerName = OwnerName("")
    hosted: HostedVersion | None = None


@dataclass(frozen=True, slots=True)
class BotBenched:
    """A bot starts no more matches; if `until_connected`, only until it connects again."""

    bot: BotName
    reason: str
    until_connected: bool = False


@dataclass(frozen=True, slots=True)
class RoundPlanned:
    """A round was planned, with its roster and its pairings."""

    number: int
    bots: tuple[BotName, ...]
    pairings: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class AttemptBegun:
    """An attempt starts; from now on its bots may have seen draws.

    `seed` is the seed of a later attempt in hexadecimal; the first attempt uses the planned seed.
    """

    match_id: MatchId
    attempt: int
    seed: str = ""


@dataclass(frozen=True, slots=True)
class AttemptSealed:
    """An attempt ended with a sealed record.

    `digest` is the digest of the seal in hexadecimal. `versions` are the versions of the bots by
    seat. If one is empty, or all are missing, the bot has the version of its previous match.
    """

    match_id: MatchId
    attempt: int
    digest: str
    versions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AttemptFailed:
    """An attempt ended without a sealed record."""

    match_id: MatchId
    attempt: int
    reason: str


@dataclass(frozen=True, slots=True)
class MatchVoided:
    """A match became void, even if it has a result, and is not played any more."""

    match_id: MatchId
    reason: str


@dataclass(frozen=True, slots=True)
class MatchReopened:
    """A match is played again, from the attempt `from_attempt` on.

    If `keeps_result` is True and the match is not void, its result counts until there is a new
    one. Otherwise no earlier attempt counts any more.
    """

    match_id: MatchId
    from_attempt: int
    keeps_result: bool = False


@dataclass(frozen=True, slots=True)
class RerunCancelled:
    """The rerun of a match was cancelled: the result of the attempt `attempt` still counts."""

    match_id: MatchId
    attempt: int
    reason: str


@dataclass(frozen=True, slots=True)
class RoundScheduled:
    """The schedule of the league begins the next round at `start`, or never if that is empty.

    `start` is a time in UTC, in ISO 8601.
    """

    start: str


@dataclass(frozen=True, slots=True)
class RunBegan:
    """A run began: no attempt is in progress, and no remote bot is at the table."""


@dataclass(frozen=True, slots=True)
class BotArrived:
    """A remote bot is at the table: it is connected, or answers the referee."""

    bot: BotName


@dataclass(frozen=True, slots=True)
class BotLeft:
    """A remote bot is not at the table any more."""

    bot: BotName


@dataclass(frozen=True, slots=True)
class StepPlanned:
    """A set was planned in a season whose format needs no rounds.

    Attributes:
        number: the number of the set.
        pairings: its matches: one group of bots in every rotation of the seats.
        why: why this set comes next, as a clause.
        per_bot: how many matches of one bot could be open when it was planned.
        resting: the bots that could start no match then, because of the season's pace or because
            their owner had the most matches at once.
    """

    number: int
    pairings: tuple[Pairing, ...]
    why: str
    per_bot: int = 1
    resting: tuple[BotName, ...] = ()


@dataclass(frozen=True, slots=True)
class BotRenamed:
    """A bot has another name from now on, and keeps its results.

    Earlier events and records have the name of their time.
    """

    old: BotName
    new: BotName


@dataclass(frozen=True, slots=True)
class OwnerRenamed:
    """An owner has another name, with all bots. `owner` is the former name."""

    owner: OwnerName
    name: OwnerName


@dataclass(frozen=True, slots=True)
class VersionRolledBack:
    """A version of a hosted bot failed in its first sets, so an earlier one plays instead.

    Attributes:
        bot: the bot.
        number: the version that failed.
        to: the version that plays instead; 0 if no earlier one played well.
        reason: how it failed, as a clause.
    """

    bot: BotName
    number: int
    to: int
    reason: str


@dataclass(frozen=True, slots=True)
class VersionHeld:
    """From the freeze on, a connected bot plays with one version only.

    `version` is what its `Hello` says; None if any version may play again.
    """

    bot: BotName
    version: str | None = None


@dataclass(frozen=True, slots=True)
class FriendlyEnded:
    """A friendly was played, or cannot be played.

    Attributes:
        number: its number.
        bots: its bots by seat.
        reason: why it ended, as a sentence.
        ended: when it ended, in milliseconds since 1970.
        termination: how it ended; 0 if it was not played, so that it has no record.
        seats: place, score, strikes and forfeited for each seat, as a JSON list.
        digest: the digest of the seal of its record in hexadecimal.
    """

    number: int
    bots: tuple[BotName, ...]
    reason: str
    ended: int
    termination: int = 0
    seats: str = "[]"
    digest: str = ""


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round ended for the first time: no match of it was open."""

    number: int


@dataclass(frozen=True, slots=True)
class SeasonEnded:
    """All rounds were played, or the schedule had no more starts, after so many rounds."""

    rounds: int


@dataclass(frozen=True, slots=True)
class OrganiserAlerted:
    """The season met something that the organiser should look at; `what` is a sentence."""

    what: str


@dataclass(frozen=True, slots=True)
class IntervalBegan:
    """The command of `format.after_round` runs after a round; `at` is in seconds since 1970."""

    number: int
    at: int


@dataclass(frozen=True, slots=True)
class IntervalEnded:
    """The next round may begin: the interval after round `number` is over; `how` says why."""

    number: int
    how: str


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
    | RoundScheduled
    | RunBegan
    | BotArrived
    | BotLeft
    | StepPlanned
    | BotRenamed
    | OwnerRenamed
    | VersionRolledBack
    | VersionHeld
    | FriendlyEnded
    | RoundEnded
    | SeasonEnded
    | OrganiserAlerted
    | IntervalBegan
    | IntervalEnded
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
    "round_scheduled": RoundScheduled,
    "run_began": RunBegan,
    "bot_arrived": BotArrived,
    "bot_left": BotLeft,
    "bot_renamed": BotRenamed,
    "owner_renamed": OwnerRenamed,
    "version_rolled_back": VersionRolledBack,
    "version_held": VersionHeld,
    "friendly_ended": FriendlyEnded,
    "round_ended": RoundEnded,
    "season_ended": SeasonEnded,
    "organiser_alerted": OrganiserAlerted,
    "interval_began": IntervalBegan,
    "interval_ended": IntervalEnded,
}
_KINDS = {kind: name for name, kind in _SIMPLE.items()}
_ROUND = "round_planned"
_STEP = "step_planned"


def dumps(event: JournalEvent, time: str) -> str:
    """Return an event as a line, without a line break; `time` is informative only."""
    if isinstance(event, RoundPlanned):
        line = {"kind": _ROUND, "time": time, **_round(event)}
    elif isinstance(event, StepPlanned):
        line = {"kind": _STEP, "time": time, **_step(event)}
    else:
        line = {"kind": _KINDS[type(event)], "time": time, **facts_of(event)}
        if isinstance(event, BotListed) and event.hosted is not None:
            line["hosted"] = asdict(event.hosted)
    return json.dumps(line, separators=(",", ":"))


def loads(line: str) -> JournalEvent:
    """Return the event of a line.

    Raises:
        ValueError, KeyError, TypeError: when the line is no event.
    """
    facts = json.loads(line)
    kind = facts.pop("kind")
    del facts["time"]
    if kind == _ROUND:
        return _read_round(facts)
    if kind == _STEP:
        return _read_step(facts)
    for name in ("versions", "bots"):
        if name in facts:
            facts[name] = tuple(facts[name])
    if "hosted" in facts:
        facts["hosted"] = HostedVersion.of(facts["hosted"])
    return _SIMPLE[kind](**facts)


def _round(event: RoundPlanned) -> dict[str, Any]:
    """Return a round with each pairing as a list; bots of the roster are indexes into it."""
    place: dict[BotName, int | BotName] = {bot: index for index, bot in enumerate(event.bots)}
    return {
        "number": event.number,
        "bots": event.bots,
        "pairings": [
            (
                pairing.match_id,
                pairing.set_number,
                pairing.variant,
                [place.get(bot, bot) for bot in pairing.bots],
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
            bots=tuple(bots[seat] if isinstance(seat, int) else seat for seat in seats),
            seed=bytes.fromhex(seed),
            variant=variant,
        )
        for match_id, set_number, variant, seats, seed in facts["pairings"]
    )
    return RoundPlanned(number, bots, pairings)


def _step(event: StepPlanned) -> dict[str, Any]:
    """Return a step with the bots of its first match; the others are rotations of it."""
    first = event.pairings[0]
    seeds = [pairing.seed.hex() for pairing in event.pairings]
    line: dict[str, Any] = {
        "number": event.number,
        "round": first.round,
        "match_id": first.match_id.removesuffix("-1"),
        "bots": first.bots,
        "seeds": seeds[:1] if len(set(seeds)) == 1 else seeds,
        "why": event.why,
    }
    if first.variant:
        line["variant"] = first.variant
    if event.per_bot != 1:
        line["per_bot"] = event.per_bot
    if event.resting:
        line["resting"] = event.resting
    return line


def _read_step(facts: dict[str, Any]) -> StepPlanned:
    order, seeds = tuple(facts["bots"]), facts["seeds"]
    pairings = tuple(
        Pairing(
            match_id=MatchId(f"{facts['match_id']}-{turn + 1}"),
            round=facts["round"],
            set_number=facts["number"],
            bots=order[turn:] + order[:turn],
            seed=bytes.fromhex(seeds[turn % len(seeds)]),
            variant=facts.get("variant", 0),
        )
        for turn in range(len(order))
    )
    return StepPlanned(
        facts["number"],
        pairings,
        facts["why"],
        facts.get("per_bot", 1),
        tuple(facts.get("resting", ())),
    )
