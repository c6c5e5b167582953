"""A bot as a process: gone when it is stopped, whatever it does."""

import asyncio
import contextlib
import errno
import os
import signal
import subprocess
import sys
import textwrap
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.error import MachineError, UnavailableError
from referee.identifier import BotName
from referee.launch.command import BotCommand
from referee.launch.preset import Preset
from referee.launch.process import KEPT, BotProcess
from referee.launch.sandbox import Sandbox
from referee.launch.sentence import LaunchSentence
from referee.machine_sentence import MachineSentence
from tests.errors import raises
from tests.patience import PATIENCE
from tests.processes import command_line, open_files
from tests.server.harness import running

DEAF = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "


def bot(code: str) -> BotCommand:
    """A bot that runs some Python."""
    return BotCommand(BotName("bot"), (sys.executable, "-c", code))


def runs(pid: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def first_output(process: BotProcess) -> str:
    """Return the first output of a bot."""
    while not process.last_words:
        await asyncio.sleep(0.01)
    return process.last_words


class TestStop:
    """No bot outlives its matches."""

    async def test_a_reader_of_the_last_output_outlives_the_bot(self) -> None:
        process = await BotProcess.start(bot("print('x' * 1_000_000)"), os.environ)
        await asyncio.shield(process.exited)
        waiting = asyncio.create_task(process.output_read())
        await asyncio.sleep(0)
        await process.stop()
        await waiting
        assert process.last_words.startswith("x")

    async def test_a_bot_that_is_deaf_to_sigterm_is_killed(self) -> None:
        code = DEAF + "import os; print(os.getpid(), flush=True); time.sleep(60)"
        process = await BotProcess.start(bot(code), os.environ)
        pid = int(await first_output(process))
        await process.stop()
        assert not runs(pid)

    async def test_it_is_killed_too_where_nobody_waits_for_it_to_stop(self) -> None:
        code = DEAF + "import os; print(os.getpid(), flush=True); time.sleep(60)"
        process = await BotProcess.start(bot(code), os.environ)
        pid = int(await first_output(process))
        stopping = asyncio.create_task(process.stop())
        await asyncio.sleep(0.1)
        stopping.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await stopping
        await process.exited
        assert not runs(pid)

    @pytest.mark.parametrize("steps", [1, 2, 3, 4, 6, 9])
    async def test_one_that_is_stopped_in_a_hurry_leaves_nothing(self, steps: int) -> None:
        before = open_files(os.getpid())
        process = await BotProcess.start(bot("import time; time.sleep(60)"), os.environ)
        stopping = asyncio.create_task(process.stop())
        for _ in range(steps):
            await asyncio.sleep(0)
        stopping.cancel()
        with pytest.raises(asyncio.CancelledError):
            await stopping
        assert process.exited.done()
        assert open_files(os.getpid()) <= before

    @pytest.mark.parametrize("steps", range(1, 8))
    async def test_a_hurry_while_an_ended_one_is_stopped_leaves_nothing(self, steps: int) -> None:
        before = open_files(os.getpid())
        process = await BotProcess.start(bot("pass"), os.environ)
        await asyncio.shield(process.exited)
        stopping = asyncio.create_task(process.stop())
        for _ in range(steps):
            await asyncio.sleep(0)
        stopping.cancel()
        await asyncio.wait((stopping,))
        assert open_files(os.getpid()) <= before

    async def test_one_whose_supervisor_is_frozen_is_killed_in_a_hurry(self) -> None:
        code = "import os, time; print(os.getppid(), flush=True); time.sleep(60)"
        process = await BotProcess.start(bot(code), os.environ)
        supervisor = int(await first_output(process))
        os.kill(supervisor, signal.SIGSTOP)
        stopping = asyncio.create_task(process.stop())
        await asyncio.sleep(0)
        stopping.cancel()
        with pytest.raises(asyncio.CancelledError):
            await stopping
        assert not runs(supervisor)

    async def test_what_it_has_started_is_gone_with_it(self) -> None:
        code = (
            "import subprocess, sys, time; "
            "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']); "
            "print(child.pid, flush=True); time.sleep(60)"
        )
        process = await BotProcess.start(bot(code), os.environ)
        pid = int(await first_output(process))
        await process.stop()
        await asyncio.sleep(0.1)
        with contextlib.suppress(FileNotFoundError), open(f"/proc/{pid}/stat") as stat:
            assert stat.read().split()[2] == "Z"

    async def test_a_child_that_has_slipped_away_does_not_hold_it_up(self) -> None:
        code = (
            "import subprocess, sys, time; "
            "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(9999)'], "
            "start_new_session=True); print(child.pid, flush=True); time.sleep(60)"
        )
        process = await BotProcess.start(bot(code), os.environ)
        await first_output(process)
        await process.stop()


class TestEnding:
    """How it ended is what it did by itself."""

    async def test_a_bot_that_is_stopped_did_not_end_by_itself(self) -> None:
        process = await BotProcess.start(bot("import time; time.sleep(60)"), os.environ)
        await process.stop()
        assert process.ending is None
        assert process.exited.done()

    async def test_nor_did_one_whose_supervisor_had_to_be_killed(self) -> None:
        code = "import os, time; print(os.getppid(), flush=True); time.sleep(60)"
        process = await BotProcess.start(bot(code), os.environ)
        os.kill(int(await first_output(process)), signal.SIGSTOP)
        await process.stop()
        assert process.ending is None

    @pytest.mark.parametrize(
        ("text", "first_output"),
        [
            ("#!/no/such/python -u\nrun()\n", "its first line names '/no/such/python -u' to run"),
            ("#!/bin/sh\r\nrun\n", "its first line names '/bin/sh\\r' to run it, and that is not"),
            ("import tianming\n", "nor does its first line name one, as in #!/bin/sh"),
            ("", "nor does its first line name one, as in #!/bin/sh"),
        ],
    )
    async def test_the_error_of_a_script_without_interpreter_names_its_first_line(
        self, text: str, first_output: str, tmp_path: Path
    ) -> None:
        script = tmp_path / "script"
        script.write_text(text)
        script.chmod(0o755)
        process = await BotProcess.start(BotCommand(BotName("bot"), (str(script),)), os.environ)
        ending = await asyncio.shield(process.exited)
        await process.stop()
        assert first_output in ending.cause

    async def test_a_script_on_the_path_gets_the_same_advice(self, tmp_path: Path) -> None:
        (tmp_path / "script").write_text("#!/no/such/python\n")
        (tmp_path / "script").chmod(0o755)
        environment = {**os.environ, "PATH": f"/no/such:{tmp_path}"}
        process = await BotProcess.start(BotCommand(BotName("bot"), ("script",)), environment)
        ending = await asyncio.shield(process.exited)
        await process.stop()
        assert "its first line names '/no/such/python' to run it" in ending.cause

    async def test_a_program_that_is_gone_is_not_there(self) -> None:
        process = await BotProcess.start(BotCommand(BotName("bot"), ("/no/such",)), os.environ)
        ending = await asyncio.shield(process.exited)
        await process.stop()
        assert ending.cause == "it could not be started: No such file or directory"

    async def test_one_that_ended_before_it_is_stopped_did(self) -> None:
        process = await BotProcess.start(bot("raise SystemExit(3)"), os.environ)
        await asyncio.shield(process.exited)
        await process.stop()
        assert process.ending is not None
        assert process.ending.code == 3


FORGE = """
import os, sys
parent = os.getppid()
for number in os.listdir(f"/proc/{parent}/fd"):
    path = f"/proc/{parent}/fd/{number}"
    if number not in "012" and os.readlink(path).startswith("pipe:"):
        pipe = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
        try:
            while os.write(pipe, WORDS) and FILLS: pass
        except BlockingIOError: pass
sys.exit(3)
"""
"""A bot without a sandbox that writes into the pipes of its supervisor."""


def cause_of(code: str, preset: Preset = Preset.NONE) -> str:
    """How a bot ended by itself."""
    causes = []

    async def test() -> None:
        process = await BotProcess.start(bot(code), os.environ, Sandbox(preset))
        await asyncio.shield(process.exited)
        assert process.ending is not None
        causes.append(process.ending.cause)
        await process.stop()

    running(test)
    return causes[0]


class TestTruth:
    """The referee ended a bot only where the referee ended it."""

    @pytest.mark.parametrize("preset", Preset)
    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
    def test_a_bot_that_kills_its_group_kills_itself(
        self, number: signal.Signals, preset: Preset
    ) -> None:
        cause = cause_of(f"import os, time; os.killpg(0, {number:d}); time.sleep(60)", preset)
        assert cause.startswith(f"its process was killed by {number.name}")

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
    def test_a_bot_that_kills_its_supervisor_is_gone_with_it(self, number: signal.Signals) -> None:
        cause = cause_of(f"import os, time; os.kill(os.getppid(), {number:d}); time.sleep(60)")
        assert cause == (
            f"its process is gone: its supervisor got {number.name}, and not from the referee"
        )

    def test_children_of_a_bot_that_killed_its_supervisor_are_ended(self, tmp_path: Path) -> None:
        code = (
            "import os, pathlib, subprocess, sys, time\n"
            "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
            f"pathlib.Path({str(tmp_path / 'child')!r}).write_text(str(child.pid))\n"
            f"os.kill(os.getppid(), {signal.SIGKILL:d}); time.sleep(60)"
        )
        cause_of(code)
        child = int((tmp_path / "child").read_text())
        while command_line(child):  # a process that was killed has none
            time.sleep(0.01)

    @pytest.mark.parametrize(
        ("words", "fills"),
        [
            (b'{"stopped":0}\n', False),
            (b"\xff\xfe\n", False),
            (b"{]}", False),
            (b"[" * 50_000, False),
            (b"9" * 6000, False),
            (b"x" * 4096, True),
        ],
        ids=["lie", "bytes", "garbage", "deep", "digits", "full"],
    )
    def test_a_bot_that_writes_the_report_itself_has_ended_by_itself(
        self, words: bytes, fills: bool
    ) -> None:
        cause = cause_of(FORGE.replace("WORDS", repr(words)).replace("FILLS", repr(fills)))
        assert cause.startswith(
            (
                "its process ended with code 3",
                "its process is gone: its supervisor did not report how it ended",
            )
        )


class TestOutput:
    """What a bot prints is read to its end, and bounded."""

    async def test_what_it_prints_while_it_is_stopped_is_read(self) -> None:
        code = (
            "import os, signal, time\n"
            "def end(*_):\n    print('x' * 200_000 + 'bye', flush=True)\n    os._exit(0)\n"
            "signal.signal(signal.SIGTERM, end); os.write(1, b'here\\n'); time.sleep(60)"
        )
        process = await BotProcess.start(bot(code), os.environ)
        await first_output(process)
        await process.stop()
        assert process.output.endswith(b"xbye\n")
        assert len(process.output) == KEPT

    async def test_a_bot_that_prints_without_end_is_read_in_measure(self) -> None:
        code = "import sys\nwhile True: sys.stdout.write('x' * 65536)"
        process = await BotProcess.start(bot(code), os.environ)
        await first_output(process)
        began = os.times().user + os.times().system
        await asyncio.sleep(1)
        spent = os.times().user + os.times().system - began
        assert len(process.last_words) <= KEPT
        await process.stop()
        assert spent < 0.2

    async def test_a_bot_that_closes_its_output_is_stopped_like_any(self) -> None:
        code = "import os, time; os.close(1); os.close(2); time.sleep(60)"
        process = await BotProcess.start(bot(code), os.environ)
        await process.output_read()
        await process.stop()
        assert process.last_words == ""


class TestStart:
    @pytest.mark.parametrize(
        ("call", "least", "number"),
        [
            ("pipe", 0, errno.EMFILE),
            ("pipe", 2, errno.ENFILE),
            ("pidfd_open", 0, errno.EMFILE),
            ("pidfd_open", 0, errno.ENOMEM),
            ("pipe", 1, errno.EAGAIN),
            ("pipe", 0, errno.EIO),
        ],
    )
    async def test_a_shortage_of_this_machine_is_no_fault_of_the_bot(
        self, call: str, least: int, number: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: list[tuple[Any, ...]] = []
        given = getattr(os, call)

        def give(*arguments: Any) -> Any:
            asked.append(arguments)
            if len(asked) > least:
                raise OSError(number, os.strerror(number))
            return given(*arguments)

        # the first start of a worker opens the connection to the process that forks supervisors
        await (await BotProcess.start(bot("pass"), os.environ)).stop()
        before = open_files(os.getpid())
        with monkeypatch.context() as patched:
            patched.setattr(os, call, give)
            sentence, why = MachineSentence.CANNOT_START_BOT, os.strerror(number)
            with raises(MachineError, sentence, bot="bot", why=why):
                await BotProcess.start(bot("import time; time.sleep(60)"), os.environ)
        assert open_files(os.getpid()) <= before
        assert not any(runs(pid) for (pid,) in filter(None, asked))

    async def test_a_folder_that_is_not_there_is_no_fault_of_this_machine(self) -> None:
        command = replace(bot("pass"), folder=Path("/no/such"))
        with raises(UnavailableError, LaunchSentence.NOT_STARTED):
            await BotProcess.start(command, os.environ)

    @pytest.mark.parametrize("end", ["exit 3", "kill -9 $$"])
    async def test_a_supervisor_that_ends_before_the_bot_runs_is_a_fault_of_this_machine(
        self, end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        supervisor = tmp_path / "supervisor"
        supervisor.write_text(f"#!/bin/sh\necho no memory\n{end}\n")
        supervisor.chmod(0o755)
        monkeypatch.setattr(sys, "executable", str(supervisor))
        process = await BotProcess.start(bot("pass"), os.environ)
        await asyncio.shield(process.exited)
        await process.stop()
        assert process.fault is not None
        assert process.fault.exit_code == os.EX_OSERR
        assert "no memory" in str(process.fault)

    @pytest.mark.parametrize("end", ["exit 3", "kill -9 $PPID", "kill -9 $$", "ulimit -n 3; ls"])
    async def test_a_bot_cannot_blame_this_machine(self, end: str) -> None:
        command = BotCommand(BotName("bot"), ("/bin/sh", "-c", end))
        process = await BotProcess.start(command, os.environ)
        await asyncio.shield(process.exited)
        await process.stop()
        assert process.fault is None
        assert process.ending is not None

    def test_a_bot_without_a_sandbox_has_the_limit_of_open_files_that_programs_have(self) -> None:
        program = """
            import asyncio, os, sys, uvloop
            from referee.launch.command import BotCommand
            from referee.launch.process import BotProcess
            from referee.server.environment import prepare_environment

            async def main():
                code = "import resource; print(*resource.getrlimit(resource.RLIMIT_NOFILE))"
                bot = await BotProcess.start(BotCommand("bot", (sys.executable, "-c", code)), {})
                await asyncio.shield(bot.exited)
                await bot.output_read()
                print(bot.last_words)
                await bot.stop()

            prepare_environment()
            uvloop.run(main())
        """
        line = 'ulimit -Sn 300 && ulimit -Hn 700 && exec "$0" -c "$1"'
        ran = subprocess.run(
            ("sh", "-c", line, sys.executable, textwrap.dedent(program)),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        assert ran.stdout.splitlines()[-1:] == ["300 700"], ran.stderr

    def test_no_handler_of_a_fork_runs(self) -> None:
        """They may wait for a lock that a thread of the referee had when it forked."""
        program = """
            import asyncio, os, sys, uvloop
            from referee.launch.command import BotCommand
            from referee.launch.process import BotProcess

            async def main():
                command = BotCommand("bot", (sys.executable, "-c", "print('here')"))
                bot = await BotProcess.start(command, os.environ)
                await asyncio.shield(bot.exited)
                await bot.output_read()
                print(bot.last_words)
                await bot.stop()

            os.register_at_fork(before=lambda: print("forks"), after_in_child=lambda: os._exit(3))
            uvloop.run(main())
        """
        ran = subprocess.run(
            (sys.executable, "-c", textwrap.dedent(program)),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        assert ran.stdout.splitlines()[-1] == "here", ran.stderr
        assert "forks" not in ran.stdout
