"""Kill a league and its bots repeatedly during one season, and report what was lost."""

import argparse
import contextlib
import dataclasses
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.error import TianmingError
from referee.identifier import MatchId
from referee.league.attempt import AttemptName
from referee.league.configuration.league_file import read_league
from referee.league.ledger import Ledger
from referee.league.ledger.chained_journal import JournalPosition
from referee.league.ledger.journal import NAME, Journal
from referee.league.ledger.journal_event import RoundPlanned, StepPlanned
from referee.league.pairing import MatchResult
from referee.league.running.season_steps import wrong_steps
from referee.record.reader import read
from referee.record.verify import verify
from tests.cli.shell import referee
from tests.processes import marked

_BOTS = ("ann", "bob", "cat", "eve")
_MATCHES = 12
"""Number of matches of a round: six sets of two bots, each in both orders."""

FORMATS = {"round-robin": 'kind = "round-robin"', "ladder": 'kind = "ladder"\nsets = 3'}
"""The formats of a season, each with six sets a round."""

_LONGEST_LIFE = 5.0
"""Maximum seconds from the start of a league to its kill."""

_BOT_SHARE = 0.5
"""Fraction of lives of the league in which a bot is killed before the league."""

_LEAGUE = (sys.executable, "-m", "referee.cli.main", "league", "run", "--events")

MARK = "CRASH_SEASON"
"""Environment variable of all processes of a season, to find those of a killed league."""


@dataclass(slots=True)
class Tally:
    """The counts and errors of a season. Every list must be empty.

    Attributes:
        lives: number of processes of the league.
        planned: number of planned matches.
        results: number of results in the ledger.
        told: number of results in the events.
        attempts: number of records.
        lost: matches without a result.
        twice: matches with two results, or that are not planned.
        changed: matches whose result in the events differs from the ledger.
        unsound: invalid or open records.
    """

    seed: int
    kills: int = 0
    bot_kills: int = 0
    worker_kills: int = 0
    scheduler_kills: int = 0
    lives: int = 0
    planned: int = 0
    results: int = 0
    announced: int = 0
    attempts: int = 0
    seconds: float = 0.0
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    unsound: list[str] = field(default_factory=list)

    @property
    def wrong(self) -> list[str]:
        """All errors."""
        return [*self.lost, *self.twice, *self.changed, *self.unsound]

    @property
    def strikes(self) -> int:
        """Number of kills of the league, its workers and its scheduler."""
        return self.kills + self.worker_kills + self.scheduler_kills


class Season:
    """A league in a folder, which is killed repeatedly.

    Its bots are killed too; the league does not bench them.
    """

    words: tuple[str, ...] = ()
    """Additional arguments of the command."""

    def __init__(self, folder: Path, seed: int, rounds: int, form: str = "round-robin") -> None:
        self.tally = Tally(seed)
        self._folder = folder
        self._random = random.Random(seed)
        self._environment = {**os.environ, MARK: f"{os.getpid()}-{seed}"}
        self._announced: list[dict[str, Any]] = []
        self._planned = rounds * _MATCHES
        bots = "".join(f'[[bot]]\nname = "{bot}"\ncommand = "random"\n' for bot in _BOTS)
        (folder / "league.toml").write_text(
            f'name = "season"\ngame = "dragon"\nseats = 2\nseed = "{seed}"\n'
            f"[format]\n{FORMATS[form]}\nrounds = {rounds}\n"
            f'[sandbox]\npreset = "none"\n[limits]\nbench_after = 0\n{bots}'
        )

    def run(self, kills: int) -> Tally:
        """Kill the league up to `kills` times, let the season end, and compare."""
        began = time.monotonic()
        is_over = False
        while not is_over:
            is_over = self._live(kills)
        self._compare()
        self.tally.seconds = time.monotonic() - began
        return self.tally

    def _live(self, kills: int) -> bool:
        """Run the league once, until it ends or is killed; return whether the season is over."""
        self.tally.lives += 1
        events = self._folder / f"events-{self.tally.lives}.jsonl"
        with events.open("wb") as out, (self._folder / "errors").open("ab") as errors:
            process = subprocess.Popen(
                [*_LEAGUE, *self.words],
                cwd=self._folder,
                env=self._environment,
                stdout=out,
                stderr=errors,
            )
        try:
            while process.poll() is None and self.tally.strikes < kills:
                self._kill_in_time(process, events, kills)
            code = process.wait()
        finally:
            process.kill()
            process.wait()
            self._end_orphans()
        self._read_log(events)
        if code not in (0, -signal.SIGKILL):
            raise AssertionError(f"the league ended with {code}:\n{self._said()}")
        return code == 0

    def _kill_in_time(self, process: "subprocess.Popen[bytes]", events: Path, kills: int) -> None:
        """Kill the league at a random time, and sometimes a bot half a second earlier.

        If the league has played its share of the matches, kill it at once, so that enough matches
        remain for the other kills.
        """
        end = time.monotonic() + self._random.uniform(0.3, _LONGEST_LIFE)
        bot_at = end if self._random.random() > _BOT_SHARE else end - 0.5
        most = self._planned * (self.tally.strikes + 1) // (kills + 1) - len(self._announced)
        while time.monotonic() < end and process.poll() is None and _ended(events) < most:
            time.sleep(0.01)
            if bot_at < time.monotonic() < end:
                bot_at = end
                self._kill_a_bot()
        if process.poll() is None:
            self._strike(process)

    def _strike(self, process: "subprocess.Popen[bytes]") -> None:
        """Kill the league."""
        process.kill()
        process.wait()
        self.tally.kills += 1

    def _kill_a_bot(self) -> None:
        bots = [
            pid for pid, command in marked(MARK, self._environment) if b"tianming_bots" in command
        ]
        if bots:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._random.choice(bots), signal.SIGKILL)
                self.tally.bot_kills += 1

    def _end_orphans(self) -> None:
        """Kill the remaining processes of a killed league."""
        for pid, _ in marked(MARK, self._environment):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _read_log(self, events: Path) -> None:
        """Keep the results in the events, without an incomplete last line of a killed league."""
        for line in events.read_text().splitlines(keepends=True):
            if line.endswith("\n"):
                said = json.loads(line)
                if said["event"] == "match_ended":
                    self._announced.append(said)

    def _said(self) -> str:
        return (self._folder / "errors").read_text()[-4000:]

    # -- the model

    def _compare(self) -> None:
        """Check that each planned match has one result, which the events and records confirm.

        A ledger that is rebuilt from the records must have the same digest.
        """
        tally, records = self.tally, self._folder / "records"
        planned = list(_planned(records))
        address = f"sqlite:///{self._folder / 'ledger.db'}"
        settings = read_league(self._folder / "league.toml", {}, {})
        with Ledger(address, records, "season") as ledger:
            results = ledger.results()
            before = ledger.digest()
            events, _ = ledger.events_after(JournalPosition())
            wrong = wrong_steps(settings, events, ledger.sealed_results())
            tally.changed += [f"set {one.found.number} is planned otherwise" for one in wrong]
        counts = Counter(result.pairing.match_id for result in results)
        tally.planned, tally.results = len(planned), len(results)
        tally.announced = len(self._announced)
        tally.attempts = len(list(records.glob("*.tianming")))
        tally.lost += [match_id for match_id in planned if not counts[MatchId(match_id)]]
        tally.twice += [match_id for match_id, count in counts.items() if count > 1]
        tally.twice += [match_id for match_id in counts if match_id not in planned]
        tally.unsound += _unsound(records)
        self._check_announced({result.pairing.match_id: result for result in results})
        rebuilt = referee("league", "rebuild", "--json", cwd=self._folder)
        if rebuilt.returncode != 0 or json.loads(rebuilt.stdout)["digest"] != before:
            tally.changed.append(f"the ledger made anew is another: {rebuilt.stderr}")

    def _check_announced(self, results: dict[str, MatchResult]) -> None:
        """Check that each result in the events equals the ledger's, and was emitted once."""
        for said in self._announced:
            result = results.get(said["match"])
            places = result and [seat.place for seat in result.outcome.results]
            if places != said["places"]:
                self.tally.changed.append(f"{said['match']}: {places}, told {said['places']}")
        times = Counter(said["match"] for said in self._announced)
        self.tally.twice += [f"{match} was told twice" for match, n in times.items() if n > 1]


