"""An observed bot: what it opens, changes, calls and starts is noted, also if it is refused."""

import asyncio
import os
import sys
import textwrap
from pathlib import Path

import pytest
import uvloop

from referee.identifier import BotName
from referee.launch.command import BotCommand
from referee.launch.preset import Preset
from referee.launch.process import BotProcess
from referee.launch.sandbox import Sandbox
from referee.launch.touch import Touch, TouchKind
from tests.patience import PATIENCE

CODE = textwrap.dedent(
    """
    import contextlib, os, socket
    refused = contextlib.suppress(OSError)
    folder = os.open("sub", os.O_RDONLY)
    with refused: os.open("inner.txt", os.O_RDWR, dir_fd=folder)
    with refused: open("../up.txt", "rb")
    with refused: open("made.txt", "w")
    with refused: os.unlink("old.txt")
    with refused: os.rename("old.txt", "new.txt")
    for family, address in (
        (socket.AF_INET, ("127.0.0.1", 9)),
        (socket.AF_INET6, ("::1", 9)),
        (socket.AF_UNIX, "/run/nobody.sock"),
        (socket.AF_UNIX, "\\0nobody"),
    ):
        with refused: socket.socket(family).connect(address)
    with refused: socket.socket().bind(("127.0.0.1", 8080))
    with refused: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 53))
    os.execv("/usr/bin/env", ["env", "true"])
    """
)


def observed(preset: Preset, folder: Path) -> BotProcess:
    """The process of a bot that has ended in a folder, observed."""
    command = BotCommand(BotName("bot"), (sys.executable, "-S", "bot.py"), folder)

    async def run() -> BotProcess:
        process = await BotProcess.start(command, os.environ, Sandbox(preset, observed=True))
        await asyncio.shield(process.exited)
        await process.stop()
        return process

    return uvloop.run(asyncio.wait_for(run(), PATIENCE))


@pytest.mark.parametrize("preset", [Preset.BASIC, Preset.STRICT])
def test_every_touch_is_noted_with_its_whole_path_or_its_address(
    preset: Preset, tmp_path: Path
) -> None:
    """Relative paths are those of the bot, also from an open folder."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "bot.py").write_text(CODE, encoding="utf-8")
    process = observed(preset, tmp_path)
    assert process.exited.result().code == 0, process.last_words
    assert process.touches is not None
    assert set(process.touches) >= {
        Touch(TouchKind.READ, str(tmp_path / "bot.py")),
        Touch(TouchKind.READ, str(tmp_path / "sub")),
        Touch(TouchKind.WRITE, str(tmp_path / "sub" / "inner.txt")),
        Touch(TouchKind.READ, str(tmp_path.parent / "up.txt")),
        Touch(TouchKind.WRITE, str(tmp_path / "made.txt")),
        Touch(TouchKind.WRITE, str(tmp_path / "old.txt")),
        Touch(TouchKind.WRITE, str(tmp_path / "new.txt")),
        Touch(TouchKind.CONNECT, "127.0.0.1:9"),
        Touch(TouchKind.CONNECT, "[::1]:9"),
        Touch(TouchKind.CONNECT, "unix:/run/nobody.sock"),
        Touch(TouchKind.CONNECT, "unix:@nobody"),
        Touch(TouchKind.BIND, "127.0.0.1:8080"),
        Touch(TouchKind.SEND, "127.0.0.1:53"),
        Touch(TouchKind.RUN, "/usr/bin/env"),
    }
    assert len(set(process.touches)) == len(process.touches)


def test_a_bot_that_is_not_observed_has_no_touches(tmp_path: Path) -> None:
    """Nothing is known, which is not the same as nothing."""
    (tmp_path / "bot.py").write_text("", encoding="utf-8")
    assert observed(Preset.NONE, tmp_path).touches is None
