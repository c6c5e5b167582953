"""Warnings about a playable league: exposed secrets, and tokens that are over."""

from collections.abc import Iterator
from pathlib import Path

from referee.launch.command import installed
from referee.launch.naming import split_paths
from referee.launch.sandbox import Preset
from referee.league.configuration.settings import LeagueSettings
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
    programs = [bot for bot in settings.bots if bot.command and bot.command not in installed()]
    if settings.executor.kind == "dask" or not programs:
        return
    match settings.walls.preset:
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
