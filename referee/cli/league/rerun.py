"""`referee league rerun`: play matches of a league again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.option.league_file import TEXT, LeagueFile, set_option
from referee.cli.sentence import CommandSentence
from referee.error import UsageError
from referee.identifier import BotName, MatchId

if TYPE_CHECKING:
    from referee.league.ledger import Ledger
    from referee.league.ledger.rerun import Rerun, Selection


PLAY_VOID_AGAIN = "To play them again: `referee league rerun --void`, then `referee league run`."
"""The way out for void matches."""


@command(
    "rerun",
    examples=(
        "referee league rerun season-r001-s00001-1",
        "referee league rerun --bot mine --void",
        "referee league rerun --round 2 autumn.toml",
    ),
)
@click.argument(
    "words",
    nargs=-1,
    metavar="[MATCH] [FILE]",
    type=TEXT,
    help="a match by its name, if no option selects matches; the league file "
    "(default: league.toml)",
)
@click.option("--bot", type=TEXT, metavar="BOT", help="play the matches of this bot again")
@click.option(
    "--round",
    "number",
    type=click.IntRange(min=1),
    metavar="NUMBER",
    help="play the matches of this round again",
)
@click.option("--void", "only_void", is_flag=True, help="play void matches again, and no others")
@set_option
@json_option(help="print what was done as JSON")
def rerun(
    words: tuple[str, ...],
    bot: BotName | None,
    number: int | None,
    only_void: bool,
    overrides: tuple[str, ...],
    as_json: bool,
) -> int:
    """Play matches of a league again: one, or all that the options select.

    A result counts until the new one is there.
    """
    from referee.cli.option.league_file import league_of
    from referee.cli.option.ledger import known_bot
    from referee.league.ledger import Ledger
    from referee.league.ledger.rerun import Selection, rerun_of

    selection = Selection(bot, number, only_void)
    match, file = _parsed(words, selection)
    settings = league_of(LeagueFile(file, overrides), to_play=False)
    with Ledger.of(settings) as ledger:
        if bot is not None:
            known_bot(ledger, bot)
        chosen = rerun_of(ledger, selection) if match is None else _of_match(ledger, match)
        if chosen.events:
            ledger.write(*chosen.events)
    if as_json:
        output.print_json(_data(settings.name, chosen))
    else:
        _print(chosen)
    return 0


def _parsed(words: tuple[str, ...], selection: Selection) -> tuple[str | None, Path]:
    """Return the named match, or None, and the league file.

    Raises:
        UsageError: if a match is named and selected by options, or neither.
    """
    file = Path("league.toml")
    if selection.has_conditions:
        if len(words) > 1:
            raise UsageError(CommandSentence.RERUN_SELECTED_TWICE, match=words[0])
        return None, Path(words[0]) if words else file
    if not 1 <= len(words) <= 2:
        raise UsageError(CommandSentence.NO_RERUN_SELECTED)
    return words[0], Path(words[1]) if len(words) > 1 else file


def _of_match(ledger: Ledger, name: str) -> Rerun:
    """Return the rerun of one match.

    Raises:
        UsageError: if there is no such match, or it is still open.
    """
    from referee.cli.option.ledger import known_match
    from referee.league.ledger.rerun import Rerun, reopened

    match = known_match(ledger, MatchId(name))
    if not match.is_settled:
        raise UsageError(CommandSentence.WILL_BE_PLAYED, match=name)
    return Rerun((name,), (), (), (reopened(match),))


def _print(chosen: Rerun) -> None:
    """Print which matches will be played again, and which are left out."""
    if len(chosen.matches) == 1:
        print(f"{chosen.matches[0]} will be played again, with new draws. {_RESULT}")
    else:
        matches = output.counted(len(chosen.matches), "match", "matches")
        print(f"{matches} will be played again, with new draws. {_RESULTS}")
    if chosen.left_out:
        left_out = output.counted(len(chosen.left_out), "match is", "matches are")
        print(
            f"{left_out} left out, because these bots are benched: {', '.join(chosen.benched)}. "
            "To bring one back: `referee league add`."
        )


_RESULT = "If it has a result, that counts until the new one is there."
_RESULTS = "A result counts until the new one is there."


def _data(league: str, chosen: Rerun) -> dict[str, object]:
    """Return the rerun as JSON."""
    return {
        "league": league,
        "matches": list(chosen.matches),
        "left_out": list(chosen.left_out),
        "benched": list(chosen.benched),
        "state": "open",
    }
