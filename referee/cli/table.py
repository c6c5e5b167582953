"""`referee table`: show ratings with intervals, the cross table, and the matches behind them."""

from __future__ import annotations

import gc
import sys
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option
from referee.cli.league.file import LeagueFile, set_option
from referee.cli.progress import Progress
from referee.cli.records import records_of, report_left_out
from referee.error import TianmingError, UsageError
from referee.identifier import BotName
from referee.sentence.command import CommandSentence

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from referee.league.season.season import Season


_OBJECTS = 200_000
"""New objects between two runs of the garbage collector, because few objects become garbage."""

_MOST_BETTER = 200
"""Maximum of bots for which the JSON contains P(better) of each pair; `--better` has no limit."""


@dataclass(frozen=True, slots=True)
class _Form:
    """What to print, and in which format."""

    as_json: bool
    as_csv: bool
    as_markdown: bool
    cross: bool
    faults: bool
    better: tuple[BotName, BotName] | None
    matches: tuple[BotName, ...]


@command(
    "table",
    examples=(
        "referee table",
        "referee table autumn.toml --html autumn.html --plot ratings.svg --records",
        "referee table --better jade amber",
        "referee table --matches jade --matches amber",
        "referee table season --markdown",
        "referee table --records --parquet season.parquet",
    ),
    exclusive=("as_json", "as_csv", "as_markdown", "cross", "faults", "better"),
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
@click.option("--markdown", "as_markdown", is_flag=True, help="print a report in Markdown")
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
@click.option("--html", type=PATH, metavar="FILE", help="also write a report as one page")
@click.option("--plot", type=PATH, metavar="FILE", help="also write the ratings as a picture (SVG)")
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
    as_markdown: bool,
    cross: bool,
    faults: bool,
    better: tuple[BotName, BotName] | None,
    matches: tuple[BotName, ...],
    html: Path | None,
    plot: Path | None,
    parquet: Path | None,
    table_parquet: Path | None,
) -> int:
    """Rate the bots of a season, with intervals and cross table."""
    gc.set_threshold(_OBJECTS)
    form = _Form(as_json, as_csv, as_markdown, cross, faults, better, matches)
    _check_form(form)
    season, wrong = _season(files or (Path("league.toml"),), overrides, records)
    report_left_out(context, wrong)
    _check_names(season, [*(better or ()), *matches])
    _write(season, html, plot)
    _write_parquet(season, parquet, table_parquet)
    if as_json and matches:
        output.print_json({"matches": _matches(season, matches)})
    elif as_json:
        output.print_json(_data(season))
    elif as_csv:
        _print_csv(season)
    elif as_markdown:
        from referee.cli.report import markdown

        sys.stdout.write(markdown.report(season, _now()))
    else:
        _print(form, season)
    return wrong[0].exit_code if wrong else 0


def _check_form(form: _Form) -> None:
    """Raise `UsageError` if options exclude each other, or name a wrong number of bots."""
    if form.better is not None and len(set(form.better)) == 1:
        raise UsageError(CommandSentence.BETTER_NEEDS_TWO, bot=form.better[0])
    if not form.matches:
        return
    if form.as_csv or form.as_markdown or form.cross or form.faults or form.better:
        raise UsageError(CommandSentence.MATCHES_WITH_OTHER_FORM)
    if len(form.matches) > 2:
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
    from referee.cli.league.file import league_of
    from referee.cli.league.ledger import ledger_to_read
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


def _write(season: Season, html: Path | None, plot: Path | None) -> None:
    """Write the requested files; each replaces an older one only when it is complete."""
    if html is not None:
        from referee.cli.report.page import report

        folder = html.absolute().parent
        _write_text(html, report(season, _now(), folder))
    if plot is not None:
        from referee.cli.report.plot import plot as drawn

        if not season.rows:
            raise UsageError(CommandSentence.NOTHING_TO_PLOT)
        _write_text(plot, drawn([row.rating for row in season.rows]))


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


def _now() -> datetime:
    from datetime import UTC, datetime

    return datetime.now(UTC)


def _write_text(path: Path, text: str) -> None:
    with output.replacing(path) as part:
        part.write_text(text, encoding="utf-8")


def _print_csv(season: Season) -> None:
    from referee.league.season.rating_table import COLUMNS

    output.print_csv(list(COLUMNS), season.data())


def print_ratings(season: Season) -> None:
    """Print the table and its notes; `referee league run` prints them at its end, too."""
    from referee.cli.report import words

    output.print_table(words.rating_lines(season), words=words.TEXT)
    print("\n".join([words.counts(season), *words.notes(season)]))


def _print(form: _Form, season: Season) -> None:
    """Print the requested tables or sentences for people."""
    from referee.cli.report import words

    if form.better is not None:
        print(words.better_sentence(season, *form.better))
    elif form.matches:
        played = season.matches_of(*form.matches)
        output.print_table([words.match_line(match) for match in played], words=words.TEXT)
        print(f"{output.counted(len(played), 'match', 'matches')}.")
    elif form.cross:
        output.print_table(words.cross_lines(season), words=words.TEXT)
        print(words.CROSS)
    elif form.faults:
        output.print_table(words.fault_lines(season), words=words.TEXT)
        print(words.TIMES)
    else:
        print_ratings(season)


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
