"""Check the promises of `docs/guarantees.md`: each function returns the breaches that it finds.

The classes of `test_promises.py` require that there are none. `test_planted.py` plants faults, and
requires that there are some.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import structlog
from structlog.testing import capture_logs

from referee.game_check.promise_walk import GameCase, walk
from referee.game_check.random_play import seed_bytes
from referee.game_check.state_promise import TwinsLookTheSame
from referee.game_check.wire_promise import EventsSayWhatHappened
from referee.identifier import BotName, MatchId, SessionId
from referee.league.attempt import AttemptName
from referee.league.ledger import Ledger
from referee.league.ledger.journal_event import AttemptBegun
from referee.match.clock import ClockSettings, Instant, seconds
from referee.match.match import MOST_NOTES
from referee.match.settings import MatchSettings
from referee.record.reader import parse
from referee.server import rate_limited_log
from referee.server.limits import Limits
from referee.server.rate_limited_log import RateLimitedLog
from referee.server.refusal import StreamRefused
from referee.server.round_trip import RoundTrip
from referee.server.session import Session
from tests.league.ledger.plan import planned, sealed, void
from tests.match.driver import Driver
from tests.server.raw import HELLO
from tests.server.test_session import WORD, RecordingLobby, frame
from tests.sim import toy
from tests.sim.bot import Bot
from tests.sim.course import Course, play
from tests.sim.digest import digests
from tests.sim.oracle import judge
from tests.sim.season import CALM, Entrant, Planned, Season, season
from tests.sim.system import FOLDER
from tests.sim.zoo import Babbler, Flooding, Illegal, Miser, Prophet, Quitter
from tianming_games.registry import load
from tianming_proto.v1 import play_pb2 as pb

PROBES = (0, 1, 2, 3, 7, 8, 10, 16, 19, 25, 28, 192)
"""Seasons that are known to show the planted faults, with every kind of trouble."""

BESIDE = (1, 3, 8, 16)
"""Seeds of the matches that are played beside hostile bots."""

TWICE = (40, 41)
"""Seasons that are played twice."""

HOSTILE = (Flooding, Babbler, Prophet, Illegal, Quitter, Miser)

AMPLE = ClockSettings(decision=seconds(20), bank=seconds(0), first=seconds(0))


def breaches(promise: str, folder: Path, seeds: Iterable[int] = PROBES) -> list[str]:
    """Return how a promise is broken; its name is that in a `Breach`.

    Args:
        promise: the name of the promise.
        folder: an empty folder, for a ledger.
        seeds: the seasons to play.
    """
    match promise:
        case "isolation":
            return isolated(BESIDE)
        case "once":
            found = counted_once(folder)
        case "no leak":
            found = hidden()
        case "bounded":
            return caps()
        case "same again":
            return same_again(TWICE)
        case _:
            found = []
    return found or [text for broken, text in seasons(seeds) if broken == promise]


def seasons(seeds: Iterable[int]) -> Iterator[tuple[str, str]]:
    """Play seasons; yield the name of each broken promise, with the seed and the details."""
    with toy.installed():
        for seed in seeds:
            for breach in judge(play(season(seed))):
                yield breach.promise, f"season {seed}: {breach}"


# -- isolation


def isolated(seeds: Iterable[int]) -> list[str]:
    """Compare a match between honest bots with the same match beside hostile bots."""
    with toy.installed():
        return [
            f"season {seed}: the match went another way beside hostile bots"
            for seed in seeds
            if _course_of_a_match(seed, ()) != _course_of_a_match(seed, HOSTILE)
        ]


def _course_of_a_match(seed: int, hostile: tuple[type[Bot], ...]) -> list[str]:
    """Return decisions, faults, notes and results of an honest match, beside hostile ones."""
    names = [f"foe{index}" for index in range(len(hostile))]
    foes = [_entrant(name, kind) for name, kind in zip(names, hostile, strict=True)]
    pairs = zip(names[::2], names[1::2], strict=True)
    matches = [_planned("m0", seed, "ann", "ben")]
    matches += [_planned(f"m{index}", seed, *pair) for index, pair in enumerate(pairs, 1)]
    entrants = (_entrant("ann", Bot), _entrant("ben", Bot), *foes)
    return _story(play(_season(seed, entrants, tuple(matches))))


def _season(seed: int, entrants: tuple[Entrant, ...], matches: tuple[Planned, ...]) -> Season:
    return replace(
        season(seed),
        limits=Limits(message_burst=20),
        pace=0,
        entrants=entrants,
        matches=matches,
        crashes=(),
        stalls=(),
        troubles={},
    )


def _entrant(name: str, species: type[Bot]) -> Entrant:
    return Entrant(name, f"token of {name}", species, CALM, seconds(0.001), admitted=True)


def _planned(name: str, seed: int, *bots: str) -> Planned:
    settings = MatchSettings(
        match_id=MatchId(name),
        game="toy",
        options={"together": "no", "broken": "no"},
        bots=tuple(map(BotName, bots)),
        seed=seed_bytes(seed),
        seed_nonce=bytes(32),
        clock=AMPLE,
        strikes=3,
    )
    return Planned(settings, seconds(1))


def _story(course: Course) -> list[str]:
    data = course.disk.names.get(f"{FOLDER}/m0.tianming")
    if data is None:
        return ["no record"]
    reported = []
    for entry in parse(bytes(data.data), "m0").entries:
        body = entry.body
        match body.WhichOneof("kind"):
            case "drawn":
                reported.append(f"drawn {body.drawn.values}")
            case "chosen":
                chosen = body.chosen
                reported.append(f"{chosen.seat} {chosen.number} {chosen.option} {chosen.origin}")
            case "fault" | "note" | "stall":
                reported.append(str(body.WhichOneof("kind")))
            case "seal":
                reported.append(str(body.seal.results))
    return reported


# -- once


def counted_once(folder: Path) -> list[str]:
    """Seal attempts in another order than begun, some twice, and compare what counts."""
    matches = [pairing.match_id for pairing in planned().pairings]
    one, two, three, *_ = matches
    due = {name: sealed(name).digest for name in matches}
    due[three] = sealed(three, 2).digest
    address = f"sqlite:///{folder}/ledger.db"
    with Ledger(address, folder, "test", begin=True) as ledger:
        ledger.write(planned(), *(AttemptBegun(name, 1) for name in matches))
        ledger.seal([sealed(one), sealed(two, 2), sealed(three, 1, void())])
        ledger.seal([sealed(one), sealed(two, 1), sealed("other-r001-s00001-1")])
    with Ledger(address, folder, "test") as ledger:
        found = _open(ledger, [name for name in matches if name not in (one, two)])
        ledger.seal([sealed(name) for name in matches[3:]])
        ledger.seal([sealed(three, 2), sealed(one, 2)])
        results = [(result.pairing.match_id, result.digest) for result in ledger.results()]
        if sorted(results) != sorted(due.items()):
            found.append(f"the results are {results}")
        if len(ledger.lineups()) != len(matches):
            found.append(f"{len(ledger.lineups())} matches count as played")
        if AttemptName(one, 1) not in ledger.known_records():
            found.append("a record was forgotten")
        return found + _open(ledger, [])


def _open(ledger: Ledger, due: list[MatchId]) -> list[str]:
    still = [match.pairing.match_id for match in ledger.open_matches()]
    return [] if still == due else [f"open are {still}, and not {due}"]


# -- no leak


def hidden() -> list[str]:
    """Play games with hidden information; compare the views of states that look the same."""
    found = []
    for name in ("china", "ming"):
        game = load(name)
        verdicts = walk(
            GameCase(game, game.facts.most_seats, {}),
            range(1),
            (TwinsLookTheSame, EventsSayWhatHappened),
        )
        found += [f"{name}: {breach.why}" for breach in verdicts.values() if breach is not None]
    return found


# -- bounded


def caps() -> list[str]:
    """Return the caps of a bot that do not hold."""
    return [name for name, holds in _caps() if not holds]


def _caps() -> Iterator[tuple[str, bool]]:
    limits, now = Limits(), Instant(0)
    made = _session()
    for _ in range(limits.max_queue + 1):
        made.send(WORD)
    yield "messages that wait", made.queued <= limits.max_queue and made.end is not None
    made = _session()
    for _ in range(limits.max_frame_messages + 1):
        made.send(bytes(8192))
    made.round_trip.sent(made.round_trip.ask(), now)
    sizes = [len(made.frame(now)) for _ in range(2)]
    yield "bytes of a frame to a bot", max(sizes) <= limits.max_response_bytes
    hello = pb.Hello(
        revision_min=1, revision_max=1, resume=[pb.ResumePoint()] * (limits.max_resume_points + 1)
    )
    yield "resume points", _refused(_session(is_new=True), frame(pb.BotMessage(hello=hello)))
    yield "bytes of a frame", _refused(_session(), bytes(limits.max_frame_bytes + 1))
    note = "x" * limits.max_message_bytes
    long = frame(pb.BotMessage(choose=pb.Choose(match_id="m", note=note)))
    yield "bytes of a message", _refused(_session(), long)
    pong = frame(pb.BotMessage(pong=pb.Pong(id=77)))
    yield "messages a second", _refused(_session(), *[pong] * (limits.message_burst + 1))
    made = _session()
    made.writing_since = now
    yield "time of a write", made.overdue(Instant(seconds(limits.write_timeout) + 1)) is not None
    trip = RoundTrip()
    trip.begin(now)
    trip.sent(trip.ask(), now)
    yield "pings", not trip.due(Instant(seconds(60)))
    yield "notes of a record", _notes() <= MOST_NOTES
    yield "lines of the log", _lines() <= limits.log_burst


def _session(*, is_new: bool = False) -> Session:
    made = Session(
        SessionId("s1"), BotName("a"), RecordingLobby(is_open=False), Limits(), Instant(0)
    )
    if not is_new:
        made.receive(frame(HELLO), Instant(0))
        made.frame(Instant(0))
    return made


def _refused(made: Session, *frames: bytes) -> bool:
    """Return whether a session refuses one of these frames."""
    try:
        for data in frames:
            made.receive(data, Instant(0))
    except StreamRefused:
        return True
    return False


def _notes() -> int:
    """Return the number of notes in the record of a match with many events."""
    driver = Driver()
    driver.start()
    for _ in range(2 * MOST_NOTES):
        driver.match.crash(0, "The bot left again.", driver.now)
    return sum(entry.body.HasField("note") for entry in driver.record().entries)


def _lines() -> int:
    """Return the number of log lines that one bot can cause at one instant."""
    limits = Limits()
    with capture_logs() as lines, patch.object(rate_limited_log, "log", structlog.get_logger()):
        log_lines = RateLimitedLog(limits, lambda: Instant(0))
        for _ in range(2 * limits.log_burst):
            log_lines.line("a", "bot_left")
    return len(lines)


# -- same again


def same_again(seeds: Iterable[int]) -> list[str]:
    """Play seasons twice, and compare all bytes."""
    seeds = list(seeds)
    with toy.installed():
        first, second = digests(seeds), digests(seeds)
    pairs = zip(seeds, first, second, strict=True)
    return [f"season {seed} went another way" for seed, one, two in pairs if one != two]
