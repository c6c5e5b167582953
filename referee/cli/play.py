"""`referee play`: one match between local bots."""

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.cli import interruption, logs, output, terms
from referee.cli.command import Command
from referee.error import RefereeError, UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("game", metavar="GAME", help="name of a game; `referee games` lists them")
    parser.add_argument(
        "bots", metavar="BOT", nargs="+", help="an installed bot, or a command line in quotes"
    )
    terms.configure(parser)
    parser.add_argument(
        "--startup",
        type=float,
        default=20.0,
        metavar="SECONDS",
        help="time the bots have to connect (default: 20)",
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="keep the match's record")
    parser.add_argument(
        "--resume",
        action="store_true",
        help="go on with the match of --record, if it was cut off; begin it if there is none",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--watch", action="store_true", help="show the board while it is played")
    parser.add_argument(
        "--pace",
        type=float,
        metavar="SECONDS",
        help="wait before each question (default: 0.2 with --watch in a terminal, else 0)",
    )
    logs.configure(parser, "warning")


def run(args: argparse.Namespace) -> int:
    """Play the match and print its result."""
    from referee.cli import resumption
    from referee.launch.command import commands
    from referee.server.host import Result

    logs.start(args)
    terms.check_seconds("startup", args.startup)
    terms.check_seconds("pace", args.pace or 0)
    seed = terms.seed_of(args)
    bots = commands(args.bots)
    names = [bot.name for bot in bots]
    settings = terms.settings(args.game, args.game, names, terms.seed_bytes(seed), args)
    settings = replace(settings, match_id=terms.match_name(seed, settings))
    _check(args)
    found = resumption.find(args, settings) if args.resume else None
    if found is not None:
        settings, seed = found.settings, resumption.seed_number(args.record, found.settings)
    if isinstance(found, Result):
        result, spent, last_words = found, 0.0, dict.fromkeys(settings.bots, "")
    else:
        result, spent, last_words = interruption.run(_play(args, settings, bots, found))
    _report(args, settings, seed, result, spent)
    return _report_faults(settings, result, last_words)


def _check(args: argparse.Namespace) -> None:
    """Raise `UsageError` for flags that do not go together."""
    if args.watch and args.json:
        raise UsageError("--watch and --json both want the standard output: give one of them.")
    if args.record is None and args.resume:
        raise UsageError("--resume goes on with the match of a record: name it with --record.")
    if args.record is None and args.durable == "power":
        raise UsageError("--durable power is about a record: name one with --record.")


async def _play(
    args: argparse.Namespace, settings: Any, bots: Any, left: Any
) -> tuple[Any, float, dict[str, str]]:
    from referee.cli.watch import Watch
    from referee.launch.table import Table
    from referee.record.durability import Durability
    from referee.record.file import MemoryFile, RecordFile

    file = None
    if left is None:
        file = MemoryFile() if args.record is None else RecordFile(args.record)
    watch = Watch(settings.bots) if args.watch else None
    pace = args.pace if args.pace is not None else (watch.pace if watch else 0.0)
    try:
        async with Table(bots, args.startup, Durability(args.durable)) as table:
            began = time.perf_counter()
            host = table.referee.resume(left) if file is None else table.host(settings, file)
            host.pace = pace
            if watch is not None:
                host.watch(watch.show)
            host.start()
            result = await host.done
            spent = time.perf_counter() - began
            return result, spent, {name: table.last_words(name) for name in settings.bots}
    except BaseException:
        if file is not None:
            file.abandon()
        raise


def _report(args: argparse.Namespace, settings: Any, seed: int, result: Any, spent: float) -> None:
    rows = [
        {
            "place": seat.place,
            "bot": bot,
            "seat": number,
            "points": seat.score,
            "strikes": seat.strikes,
            "forfeited": seat.forfeited,
        }
        for number, (bot, seat) in enumerate(
            zip(settings.bots, result.outcome.results, strict=False)
        )
    ]
    rows.sort(key=lambda row: (row["place"], row["seat"]))
    if args.json:
        output.print_json(
            {
                "match": settings.match_id,
                "game": settings.game,
                "options": settings.options,
                "seed": seed,
                "termination": result.outcome.termination.name.lower(),
                "reason": result.outcome.reason,
                "results": rows,
                "record": None if args.record is None else str(args.record),
                "digest": result.digest.hex(),
                "seconds": round(spent, 3),
            }
        )
        return
    output.print_table([{**row, "forfeited": "yes" if row["forfeited"] else ""} for row in rows])
    print(f"{result.outcome.reason} Seed {seed}, {spent:.2f} s.")
    if args.record is not None:
        print(f"Record: {args.record}")


def _report_faults(settings: Any, result: Any, last_words: dict[str, str]) -> int:
    """Say which bots made faults and what they printed last; gives the exit code."""
    code = 0 if result.outcome.results else RefereeError.exit_code
    for bot, seat in zip(settings.bots, result.outcome.results, strict=False):
        if seat.strikes:
            code = 1
            said = last_words[bot]
            words = f" It printed last:\n{said}" if said else " It printed nothing."
            print(f"{bot}: {seat.strikes} strikes.{words}", file=sys.stderr)
    return code


COMMAND = Command(
    name="play",
    help="play one match between local bots",
    examples=(
        "referee play dragon greedy random random --seed 7",
        'referee play dragon random "python my_bot.py" --watch',
        "referee play dragon greedy random --record match.tianming --json",
        "referee play dragon greedy random --record match.tianming --resume",
    ),
    configure=configure,
    run=run,
)
