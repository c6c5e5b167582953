"""`referee demo`: play a small league between real bot processes."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import interruption, output
from referee.cli.command import PATH, command, json_option
from referee.cli.logs import log_options
from referee.cli.progress import Progress
from referee.cli.sandboxing import SandboxFlags, sandbox_options, table_of
from referee.identifier import BotName

if TYPE_CHECKING:
    from referee.league.configuration.settings import LeagueSettings, SandboxTable
    from referee.league.running.temporary_league import TemporaryLeague
    from referee.match.outcome import Outcome

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
    from referee.league.running.runner import Finish
    from referee.league.running.temporary_league import temporary_league

    settings = _settings(table_of(sandbox))
    if records is not None:
        output.make_folder(records)
    began = time.perf_counter()
    with Progress() as progress:
        progress.show(f"starting {len(_BOTS)} bots")
        with (
            temporary_league(
                settings, records, look=lambda status: progress.show(str(status))
            ) as league,
            interruption.stopping(league.runner.stop),
        ):
            if league.runner.run() is Finish.STOPPED:
                raise KeyboardInterrupt
            results = _verified(league)
    _show(results, time.perf_counter() - began, as_json)
    return 0


def _settings(sandbox: SandboxTable) -> LeagueSettings:
    from referee.launch.command import commands
    from referee.league.configuration.settings import BotSettings, LeagueSettings
    from referee.league.format.round_robin import RoundRobin

    bots = commands(_BOTS)
    return LeagueSettings(
        name="demo",
        game="dragon",
        seats=len(bots),
        seed="demo",
        format=RoundRobin(sets=_SETS),
        sandbox=sandbox,
        bots=tuple(BotSettings(name=bot.name, command=bot.line) for bot in bots),
    )


def _verified(league: TemporaryLeague) -> list[tuple[tuple[BotName, ...], Outcome]]:
    """Verify every record; return bots and outcome of each match, without void attempts at it."""
    from referee.match.outcome import Termination
    from referee.record.reader import read
    from referee.record.verify import verify

    records = [read(path) for path in sorted(league.settings.records.glob("*.tianming"))]
    verified = [
        (tuple(map(BotName, record.header.bots)), verify(record).outcome) for record in records
    ]
    return [
        (bots, outcome) for bots, outcome in verified if outcome.termination is not Termination.VOID
    ]


def _show(results: list[tuple[tuple[BotName, ...], Outcome]], spent: float, as_json: bool) -> None:
    from referee.league.statistics.standing import rows, standings

    table = rows(standings(results))
    if as_json:
        output.print_json({"matches": len(results), "seconds": round(spent, 2), "table": table})
        return
    output.print_standings(table)
    print(
        f"{len(results)} matches of dragon between {len(_BOTS)} bot processes in {spent:.1f} s; "
        "every record verifies."
    )
