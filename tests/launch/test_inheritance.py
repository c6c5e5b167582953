"""What a bot inherits from its referee, in each preset: a list, and nothing else."""

import asyncio
import fcntl
import json
import os
import resource
import signal
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvloop

from referee.identifier import BotName
from referee.launch.command import BotCommand
from referee.launch.preset import Preset
from referee.launch.process import BotProcess, bot_environment
from referee.launch.sandbox import Sandbox, SandboxLimits
from tests.patience import PATIENCE

LOOK = textwrap.dedent(
    """
    import fcntl, json, os, resource, signal, sys
    held = [int(name) for name in os.listdir("/proc/self/fd")]
    status = dict(line.split(":\\t", 1) for line in open("/proc/self/status") if ":\\t" in line)
    limits = {name: resource.getrlimit(getattr(resource, name))
              for name in ("RLIMIT_NOFILE", "RLIMIT_FSIZE", "RLIMIT_CORE", "RLIMIT_DATA")}
    print(json.dumps({
        "descriptors": sorted(one for one in held if os.path.exists(f"/proc/self/fd/{one}")),
        "stdin": os.readlink("/proc/self/fd/0"),
        "environment": dict(os.environ),
        "ignored": int(status["SigIgn"], 16),
        "blocked": int(status["SigBlk"], 16),
        "folder": os.getcwd(),
        "limits": limits,
        "group": os.getpgrp() == os.getpid(),
        "locks": sum(" " + str(os.getpid()) + " " in line for line in open("/proc/locks")),
    }))
    """
)
"""A bot that prints what it has. Python itself ignores SIGPIPE and SIGXFSZ."""

OF_PYTHON = 1 << signal.SIGPIPE - 1 | 1 << signal.SIGXFSZ - 1

OWN = {"TIANMING_SERVER", "TIANMING_TOKEN", "PYTHONUNBUFFERED", "GRPC_EXPERIMENTS"}
"""What every bot gets."""

FOREIGN = {
    "TIANMING_BOT_TOKEN": "secret",
    "TIANMING_LEAGUE_STORAGE_LEDGER": "postgresql://secret",
    "PYTHONPATH": "/no/such/path",
    "PYTHONSTARTUP": "/no/such/file",
    "AWS_SECRET_ACCESS_KEY": "secret",
    "LD_PRELOAD": "",
    "PYTHONHASHSEED": "7",
}
"""What the environment of the referee has."""


@pytest.fixture
def crowded(tmp_path: Path) -> Iterator[None]:
    """Give this process what no bot may inherit: open files, a lock, ignored signals."""
    with (tmp_path / "locked").open("w") as locked, tempfile.TemporaryFile() as inheritable:
        fcntl.flock(locked, fcntl.LOCK_EX)
        os.set_inheritable(inheritable.fileno(), True)
        before = {
            one: signal.signal(one, signal.SIG_IGN) for one in (signal.SIGHUP, signal.SIGUSR2)
        }
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
        yield
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        for one, handler in before.items():
            signal.signal(one, handler)


def inherited(preset: Preset, folder: Path, observed: bool = False) -> dict[str, Any]:
    """Return what a bot in a sandbox prints about itself."""
    command = BotCommand(BotName("bot"), (sys.executable, "-S", "-c", LOOK), folder)
    environment = bot_environment("127.0.0.1:1", "token")
    sandbox = Sandbox(preset, SandboxLimits(files=99), observed=observed)

    async def run() -> bytes:
        process = await BotProcess.start(command, environment, sandbox)
        await asyncio.shield(process.exited)
        await process.stop()
        return process.output

    found: dict[str, Any] = json.loads(uvloop.run(asyncio.wait_for(run(), PATIENCE)))
    return found


@pytest.mark.usefixtures("crowded")
@pytest.mark.parametrize("preset", Preset)
class TestInheritance:
    """A bot gets what the list says."""

    def test_a_bot_holds_three_descriptors_and_no_lock(
        self, preset: Preset, tmp_path: Path
    ) -> None:
        found = inherited(preset, tmp_path)
        assert found["descriptors"] == [0, 1, 2]
        assert found["stdin"] == os.devnull
        assert found["locks"] == 0

    def test_an_observed_bot_holds_no_more(self, preset: Preset, tmp_path: Path) -> None:
        assert inherited(preset, tmp_path, observed=True)["descriptors"] == [0, 1, 2]

    def test_no_signal_is_blocked_or_ignored(self, preset: Preset, tmp_path: Path) -> None:
        found = inherited(preset, tmp_path)
        assert found["blocked"] == 0
        assert found["ignored"] & ~OF_PYTHON == 0
        assert found["group"]

    def test_it_works_in_its_folder_within_its_limits(self, preset: Preset, tmp_path: Path) -> None:
        found = inherited(preset, tmp_path)
        assert found["folder"] == str(tmp_path)
        if preset is Preset.NONE:
            for name, limit in found["limits"].items():
                assert tuple(limit) == resource.getrlimit(getattr(resource, name)), name
        else:
            assert found["limits"]["RLIMIT_NOFILE"] == [99, 99]
            assert found["limits"]["RLIMIT_CORE"] == [0, 0]
            assert found["limits"]["RLIMIT_DATA"][1] <= SandboxLimits().memory
            assert found["limits"]["RLIMIT_FSIZE"][1] <= SandboxLimits().disk

    def test_its_environment_has_nothing_of_the_referee(
        self, preset: Preset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name, value in FOREIGN.items():
            monkeypatch.setenv(name, value)
        found = inherited(preset, tmp_path)["environment"]
        ours = {name for name in found if name.startswith("TIANMING_")}
        assert ours == {"TIANMING_SERVER", "TIANMING_TOKEN"}
        assert found.keys() >= OWN
        assert found["PYTHONHASHSEED"] == "7"
        if preset is not Preset.NONE:
            assert not found.keys() & {"PYTHONPATH", "PYTHONSTARTUP", "AWS_SECRET_ACCESS_KEY"}
