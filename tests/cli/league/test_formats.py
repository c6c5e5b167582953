"""Every format is played to its end by real bots, as its plan says."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import referee

BOTS = ("greedy", "one", "two")
HEAD = """\
name = "short"
game = "dragon"
seats = {seats}
seed = "a seed"

[sandbox]
preset = "none"

[format]
{format}
"""

FORMATS = {
    "round-robin": (2, "", 6, "None"),
    "swiss": (2, "rounds = 2", 4, "None"),
    "knock-out": (2, "", 4, r"(greedy|one|two) wins the knock-out\."),
    "gauntlet": (2, 'challenger = "two"', 4, "None"),
    "ladder": (2, "rounds = 1", 2, "None"),
    "comparison": (
        3,
        'old = "one"\nnew = "greedy"\nsets = 5\nelo1 = 300.0',
        None,
        r"greedy is better than one: it scores [01]\.\d.* after \d+ sets; .*",
    ),
}
"""Seats, keys, the number of matches the season then has, and what it is said to show.

How long a comparison takes depends on how well its bots do."""


def season(folder: Path, kind: str) -> dict[str, Any]:
    """A season that is run, as its last line says."""
    seats, keys, *_ = FORMATS[kind]
    bots = "".join(
        f'[[bot]]\nname = "{bot}"\ncommand = "{"greedy" if bot == "greedy" else "random"}"\n'
        for bot in BOTS
    )
    text = HEAD.format(seats=seats, format=f'kind = "{kind}"\n{keys}')
    (folder / "league.toml").write_text(text + bots)
    done = referee("league", "run", "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    end: dict[str, Any] = json.loads(done.stdout)
    return end


class TestFormats:
    """A season of each format. The default run plays the one that has a conclusion soonest."""

    @pytest.mark.parametrize(
        "kind",
        [
            pytest.param(kind, marks=() if kind == "knock-out" else pytest.mark.full)
            for kind in FORMATS
        ],
    )
    def test_it_is_played_to_its_end_and_every_record_verifies(
        self, kind: str, tmp_path: Path
    ) -> None:
        end = season(tmp_path, kind)
        records = sorted((tmp_path / "records").rglob("*.tianming"))
        *_, matches, conclusion = FORMATS[kind]
        assert end["finish"] == "over"
        assert end["matches"] == len(records) == (matches or len(records))
        assert re.fullmatch(conclusion, str(end["conclusion"]))
        assert referee("verify", *records).returncode == 0
