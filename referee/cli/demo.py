"""`referee demo`: a small league between real bot processes, and its table."""

import argparse
import tempfile
import time
from pathlib import Path
from typing import Any

from referee.cli import interruption, logs, output, sandboxing
from referee.cli.command import Command
from referee.cli.progress import Progress

_BOTS = ("greedy", "random", "random", "random")
_SETS = 3


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "--records", type=Path, metavar="FOLDER", help="keep the records (default: delete them)"
    )
    parser.add_argument("--json", action="store_true", help="print the table as JSON")
    sandboxing.configure(parser)
    logs.configure(parser, "warning")


def run(args: argparse.Namespace) -> int:
    """Play, verify every record, and print the table."""
    logs.start(args)
    sandbox = sandboxing.sandbox_of(args)
    with tempfile.TemporaryDirectory(prefix="tianming-demo-") as scratch:
        folder = args.records or Path(scratch)
        output.make_folder(folder)
        began = time.perf_counter()
        paths = interruption.run(_league(folder, sandbox))
        _show(args, paths, time.perf_counter() - began)
    return 0


async def _league(folder: Path, sandbox: Any) -> list[Path]:
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


def _show(args: argparse.Namespace, paths: list[Path], spent: float) -> None:
    from referee.league.statistics.standing import rows, standings
    from referee.record.reader import read
    from referee.record.verify import verify

    records = [read(path) for path in paths]
    results: list[Any] = [(tuple(record.header.bots), verify(record).outcome) for record in records]
    table = rows(standings(results))
    if args.json:
        output.print_json({"matches": len(results), "seconds": round(spent, 2), "table": table})
        return
    output.print_standings(table)
    print(
        f"{len(results)} matches of dragon between {len(_BOTS)} bot processes in {spent:.1f} s; "
        "every record verifies."
    )


COMMAND = Command(
    name="demo",
    help="play a small league between bot processes, and print its table",
    examples=("referee demo", "referee demo --records season", "referee demo --sandbox basic"),
    configure=configure,
    run=run,
)