def _ended(events: Path) -> int:
    """Return the number of ended matches in a file of events."""
    return events.read_bytes().count(b'"match_ended"')


def _planned(records: Path) -> Iterator[str]:
    """Yield the id of every planned match."""
    for event in Journal(records / NAME, JournalPosition()).catch_up():
        if isinstance(event, RoundPlanned | StepPlanned):
            for pairing in event.pairings:
                yield pairing.match_id


def _unsound(records: Path) -> Iterator[str]:
    """Yield the records that are invalid or open."""
    yield from (path.name for path in records.glob("*.part"))
    for path in sorted(records.glob("*.tianming")):
        try:
            found = verify(read(path))
        except TianmingError as error:
            yield str(error)
        else:
            if found.match_id != str(AttemptName.parse(path.stem)):
                yield f"{path.name} is the record of {found.match_id}"


def main(make: Callable[[Path, int, int, str], Season], text: str | None, kind: str) -> int:
    """Run a season; return the exit status, 1 if something was lost.

    Args:
        make: creates the season from a folder, a seed, a number of rounds and a format.
        text: the description in the help.
        kind: the kind of season on the command line.
    """
    example = f"example: tox run -e crash -- {kind} --kills 50 --seed 7 --json"
    parser = argparse.ArgumentParser(prog=f"crash {kind}", description=text, epilog=example)
    parser.add_argument("--kills", type=int, default=50, help="so many in all (default: 50)")
    parser.add_argument("--rounds", type=int, help=f"of {_MATCHES} matches (default: by --kills)")
    parser.add_argument("--format", choices=FORMATS, default="round-robin", help="of the season")
    parser.add_argument("--seed", type=int, help="of the times at which it kills")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    seed = random.SystemRandom().randrange(1 << 32) if args.seed is None else args.seed
    rounds = args.rounds or 5 + 2 * args.kills
    print(f"crash season, seed {seed}", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="season-") as folder:
        tally = make(Path(folder), seed, rounds, args.format).run(args.kills)
    print(json.dumps(dataclasses.asdict(tally)) if args.json else _text(tally))
    return bool(tally.wrong)


def _text(tally: Tally) -> str:
    return "\n".join(
        (
            f"{tally.kills} kills of the league, {tally.worker_kills} of workers, "
            f"{tally.scheduler_kills} of the scheduler and {tally.bot_kills} of bots in one "
            f"season of {tally.seconds:.0f} s; seed {tally.seed}",
            f"{tally.results} of {tally.planned} planned matches have a result, from "
            f"{tally.attempts} records; {tally.announced} results were told",
            f"lost {len(tally.lost)}, twice {len(tally.twice)}, changed {len(tally.changed)}, "
            f"records that do not verify {len(tally.unsound)}",
            *tally.wrong,
        )
    )
