"""`referee demo`: a small league between real bot processes, and its table."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import interruption, output
from referee.cli.command import PATH, command, json_option
from referee.cli.logs import log_options
from referee.cli.progress import Progress
from referee.cli.sandboxing import SandboxFlags, sandbox_of, sandbox_options

if TYPE_CHECKING:
    from referee.launch.sandbox import Sandbox

_BOTS = ("greedy", "random", "random", "random")
_SETS = 3


@command(
    "demo",
    examples=("referee demo", "referee demo --records season", "referee demo --sandbox basic"),
)
@click.option(
    "--records", type=PATH, metavar="FOLDER", help="keep the records (default: delete them)"
)
@json_option(help="print the table as JSON")
@sandbox_options
@log_options("warning")
def demo(records: Path | None, as_json: bool, sandbox: SandboxFlags) -> int:
    """Play a small league between bot processes, and print its table."""
    isolation = sandbox_of(sandbox)
    with tempfile.TemporaryDirectory(prefix="tianming-demo-") as scratch:
        folder = records or Path(scratch)
        output.make_folder(folder)
        began = time.perf_counter()
        paths = interruption.run(_league(folder, isolation))
        _show(paths, time.perf_counter() - began, as_json)
    return 0


async def _league(folder: Path, sandbox: Sandbox) -> list[Path]:
    from referee.launch.command import commands
    from referee.launch.local_referee import LocalReferee
    from referee.league.configuration.settings import BotSettings, LeagueSettings
    from referee.league.format.round_robin import RoundRobin
    from referee.league.planning.planner import Planner
    from referee.match.settings import MatchSettings
    from referee.record.file import RecordFile
    from tianming_games.registry import load

    bots = commands(_BOTS)
    league = LeagueSettings(
        name="demo",
        game="dragon",
        seats=len(bots),
        seed="demo",
        format=RoundRobin(sets=_SETS),
        bots=tuple(BotSettings(name=bot.name, command=bot.line) for bot in bots),
    )
    pairings = Planner(league).next_round(1, league.roster, ())
    paths = []
    with Progress() as progress:
        progress.show(f"starting {len(bots)} bots")
        async with LocalReferee(bots, startup=20, sandbox=sandbox) as table:
            for number, pairing in enumerate(pairings, 1):
                progress.show(f"match {number} of {len(pairings)}")
                path = folder / f"{pairing.match_id}.tianming"
                settings = MatchSettings(
                    match_id=pairing.match_id,
                    game=league.game,
                    options=load(league.game).checked(league.seats, league.variants[0]),
                    bots=pairing.bots,
                    seed=pairing.seed,
                    seed_nonce=bytes(32),
                )
                file = RecordFile(path)
                try:
                    await table.play(settings, file)
                finally:
                    file.abandon()
                paths.append(path)
    return paths


def _show(paths: list[Path], spent: float, as_json: bool) -> None:
    from referee.league.statistics.standing import rows, standings
    from referee.record.reader import read
    from referee.record.verify import verify

    records = [read(path) for path in paths]
    results = [(tuple(record.header.bots), verify(record).outcome) for record in records]
    table = rows(standings(results))
    if as_json:
        output.print_json({"matches": len(results), "seconds": round(spent, 2), "table": table})
        return
    output.print_standings(table)
    print(
        f"{len(results)} matches of dragon between {len(_BOTS)} bot processes in {spent:.1f} s; "
        "every record verifies."
    )
