"""`referee table`: show ratings with intervals, the cross table, and the matches behind them."""

from __future__ import annotations

import gc
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option
from referee.cli.option.league_file import LeagueFile, set_option
from referee.cli.option.records import records_of, report_left_out
from referee.cli.report.progress import Progress
from referee.cli.sentence import CommandSentence
from referee.error import TianmingError, UsageError
from referee.identifier import BotName

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.league.season.season import Season


_OBJECTS = 200_000
"""New objects between two runs of the garbage collector, because few objects become garbage."""

_MOST_BETTER = 200
"""Maximum of bots for which the JSON contains P(better) of each pair; `--better` has no limit."""


@command(
    "table",
    examples=(
        "referee table",
        "referee table autumn.toml --records --faults",
        "referee table --better jade amber",
        "referee table --owners",
        "referee table --collusion",
        "referee table --matches jade --matches amber",
        "referee table match.tianming",
        "referee table season --csv",
        "referee table --records --parquet season.parquet",
    ),
    exclusive=(
        ("as_json", "as_csv", "cross", "faults", "better", "owners"),
        ("as_csv", "cross", "faults", "better", "matches", "owners", "collusion"),
    ),
)
@click.argument(
    "files",
    metavar="[FILE]...",
    nargs=-1,
    type=PATH,
    help="a league file (default: league.toml), or records and folders of records",
)
@set_option
@click.option(
    "--records",
    is_flag=True,
    help="read the records and the journal of a league instead of its ledger",
)
@json_option(help="print everything as JSON")
@click.option("--csv", "as_csv", is_flag=True, help="print the table as CSV")
@click.option("--cross", is_flag=True, help="print the cross table")
@click.option("--faults", is_flag=True, help="print faults by kind and times")
@click.option(
    "--better",
    nargs=2,
    metavar="BOT BOT",
    help="print the probability that the first is stronger",
)
@click.option(
    "--matches",
    multiple=True,
    metavar="BOT",
    help="print the matches behind a bot's numbers; repeat for those between two bots",
)
@click.option("--owners", is_flag=True, help="print the best bot of each owner")
@click.option(
    "--collusion",
    is_flag=True,
    help="print how each pair of owners does with and without the other at the table",
)
@click.option(
    "--parquet",
    type=PATH,
    metavar="FILE",
    help="also write all matches as Parquet, one line for each seat",
)
@click.option("--table-parquet", type=PATH, metavar="FILE", help="also write the table as Parquet")
@click.pass_context
def table(
    context: click.Context,
    files: tuple[Path, ...],
    overrides: tuple[str, ...],
    records: bool,
    as_json: bool,
    as_csv: bool,
    cross: bool,
    faults: bool,
    better: tuple[BotName, BotName] | None,
    matches: tuple[BotName, ...],
    owners: bool,
    collusion: bool,
    parquet: Path | None,
    table_parquet: Path | None,
) -> int:
    """Rate the bots of a season, with intervals and cross table."""
    gc.set_threshold(_OBJECTS)
    _check_bots(better, matches)
    season, wrong = _season(files or (Path("league.toml"),), overrides, records)
    report_left_out(context, wrong)
    _check_names(season, [*(better or ()), *matches])
    _write_parquet(season, parquet, table_parquet)
    if as_json and matches:
        output.print_json({"matches": _matches(season, matches)})
    elif as_json and collusion:
        output.print_json({"collusion": _collusion(season)})
    elif as_json:
        output.print_json(_data(season) | {"left_out": len(wrong)})
    elif as_csv:
        _print_csv(season)
    elif owners or collusion:
        from referee.cli.report import owner_table as of_owners

        (of_owners.print_owners if owners else of_owners.print_collusion)(season)
    else:
        _print(season, cross, faults, better, matches)
    return wrong[0].exit_code if wrong else 0


def _check_bots(better: tuple[BotName, BotName] | None, matches: tuple[BotName, ...]) -> None:
    """Raise `UsageError` if options name a wrong number of bots."""
    if better is not None and len(set(better)) == 1:
        raise UsageError(CommandSentence.BETTER_NEEDS_TWO, bot=better[0])
    if len(matches) > 2:
        raise UsageError(CommandSentence.TOO_MANY_MATCHES_OF)


def _season(
    files: tuple[Path, ...], overrides: tuple[str, ...], with_records: bool
) -> tuple[Season, list[TianmingError]]:
    """Return the season, and what is wrong with the records that it leaves out."""
    with Progress() as progress:

        def report(read: int) -> None:
            progress.show(f"{output.counted(read, 'record')} read")

        if len(files) == 1 and files[0].suffix == ".toml":
            return _league_season(LeagueFile(files[0], overrides), with_records, report)
        from referee.league.season.reading import season_of_records

        paths = records_of(files)
        season, wrong = season_of_records(paths, report)
        if wrong and len(wrong) == len(paths):
            raise wrong[0]
        return season, wrong


