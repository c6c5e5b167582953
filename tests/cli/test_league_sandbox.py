"""The sandbox that a league's file names holds its bots."""

import json
import shlex
import sys
from pathlib import Path

import pytest

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
