"""A season that is held open notifies its targets, from a process of its own."""

import os
import signal
from base64 import b64encode
from pathlib import Path

from tests.cli.running import ANY_PORT, Running, write
from tests.notify.receiver import Receiver, receiving, soon
from tests.patience import PATIENCE
from tests.processes import children, command_line


def file(folder: Path, receiver: Receiver) -> None:
    """Write a league of two rounds, with a target."""
    write(folder / "league.toml", {"ann": "random", "bob": "random"}, rounds=2)
    (folder / "hook.txt").write_text(f"whsec_{b64encode(bytes(32)).decode()}\n")
    with (folder / "league.toml").open("a") as out:
        out.write(
            f'[[notify]]\nname = "hook"\nurl = "{receiver.url}"\nsecret_file = "hook.txt"\n'
            "private = true\n"
        )


def notifiers(server: Running) -> list[int]:
    """Return the notify processes of a server."""
    pid = server.process.pid
    return [child for child in children(pid) if b"referee.notify" in command_line(child)]


def delivered(folder: Path, count: int) -> None:
    """Wait until so many notices were delivered, and the state knows it."""
    state = folder / "records/notify.journal"
    soon(lambda: state.exists() and state.read_bytes().count(b"notice_ended") == count)


class TestServer:
    def test_targets_hear_of_each_round_once_through_kills_and_a_restart(
        self, tmp_path: Path
    ) -> None:
        with receiving(Receiver()) as receiver:
            file(tmp_path, receiver)
            with Running(tmp_path, words=ANY_PORT, command="serve") as server:
                server.until("season_over")
                delivered(tmp_path, 3)
                (killed,) = notifiers(server)
                os.kill(killed, signal.SIGKILL)
                soon(lambda: [pid for pid in notifiers(server) if pid != killed])
                text = (tmp_path / "league.toml").read_text()
                (tmp_path / "league.toml").write_text(text.replace("rounds = 2", "rounds = 3"))
                server.signal(signal.SIGHUP)
                server.until("season_over")
                delivered(tmp_path, 5)
                server.process.kill()
                server.process.wait(PATIENCE)
            with Running(tmp_path, words=ANY_PORT, command="serve") as server:
                server.until("season_over")
                (tmp_path / "league.toml").write_text("name = 3")
                server.signal(signal.SIGHUP)
                server.until("bots_kept")
                receiver.until(lambda: len(receiver.requests) == 6)
        told = [(one.json["type"], *one.json["data"].values()) for one in receiver.requests]
        assert [one[0] for one in told[:5]] == [
            "round.over",
            "round.over",
            "season.over",
            "round.over",
            "season.over",
        ]
        assert told[5][0] == "alert"
        assert "The league file has an error" in told[5][2]
