"""What a referee counts, and how it is shown."""

import asyncio
import pickle
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families as parsed

from referee.identifier import BotName, SessionId
from referee.match.clock import Instant, seconds
from referee.match.entry import Origin
from referee.match.fault import Fault
from referee.match.outcome import Termination
from referee.record.reader import Record, read
from referee.record.verify import sealed_outcome
from referee.server.limits import Limits
from referee.server.metrics import Metrics
from referee.server.metrics_endpoint import Exposition
from referee.server.referee import Referee, ServerSettings
from referee.server.session import Session
from referee.server.tls import Tls
from tests.cli.play.test_serve import Serving, serving
from tests.cli.running import thinking, write
from tests.cli.shell import referee
from tests.patience import PATIENCE
from tests.preloaded_python import PreloadedPopen
from tests.server.harness import RefereeHarness, play_on
from tests.server.test_tls import Authority
from tianming_proto.v1 import play_pb2 as pb

PAGE = Path(__file__).parents[2] / "docs" / "metrics.md"

Samples = dict[tuple[str, str], float]
"""Values by the name of the sample and the value of its label, if it has one."""


def samples(address: str) -> Samples:
    """What the page shows now."""
    with urllib.request.urlopen(f"http://{address}/metrics", timeout=PATIENCE) as page:
        text = page.read().decode()
    return {
        (sample.name, next(iter(sample.labels.values()), "")): sample.value
        for family in parsed(text)
        for sample in family.samples
    }


def listening(process: subprocess.Popen[str]) -> str:
    """Where the page is."""
    assert process.stderr is not None
    for line in process.stderr:
        found = re.search(r"metrics_listening +address=(\S+)", line)
        if found is not None:
            return found[1]
    raise AssertionError("it shows no metrics")


def by_label(shown: Samples, name: str) -> Counter[str]:
    """The values of a metric by the value of its label, without those that are 0."""
    values = {label: value for (sample, label), value in shown.items() if sample == name}
    return Counter({label: int(value) for label, value in values.items() if value})


def is_over(shown: Samples) -> bool:
    """Return whether no bot is connected and every match that began is sealed."""
    sealed = by_label(shown, "tianming_matches_sealed_total").total()
    return sealed == shown["tianming_matches_begun_total", ""] and not (
        shown["tianming_matches_open", ""] or shown["tianming_sessions", ""]
    )


def chosen(records: list[Record]) -> Counter[str]:
    """Choices in records, by who made them."""
    return Counter(
        Origin(entry.body.chosen.origin).name.lower()
        for record in records
        for entry in record.entries
        if entry.body.HasField("chosen")
    )


def sealed(records: list[Record]) -> Counter[str]:
    """Records, by why their match ended."""
    return Counter(sealed_outcome(record).termination.name.lower() for record in records)


def booked(records: list[Record]) -> Counter[str]:
    """Faults in records, by kind."""
    return Counter(
        Fault(entry.body.fault.fault).name.lower()
        for record in records
        for entry in record.entries
        if entry.body.HasField("fault")
    )


def deserted(server: Serving) -> None:
    """Let the bots play a match, then kill them, and wait until the last match is over."""
    server.wait_for("*.tianming")
    server.wait_for("*.part")
    for process in server.bots:
        process.kill()
    while list(server.records.glob("*.part")):
        assert server.process.poll() is None
        time.sleep(0.05)


CLOCK = ("--decision", "1", "--bank", "0", "--first", "0", "--strikes", "2")


class TestServe:
    """The page of a real referee with real bots says what the records say."""

    @pytest.mark.parametrize("bot", ["pondering", "out-of-range"])
    def test_the_numbers_are_those_of_the_records(self, bot: str, tmp_path: Path) -> None:
        flags = (*CLOCK, "--metrics", "127.0.0.1:0")
        with serving(tmp_path, ("-m", "tests.zoo.faulty", bot), *flags) as server:
            address = listening(server.process)
            deserted(server)
            shown = samples(address)
            while not is_over(shown):
                shown = samples(address)
            records = [read(path) for path in server.records.glob("*.tianming")]
        assert shown["tianming_matches_begun_total", ""] == len(records)
        assert by_label(shown, "tianming_matches_sealed_total") == sealed(records)
        assert by_label(shown, "tianming_decisions_total") == chosen(records)
        assert by_label(shown, "tianming_faults_total") == booked(records)
        assert sum(booked(records).values()) > 0
        assert shown["tianming_queued_messages", ""] == 0
        asked = sum(entry.body.HasField("asked") for record in records for entry in record.entries)
        assert 0 < shown["tianming_overhead_seconds_count", ""] <= asked
        assert shown["tianming_overhead_seconds_sum", ""] > 0
        assert shown["tianming_loop_lag_seconds_count", ""] > 0
        assert shown["process_resident_memory_bytes", ""] > 0


