"""The session of a bot has the priority of the process that starts the bot."""

import os
import subprocess
import sys
from pathlib import Path

GROUP = Path("/proc/self/autogroup")
_START = """
import asyncio, sys
from pathlib import Path
from referee.identifier import BotName
from referee.launch.command import BotCommand
from referee.launch.process import BotProcess
from referee.launch.preset import Preset
from referee.launch.sandbox import Sandbox

async def start():
    words = ("sh", "-c", "cat /proc/self/autogroup > group")
    command = BotCommand(BotName("bot"), words, Path(sys.argv[1]))
    process = await BotProcess.start(command, {"PATH": "/usr/bin:/bin"}, Sandbox(Preset.NONE))
    await process.exited

asyncio.run(start())
"""


def test_the_session_of_a_bot_is_as_low_as_its_referee(tmp_path: Path) -> None:
    words = ["nice", "-n", "7", sys.executable, "-c", _START, str(tmp_path)]
    subprocess.run(words, check=True)
    nice = min(os.nice(0) + 7, 19)
    if GROUP.exists():  # else this kernel shares between processes alone
        assert (tmp_path / "group").read_text().split()[-2:] == ["nice", str(nice)]
