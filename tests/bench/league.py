"""Leagues: matches per second of a real season, and the rebuild of a ledger."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.league.attempt import AttemptName
from referee.league.configuration.league_file import read_league
from referee.league.configuration.settings import LeagueSettings
from referee.league.pairing import MatchResult
from referee.record import chain
from referee.record.framing import pack
from tests.bench import command
from tests.bench.figure import Figure, Series, at_least
from tests.bench.rating import index
from tests.bench.sample import FULL, Scale
from tests.bench.worker.rating import season
from tests.league.executor.cluster import LocalCluster
from tests.match.driver import Driver
from tests.record.samples import bodies, record_of, toy_record
from tianming_games.registry import load
from tianming_proto.record.v1 import record_pb2 as pb

_BOTS = 50

_AT_ONCE = 256
"""Number of parallel matches: fast bots need many to be busy."""

_READS = at_least(2000)


def bench(scale: Scale) -> Iterator[Figure]:
    """Yield the figures of leagues; a short run has a tenth of the matches."""
    is_full = scale.rounds == FULL.rounds
    yield from _season(500 if is_full else 50)
    yield _slow_bot(30.0 if is_full else 6.0)
    yield _rebuild(25_000 if is_full else 2_500, toy_record())
    yield _rebuild(5_000 if is_full else 500, record_of(Driver(load("dragon"), seats=4)))


def _season(sets: int) -> Iterator[Figure]:
    """Yield figures of a season of Dragon with four random bots, in one process and on two workers.

    A season has `sets` rotated sets.
    """
    with tempfile.TemporaryDirectory(prefix="tianming-bench-") as scratch:
        folder = _league(Path(scratch), sets)
        end = _referee(folder, "run")
        again = _referee(folder, "rebuild")
    with tempfile.TemporaryDirectory(prefix="tianming-bench-") as scratch:
        folder = _league(Path(scratch), sets)
        with LocalCluster(folder, threads=_AT_ONCE // 2) as cluster:
            cluster.wait()
            there = _referee(folder, "run", "--cluster", cluster.address)
    subject = f"{end['matches']:,} matches of dragon, four random bots, {_AT_ONCE} at once"
    here = Series((end["matches"] / end["seconds"],))
    yield Figure(subject, "matches/s", here)
    on_two = Series((there["matches"] / there["seconds"],))
    yield Figure(
        "the same on two Dask workers", "matches/s", on_two, "one process", here, at_least(0.9)
    )
    yield Figure("rebuild of these records", "records/s", Series((again["records_per_second"],)))


def played_season(sets: int) -> int:
    """Play the season of `sets` sets in one process; return its number of matches."""
    with tempfile.TemporaryDirectory(prefix="tianming-bench-") as scratch:
        return int(_referee(_league(Path(scratch), sets), "run")["matches"])


def _league(folder: Path, sets: int) -> Path:
    """Write the league file of this season to a folder; return the folder."""
    bots = "".join(f'[[bot]]\nname = "bot-{n}"\ncommand = "random"\n' for n in range(4))
    (folder / "league.toml").write_text(
        'name = "season"\ngame = "dragon"\nseats = 4\nseed = "seven"\n'
        f'[format]\nkind = "round-robin"\nsets = {sets}\n[sandbox]\npreset = "none"\n'
        f"[limits]\nmatches = {_AT_ONCE}\nmatches_per_bot = {_AT_ONCE}\n{bots}"
    )
    return folder


def _slow_bot(seconds: float) -> Figure:
    """Return the figure of a ladder of eight bots in which one needs 0.1 s for each question."""
    slow, fast = (_ladder(seconds, pause) for pause in (0.1, 0.0))
    subject = f"{seconds:g} s of a ladder of dragon, eight bots, one needs 0.1 s a question"
    return Figure(
        subject, "matches/s", Series((slow,)), "without the pause", Series((fast,)), at_least(0.8)
    )


def _ladder(seconds: float, pause: float) -> float:
    """Return the matches per second of a ladder in which one bot pauses before each answer."""
    with tempfile.TemporaryDirectory(prefix="tianming-bench-") as scratch:
        folder = Path(scratch)
        (folder / "pausing.py").write_text(
            "import random, time, tianming\n"
            f"tianming.run(lambda q: time.sleep({pause}) or random.randrange(q.option_count))\n"
        )
        bots = "".join(f'[[bot]]\nname = "bot-{n}"\ncommand = "random"\n' for n in range(7))
        (folder / "league.toml").write_text(
            'name = "season"\ngame = "dragon"\nseats = 2\nseed = "seven"\n'
            '[format]\nkind = "ladder"\n[sandbox]\npreset = "none"\n'
            f'{bots}[[bot]]\nname = "slow"\ncommand = "{sys.executable} pausing.py"\n'
        )
        process = subprocess.Popen(
            [sys.executable, "-m", "referee.cli.main", "league", "run", "--events"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        try:
            return _rate(process, seconds)
        finally:
            process.kill()
            process.communicate()


def _rate(process: "subprocess.Popen[bytes]", seconds: float) -> float:
    """Return the ended matches per second for some seconds after the first one."""
    assert process.stdout is not None
    began, count = 0.0, 0
    for line in process.stdout:
        if b'"match_ended"' in line:
            began = began or time.monotonic()
            count += 1
        if began and time.monotonic() - began > seconds:
            break
    return count / seconds


def _rebuild(sets: int, record: bytes) -> Figure:
    """Return the figure for the rebuild of a ledger from `sets` sets with copies of `record`."""
    with tempfile.TemporaryDirectory(prefix="tianming-bench-") as scratch:
        folder = Path(scratch)
        subprocess.run(
            [sys.executable, "-m", "referee.cli.main", "league", "new"],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        settings = read_league(folder / "league.toml", {}, {})
        results, size = write_records(settings, season(_BOTS, sets), record)
        index(settings, results)
        again = _referee(folder, "rebuild")
    subject = f"rebuild of {len(results):,} records of {size // len(results):,} bytes"
    return Figure(subject, "records/s", Series((again["records_per_second"],)), target=_READS)


def write_records(
    settings: LeagueSettings, results: Sequence[MatchResult], record: bytes
) -> tuple[list[MatchResult], int]:
    """Write a record for each result, with the entries of `record`.

    Returns:
        The results with the digests of their records, and the total bytes of the records.
    """
    sample = bodies(record)
    middle = [body.SerializeToString() for body in sample[1:-1]]
    options = load(settings.game).defaults
    settings.records.mkdir()
    written, size = [], 0
    for result in results:
        name = AttemptName(result.pairing.match_id, 1)
        header = pb.RecordBody()
        header.CopyFrom(sample[0])
        header.header.match_id = str(name)
        header.header.game = settings.game
        del header.header.options[:]
        for option, value in sorted(options.items()):
            header.header.options.add(name=option, value=value)
        header.header.seed = result.pairing.seed
        header.header.bots[:] = result.pairing.bots
        ending = f"RECORD_TERMINATION_{result.outcome.termination.name}"
        seal = pb.RecordBody(seal=pb.RecordSeal(termination=ending))
        for seat in result.outcome.results:
            seal.seal.results.add(place=seat.place, score=seat.score)
        data, digest = [], chain.START
        for body in (header.SerializeToString(), *middle, seal.SerializeToString()):
            entry, digest = pack(digest, body)
            data.append(entry)
        size += name.record(settings.records).write_bytes(b"".join(data))
        written.append(replace(result, digest=digest))
    return written, size


def _referee(folder: Path, *words: str) -> dict[str, Any]:
    """Run a command of `referee league` in a folder; return its JSON output."""
    done = subprocess.run(
        [sys.executable, "-m", "referee.cli.main", "league", *words, "--json"],
        cwd=folder,
        stdout=subprocess.PIPE,
        check=True,
    )
    said: dict[str, Any] = json.loads(done.stdout)
    return said


if __name__ == "__main__":
    command.main({"league": bench})