@contextmanager
def played_league(folder: Path, *words: str) -> Iterator[str]:
    """Play the league of a folder, and kill it in the end; gives where its page is."""
    command = ("league", "run", "--metrics", "127.0.0.1:0", "--log-level", "info", *words)
    with PreloadedPopen(
        [sys.executable, "-m", "referee.cli.main", *command],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield listening(process)
        finally:
            process.kill()


class TestLeague:
    """The page of a league's referee."""

    def test_a_league_that_is_played_here_shows_its_matches(self, tmp_path: Path) -> None:
        write(tmp_path / "league.toml", {"a": thinking(0.05), "b": thinking(0.05)})
        with played_league(tmp_path) as address:
            while not samples(address)["tianming_overhead_seconds_count", ""]:
                time.sleep(0.05)
            shown = samples(address)
        assert shown["tianming_matches_begun_total", ""] >= 1
        assert shown["tianming_sessions", ""] == 2

    def test_one_that_is_played_elsewhere_shows_what_its_workers_count(
        self, tmp_path: Path
    ) -> None:
        bots = {"a": thinking(0.001), "b": thinking(0.001)}
        write(tmp_path / "league.toml", bots, rounds=5000)  # more than it plays meanwhile
        pool = ("--set", "executor.kind=processes", "--set", "executor.workers=2")
        with played_league(tmp_path, *pool) as address:
            finished = ("tianming_matches_sealed_total", "finished")
            while samples(address)[finished] < 2:
                time.sleep(0.05)
            shown = samples(address)
        assert shown["tianming_decisions_total", "bot"] > 0
        assert shown["tianming_overhead_seconds_count", ""] > 0


class TestSum:
    """The counts of several referees add up."""

    def test_what_came_later_and_what_came_earlier_are_all(self) -> None:
        metrics, earlier = Metrics(), Metrics()
        metrics.begun, metrics.faults[Fault.LATE] = 2, 1
        metrics.overhead.observe(0.001)
        earlier.add(metrics)
        metrics.begun, metrics.sealed[Termination.FINISHED] = 5, 1
        metrics.overhead.observe(0.5)
        later = metrics.since(earlier)
        assert (later.begun, later.faults[Fault.LATE]) == (3, 0)
        assert later.sealed[Termination.FINISHED] == later.overhead.count == 1
        earlier.add(later)
        assert earlier.overhead.buckets() == metrics.overhead.buckets()
        assert (earlier.begun, earlier.sealed) == (metrics.begun, metrics.sealed)

    def test_what_a_worker_sends_arrives_whole(self) -> None:
        metrics = Metrics()
        metrics.begun, metrics.sealed[Termination.FINISHED] = 5, 1
        metrics.overhead.observe(0.001)
        received = pickle.loads(pickle.dumps(metrics))
        assert (received.begun, received.sealed) == (metrics.begun, metrics.sealed)
        assert received.overhead.buckets() == metrics.overhead.buckets()
        assert received.overhead.total == metrics.overhead.total


class TestOverhead:
    """The referee's own time for a decision, as often as a question is handed over."""

    async def test_each_question_that_reaches_a_bot_counts_once(self) -> None:
        metrics = Metrics()
        async with Referee(ServerSettings("127.0.0.1:0"), metrics=metrics) as server:
            harness = RefereeHarness(server)
            a, b = await harness.bot("a"), await harness.bot("b")
            host = harness.match("a", "b")
            await a.receive("match_started")
            await asyncio.gather(play_on(a), play_on(b))
            await host.done
            await harness.close()
        assert metrics.begun == 1
        assert metrics.overhead.count == metrics.decisions[Origin.BOT]
        assert 0 < metrics.overhead.total < 20

    async def test_one_that_is_put_again_to_a_bot_that_returns_does_not_count_again(self) -> None:
        metrics = Metrics()
        async with Referee(ServerSettings("127.0.0.1:0"), metrics=metrics) as server:
            harness = RefereeHarness(server)
            first = await harness.bot("b")
            harness.match("a", "b")
            put = await first.receive("question")
            again = await (await harness.bot("b")).receive("question")
            assert again.number == put.number
            await harness.close()
        assert metrics.overhead.count == 1


class TestAddress:
    """An address at which nothing can be shown gets a sentence."""

    @pytest.mark.parametrize("address", ["9464", "localhost", ":1", "a:b", "127.0.0.1:70000"])
    def test_an_address_that_is_none_is_refused(self, address: str, tmp_path: Path) -> None:
        done = referee(*serve(tmp_path), "--metrics", address)
        assert done.returncode == 2
        assert f"--metrics {address!r} is not an address: use host:port" in done.stderr
        assert not (tmp_path / "records").exists()

    def test_a_port_that_is_taken_is_named(self, tmp_path: Path) -> None:
        referee("token", "a", "--tokens", tmp_path / "tokens.txt")
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            done = referee(*serve(tmp_path), "--metrics", f"127.0.0.1:{port}")
        assert done.returncode == 69
        assert f"cannot show metrics on 127.0.0.1:{port}" in done.stderr
        assert "Traceback" not in done.stderr


def serve(folder: Path) -> tuple[str | Path, ...]:
    """A referee that listens on some free port."""
    return (
        *("serve", "dragon", "--seats", "2", "--listen", "127.0.0.1:0"),
        *("--tokens", folder / "tokens.txt", "--records", folder / "records"),
    )


class TestPage:
    """The documentation has every metric, and no other."""

    async def test_the_table_names_what_is_shown(self, tmp_path: Path) -> None:
        rows = re.findall(r"^\| `(tianming_\w+)` \| (\w+) \| (.*?) \|", PAGE.read_text(), re.M)
        documented = {
            (name.removesuffix("_total"), kind, tuple(re.findall(r"`(\w+)`", labels)))
            for name, kind, labels in rows
        }
        metrics = Metrics()
        tls = Tls(*Authority(tmp_path, "ours").issue("localhost"))
        settings = ServerSettings("127.0.0.1:0", tls=tls)
        async with Referee(settings, metrics=metrics) as server:
            shown = {
                (family.name, family.type, labels(family))
                for family in Exposition(metrics, server).collect()
            }
            assert shown == documented

    async def test_the_day_of_the_certificate_follows_its_file(self, tmp_path: Path) -> None:
        ours, metrics, name = Authority(tmp_path, "ours"), Metrics(), "certificate_expiry"
        tls = Tls(*ours.issue("localhost", 300), ours.pem)
        async with Referee(ServerSettings("localhost:0", tls=tls), metrics=metrics) as server:
            for days in (300, 5):
                ours.issue("localhost", days)
                (value,) = [
                    family.samples[0].value
                    for family in Exposition(metrics, server).collect()
                    if name in family.name
                ]
                assert value == pytest.approx(time.time() + days * 86_400, abs=600)


class TestNumbers:
    """Each number stands under its own name, in its own unit."""

    async def test_every_count_of_a_referee_is_shown(self) -> None:
        metrics = Metrics()
        metrics.begun, metrics.resumed = 7, 11
        metrics.overhead.observe(0.25)
        async with Referee(ServerSettings("127.0.0.1:0"), metrics=metrics) as server:
            RefereeHarness(server).match("absent", "away")
            waits(server, {"a": 2, "b": 3})
            server.watchdog.stop()
            server.watchdog.stalls, server.watchdog.stalled = 4, seconds(1.5)
            shown = {
                sample.name.removeprefix("tianming_"): sample.value
                for family in Exposition(metrics, server).collect()
                for sample in family.samples
                if not sample.labels
            }
        assert shown.pop("loop_lag_seconds_count") == server.watchdog.lag.count
        assert shown.pop("loop_lag_seconds_sum") == server.watchdog.lag.total
        assert shown == {
            "matches_begun_total": 8,
            "matches_resumed_total": 11,
            "matches_open": 1,
            "overhead_seconds_count": 1,
            "overhead_seconds_sum": 0.25,
            "sessions": 2,
            "queued_messages": 5,
            "longest_queue": 3,
            "host_stalls_total": 4,
            "host_stalled_seconds_total": 1.5,
        }


def waits(server: Referee, queues: dict[str, int]) -> None:
    """Bots for each of whom so many messages wait."""
    for bot, count in queues.items():
        session = Session(SessionId(bot), BotName(bot), server.lobby, Limits(), Instant(0))
        server.lobby.entered(session, pb.Hello(), Instant(0))
        for _ in range(count):
            session.ping()


def labels(family: Metric) -> tuple[str, ...]:
    """The label of a family and its values; nothing for a histogram or a bare number."""
    named = [tuple(sample.labels.items()) for sample in family.samples]
    if family.type == "histogram" or not named[0]:
        return ()
    return (named[0][0][0], *(pairs[0][1] for pairs in named))
