"""The commands of `referee mine` that change a bot of an owner."""

from __future__ import annotations

import os
import shlex
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import WordChoice, command, json_option
from referee.cli.option.season import asked, chosen_season, season_option

if TYPE_CHECKING:
    from referee.entry_client.own_season import OwnEntry

_bot = click.argument("bot", metavar="BOT", help="name of your bot")


@command("use", examples=("referee mine use my-bot 3",))
@_bot
@click.argument(
    "number", metavar="NUMBER", type=click.IntRange(1, (1 << 64) - 1), help="number of a submission"
)
@season_option
@json_option(help="print the bot as JSON")
def use(bot: str, number: int, address: str | None, as_json: bool) -> int:
    """Let an accepted version of your bot play from its next match on."""
    entry = asked(chosen_season(address), lambda client: client.use(bot, number))
    text = f"{entry.bot}: submission {entry.playing} plays from the next match on."
    return _shown(entry, as_json, text)


@command("withdraw", examples=("referee mine withdraw my-bot",))
@_bot
@season_option
@json_option(help="print the bot as JSON")
def withdraw(bot: str, address: str | None, as_json: bool) -> int:
    """Take your bot out of the season; a submission or `use` brings it back."""
    entry = asked(chosen_season(address), lambda client: client.withdraw(bot))
    return _shown(entry, as_json, f"{entry.bot} plays no more matches.")


@command(
    "friendlies",
    examples=("referee mine friendlies my-bot on", "referee mine friendlies my-bot off"),
)
@_bot
@click.argument(
    "allowed", metavar="on|off", type=WordChoice(("on", "off")), help="whether they may"
)
@season_option
@json_option(help="print the bot as JSON")
def friendlies(bot: str, allowed: str, address: str | None, as_json: bool) -> int:
    """Say whether others may challenge your bot to friendlies."""
    is_on = allowed == "on"
    entry = asked(chosen_season(address), lambda client: client.allow_friendlies(bot, is_on))
    verb = "may" if entry.friendlies else "may not"
    return _shown(entry, as_json, f"Others {verb} challenge {entry.bot} to friendlies.")


@command(
    "challenge",
    examples=(
        "referee mine challenge my-bot deep-red",
        "referee mine challenge my-bot deep-red jade amber",
    ),
)
@_bot
@click.argument(
    "opponents",
    metavar="OPPONENT...",
    nargs=-1,
    required=True,
    help="bots that allow friendlies, one less than the seats of a match",
)
@season_option
@json_option(help="print the name of the match as JSON")
def challenge(bot: str, opponents: tuple[str, ...], address: str | None, as_json: bool) -> int:
    """Ask for a friendly: a match that is not rated.

    It is played when no match of the season waits.
    """
    match = asked(chosen_season(address), lambda client: client.challenge(bot, opponents))
    if as_json:
        output.print_json({"match": match, "bot": bot, "opponents": list(opponents)})
    else:
        print(output.printable(f"The friendly {match} waits. `referee mine matches` will list it."))
    return 0


@command(
    "token",
    examples=('eval "$(referee mine token my-bot)"', "referee mine token --json"),
)
@click.argument(
    "bot",
    metavar="[BOT]",
    default="",
    help="your bot that connects; without it, print your own token",
)
@season_option
@json_option(help="print the token as JSON")
def token(bot: str, address: str | None, as_json: bool) -> int:
    """Print the environment in which a bot of yours connects, with a new token.

    An earlier token of the bot ends. Without a bot, print the environment in which another machine
    submits for you.
    """
    from referee.entry_client.joined_season import VARIABLES

    season = chosen_season(address)
    names, values = VARIABLES, (season.address, season.token)
    if bot:
        made = asked(season, lambda client: client.bot_token(bot))
        names, values = ("TIANMING_SERVER", "TIANMING_TOKEN"), (made.address, made.token)
    if as_json:
        output.print_json({"bot": bot or None, "address": values[0], "token": values[1]})
        return 0
    lines = dict(zip(names, values, strict=True))
    if authority := os.environ.get("TIANMING_CA"):
        lines["TIANMING_CA"] = os.path.abspath(authority)
    for name, value in lines.items():
        print(output.printable(f"export {name}={shlex.quote(value)}"))
    return 0


def _shown(entry: OwnEntry, as_json: bool, text: str) -> int:
    if as_json:
        output.print_json(asdict(entry))
    else:
        print(output.printable(text))
    return 0
