"""`referee serve`: how it ends, and what is left behind."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse

from referee.error import UnavailableError
from referee.identifier import BotName
from referee.league.ledger.run_lock import held
from referee.record.reader import read
from referee.server.referee import Referee
from referee.server.sentence import ServerSentence
from tests.cli.shell import STALLED, referee, refused
from tests.patience import PATIENCE
from tests.preloaded_python import PreloadedPopen

RANDOM = ("-m", "tianming_bots.random_bot")
SILENT = ("-m", "tests.zoo.faulty", "silent")
OF_CHINA = ("-c", "import tianming; tianming.run(lambda question: 0, games=['china'])")
_NO_BANK = ("--bank", "0", "--first", "0")
_MATCH = "serve-r001-s00001-{}.tianming"
"""The record of a match of the first set."""


class Serving:
    """A `referee serve` as a process, with two bots that are processes as well."""

    def __init__(
        self, folder: Path, *more: str, words: tuple[str, ...] = (), bots: int = 2
    ) -> None:
        self.records = folder / "records"
        tokens = self.token_file = folder / "tokens.txt"
        known = folder / "known.txt"
        if not known.exists():
            made = (referee("token", name, "--tokens", tokens).stdout for name in "ab"[:bots])
            known.write_text("".join(made))
        self.tokens = known.read_text().split()
        command = (
            *(sys.executable, "-m", "referee.cli.main", "serve", "dragon", *words, "--seats", "2"),
            *("--tokens", str(tokens), "--records", str(self.records), "--listen", "127.0.0.1:0"),
            *("--stall", "500"),
            *more,
        )
        self.process = PreloadedPopen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.address = ""
        self.bots: list[subprocess.Popen[str]] = []

    def start_bots(self, bot: tuple[str, ...]) -> None:
        """Start the bots, once the server says where it listens."""
        line = self.read_line()
        address = re.search(r"address=(\S+)", line)
        assert address is not None, line
        self.address = address[1]
        for token in self.tokens:
            self.start_bot(token, bot)

    def start_bot(self, token: str, bot: tuple[str, ...]) -> None:
        """Start a bot with a token."""
        place = {"TIANMING_SERVER": self.address, "TIANMING_TOKEN": token}
        self.bots.append(
            PreloadedPopen(
                [sys.executable, *bot],
                env={**os.environ, **place},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        )

    def health(self) -> int:
        """The answer to a health check, once it is another than `SERVING`."""
        with grpc.insecure_channel(self.address) as channel:
            check: Any = channel.unary_unary("/grpc.health.v1.Health/Check")
            deadline = time.monotonic() + PATIENCE
            while True:
                answer = check(HealthCheckRequest().SerializeToString(), timeout=PATIENCE)
                status = HealthCheckResponse.FromString(answer).status
                if status != HealthCheckResponse.SERVING or time.monotonic() > deadline:
                    return status
                time.sleep(0.05)

    def read_line(self) -> str:
        """The next line of the log."""
        assert self.process.stderr is not None
        return self.process.stderr.readline()

    def read_until(self, event: str) -> str:
        """The next line of the log with an event."""
        while event not in (line := self.read_line()):
            assert line, f"the log ended without {event}"
        return line

    def wait_for(self, pattern: str, count: int = 1) -> None:
        """Wait until so many records have a name like that."""
        while len(list(self.records.glob(pattern))) < count:
            assert self.process.poll() is None
            time.sleep(0.01)

    def wait_until_taken(self, number: signal.Signals) -> None:
        """Wait until a signal is no more pending: another one would be the same to the kernel."""
        status = Path(f"/proc/{self.process.pid}/status")
        while self.process.poll() is None:
            pending = re.search(r"ShdPnd:\s+([0-9a-f]+)", status.read_text())
            if pending is None or not int(pending[1], 16) >> (number - 1) & 1:
                return
            time.sleep(0.01)

    def end(self) -> tuple[int, str, str]:
        """The exit code, and what was printed."""
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, STALLED.sub("", err)


@contextmanager
def serving(
    folder: Path,
    bot: tuple[str, ...],
    *more: str,
    words: tuple[str, ...] = (),
    bots: int = 2,
) -> Iterator[Serving]:
    """A server with its bots; all of them are gone afterwards."""
    server = Serving(folder, *more, words=words, bots=bots)
    try:
        server.start_bots(bot)
        yield server
    finally:
        for process in (*server.bots, server.process):
            process.kill()
            process.wait()
        for pipe in (server.process.stdout, server.process.stderr):
            assert pipe is not None
            pipe.close()


class TestStart:
    """Bots that wait for a referee and connect as soon as it listens."""

    def test_the_tokens_are_known_before_the_referee_listens(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A bot that a referee does not know gives up for good."""
        token = referee("token", "ann", "--tokens", tmp_path / "tokens").stdout.strip()
        known: list[BotName] = []

        async def listen(self: Referee) -> Referee:
            holder = self.identities.holder([("authorization", f"Bearer {token}")])
            known.extend([holder.bot] if holder else [])
            raise UnavailableError(ServerSentence.CANNOT_LISTEN, address="unix:x")

        monkeypatch.setattr(Referee, "__aenter__", listen)
        words = ("serve", "dragon", "--seats", "2", "--tokens", tmp_path / "tokens")
        where = ("--records", tmp_path / "records", "--listen", f"unix:{tmp_path / 'socket'}")
        assert referee(*words, *where).returncode == 69
        assert known == ["ann"]


