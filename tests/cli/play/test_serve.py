"""`referee serve`: how it ends, and what is left behind."""

import asyncio
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

import pytest

from referee.cli.play.serve import _until_signal
from referee.error import UnavailableError
from referee.identifier import BotName
from referee.server.referee import Referee
from referee.server.sentence import ServerSentence
from tests.cli.shell import STALLED, referee
from tests.patience import PATIENCE

RANDOM = ("tianming_bots.random_bot",)
SILENT = ("tests.zoo.faulty", "silent")


class Serving:
    """A `referee serve` as a process, with two bots that are processes as well."""

    def __init__(self, folder: Path, *more: str, file_limit: str = "unlimited") -> None:
        self.records = folder / "records"
        tokens = self.token_file = folder / "tokens.txt"
        self.tokens = [
            referee("token", name, "--tokens", tokens).stdout.strip() for name in ("a", "b")
        ]
        command = (
            *(sys.executable, "-m", "referee.cli.main", "serve", "dragon", "--seats", "2"),
            *("--tokens", str(tokens), "--records", str(self.records), "--listen", "127.0.0.1:0"),
            *more,
        )
        self.process = subprocess.Popen(
            ["bash", "-c", f'ulimit -f {file_limit}; exec "$@"', "bash", *command],
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
            subprocess.Popen(
                [sys.executable, "-m", *bot],
                env={**os.environ, **place},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        )

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
    folder: Path, bot: tuple[str, ...], *more: str, file_limit: str = "unlimited"
) -> Iterator[Serving]:
    """A server with its bots; all of them are gone afterwards."""
    server = Serving(folder, *more, file_limit=file_limit)
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
            records = [path.suffix for path in server.records.iterdir()]
            assert set(records) == {".tianming"}
            assert out == f"{len(records)} matches played.\n"

    def test_at_the_second_signal_it_stops_at_once(self, tmp_path: Path) -> None:
        with serving(tmp_path, SILENT, "--drain", "3600") as server:
            server.wait_for("*.part")
            for _ in range(2):
                server.process.send_signal(signal.SIGINT)
                server.wait_until_taken(signal.SIGINT)
            code, out, err = server.end()
            assert (code, out) == (0, "0 matches played.\n")
            assert "referee_stopped" in err
            assert "Traceback" not in err

    def test_a_full_disk_ends_it_with_a_clear_word(self, tmp_path: Path) -> None:
        with serving(tmp_path, RANDOM, file_limit="2") as server:
            code, out, err = server.end()
            assert code == 74
            assert out == ""
            assert re.search(r"^referee serve: the record \S+ cannot be written: ", err, re.M)
            assert "Traceback" not in err

    def test_a_disk_that_fills_while_draining_is_reported_too(self, tmp_path: Path) -> None:
        clock = ("--decision", "1", "--bank", "0", "--first", "0", "--log-level", "info")
        with serving(tmp_path, SILENT, *clock, file_limit="1") as server:
            server.wait_for("*.part")
            server.process.send_signal(signal.SIGTERM)
            code, _, err = server.end()
            assert code == 74
            assert re.search(r"^referee serve: the record \S+ cannot be written: ", err, re.M)

    def test_an_error_of_ours_while_it_stops_is_not_passed_over(self) -> None:
        class Stuck:
            """A referee and its open play, neither of which ends well."""

            async def stop(self, grace: float) -> None:
                raise ZeroDivisionError("a bug in stopping")

            def close(self) -> None:
                """No more matches."""

        async def test() -> None:
            both: Any = Stuck()
            playing = asyncio.create_task(asyncio.sleep(60))
            asyncio.get_running_loop().call_soon(signal.raise_signal, signal.SIGTERM)
            await _until_signal(both, both, playing, 0)

        with pytest.raises(ZeroDivisionError, match="a bug in stopping"):
            asyncio.run(test())


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
            assert "bots=2" in server.read_until("tokens_read")
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
                assert "tokens.txt:1: " in server.read_until("tokens_kept")
            server.token_file.unlink()
            server.process.send_signal(signal.SIGHUP)
            assert "cannot be read" in server.read_until("tokens_kept")
            assert server.process.poll() is None
            server.start_bot(server.tokens[0], SILENT)
            assert "bot=a" in server.read_until("bot_entered")
