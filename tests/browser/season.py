"""Seasons for the browser tests: a league, and a folder with matches of every game."""

import json
import shlex
import sys
from pathlib import Path

from referee.league.configuration.league_file import read_league
from referee.web.league_source import LeagueSource
from referee.web.records_source import RecordsSource
from referee.web.showing import ShowSettings
from tests.browser import hostile
from tests.cli.shell import referee_process
from tests.match.driver import Driver
from tests.match.toy import TOY
from tests.record.samples import record_of

GAMES = ("dragon", "china", "ming")

_LATE = "time.sleep(2 if q.number % 40 == 7 else 0) or 0"
_TARDY = shlex.join(
    (sys.executable, "-c", f"import time, tianming; tianming.run(lambda q: {_LATE})")
)
"""A bot that is sometimes late."""

BOTS = {"Net Ada": "greedy", "Old Farmer": "random", "tardy": _TARDY}

TITLES = {"Old Farmer": "فلاح عجوز"}
"""Display names, where a bot has one."""


def league(folder: Path) -> LeagueSource:
    """Play a league of two rounds, and return it."""
    head = (
        'name = "spring-cup"\ngame = "dragon"\nseats = 2\nseed = "seven"\n'
        "[clock]\ndecision = 0.5\nbank = 0.2\n"
        '[format]\nkind = "round-robin"\nrounds = 2\n[sandbox]\npreset = "none"\n'
    )
    bots = [
        f"[[bot]]\nname = {json.dumps(name)}\ncommand = {json.dumps(command)}\n"
        f"title = {json.dumps(TITLES.get(name, ''))}\n"
        for name, command in BOTS.items()
    ]
    path = folder / "league.toml"
    path.write_text(head + "".join(bots), encoding="utf-8")
    done = referee_process("league", "run", path)
    assert done.returncode == 0, done.stderr
    return LeagueSource(read_league(path, {}, {}, to_play=False))


def play(folder: Path) -> None:
    """Write records of matches of each game, of the toy game, and of a hostile match."""
    for game in GAMES:
        bots = ("greedy", "random", "random")
        done = referee_process(
            "play", game, *bots, "--seed", "7", "--record", folder / f"{game}.tianming"
        )
        assert done.returncode == 0, done.stderr
    (folder / "toy.tianming").write_bytes(record_of(Driver(TOY)))
    hostile.write(folder / "hostile.tianming")


def hidden(path: Path) -> RecordsSource:
    """Write and return a match that is over and one in play, which have the same draws."""
    record = record_of(Driver(TOY))
    (path / "m1.tianming").write_bytes(record)
    (path / "m2.tianming.part").write_bytes(record[:-250])
    return RecordsSource("Hidden", path, [], ShowSettings(same_draws=True))


def unseen(path: Path) -> RecordsSource:
    """Write and return two matches in play that have the same draws, and one that is over."""
    hidden(path)
    (path / "m3.tianming.part").write_bytes((path / "m2.tianming.part").read_bytes())
    return RecordsSource("Unseen", path, [], ShowSettings(same_draws=True))


def folder(path: Path) -> RecordsSource:
    """Return the records of a folder, with all that an organiser can show."""
    show = ShowSettings(live=True, notes=True, same_draws=False)
    return RecordsSource("Open house", path, [], show)
