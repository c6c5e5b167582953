"""`referee table`: ratings with intervals, who beat whom, and the matches behind it."""

import argparse
import sys
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli import output
from referee.cli.command import Command
from referee.cli.league.file import configure_overrides
from referee.cli.progress import Progress
from referee.cli.records import records_of

if TYPE_CHECKING:
    from datetime import datetime

    from referee.league.statistics.season import Season


_MOST_BETTER = 200
"""Bots up to which JSON says of any two who is better; `--better` always does."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        type=Path,
        help="a league file (default: league.toml), or records and folders of records",
    )
    configure_overrides(parser)
    parser.add_argument(
        "--records",
        action="store_true",
        help="also read the records of a league, for faults by kind and times",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print everything as JSON")
    form.add_argument("--csv", action="store_true", help="print the table as CSV")
    form.add_argument("--markdown", action="store_true", help="print a report in Markdown")
    form.add_argument("--cross", action="store_true", help="print the cross table")
    form.add_argument("--faults", action="store_true", help="print faults by kind and times")
    form.add_argument(
        "--better", nargs=2, metavar="BOT", help="print the probability that the first is stronger"
    )
    parser.add_argument(
        "--matches",
        action="append",
        metavar="BOT",
        help="print the matches behind a bot's numbers; repeat for those between two bots",
    )
    for name, what in (
        ("html", "a report as one page"),
        ("plot", "the ratings as a picture (SVG)"),
        ("parquet", "the table as Parquet"),
    ):
        parser.add_argument(f"--{name}", type=Path, metavar="FILE", help=f"also write {what}")


def run(args: argparse.Namespace) -> int:
    """Gather the season, write what is to be written, and print what was asked for."""
    _check_form(args)
    season = _season(args)
    _check_names(season, [*(args.better or ()), *(args.matches or ())])
    _write(args, season)
    if args.json and args.matches is not None:
        output.print_json({"matches": _matches(season, args.matches)})
    elif args.json:
        output.print_json(_data(season))
    elif args.csv:
        _print_csv(season)
    elif args.markdown:
        from referee.cli.report import markdown

        sys.stdout.write(markdown.report(_dated(season), _now()))
    else:
        _print(args, season)
    return 0


def _check_form(args: argparse.Namespace) -> None:
    """Raise `UsageError` when more is asked for than can be printed at once, or nothing."""
    from referee.error import UsageError

    if args.better is not None and len(set(args.better)) == 1:
        raise UsageError(f"--better has {args.better[0]} twice: name two different bots.")
    if args.matches is None:
        return
    if args.csv or args.markdown or args.cross or args.faults or args.better:
        raise UsageError("--matches can only be combined with --json.")
    if len(args.matches) > 2:
        raise UsageError("--matches is given more than twice: name one bot, or two that met.")


def _season(args: argparse.Namespace) -> "Season":
    files = args.files or [Path("league.toml")]
    with Progress() as progress:

        def tell(read: int) -> None:
            progress.show(f"{output.counted(read, 'record')} read")

        if len(files) == 1 and files[0].suffix == ".toml":
            from referee.cli.league.file import league_of
            from referee.cli.league.ledger import check_is_there, open_ledger
            from referee.league.ledger.index_season import configurations_of
            from referee.league.ledger.index_season import season_of as season_of_ledger

            args.file = files[0]
            settings = league_of(args, to_play=False)
            with open_ledger(settings) as ledger:
                progress.show("reading the ledger")
                check_is_there(ledger)
                season = season_of_ledger(ledger, configurations_of(settings))
            if args.records or args.faults:
                from referee.league.statistics.aggregation import with_behaviours

                season = with_behaviours(season, tell)
            return season
        from referee.league.statistics.aggregation import season_of

        return season_of(records_of(files), tell)


def _check_names(season: "Season", names: list[str]) -> None:
    """Raise `UsageError` when somebody is named who has not played."""
    from referee.error import UsageError
    from tianming_games.ground.text import did_you_mean

    for name in names:
        if name not in season.sheet.names:
            known = list(season.sheet.names)
            hint = did_you_mean(name, known) if known else "nobody has played."
            raise UsageError(f"there is no bot {name!r} in the table: {hint}")


def _write(args: argparse.Namespace, season: "Season") -> None:
    """Write the files that are wanted, each only when all of it is there."""
    from referee.error import UsageError

    if args.html is not None:
        from referee.cli.report import page

        folder = args.html.absolute().parent
        _write_text(args.html, page.report(_dated(season), _now(), folder))
    if args.plot is not None:
        from referee.cli.report.plot import plot

        if not season.rows:
            raise UsageError("--plot has nothing to show: no match has a result yet.")
        _write_text(args.plot, plot([row.rating for row in season.rows]))
    if args.parquet is not None:
        from referee.cli.report import parquet

        parquet.write(season, args.parquet)


def _dated(season: "Season") -> "Season":
    """The season with the dates of its matches, which a report has at its top."""
    from referee.league.statistics.aggregation import with_period

    return with_period(season)


def _now() -> "datetime":
    from datetime import UTC, datetime

    return datetime.now(UTC)


def _write_text(path: Path, text: str) -> None:
    with output.replacing(path) as part:
        part.write_text(text, encoding="utf-8")


def _print_csv(season: "Season") -> None:
    from referee.league.statistics.rating_table import COLUMNS

    output.print_csv(list(COLUMNS), season.data())


def print_ratings(season: "Season") -> None:
    """Print the table, and behind it what explains it; the end of a league's run does so, too."""
    from referee.cli.report import words

    output.print_table(words.rating_lines(season), words=words.TEXT)
    print("\n".join([words.counts(season), *words.notes(season)]))