class TestEnd:
    """Draining, stopping, and a disk that fails."""

    def test_at_the_first_signal_open_matches_end_and_none_begins(self, tmp_path: Path) -> None:
        with serving(tmp_path, RANDOM) as server:
            server.wait_for("*.tianming", 2)
            server.process.send_signal(signal.SIGTERM)
            code, out, _ = server.end()
            assert code == 0
            assert not list(server.records.glob("*.part"))
            records = list(server.records.glob("*.tianming"))
            assert out == f"{len(records)} matches played.\n"

    def test_a_signal_ends_it_in_good_order_as_soon_as_it_listens(self, tmp_path: Path) -> None:
        server = Serving(tmp_path)
        server.read_until("referee_listening")
        server.process.send_signal(signal.SIGTERM)
        code, out, _ = server.end()
        assert (code, out) == (0, "0 matches played.\n")

    def test_at_the_second_signal_it_stops_at_once(self, tmp_path: Path) -> None:
        with serving(tmp_path, SILENT, "--drain", "3600") as server:
            server.wait_for("*.part")
            server.process.send_signal(signal.SIGINT)
            server.wait_until_taken(signal.SIGINT)
            assert server.health() == HealthCheckResponse.NOT_SERVING
            server.process.send_signal(signal.SIGINT)
            server.wait_until_taken(signal.SIGINT)
            code, out, err = server.end()
            assert (code, out) == (0, "0 matches played.\n")
            assert "referee_stopped" in err
            assert "Traceback" not in err

    @pytest.mark.parametrize("drains", [False, True])
    def test_a_record_that_cannot_be_stored_ends_it_with_one_sentence(
        self, drains: bool, tmp_path: Path
    ) -> None:
        with serving(tmp_path, SILENT, "--decision", "1", *_NO_BANK) as server:
            server.wait_for("*.part")
            (server.records / _MATCH.format(1)).mkdir()
            if drains:
                server.process.send_signal(signal.SIGTERM)
            code, out, err = server.end()
            assert (code, out) == (74, "")
            assert re.search(r"^referee serve: the record \S+ cannot be stored: ", err, re.M)
            assert "Traceback" not in err

    def test_matches_that_are_open_after_the_time_to_drain_resume_at_the_next_start(
        self, tmp_path: Path
    ) -> None:
        with serving(tmp_path, SILENT, "--drain", "0") as server:
            server.wait_for("*.part")
            server.process.send_signal(signal.SIGTERM)
            assert server.end()[:2] == (0, "0 matches played.\n")
        with serving(tmp_path, RANDOM, "--matches", "1") as server:
            assert server.end()[:2] == (0, "1 match played.\n")
            record = read(server.records / _MATCH.format(1))
        assert any(entry.body.HasField("resumed") for entry in record.entries)


