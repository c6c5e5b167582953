"""`referee mine output` and `referee mine record`: what a match left for an owner."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option
from referee.cli.option.season import asked, chosen_season, season_option
from referee.cli.sentence import CommandSentence
from referee.error import UsageError

if TYPE_CHECKING:
    from referee.entry_client.joined_season import JoinedSeason

_match = click.argument("match", metavar="MATCH", help="name of the match, as in `mine matches`")


@command("output", examples=("referee mine output spring-r001-s00001-1 my-bot",))
@_match
@click.argument("bot", metavar="BOT", help="name of your bot")
@season_option
@json_option(help="print the output as a text in JSON")
def read_output(match: str, bot: str, address: str | None, as_json: bool) -> int:
    """Print what your bot printed in a match."""
    found = bytearray()

    def show(piece: bytes) -> None:
        if as_json or sys.stdout.isatty():
            found.extend(piece)
        else:
            sys.stdout.buffer.write(piece)

    season = chosen_season(address)
    asked(season, lambda client: _each(client.output(match, bot), show))
    text = found.decode(errors="replace")
    if as_json:
        output.print_json({"match": match, "bot": bot, "output": text})
    else:
        for line in text.splitlines():
            print(output.printable(line.expandtabs()))
    return 0


@command(
    "record",
    examples=(
        "referee mine record spring-r001-s00001-1",
        "referee mine record spring-r001-s00001-1 --to - > match.tianming",
    ),
)
@_match
@click.option(
    "--to", "file", type=PATH, metavar="FILE", help="file to write (default: MATCH.tianming)"
)
@season_option
@json_option(help="print the name and the size of the file as JSON")
def record(match: str, file: Path | None, address: str | None, as_json: bool) -> int:
    """Download the record of a match.

    A record can be downloaded when the match is over, or its set, if all matches of the set share
    their draws. If your bots gave their reasoning, it is written beside the record as
    NAME.reasoning.
    """
    if str(file) == "-":
        if as_json:
            raise UsageError(CommandSentence.EXCLUSIVE_OPTIONS, option="--to -", other="--json")
        asked(
            chosen_season(address),
            lambda client: _each(client.record(match), sys.stdout.buffer.write),
        )
        return 0
    path = file or Path(f"{Path(match).name}.tianming")
    season = chosen_season(address)
    with output.replacing(path) as part, part.open("wb") as content:
        asked(season, lambda client: _each(client.record(match), content.write))
        size = content.tell()
    _write_reasoning(path, season, match)
    if as_json:
        output.print_json({"match": match, "file": str(path), "bytes": size})
    else:
        print(f"{path}: {size:,} bytes. To step through it: `referee replay {path}`.")
    return 0


def _write_reasoning(path: Path, season: JoinedSeason, match: str) -> None:
    """Write the reasoning that belongs to a record beside it, if there is any."""
    from referee.record.companion import reasoning_path

    found = bytearray()
    asked(season, lambda client: _each(client.record(match, reasoning=True), found.extend))
    if found:
        with output.replacing(reasoning_path(path)) as part:
            part.write_bytes(found)


async def _each(pieces: AsyncIterator[bytes], use: Callable[[bytes], object]) -> None:
    async for piece in pieces:
        use(piece)
