"""No token and no seed gets out: not into a log, a record, an output, or a command line."""

import base64
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from referee.launch.match_task import LobbyLink
from referee.record.reader import read
from referee.server.identity import hashed, new_token
from referee.server.referee import ServerSettings
from tests.cli.shell import referee
from tests.patience import PATIENCE
from tests.processes import command_line, environment, everybody_below
from tianming_games.match_terms import seed_bytes

RANDOM = (sys.executable, "-m", "tianming_bots.random_bot")
SEED = 730511820946

SPY = """
import os, sys, pathlib, tianming
place = pathlib.Path(sys.argv[1])
(place / "token").write_text(os.environ["TIANMING_TOKEN"])
lines = [path.read_bytes() for path in pathlib.Path("/proc").glob("[0-9]*/cmdline")]
(place / "lines").write_bytes(b"\\n".join(lines))
class Bot:
    def start(self, match):
        (place / "told").write_text(repr({k: v for k, v in vars(match).items()}))
    def choose(self, question):
        with (place / "asked").open("ab") as file:
            file.write(question.message.SerializeToString())
        return 0
tianming.run(Bot())
"""
"""A bot that writes down all it can learn."""


def forms(secret: bytes) -> list[bytes]:
    """What a secret of bytes could look like in a text."""
    return [
        secret,
        secret.hex().encode(),
        base64.b64encode(secret),
        repr(secret)[2:-1].encode(),
        json.dumps(list(secret)).encode(),
    ]


def serve(folder: Path, names: tuple[str, ...], matches: int) -> tuple[dict[str, str], bytes]:
    """Serve matches to bots and an unauthenticated caller; return the tokens and all messages."""
    tokens = {
        name: referee("token", name, "--tokens", folder / "tokens.txt").stdout.strip()
        for name in names
    }
    said = bytearray()
    command = [
        *(sys.executable, "-m", "referee.cli.main", "serve", "china", "--seats", "3"),
        *("--tokens", str(folder / "tokens.txt"), "--records", str(folder / "records")),
        *("--listen", "127.0.0.1:0", "--log", "json", "--log-level", "debug"),
    ]
    with (folder / "log").open("wb") as log, (folder / "out").open("wb") as out:
        server = subprocess.Popen(command, stdout=out, stderr=log)
        bots: list[subprocess.Popen[bytes]] = []
        try:
            while (found := re.search(r'"address": "(\S+)"', (folder / "log").read_text())) is None:
                time.sleep(0.05)
            for token in (*tokens.values(), "a-wrong-token-of-a-stranger"):
                own = {"TIANMING_SERVER": found[1], "TIANMING_TOKEN": token}
                bots.append(
                    subprocess.Popen(
                        RANDOM, env=os.environ | own, stdout=out, stderr=subprocess.STDOUT
                    )
                )
            while len(list((folder / "records").glob("*.tianming"))) < matches:
                assert server.poll() is None
                time.sleep(0.05)
            for process in (server, *bots):
                said += command_line(process.pid)
            said += environment(server.pid)
            server.send_signal(signal.SIGTERM)
            assert server.wait(PATIENCE) == 0
        finally:
            for process in (server, *bots):
                process.kill()
                process.wait()
    said += (folder / "log").read_bytes() + (folder / "out").read_bytes()
    return tokens, bytes(said)


class TestTokens:
    """A token is known to its bot, and as a hash to the referee."""

    def test_a_server_writes_no_token_and_no_seed_anywhere(self, tmp_path: Path) -> None:
        tokens, said = serve(tmp_path, ("a", "b", "c"), matches=2)
        records = sorted((tmp_path / "records").glob("*.tianming"))
        exported = b"".join(
            referee("export", "--to", "jsonl", path).stdout.encode() for path in records
        )
        kept = b"".join(path.read_bytes() for path in records)
        kept += (tmp_path / "tokens.txt").read_bytes()
        assert b"stream_refused" in said
        for token in (*tokens.values(), "a-wrong-token-of-a-stranger"):
            assert token.encode() not in said + kept + exported
        for path in records:
            header = read(path).header
            for secret in (header.seed, header.seed_nonce):
                assert not any(form in said for form in forms(secret))

    def test_a_match_reveals_no_token_and_no_seed(self, tmp_path: Path) -> None:
        spy = tmp_path / "spy.py"
        spy.write_text(SPY)
        record = tmp_path / "match.tianming"
        bot = f"{sys.executable} {spy} {tmp_path}"
        done = referee(
            *("play", "dragon", "random", bot, "--seed", str(SEED), "--watch"),
            *("--record", record, "--log", "json", "--log-level", "debug"),
        )
        assert done.returncode == 0, done.stderr
        *watched, last = done.stdout.splitlines()[:-1]
        assert f"Seed {SEED}" in last
        token = (tmp_path / "token").read_bytes()
        assert len(token) > 40
        for said in (done.stdout.encode(), done.stderr.encode(), record.read_bytes()):
            assert token not in said
        assert token not in (tmp_path / "lines").read_bytes()
        written = (tmp_path / "told").read_bytes() + (tmp_path / "asked").read_bytes()
        for said in ("\n".join(watched).encode(), done.stderr.encode(), written):
            assert str(SEED).encode() not in said
            assert not any(form in said for form in forms(seed_bytes(SEED)))

    def test_the_result_for_programs_has_no_token(self, tmp_path: Path) -> None:
        spy = tmp_path / "spy.py"
        spy.write_text(SPY)
        bot = f"{sys.executable} {spy} {tmp_path}"
        done = referee("play", "dragon", "random", bot, "--json")
        assert json.loads(done.stdout)["results"]
        assert (tmp_path / "token").read_text() not in done.stdout + done.stderr


