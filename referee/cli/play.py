"""`referee play`: one match between local bots."""

import argparse
import shlex
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.cli import failure, interruption, logs, output, sandboxing, signing, terms
from referee.cli.command import Command
from referee.error import TianmingError, UsageError

_STARTUP = 20.0


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("game", metavar="GAME", help="name of a game; `referee games` lists them")
    parser.add_argument(
        "bots",
        metavar="BOT",
        nargs="+",
        help="an installed bot, a quoted command line, or the address of a bot that listens: "
        "http://host:port, https://host:port or unix:/path",
    )
    parser.add_argument(
        "--seed", type=int, help="integer that determines all draws (default: random)"
    )
    terms.configure(parser)
    sandboxing.configure(parser)
    parser.add_argument(
        "--startup",
        type=float,
        default=_STARTUP,
        metavar="SECONDS",
        help="time for bots to connect (default: 20)",
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the record of the match")
    signing.configure(parser)
    parser.add_argument(
        "--stderr",
        type=Path,
        metavar="FOLDER",
        help="keep the last 64 KiB of each bot's output in a file named after it",
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help="resume the match of --record if it was interrupted, or start it; keep it "
        "resumable if it is interrupted now",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--watch", action="store_true", help="show the board during the match")
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
    from referee.launch.command import bots as bots_of
    from referee.server.host import Result

    logs.start(args)
    terms.check_seconds("startup", args.startup)
    terms.check_seconds("pace", args.pace or 0)
    seed = terms.seed_of(args)
    sandbox = replace(sandboxing.sandbox_of(args), hidden=_hidden(args))
    bots = bots_of(args.bots)
    names = [bot.name for bot in bots]
    settings = terms.settings(args.game, args.game, names, terms.seed_bytes(seed), args)
    settings = replace(settings, match_id=terms.match_name(seed, settings))
    _check(args)
    key = signing.key_of(args)
    found = resumption.find(args, settings, key) if args.resume else None
    if found is not None:
        settings, seed = found.settings, resumption.seed_number(args.record, found.settings)
    if args.stderr is not None:
        output.make_folder(args.stderr)
    if isinstance(found, Result):
        result, spent, failures = found, 0.0, failure.gather(args, found, None, {})
    else:
        result, spent, failures = interruption.run(_play(args, settings, bots, found, sandbox, key))
    again = {one.seat: _again(args, seed, one, bots) for one in failures}
    _report(args, settings, seed, result, spent, [(one, again[one.seat]) for one in failures])
    failure.show(args, failures, again)
    if not result.outcome.results:
        return TianmingError.exit_code
    return 1 if any(one.strikes for one in failures) else 0


def _check(args: argparse.Namespace) -> None:
    """Raise `UsageError` for flags that do not go together."""
    if args.watch and args.json:
        raise UsageError("--watch and --json both use standard output: choose one.")
    if args.record is None and args.resume:
        raise UsageError("--resume needs a record: name it with --record.")
    if args.record is None and args.key is not None:
        raise UsageError("--key needs a record: name it with --record.")
    if args.record is None and args.durable == "power":
        raise UsageError("--durable power needs a record: name it with --record.")


def _hidden(args: argparse.Namespace) -> tuple[Path, ...]:
    """The files of a record, which has the seed of the match, and of the key that signs it."""
    record: Path | None = args.record
    files = () if record is None else (record, record.with_name(f"{record.name}.part"))
    key = signing.file_of(args)
    return files if key is None else (*files, key)


async def _play(
    args: argparse.Namespace, settings: Any, bots: Any, left: Any, sandbox: Any, key: Any
) -> tuple[Any, float, list[Any]]:
    from referee.cli.watch import Watch
    from referee.launch.local_referee import LocalReferee
    from referee.record.durability import Durability
    from referee.record.file import MemoryFile, RecordFile

    file = None
    if left is None:
        file = MemoryFile() if args.record is None else RecordFile(args.record, key)
    watch = Watch(settings.bots) if args.watch else None
    pace = args.pace if args.pace is not None else (watch.pace if watch else 0.0)
    table = LocalReferee(bots, args.startup, Durability(args.durable), sandbox)
    try:
        async with table:
            began = time.perf_counter()
            table.check(settings)
            place = table.referee
            host = place.resume(left) if file is None else place.host(settings, file)
            host.pace = pace
            if watch is not None:
                host.watch(watch.show)
            host.start()
            result = await host.done
            spent = time.perf_counter() - began
    except BaseException:
        if file is not None and not args.resume:
            file.abandon()
        raise
    finally:
        if args.stderr is not None:
            failure.keep_output(args.stderr, table.bots)
    return result, spent, failure.gather(args, result, file, table.bots)


def _again(args: argparse.Namespace, seed: int, one: Any, bots: Any) -> list[str]:
    """Commands to see a failure again: the same questions, if there is a record; the same draws."""
    started = sandboxing.flags_of(args)
    if args.startup != _STARTUP:
        started += ["--startup", f"{args.startup:g}"]
    terms_again = [*terms.flags_of(args), "--seed", str(seed), *started]
    commands = [shlex.join(["referee", "play", args.game, *args.bots, *terms_again])]
    if args.record is not None and one.question is not None:
        rehearse = ["referee", "rehearse", str(args.record), "--seat", str(one.seat), *started]
        bot = next(bot for bot in bots if bot.name == one.bot)
        commands.insert(0, f"{shlex.join([*rehearse, '--'])} {bot.line}")
    return commands


def _report(
    args: argparse.Namespace,
    settings: Any,
    seed: int,
    result: Any,
    spent: float,
    failures: list[Any],
) -> None:
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
                "failures": [failure.as_json(one, again) for one, again in failures],
            }
        )
        return
    output.print_table([{**row, "forfeited": "yes" if row["forfeited"] else ""} for row in rows])
    print(f"{result.outcome.reason} Seed {seed}, {spent:.2f} s.")
    if args.record is not None:
        print(f"Record: {args.record}")


COMMAND = Command(
    name="play",
    help="play one match between bots of this machine, or bots that listen",
    examples=(
        "referee play dragon greedy random random --seed 7",
        'referee play dragon random "python my_bot.py" --watch',
        "referee play dragon greedy random --record match.tianming --json",
        "referee play dragon ./bot random --sandbox basic --bot-memory 512",
        "referee play dragon greedy random --record match.tianming --resume",
        "TIANMING_BOT_TOKEN=... referee play dragon https://bot.example:7000 random",
    ),
    configure=configure,
    run=run,
    one="finished; a bot made a fault",
)
