"""A preset is kept whole or refused, and what a bot gets of the machine is listed."""

import asyncio
import base64
import contextlib
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import uvloop

from referee.cli.option import sandboxing
from referee.error import UnavailableError, UsageError
from referee.identifier import BotName
from referee.launch import bubblewrap, sandbox, seccomp
from referee.launch.command import BotCommand, commands
from referee.launch.preset import Preset
from referee.launch.process import BotProcess
from referee.launch.sandbox import Sandbox, SandboxLimits, refusal_of
from referee.launch.sentence import LaunchSentence
from referee.launch.supervisor.spec import Isolation, SandboxSpec
from referee.league.configuration.settings import SandboxTable
from referee.league.key import specs
from referee.runtime_folder import runtime_folder
from tests.errors import raises
from tests.patience import PATIENCE
from tests.table import Table

NESTED = (
    "from referee.launch.sandbox import Preset, refusal_of\n"
    "print(refusal_of(Preset.BASIC), flush=True)"
)
LOOKS = """
import os, time
print("up", flush=True)
while not open("shown").read():
    time.sleep(0.01)
print(os.listdir("."))
"""
"""Waits for a word in the file that it is shown, then lists where it is."""


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """What was found out about the machine is forgotten before and after."""
    refusal_of.cache_clear()
    yield
    refusal_of.cache_clear()


def program(folder: Path, name: str, text: str) -> None:
    """A program on a PATH."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def ended(held: Sandbox) -> str:
    """How a program that ends at once has ended in a sandbox."""

    async def run() -> str:
        process = await BotProcess.start(
            BotCommand(BotName("bot"), ("/bin/true",)), os.environ, held
        )
        ending = await process.exited
        await process.stop()
        return ending.cause

    return uvloop.run(asyncio.wait_for(run(), PATIENCE))


class TestRefusal:
    """A preset this machine cannot keep is refused, with what is missing."""

    def test_one_trial_answers_all_who_ask_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        trials = []
        two = threading.Barrier(2)

        def trial(held: Sandbox) -> None:
            trials.append(held)
            with contextlib.suppress(threading.BrokenBarrierError):
                two.wait(0.2)

        monkeypatch.setattr(sandbox, "_trial", trial)
        with ThreadPoolExecutor(8) as threads:
            list(threads.map(lambda _: Sandbox(Preset.BASIC).check(), range(8)))
        assert len(trials) == 1

    def test_strict_without_bubblewrap_says_how_to_get_it(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(UnavailableError, match=r"it needs bubblewrap \(`apt-get install"):
            Sandbox(Preset.STRICT).check()

    def test_a_bubblewrap_that_may_not_work_is_quoted(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        program(tmp_path, "bwrap", "echo 'bwrap: no permission' >&2; exit 1")
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(UnavailableError, match="bubblewrap says 'bwrap: no permission'"):
            Sandbox(Preset.STRICT).check()

    def test_a_bubblewrap_that_hangs_is_killed_and_reported(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        program(tmp_path, "bwrap", "exec /bin/sleep 1000")
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setattr(sandbox, "_TRIAL", 0.5)
        with pytest.raises(UnavailableError, match=r"had not ended in it after 0\.5 s"):
            Sandbox(Preset.STRICT).check()

    def test_basic_without_namespaces_says_what_must_be_allowed(self) -> None:
        """Inside a sandbox there are no more namespaces to be had."""

        async def test() -> str:
            here = Sandbox(Preset.NONE if refusal_of(Preset.BASIC) else Preset.BASIC)
            bot = BotCommand(BotName("bot"), (sys.executable, "-c", NESTED))
            process = await BotProcess.start(bot, os.environ, here)
            ending = await process.exited
            await process.output_read()
            await process.stop()
            assert ending.code == 0, process.last_words
            return process.output.decode()

        said = uvloop.run(asyncio.wait_for(test(), PATIENCE))
        assert said.startswith("this machine cannot enforce the sandbox basic: the system refuses ")
        assert "kernel.unprivileged_userns_clone=1" in said

    def test_no_bot_is_started_where_it_is_refused(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        program(tmp_path, "bwrap", "exit 1")
        monkeypatch.setenv("PATH", str(tmp_path))
        bot = BotCommand(BotName("bot"), ("/bin/sh", "-c", f"echo > {tmp_path}/started"))

        async def test() -> None:
            async with Table([bot], 5, sandbox=Sandbox(Preset.STRICT)):
                pass

        with raises(UnavailableError, LaunchSentence.SANDBOX_NOT_ENFORCED, preset="strict"):
            uvloop.run(test())
        assert not (tmp_path / "started").exists()


class TestEnvironment:
    """Of the referee's variables a bot in a sandbox gets those that it needs."""

    @pytest.mark.parametrize("preset", [Preset.BASIC, Preset.STRICT])
    def test_secrets_stay_with_the_referee(self, preset: Preset) -> None:
        own = {"AWS_SECRET": "x", "PATH": "/bin", "LC_ALL": "C", "TIANMING_TOKEN": "t"}
        got = Sandbox(preset).environment(own, "/scratch")
        assert "AWS_SECRET" not in got
        assert own.items() - got.items() == {("AWS_SECRET", "x")}
        assert got["TMPDIR"] == ("/scratch" if preset is Preset.BASIC else "/tmp")

    def test_without_a_sandbox_it_gets_all(self) -> None:
        own = {"AWS_SECRET": "x"}
        assert Sandbox().environment(own, "/scratch") == own