class TestSeason:
    """The bots of the command line, and those that connect."""

    def test_a_local_bot_plays_with_the_only_bot_that_connects(self, tmp_path: Path) -> None:
        with serving(tmp_path, RANDOM, "--matches", "2", words=("greedy",), bots=1) as server:
            assert server.end()[:2] == (0, "2 matches played.\n")
            records = sorted(server.records.glob("*.tianming"))
        players = [set(read(record).header.bots) for record in records]
        assert players == [{"a", "greedy"}] * 2

    def test_a_bot_of_another_game_is_benched_with_the_reason(self, tmp_path: Path) -> None:
        with serving(tmp_path, OF_CHINA, words=("greedy",), bots=1) as server:
            line = server.read_until("bot_benched")
        assert "bot=a" in line
        assert "does not name dragon" in line

    def test_the_season_continues_in_its_folder_with_its_ledger(self, tmp_path: Path) -> None:
        for matches in (2, 4):
            with serving(tmp_path, RANDOM, "--matches", "2", "--strikes", str(matches)) as server:
                assert server.end()[0] == 0
            assert len(list(server.records.glob("*.tianming"))) == matches
        assert (server.records / "ledger.db").is_file()

    def test_a_second_referee_is_kept_out_of_the_folder(self, tmp_path: Path) -> None:
        tokens = tmp_path / "tokens"
        referee("token", "ann", "--tokens", tokens)
        words = ("--tokens", tokens, "--records", tmp_path / "records", "--listen", "127.0.0.1:0")
        (tmp_path / "records").mkdir()
        with held(tmp_path / "records", "serve"):
            error, _ = refused("serve", "dragon", "--seats", "2", *words)
        assert (error["code"], error["exit_code"]) == ("run_by_process", 74)

    def test_a_folder_of_another_game_is_refused_with_the_way_out(self, tmp_path: Path) -> None:
        tokens = tmp_path / "tokens"
        referee("token", "ann", "--tokens", tokens)
        words = ("--tokens", tokens, "--records", tmp_path / "records", "--listen", "127.0.0.1:0")
        (tmp_path / "records").mkdir()
        (tmp_path / "records" / "serve.json").write_text('{"game": "ming", "seed": "x"}')
        error, _ = refused("serve", "dragon", "--seats", "2", *words)
        assert (error["code"], error["exit_code"]) == ("other_settings", 74)

    @pytest.mark.parametrize(
        ("bots", "code"),
        [
            (("greedy", "random"), "too_many_local_bots"),
            (("ann=greedy",), "bot_in_tokens"),
            (("ann=http://127.0.0.1:1",), "bot_in_tokens"),
            (("a=greedy", "a=http://127.0.0.1:1"), "name_twice"),
        ],
    )
    def test_bots_that_cannot_be_in_the_season_are_named(
        self, bots: tuple[str, ...], code: str, tmp_path: Path
    ) -> None:
        tokens = tmp_path / "tokens"
        referee("token", "ann", "--tokens", tokens)
        words = ("--seats", "2", "--tokens", tokens, "--records", tmp_path / "records")
        error, _ = refused("serve", "dragon", *bots, *words)
        assert (error["code"], error["exit_code"]) == (code, 2)
        assert not (tmp_path / "records").exists()


class TestTokens:
    """The list of tokens is read again at `SIGHUP`."""

    def test_a_token_that_is_taken_back_ends_its_stream_and_a_new_one_is_taken(
        self, tmp_path: Path
    ) -> None:
        with serving(tmp_path, SILENT) as server:
            for _ in range(2):
                server.read_until("bot_entered")
            lines = server.token_file.read_text().splitlines(keepends=True)
            server.token_file.write_text(lines[1])
            server.tokens = [
                referee("token", "c", "--tokens", server.token_file).stdout.strip(),
            ]
            server.process.send_signal(signal.SIGHUP)
            assert "count=2" in server.read_until("bots_read")
            assert "bot=a" in server.read_until("TOKEN_REVOKED")
            server.start_bot(server.tokens[0], SILENT)
            assert "bot=c" in server.read_until("bot_entered")
            assert [process.poll() for process in server.bots[1:]] == [None, None]

    def test_a_list_that_cannot_be_read_leaves_all_as_it_was(self, tmp_path: Path) -> None:
        with serving(tmp_path, SILENT) as server:
            for _ in range(2):
                server.read_until("bot_entered")
            for damage in ("no line\n", "00 a\n"):
                server.token_file.write_text(damage)
                server.process.send_signal(signal.SIGHUP)
                assert "tokens.txt:1: " in server.read_until("bots_kept")
            server.token_file.unlink()
            server.process.send_signal(signal.SIGHUP)
            assert "cannot be read" in server.read_until("bots_kept")
            assert server.process.poll() is None
            server.start_bot(server.tokens[0], SILENT)
            assert "bot=a" in server.read_until("bot_entered")
