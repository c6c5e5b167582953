"""Warnings about a playable league: exposed secrets, tokens that are over, owners at one table."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from referee.identifier import BotName, OwnerName
from referee.launch.command import installed
from referee.launch.naming import split_paths
from referee.launch.preset import Preset
from referee.league.configuration.entry_check import entry_warnings
from referee.league.configuration.local_sandbox import local_sandbox
from referee.league.configuration.owner_check import excess_of
from referee.league.configuration.settings import LeagueSettings
from referee.league.format.apart import label_of, owners_together
from referee.server.token_file import parsed_token
from referee.server.until import utc_now


def league_warnings(settings: LeagueSettings, file: Path) -> Iterator[str]:
    """Yield sentences that warn about a playable league, and say how to fix it.

    Args:
        settings: the league.
        file: its file, which has the seed.
    """
    if settings.same_draws and any(bot.token or bot.address for bot in settings.bots):
        yield (
            "the matches of a set have the same draws, so a bot that runs elsewhere could "
            "know those of a match from another one; same_draws = false gives each its own."
        )
    for bot in settings.bots:
        if bot.token and not parsed_token(bot.token).is_good(utc_now()):
            yield (
                f"the token of {bot.name} is expired or revoked, so that bot cannot connect; "
                "`referee token --replace` makes a new one."
            )
        if bot.command:
            yield from split_paths(bot.command, settings.folder)
    yield from entry_warnings(settings)
    programs = [bot for bot in settings.bots if bot.command and bot.command not in installed()]
    if settings.executor.kind == "dask" or not programs:
        return
    match local_sandbox(settings).preset:
        case Preset.NONE:
            yield (
                f"bots that run here can read {file} with the seed of all draws, and the records "
                "of matches that are being played, and can lock them; "
                'sandbox.preset = "basic" hides both.'
            )
        case Preset.BASIC:
            yield (
                "bots that run here can read your files, other bots among them, though not those "
                'of the league; sandbox.preset = "strict" hides all but a bot\'s own folder.'
            )
        case Preset.STRICT:
            pass


def owner_warnings(
    settings: LeagueSettings,
    roster: Sequence[BotName],
    owners: Mapping[BotName, OwnerName],
    lineups: Sequence[Sequence[BotName]],
) -> Iterator[str]:
    """Yield sentences about tables with two bots of one owner, and about owners with many bots.

    Args:
        settings: the league.
        roster: the bots that play.
        owners: the owner of each bot that has one.
        lineups: the bots of each match of the first round.
    """
    count = len({label_of(bot, owners) for bot in roster})
    together = owners_together(lineups, owners)
    if count < settings.seats:
        yield (
            f"{settings.seats} seats and {count} owners: every table has two bots of one owner; "
            "bots of another owner change that."
        )
    elif together:
        yield (
            f"round 1 has tables with two bots of one owner ({', '.join(together)}), because no "
            "other groups are possible."
        )
    for owner in settings.owners:
        excess = excess_of(owner, [bot for bot in roster if owners.get(bot) == owner.name])
        if excess is not None:
            yield f"`referee league run` would refuse this: {excess}"
