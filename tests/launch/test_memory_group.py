"""The memory group of a bot: which group the referee may use, and what it limits."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from referee.identifier import BotName
from referee.launch import memory_group
from referee.launch.command import BotCommand
from referee.launch.memory_group import Delegation, MemoryGroup, delegation
from referee.launch.preset import Preset
from referee.launch.process import BotProcess
from referee.launch.sandbox import Sandbox, SandboxLimits
from referee.launch.supervisor.exit_status import MIB, ExitStatus

_HOARDER = """
import mmap
for _ in range(300):
    kept = mmap.mmap(-1, 1 << 20)
    globals().setdefault("all_kept", []).append(kept)
    kept.write(b"x" * len(kept))
    kept.madvise(mmap.MADV_DONTNEED)
print("has it all", flush=True)
"""
"""A bot that fills 300 MiB of shared memory, and owns next to none of it."""


class _Machine:
    """A file system of cgroup 2 as plain files, in which this process is in one group."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, group: str) -> None:
        self.group = folder / group
        self.group.mkdir(parents=True)
        for name, text in {
            "cgroup.controllers": "cpu memory pids",
            "cgroup.procs": "11\n12\n",
            "cgroup.subtree_control": "",
        }.items():
            (self.group / name).write_text(text)
        (folder / "own").write_text(f"0::/{group}\n")
        (folder / "mounts").write_text(f"cgroup2 {folder} cgroup2 rw,relatime 0 0\n")
        patch.setattr(memory_group, "_OWN_GROUPS", folder / "own")
        patch.setattr(memory_group, "_MOUNTS", folder / "mounts")

    def delegate(self) -> None:
        """Mark the group as systemd does."""
        os.setxattr(self.group, "user.delegate", b"1")


class TestDelegation:
    """The groups that the referee uses, and those that it leaves alone."""

    def test_a_delegated_group_hands_its_memory_on_after_its_processes_have_moved(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        machine = _Machine(tmp_path, monkeypatch, "tianming.service")
        machine.delegate()
        assert memory_group._version_2() == Delegation(machine.group, 2)
        assert (machine.group / "cgroup.subtree_control").read_text() == "+memory"
        assert (machine.group / "tianming-referee" / "cgroup.procs").read_text() == "12"

    def test_a_process_that_was_moved_finds_the_group_above_it(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        machine = _Machine(tmp_path, monkeypatch, "tianming.service")
        machine.delegate()
        (machine.group / "cgroup.subtree_control").write_text("memory")
        (tmp_path / "own").write_text("0::/tianming.service/tianming-referee\n")
        assert memory_group._version_2() == Delegation(machine.group, 2)

    def test_a_group_that_nobody_delegated_stays_as_it_is(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        machine = _Machine(tmp_path, monkeypatch, "session.scope")
        assert memory_group._version_2() is None
        assert sorted(path.name for path in machine.group.iterdir()) == [
            "cgroup.controllers",
            "cgroup.procs",
            "cgroup.subtree_control",
        ]

    def test_a_group_without_the_memory_controller_is_not_used(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        machine = _Machine(tmp_path, monkeypatch, "tianming.service")
        machine.delegate()
        (machine.group / "cgroup.controllers").write_text("cpu pids")
        assert memory_group._version_2() is None

    def test_the_group_of_version_1_is_used_if_it_is_writable(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        machine = _Machine(tmp_path, monkeypatch, "league")
        (tmp_path / "own").write_text("5:cpu,cpuacct:/\n4:memory:/league\n0::/\n")
        (tmp_path / "mounts").write_text(f"cgroup {tmp_path} cgroup rw,relatime,memory 0 0\n")
        assert memory_group._version_1() == Delegation(machine.group, 1)

    def test_groups_that_killed_referees_left_are_removed_and_those_of_others_stay(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A group of another referee may still be empty, because its bot is about to start."""
        most = int(Path("/proc/sys/kernel/pid_max").read_text())
        left, fresh = (tmp_path / f"tianming-bot-{pid}-a" for pid in (most + 1, os.getpid()))
        left.mkdir()
        fresh.mkdir()
        monkeypatch.setattr(memory_group, "_version_2", lambda: Delegation(tmp_path, 2))
        assert delegation.__wrapped__() == Delegation(tmp_path, 2)
        assert list(tmp_path.iterdir()) == [fresh]


class TestGroup:
    """The limit of one bot, in the files of each version."""

    @pytest.mark.parametrize(
        ("version", "limit", "events"),
        [(1, "memory.limit_in_bytes", "memory.oom_control"), (2, "memory.max", "memory.events")],
    )
    def test_a_bot_that_the_kernel_killed_exceeded_its_limit(
        self, tmp_path: Path, version: int, limit: str, events: str
    ) -> None:
        group = MemoryGroup(Delegation(tmp_path, version), 100 * MIB)
        (folder,) = tmp_path.iterdir()
        assert (folder / limit).read_text() == str(164 * MIB)
        killed = ExitStatus(signal=9, peak=7)
        (folder / events).write_text("oom 0\noom_kill 0\n")
        assert group.explain(killed) == killed
        (folder / events).write_text("oom 1\noom_kill 1\n")
        assert group.explain(killed) == ExitStatus(
            limit="it and what the kernel keeps for it used more than 100 MiB of memory, "
            "and may use 100",
            peak=7,
        )
        assert group.explain(ExitStatus(code=0)) == ExitStatus(code=0)

    @pytest.mark.parametrize("preset", [Preset.BASIC, Preset.STRICT])
    def test_memory_that_no_process_owns_counts_where_a_group_is_delegated(
        self, tmp_path: Path, preset: Preset
    ) -> None:
        """`doctor` says which of the two this machine is."""
        (tmp_path / "bot.py").write_text(_HOARDER)
        command = BotCommand(BotName("bot"), (sys.executable, str(tmp_path / "bot.py")))
        sandbox = Sandbox(preset, SandboxLimits(memory=100 * MIB))

        async def test() -> tuple[ExitStatus, bytes]:
            bot = await BotProcess.start(command, dict(os.environ), sandbox)
            ending = await bot.exited
            await bot.stop()
            return ending, bot.output

        ending, output = asyncio.run(test())
        delegated = delegation()
        if delegated is None:
            assert (ending.code, output) == (0, b"has it all\n")
        else:
            assert "used more than 100 MiB of memory" in ending.cause
            assert output == b""
            assert not list(delegated.folder.glob(f"tianming-bot-{os.getpid()}-*"))
