"""Measure the response times of a long season's pages over HTTP, one request after another."""

import http.client
import json
import random
import select
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from urllib.parse import urlencode

from referee.identifier import BotName
from referee.launch.finished_match import FinishedMatch
from referee.league.configuration.league_file import read_league
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger import Ledger
from referee.league.ledger.journal_event import BotListed, RoundPlanned
from referee.league.pairing import MatchResult
from referee.match.fault import Fault
from referee.record.summary import RecordSummary, SeatSummary
from referee.web.catalogue import PAGE_SIZE
from tests.bench.sample import Result, job_of, report
from tests.bench.worker.rating import season

_BOTS = 50
_STARTUP = 60.0
_MILLI = 1e3

_ENCODING = {"Accept-Encoding": "br"}

Target = Callable[[random.Random], str]
"""Returns a random URL path to request."""


@dataclass(frozen=True, slots=True)
class SeasonPages:
    """The job of the worker: numbers of rotated sets of four, and of requests of each kind."""

    sets: int
    requests: int


def main(job: SeasonPages) -> None:
    """Write the season's ledger, and request its pages."""
    with tempfile.TemporaryDirectory(prefix="tianming-bench-") as name:
        folder = Path(name)
        _referee(folder, "league", "new").wait()
        settings = read_league(folder / "league.toml", {}, {})
        results = season(_BOTS, job.sets)
        _index(settings, results)
        with pages(folder, "league.toml") as (address, _):
            report(_times(address, settings, len(results), job.requests))


def _times(address: str, settings: LeagueSettings, matches: int, count: int) -> Result:
    """Return the 99th percentile of the times of each kind of page, in milliseconds.

    `table_ready` is the time until the table is up to date, in seconds. The `busy_` kinds are
    measured while the server computes a newer table.
    """
    connection = http.client.HTTPConnection(address)
    began = time.perf_counter()
    while not is_computed(connection):
        time.sleep(0.2)
    found = {"table_ready": time.perf_counter() - began}
    targets = {**_targets(matches), "floor": lambda _: "/api/v1/nothing"}
    found |= {name: _slowest(connection, make, count) for name, make in targets.items()}
    with Ledger(settings.ledger_url, settings.records, settings.name) as ledger:
        ledger.write(BotListed(BotName("another"), "random", None))
    for name in ("league", "list"):
        found[f"busy_{name}"] = _slowest(connection, targets[name], count)
    connection.close()
    return found


def _targets(matches: int) -> Mapping[str, Target]:
    """Return the functions that make the URL paths of each kind of page, by name."""
    last = -(-matches // PAGE_SIZE)

    def listed(**query: str | int) -> str:
        return f"/api/v1/matches?{urlencode(query)}"

    def bot(dice: random.Random) -> str:
        return f"bot-{dice.randrange(_BOTS):04}"

    return {
        "league": lambda _: "/api/v1/league",
        "bot_page": lambda dice: f"/api/v1/bots/{bot(dice)}",
        "list": lambda _: listed(),
        "list_any": lambda dice: listed(page=dice.randrange(last) + 1),
        "list_last": lambda _: listed(page=last),
        "list_bot": lambda dice: listed(bot=bot(dice)),
        "list_bot_last": lambda dice: listed(bot=bot(dice), page=last * 4 // _BOTS),
        "list_seat": lambda dice: listed(bot=bot(dice), seat=dice.randrange(4)),
        "list_round": lambda dice: listed(round=1 + dice.randrange(matches // 400)),
        "list_fault": lambda _: listed(fault="any"),
        "list_kind": lambda dice: listed(fault=dice.choice(("late", "illegal", "flood"))),
        "list_bot_fault": lambda dice: listed(bot=bot(dice), fault="late"),
        "list_finished": lambda _: listed(state="finished"),
        "list_finished_last": lambda _: listed(state="finished", page=last),
        "list_void": lambda _: listed(state="void"),
        "list_live": lambda _: listed(state="live"),
        "list_planned": lambda _: listed(state="planned"),
        "list_bot_finished": lambda dice: listed(bot=bot(dice), state="finished"),
        "list_game": lambda _: listed(game="dragon"),
        "list_game_last": lambda _: listed(game="dragon", page=last),
    }


def _slowest(connection: http.client.HTTPConnection, make: Target, count: int) -> float:
    """Return the 99th percentile of the times of requests, in milliseconds."""
    dice = random.Random(1)
    spent = []
    for _ in range(count):
        target = make(dice)
        began = time.perf_counter()
        _ask(connection, target)
        spent.append(time.perf_counter() - began)
    return _MILLI * sorted(spent)[min(count - 1, count * 99 // 100)]


def is_computed(connection: http.client.HTTPConnection) -> bool:
    """Return whether the table is up to date with the ledger."""
    league = json.loads(_ask(connection, "/api/v1/league", encode=False))
    return "computed" in league and not league.get("pending", False)


def _ask(connection: http.client.HTTPConnection, target: str, encode: bool = True) -> bytes:
    connection.request("GET", target, headers=_ENCODING if encode else {})
    return connection.getresponse().read()


@contextmanager
def pages(folder: Path, *words: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Serve the pages of a season; yield the address as `host:port`, and the process."""
    process = _referee(folder, "web", *words, "--listen", "127.0.0.1:0")
    try:
        assert process.stdout is not None
        select.select([process.stdout], [], [], _STARTUP)
        line = process.stdout.readline().decode()
        yield line.rpartition("http://")[2].strip().rstrip("/"), process
    finally:
        process.terminate()
        process.wait()


def _referee(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    """Start a command of `referee` in a folder."""
    return subprocess.Popen(
        [sys.executable, "-m", "referee.cli.main", *words],
        cwd=folder,
        stdout=subprocess.PIPE,
    )


def _index(settings: LeagueSettings, results: Sequence[MatchResult]) -> None:
    """Insert results into the ledger as if they had been played, with times and some faults."""
    bots = tuple(sorted({bot for result in results for bot in result.pairing.bots}))
    dice = random.Random(1)
    settings.records.mkdir()
    with Ledger(settings.ledger_url, settings.records, settings.name, begin=True) as ledger:
        for number, matches in groupby(results, lambda result: result.pairing.round):
            ledger.write(RoundPlanned(number, bots, tuple(one.pairing for one in matches)))
        for start in range(0, len(results), 20_000):
            ledger.seal([_sealed(one, dice) for one in results[start : start + 20_000]])
        ledger.rate_rounds()


def _sealed(result: MatchResult, dice: random.Random) -> FinishedMatch:
    started = 1_800_000_000_000 + 1000 * result.pairing.set_number
    seats = tuple(_seat(dice) for _ in result.pairing.bots)
    summary = RecordSummary(started, started + 60_000, seats)
    return FinishedMatch(result.pairing.match_id, result.outcome, result.digest, summary=summary)


def _seat(dice: random.Random) -> SeatSummary:
    """Return a random summary of a seat; one in a hundred has a fault."""
    is_bad = dice.random() < 0.01
    kind = dice.choice((Fault.LATE, Fault.LATE, Fault.ILLEGAL, Fault.DISCONNECTED))
    seat = SeatSummary(Counter({kind: 1}) if is_bad else Counter())
    seat.add([int(dice.lognormvariate(18, 1)) for _ in range(20)])
    return seat


if __name__ == "__main__":
    main(job_of(SeasonPages))