def _league_season(
    source: LeagueFile, with_records: bool, report: Callable[[int], None]
) -> tuple[Season, list[TianmingError]]:
    """Return the season of a league, from its ledger or from its journal and records."""
    from referee.cli.option.league_file import league_of
    from referee.cli.option.ledger import ledger_to_read
    from referee.league.ledger.readable import open_records
    from referee.league.season.reading import season_of_league

    settings = league_of(source, to_play=False)
    if with_records:
        with open_records(settings, report) as (ledger, wrong):
            return season_of_league(ledger, settings), wrong
    with ledger_to_read(settings) as ledger:
        return season_of_league(ledger, settings), []


def _check_names(season: Season, names: list[str]) -> None:
    """Raise `UsageError` if a named bot has not played."""
    from tianming_games.ground.text import did_you_mean

    for name in names:
        if name not in season.results.names:
            known = list(season.results.names)
            hint = did_you_mean(name, known) if known else "nobody has played."
            raise UsageError(CommandSentence.NO_SUCH_BOT_IN_TABLE, bot=name, hint=hint)


def _write_parquet(season: Season, seats: Path | None, table: Path | None) -> None:
    """Write the seats of all matches, and the table, to the files that are not None."""
    if seats is None and table is None:
        return
    from referee.cli.report.parquet import write
    from referee.league.season.rating_table import COLUMNS
    from referee.league.season.seat_table import SEAT_COLUMNS, seat_lines

    if seats is not None:
        write(SEAT_COLUMNS, seat_lines(season), seats)
    if table is not None:
        write(COLUMNS, season.data(), table)


def _print_csv(season: Season) -> None:
    from referee.league.season.rating_table import COLUMNS

    output.print_csv(list(COLUMNS), season.data())


def _print(
    season: Season,
    cross: bool,
    faults: bool,
    better: tuple[BotName, BotName] | None,
    matches: tuple[BotName, ...],
) -> None:
    """Print the requested tables or sentences for people."""
    from referee.cli.report import season_table as shown

    if better is not None:
        print(shown.better_sentence(season, *better))
    elif matches:
        played = season.matches_of(*matches)
        output.print_table([shown.match_line(match) for match in played], words=shown.TEXT)
        print(f"{output.counted(len(played), 'match', 'matches')}.")
    elif cross:
        output.print_table(shown.cross_lines(season), words=shown.TEXT)
        print(shown.CROSS)
    elif faults:
        output.print_table(shown.fault_lines(season), words=shown.TEXT)
        print(shown.TIMES)
    else:
        shown.print_ratings(season)


def _collusion(season: Season) -> list[dict[str, object]]:
    """Return how each pair of owners does with and without the other, as JSON."""
    from referee.league.season.owner_table import collusion_of, partnership_data

    return [partnership_data(one) for one in collusion_of(season)]


def _matches(season: Season, bots: tuple[BotName, ...]) -> list[dict[str, object]]:
    """Return the matches of one bot, or between two, as JSON."""
    from dataclasses import asdict

    return [
        {
            "match": match.match_id,
            "set": match.set_number,
            "record": None if match.record is None else str(match.record),
            "seats": [asdict(seat) for seat in match.seats],
        }
        for match in season.matches_of(*bots)
    ]


def _data(season: Season) -> dict[str, object]:
    """Return the whole season as JSON."""
    from dataclasses import asdict

    from referee.league.season.owner_table import owner_table
    from referee.league.season.rating_table import ORDER
    from referee.league.statistics.rating.rating import SCALE

    return {
        "season": season.name,
        "matches": season.matches,
        "sets": season.sets,
        "void": season.void,
        "order": ORDER,
        "scale": SCALE,
        "table": season.data(),
        "owners": [row.data() for row in owner_table(season)],
        "void_attempts": [
            {
                "match": match.match_id,
                "bots": list(match.bots),
                "reason": match.reason,
                "record": None if match.record is None else str(match.record),
            }
            for match in season.overview.voids
        ],
        "cross": [
            {"bot": bot, "opponent": other, **asdict(meeting)}
            for (bot, other), meeting in season.cross.items()
        ],
        "better": _better(season),
    }


def _better(season: Season) -> list[dict[str, object]] | None:
    """Return P(better) of each pair of comparable bots; None if there are too many bots."""
    ratings = season.ratings
    names = [row.bot for row in season.rows]
    if ratings is None or len(names) > _MOST_BETTER:
        return None if names else []
    return [
        {"bot": bot, "than": other, "probability": round(probability, 6)}
        for bot, other in permutations(names, 2)
        if (probability := ratings.better(bot, other)) is not None
    ]