WORKERS = """
name = "secret"
game = "dragon"
seats = 2
seed = "seven"
[executor]
kind = "processes"
workers = 1
[server]
listen = "127.0.0.1:0"
[sandbox]
preset = "none"
[[bot]]
name = "ann"
command = "random"
"""

LISTENING = """
import os, sys, tianming
from tianming.invitation import InvitedStreams
follow = InvitedStreams.follow
def note(self, address, ticket):
    with open(sys.argv[1], "a") as file:
        file.write(ticket + "\\n")
    follow(self, address, ticket)
InvitedStreams.follow = note
tianming.run(lambda question: 0)
"""
"""A bot that writes down its tickets."""


class TestWorkers:
    """The secret of workers and the tickets of bots are in no log, record or command line."""

    def test_a_league_with_workers_writes_no_ticket_anywhere(self, tmp_path: Path) -> None:
        token, path = new_token(), tmp_path / "league.toml"
        path.write_text(f'{WORKERS}[[bot]]\nname = "eve"\ntoken = "{hashed(token)}"\n')
        command = (sys.executable, "-m", "referee.cli.main", "league", "run", "--events")
        words = (*command, "--log", "json", "--log-level", "debug")
        seen = bytearray()
        with (tmp_path / "log").open("wb") as log:
            league = subprocess.Popen(words, cwd=tmp_path, stdout=log, stderr=log)
            while not (found := re.search(r'"listening".*?"address":"(\S+?)"', text(log.name))):
                assert league.poll() is None, text(log.name)
                time.sleep(0.05)
            own = {"TIANMING_SERVER": found[1], "TIANMING_TOKEN": token}
            bot = subprocess.Popen(
                (sys.executable, "-c", LISTENING, str(tmp_path / "tickets")),
                env=os.environ | own,
            )
            while league.poll() is None:
                for pid in everybody_below(league.pid):
                    seen += command_line(pid) + environment(pid)
                time.sleep(0.05)
            bot.kill()
            bot.wait()
        assert league.returncode == 0, text(log.name)
        tickets = text(tmp_path / "tickets").split()
        assert tickets
        records = sorted((tmp_path / "records").glob("*.tianming"))
        assert len(records) == 2
        for kept in (*records, tmp_path / "ledger.db", tmp_path / "log"):
            seen += kept.read_bytes()
        for secret in (token, *tickets):
            assert secret.encode() not in seen

    def test_a_task_that_is_written_down_has_no_secret(self) -> None:
        secret = new_token()
        lobby = LobbyLink("127.0.0.1:1", secret, ServerSettings("127.0.0.1:0", secret=secret))
        assert secret not in f"{lobby!r} {lobby!s}"


def text(path: Path | str) -> str:
    """What stands in a file."""
    return Path(path).read_text()


KNOWN = {
    "match_started": {"match", "game"},
    "match_sealed": {"match", "reason"},
    "seat_struck": {"match", "bot", "fault", "strikes_left", "reason"},
    "bot_started": {"bot", "pid"},
    "bot_ended": {"bot", "cause"},
    "bot_entered": {"bot", "session", "name", "agent", "version", "games"},
    "bot_left": {"bot", "session"},
    "stream_refused": {"bot", "reason"},
    "referee_listening": {"address", "tls"},
    "referee_stopped": {"address"},
    "host_stalled": {"seconds"},
}
"""What the log says of a match: nothing of what a seat holds, was offered or chose."""

SENTENCES = (
    r"[\w, -]+ (won|shared? the first place)\.( A substitute played [\w, -]+ to the end\.)?",
    r"Every seat was forfeited\.",
    r"Option \d+ is not on offer: there are \d+, from 0\.",
    r"(No answer came|The bot (was away|had crashed \(.*\)), and no answer came) within [\d.]+ s\.",
    r"More than \d+ messages a second answered no open question\.",
    r"The frame is no PlayRequest\.",
    r"A message of the frame has no kind that this referee knows\.",
    r"[A-Z_]+",
)


class TestLog:
    """The log of a game with hidden hands is the same whatever is in them."""

    def test_the_log_of_a_match_names_bots_faults_and_times_and_nothing_of_the_game(
        self,
    ) -> None:
        zoo = f"{sys.executable} -m tests.zoo.faulty"
        done = referee(
            *("play", "china", "random", f"{zoo} out-of-range", f"{zoo} flooding"),
            *("--log", "json", "--log-level", "debug", "--decision", "1", "--bank", "0"),
        )
        assert done.returncode == 1
        lines = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
        assert {"match_started", "seat_struck", "match_sealed"} <= {one["event"] for one in lines}
        for line in lines:
            facts = line.keys() - {"event", "level", "timestamp"}
            assert facts <= KNOWN[line["event"]] | {"left_out", "messages_per_second"}, line
            if "reason" in line:
                assert any(re.fullmatch(form, line["reason"]) for form in SENTENCES), line
