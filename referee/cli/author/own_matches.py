"""`referee mine matches`: list the matches of an owner's bots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.option.season import asked, chosen_season, season_option

if TYPE_CHECKING:
    from referee.entry_client.own_season import OwnMatch, OwnSeat

_LIMIT = 20


@command(
    "matches",
    examples=(
        "referee mine matches",
        "referee mine matches my-bot --limit 100 --before 2400",
        "referee mine matches --json",
    ),
)
@click.argument("bot", metavar="[BOT]", default="", help="name of your bot (default: all)")
@click.option(
    "--limit",
    type=click.IntRange(1, 100),
    default=_LIMIT,
    metavar="N",
    help=f"show at most N matches, up to 100 (default: {_LIMIT})",
)
@click.option(
    "--before",
    type=click.IntRange(1),
    metavar="N",
    help="show matches with numbers below N",
)
@season_option
@json_option(help="print the matches as JSON")
def matches(bot: str, limit: int, before: int | None, address: str | None, as_json: bool) -> int:
    """List finished matches of your bots, the newest first.

    A star marks matches whose record you can download now.
    """
    found = asked(
        chosen_season(address), lambda client: client.matches(bot, before=before or 0, limit=limit)
    )
    if as_json:
        output.print_json([asdict(one) for one in found])
    elif found:
        rows = [row for one in found for row in _rows(one)]
        output.print_table(rows, decimals=3, words=("match", "ended", "bot", "against", "note"))
    else:
        print("No match has ended yet.")
    return 0


def _rows(match: OwnMatch) -> Iterator[dict[str, object]]:
    """Yield a row for each of the owner's seats."""
    for seat in match.seats:
        if seat.yours:
            others = (_named(one) for one in match.seats if one is not seat)
            yield {
                "number": match.number,
                "match": match.match + ("*" if match.record_open else ""),
                "ended": match.ended,
                "bot": seat.bot,
                "place": seat.place,
                "points": seat.points,
                "against": ", ".join(others),
                "faults": seat.faults,
                "longest answer (s)": seat.longest_answer,
                "note": _note(match, seat),
            }


def _named(seat: OwnSeat) -> str:
    return f"{seat.bot} ({seat.points})"


def _note(match: OwnMatch, seat: OwnSeat) -> str:
    forfeited = f"forfeited: {seat.forfeited}" if seat.forfeited else ""
    return ", ".join(filter(None, ("friendly" if match.friendly else "", forfeited)))