def _print(args: argparse.Namespace, season: "Season") -> None:
    """Print for people."""
    from referee.cli.report import words

    if args.better is not None:
        print(words.better_sentence(season, *args.better))
    elif args.matches is not None:
        played = season.matches_of(*args.matches)
        output.print_table([words.match_line(match) for match in played], words=words.TEXT)
        print(f"{output.counted(len(played), 'match', 'matches')}.")
    elif args.cross:
        output.print_table(words.cross_lines(season), words=words.TEXT)
        print(words.CROSS)
    elif args.faults:
        output.print_table(words.fault_lines(season), words=words.TEXT)
        print(words.TIMES)
    else:
        print_ratings(season)


def _matches(season: "Season", bots: list[str]) -> list[dict[str, object]]:
    """The matches behind a number for programs."""
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


def _data(season: "Season") -> dict[str, object]:
    """All of it for programs."""
    from dataclasses import asdict

    from referee.league.statistics.rating.rating import SCALE
    from referee.league.statistics.rating_table import ORDER

    return {
        "season": season.name,
        "matches": season.matches,
        "sets": season.sets,
        "void": season.void,
        "order": ORDER,
        "scale": SCALE,
        "table": season.data(),
        "void_matches": [
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


def _better(season: "Season") -> list[dict[str, object]] | None:
    """Who is better than whom, as far as they compare; None where there are too many bots."""
    ratings = season.ratings
    names = [row.bot for row in season.rows]
    if ratings is None or len(names) > _MOST_BETTER:
        return None if names else []
    return [
        {"bot": bot, "than": other, "probability": round(probability, 6)}
        for bot, other in permutations(names, 2)
        if (probability := ratings.better(bot, other)) is not None
    ]


COMMAND = Command(
    name="table",
    help="rate the bots of a season, with intervals and cross table",
    examples=(
        "referee table",
        "referee table autumn.toml --html autumn.html --plot ratings.svg --records",
        "referee table --better jade amber",
        "referee table --matches jade --matches amber",
        "referee table season --markdown",
    ),
    configure=configure,
    run=run,
)
