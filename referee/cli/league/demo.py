"""`referee league demo`: play a small league between real bot processes."""

from __future__ import annotations

import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import interruption, output
from referee.cli.command import PATH, command, json_option
from referee.cli.option.logs import log_options
from referee.cli.option.sandboxing import SandboxFlags, sandbox_options, table_of
from referee.cli.report.progress import Progress

if TYPE_CHECKING:
    from referee.league.configuration.settings import LeagueSettings, SandboxTable
    from referee.league.running.runner import Runner
    from referee.league.season.season import Season

_BOTS = ("greedy", "random", "random", "random")
_SETS = 3
_PAGES = "127.0.0.1:0"
"""The address of the pages: a free port of this machine."""


@command(
    "demo",
    examples=(
        "referee league demo",
        "referee league demo --web",
        "referee league demo --records season",
        "referee league demo --sandbox basic",
    ),
    exclusive=(("as_json", "web"),),
)
@click.option(
    "--records", type=PATH, metavar="FOLDER", help="keep the records (default: delete them)"
)
@json_option(help="print the table as JSON")
@click.option("--web", is_flag=True, help="then open its pages in a browser, until Ctrl-C")
@sandbox_options
@log_options("warning")
def demo(records: Path | None, as_json: bool, web: bool, sandbox: SandboxFlags) -> int:
    """Play a small league between bot processes, and print its table."""
    if not web:
        return _play(records, as_json, sandbox)
    import tempfile

    from referee.web.optional import required

    with required():
        from referee.web.server import serve
    with tempfile.TemporaryDirectory() as folder:
        kept = records or Path(folder)
        _play(kept, as_json, sandbox)
        _open_pages(kept, serve)
    return 0


def _play(records: Path | None, as_json: bool, sandbox: SandboxFlags) -> int:
    from referee.league.running.season_finish import Finish
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
            ) as runner,
            interruption.stopping(runner.stop),
        ):
            if runner.run() is Finish.STOPPED:
                raise KeyboardInterrupt
            season = _verified(runner)
    _show(season, time.perf_counter() - began, as_json)
    return 0


def _open_pages(records: Path, serve: Callable[..., None]) -> None:
    """Serve the pages of the records to this machine, and open them in a browser."""
    from referee.web.assets import Assets
    from referee.web.opening import open_season
    from referee.web.showing import ShowSettings

    def ready(address: str) -> None:
        print(f"The pages are at {address} until Ctrl-C.", flush=True)
        webbrowser.open(address)

    serve(open_season(records, ShowSettings(), {}), _PAGES, Assets(), ready)


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


def _verified(runner: Runner) -> Season:
    """Verify the record of each match, and return the season."""
    from referee.league.season.reading import season_of_league
    from referee.record.reader import read
    from referee.record.verify import verify

    for path in runner.settings.records.glob("*.tianming"):
        verify(read(path))
    return season_of_league(runner.ledger, runner.settings)


def _show(season: Season, spent: float, as_json: bool) -> None:
    if as_json:
        output.print_json(
            {"matches": season.matches, "seconds": round(spent, 2), "table": season.scores}
        )
        return
    output.print_standings(season.scores)
    print(
        f"{season.matches} matches of dragon between {len(_BOTS)} bot processes in {spent:.1f} s; "
        "every record verifies."
    )
