"""The sandbox that a league's file names holds its bots."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from referee.cli.option.sandboxing import LIMITS, PRESETS
from referee.launch.sandbox import SandboxLimits
from referee.league.configuration.local_sandbox import local_sandbox
from referee.league.configuration.settings import LeagueSettings, SandboxTable
from referee.league.key import specs
from tests.cli.shell import referee

HEAD = """\
name = "held"
game = "dragon"
seats = 2
seed = "a seed"

[sandbox]
preset = "{preset}"
"""


class TestSandbox:
    """A bot that tries to write beside the league."""

    @pytest.mark.parametrize(("preset", "written"), [("none", True), ("basic", False)])
    def test_it_writes_where_nothing_holds_it_and_nowhere_in_basic(
        self, preset: str, written: bool, tmp_path: Path
    ) -> None:
        mark = tmp_path / "mark"
        bot = f"{shlex.quote(sys.executable)} -m tianming_bots.random_bot"
        sly = shlex.join(("sh", "-c", f"touch {shlex.quote(str(mark))}; exec {bot}"))
        bots = "".join(
            f"[[bot]]\nname = {json.dumps(name)}\ncommand = {json.dumps(line)}\n"
            for name, line in (("sly", sly), ("good", "random"))
        )
        (tmp_path / "league.toml").write_text(HEAD.format(preset=preset) + bots)
        done = referee("league", "run", "--json", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        end = json.loads(done.stdout)
        assert (end["finish"], end["matches"], end["benched"]) == ("over", 2, {})
        assert mark.exists() is written


class TestSame:
    """The limits of a sandbox are the same wherever somebody gives them."""

    def test_flags_and_keys_have_the_same_defaults_and_bounds(self) -> None:
        keys = {spec.name: spec for spec in specs(SandboxTable)}
        assert keys.pop("preset").key.choices == PRESETS
        del keys["reads"], keys["cores"]
        found = {
            name: (each.default, (each.key.least, each.key.most)) for name, each in keys.items()
        }
        assert found == {name: (default, bounds) for name, default, bounds, _, _ in LIMITS}

    def test_the_defaults_are_those_of_a_sandbox_itself(self) -> None:
        plain = LeagueSettings(name="a", game="dragon", seats=2, seed="a")
        assert local_sandbox(plain).limits == SandboxLimits()
