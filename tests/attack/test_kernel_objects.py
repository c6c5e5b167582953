"""A sandboxed bot uses up objects that the kernel counts for a user, or that no process owns."""

import asyncio
import os
import sys
from typing import NamedTuple

import pytest
import uvloop

from referee.identifier import BotName
from referee.launch.command import BotCommand
from referee.launch.preset import Preset
from referee.launch.process import BotProcess
from referee.launch.sandbox import Sandbox, SandboxLimits
from referee.server.environment import open_files
from tests.patience import PATIENCE

FILES = min(SandboxLimits().files, open_files() // 2)
"""The descriptors that each process of a bot may have."""

CONFINED = [Preset.BASIC, Preset.STRICT]

IN_TRANSIT = """
import os, socket
file, kept, count = os.open("/dev/null", 0), [], 0
for step in (250, 50, 10, 1):
    while True:
        ends = socket.socketpair()
        ends[0].setblocking(False)
        try:
            socket.send_fds(ends[0], [b"x"], [file] * step)
        except OSError:
            break
        kept.append(ends)
        count += step
print(count)
"""
"""Sends descriptors to itself, never receives them, and prints how many are in transit."""

MOST_AT_ONCE = 253
"""Descriptors that one message carries; the kernel checks the number before each message."""

SIGNALS = """
import ctypes, os, signal
signal.pthread_sigmask(signal.SIG_BLOCK, [40])
libc, count = ctypes.CDLL(None), 0
while count < 50_000 and libc.sigqueue(os.getpid(), 40, None) == 0:
    count += 1
print(count)
"""
"""Queues signals to itself, and prints how many the kernel keeps."""

NAMES = """
import itertools, os
try:
    for number in itertools.count():
        os.close(os.open(f"{os.environ['TMPDIR']}/{number}", os.O_CREAT | os.O_WRONLY))
except OSError:
    print(number)
"""
"""Makes files until it cannot, and prints how many."""

LIMITS = """
import resource
for name in ("NOFILE", "SIGPENDING", "MSGQUEUE"):
    print(*resource.getrlimit(getattr(resource, f"RLIMIT_{name}")))
"""


class Ended(NamedTuple):
    """What a bot printed, and how it ended."""

    printed: str
    cause: str


def ended(preset: Preset, program: str, limits: SandboxLimits | None = None) -> Ended:
    """Run a Python program in a sandbox."""

    async def run() -> Ended:
        command = BotCommand(BotName("bot"), (sys.executable, "-c", program))
        sandbox = Sandbox(preset, limits or SandboxLimits())
        process = await BotProcess.start(command, os.environ, sandbox)
        ending = await asyncio.shield(process.exited)
        await process.output_read()
        await process.stop()
        return Ended(process.last_words, ending.cause)

    return uvloop.run(asyncio.wait_for(run(), PATIENCE))


@pytest.fixture(params=CONFINED, ids=[preset.value for preset in CONFINED])
def preset(request: pytest.FixtureRequest) -> list[Preset]:
    """Return the preset in a list."""
    return [request.param]


class TestLimits:
    """No bot uses up what its user's other programs, or the referee, need."""

    def test_descriptors_in_transit_stay_below_the_limit_of_the_referee(
        self, preset: list[Preset]
    ) -> None:
        for each in preset:
            parked = int(ended(each, IN_TRANSIT).printed)
            assert parked <= FILES + MOST_AT_ONCE

    def test_queued_signals_are_few(self, preset: list[Preset]) -> None:
        for each in preset:
            assert int(ended(each, SIGNALS).printed) <= 1024

    def test_files_in_its_folder_are_few_even_if_they_are_empty(self, preset: list[Preset]) -> None:
        for each in preset:
            found = ended(each, NAMES)
            if found.printed:
                assert int(found.printed) < 10_000
            else:
                assert "files in a scratch folder, and may have 10000" in found.cause

    def test_its_limits_are_published_ones_and_hard(self, preset: list[Preset]) -> None:
        for each in preset:
            lines = ended(each, LIMITS).printed.splitlines()
            assert lines == [f"{FILES} {FILES}", "1024 1024", "0 0"]

    def test_no_bot_has_more_descriptors_than_half_of_the_referee_s(
        self, preset: list[Preset]
    ) -> None:
        for each in preset:
            lines = ended(each, LIMITS, SandboxLimits(files=1 << 20)).printed.splitlines()
            half = open_files() // 2
            assert lines[0] == f"{half} {half}"