class TestStrict:
    """What a bot may read in `strict`."""

    def shown(self, command: BotCommand) -> list[str]:
        """The folders that are shown."""
        words = bubblewrap.arguments(command, bubblewrap.Shown(), 1, "unix:/run/referee.sock")
        places = [at for at, word in enumerate(words) if word == "--ro-bind"]
        return [words[at + 1] for at in places]

    def test_its_own_folder_is_shown_and_no_other(self, tmp_path: Path) -> None:
        for name in ("mine", "other"):
            (tmp_path / name).mkdir()
            (tmp_path / name / "bot.py").touch()
        shown = self.shown(BotCommand(BotName("bot"), ("sh", str(tmp_path / "mine" / "bot.py"))))
        assert str(tmp_path / "mine") in shown
        assert str(tmp_path) not in shown
        assert not any("other" in path for path in shown)
        assert "/run/referee.sock" in shown

    def test_an_installed_bot_does_not_show_where_the_referee_was_started(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert str(tmp_path) not in self.shown(commands(["random"])[0])
        module = BotCommand(BotName("bot"), (sys.executable, "-m", "my_bot"))
        assert str(tmp_path) in self.shown(module)

    def test_what_a_command_names_is_in_the_folder_it_is_run_in(self, tmp_path: Path) -> None:
        (tmp_path / "mine").mkdir()
        (tmp_path / "mine" / "bot.py").touch()
        bot = BotCommand(BotName("bot"), ("sh", "mine/bot.py"), tmp_path)
        assert str(tmp_path / "mine") in self.shown(bot)
        words = bubblewrap.arguments(bot, bubblewrap.Shown(), 1, "unix:/run/referee.sock")
        assert words[words.index("--chdir") + 1] == str(tmp_path)
        module = BotCommand(BotName("bot"), (sys.executable, "-m", "my_bot"), tmp_path)
        assert str(tmp_path) in self.shown(module)

    def test_a_node_program_finds_its_packages(self, tmp_path: Path) -> None:
        (tmp_path / "dist").mkdir()
        (tmp_path / "node_modules").mkdir()
        for name in ("package.json", "secret", "dist/bot.js"):
            (tmp_path / name).touch()
        shown = self.shown(BotCommand(BotName("bot"), ("sh", str(tmp_path / "dist" / "bot.js"))))
        mine = {Path(path).name for path in shown if Path(path).is_relative_to(tmp_path)}
        assert mine == {"dist", "package.json", "node_modules"}

    def test_a_program_in_a_word_of_the_command_is_no_file(self) -> None:
        bot = BotCommand(BotName("bot"), ("/bin/sh", "-c", "true; " * 1000))
        assert self.shown(bot) == self.shown(BotCommand(BotName("bot"), ("/bin/sh",)))

    def test_a_program_of_the_system_shows_nothing_more(self) -> None:
        assert set(self.shown(BotCommand(BotName("bot"), ("/bin/sh",)))) == set(
            self.shown(commands(["random"])[0])
        )

    def test_a_bot_in_the_home_folder_is_refused(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("HOME", str(tmp_path))
        (tmp_path / "bot.py").touch()
        with raises(UsageError, LaunchSentence.BOT_IN_SHARED_FOLDER, bot="bot"):
            self.shown(BotCommand(BotName("bot"), ("sh", str(tmp_path / "bot.py"))))


class TestLimits:
    """What a limit may be is known before a bot is started."""

    def test_the_flags_and_a_leagues_file_take_the_same(self) -> None:
        keys = {spec.name: spec for spec in specs(SandboxTable) if spec.type is int}
        flags = {name: (default, bounds) for name, default, bounds, _, _ in sandboxing.LIMITS}
        assert flags == {
            name: (spec.default, (spec.key.least, spec.key.most)) for name, spec in keys.items()
        }

    @pytest.mark.parametrize("preset", [Preset.BASIC, Preset.STRICT])
    def test_a_bot_starts_with_the_most_of_each(self, preset: Preset) -> None:
        limits = {f"bot_{name}": most for name, _, (_, most), _, _ in sandboxing.LIMITS}
        flags = sandboxing.SandboxFlags(sandbox=preset.value, bot_reads=(), **limits)
        most = sandboxing.sandbox_of(flags)
        here = most if refusal_of(preset) is None else Sandbox()
        assert ended(here).startswith("its process ended with code 0")

    def test_a_limit_that_the_system_refuses_is_reported(self) -> None:
        cause = ended(Sandbox(Preset.BASIC, SandboxLimits(memory=1 << 70)))
        refused = refusal_of(Preset.BASIC) and "the system refuses"
        assert cause.startswith(f"it could not be started: {refused or 'Python int too large'}")


class TestScratch:
    """The scratch folder of a bot goes with the bot, whatever became of its supervisor."""

    @pytest.mark.parametrize("end", ["refused", "killed"])
    def test_it_is_gone_where_the_supervisor_cannot_see_to_it(
        self, end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        supervisor = tmp_path / "supervisor"
        program(tmp_path, "supervisor", "exit 3" if end == "refused" else "kill -9 $$")
        monkeypatch.setattr(sys, "executable", str(supervisor))
        cause = ended(Sandbox(Preset.BASIC))
        assert ("code 3" if end == "refused" else "SIGKILL") in cause
        assert set(tmp_path.iterdir()) == {supervisor, runtime_folder()}


class TestSpec:
    """What a supervisor is told is read as it was written."""

    def test_orders_are_read_as_they_were_written(self) -> None:
        spec = SandboxSpec(
            7, Isolation.OWN, "/a b", memory=1, disk=2, tasks=3, cpu=4, quota=50, filter="AA=="
        )
        assert SandboxSpec.from_json(spec.to_json()) == spec

    def test_the_limits_are_in_the_orders(self) -> None:
        limits = SandboxLimits(memory=5, disk=6, tasks=7, files=8, cpu=9, quota=10)
        held = Sandbox(Preset.BASIC, limits)
        words = held.arguments(BotCommand(BotName("bot"), ("a", "b")), 3, "/scratch", "unix:/sock")
        spec = SandboxSpec.from_json(words[-3])
        assert words[-2:] == ["a", "b"]
        assert base64.b64decode(spec.filter) == seccomp.program()
        assert spec.hidden == (str(runtime_folder()),)
        assert spec._replace(filter="", hidden=()) == SandboxSpec(
            3, Isolation.OWN, "/scratch", 5, 6, tasks=7, files=8, cpu=9, quota=10, socket="/sock"
        )


class TestHidden:
    """What is hidden is left out of what a bot sees, and a bot that lies in it is refused."""

    def test_strict_shows_a_folder_without_what_is_hidden_in_it(self, tmp_path: Path) -> None:
        for name in ("bot.py", "league.toml", "records/league.journal", "data/book"):
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).touch()
        (tmp_path / "link").symlink_to("data")
        hidden = (tmp_path / "league.toml", tmp_path / "records", tmp_path / "ledger.db")
        bot = BotCommand(BotName("bot"), ("sh", "bot.py"), tmp_path)
        words = bubblewrap.arguments(bot, bubblewrap.Shown(hidden=hidden), 1, "unix:/run/sock")
        places = {Path(word) for word in words if word.startswith(f"{tmp_path}/")}
        assert places == {tmp_path / name for name in ("bot.py", "data", "link")}
        assert str(tmp_path) in words

    def test_strict_shows_no_shared_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(bubblewrap, "_MOST_ENTRIES", 1)
        for name in ("bot.py", "league.toml"):
            (tmp_path / name).touch()
        bot = BotCommand(BotName("bot"), ("sh", "bot.py"), tmp_path)
        shown = bubblewrap.Shown(hidden=(tmp_path / "league.toml",))
        with raises(UsageError, LaunchSentence.BOT_BESIDE_LEAGUE):
            bubblewrap.arguments(bot, shown, 1, "unix:/run/sock")

    @pytest.mark.parametrize("preset", [Preset.BASIC, Preset.STRICT])
    def test_a_bot_in_the_folder_of_the_records_is_refused(
        self, preset: Preset, tmp_path: Path
    ) -> None:
        (tmp_path / "bot.py").touch()
        bot = BotCommand(BotName("bot"), ("sh", "bot.py"), tmp_path)
        held = Sandbox(preset, hidden=(tmp_path,))
        with raises(
            UsageError, LaunchSentence.BOT_IN_HIDDEN_FOLDER, bot="bot", preset=preset.value
        ):
            held.arguments(bot, 3, "/scratch", "unix:/sock")

    def test_a_file_that_is_replaced_or_made_later_stays_hidden(self, tmp_path: Path) -> None:
        for name in ("league.toml", "ledger.db"):
            (tmp_path / name).write_text("secret")
        shown = tmp_path / "shown"
        shown.touch()
        hidden = tuple(tmp_path / name for name in ("league.toml", "ledger.db", "ledger.db-wal"))

        async def test() -> str:
            bot = BotCommand(BotName("bot"), (sys.executable, "-c", LOOKS), tmp_path)
            process = await BotProcess.start(bot, os.environ, Sandbox(Preset.BASIC, hidden=hidden))
            while b"up" not in process.output and not process.exited.done():
                await asyncio.sleep(0.01)
            (tmp_path / "new").write_text("secret")
            (tmp_path / "new").replace(tmp_path / "league.toml")
            (tmp_path / "ledger.db-wal").write_text("secret")
            shown.write_text("go")
            await process.exited
            await process.output_read()
            await process.stop()
            return process.output.decode()

        if refusal_of(Preset.BASIC) is None:
            assert uvloop.run(asyncio.wait_for(test(), PATIENCE)).split() == ["up", "['shown']"]
