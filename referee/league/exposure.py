"""What bots of a league can know though they should not, as far as its file says."""

from collections.abc import Iterator
from pathlib import Path

from referee.launch.bubblewrap import own_folders
from referee.launch.command import commands, installed
from referee.launch.sandbox import Preset
from referee.league.settings import BotSettings, LeagueSettings


def exposures(settings: LeagueSettings, file: Path) -> Iterator[str]:
    """Sentences about a league that is ready to be played, and about what would mend it.

    Args:
        settings: the league.
        file: its file, which has the seed.
    """
    if settings.same_draws and any(bot.token for bot in settings.bots):
        yield (
            "the matches of a set have the same draws, so a bot that connects from elsewhere could "
            "know those of a match from another one; same_draws = false gives each its own."
        )
    programs = [bot for bot in settings.bots if bot.command and bot.command not in installed()]
    if settings.executor.kind == "dask" or not programs:
        return
    if settings.walls.preset is not Preset.STRICT:
        yield (
            f"bots that run here can read {file} with the seed of all draws, and the records of "
            'matches that are being played; sandbox.preset = "strict" hides both.'
        )
        return
    for bot in programs:
        yield from _in_reach(bot, settings, file)


def _in_reach(bot: BotSettings, settings: LeagueSettings, file: Path) -> Iterator[str]:
    """Whether `strict` shows a bot what is in a folder of its own, and of the league as well."""
    secrets = (file.absolute(), settings.records.absolute())
    (command,) = commands([bot.command], settings.folder)
    for folder in own_folders(command):
        found = next((path for path in secrets if path.is_relative_to(folder)), None)
        if found is not None:
            yield (
                f"the bot {bot.name} lies in {folder}, and can read all that is there, {found} as "
                "well: put it into a folder of its own."
            )
            return
