"""Check how the bots of a league are shown: that people can read and tell apart their names."""

import unicodedata
from collections.abc import Iterable, Sequence

from referee.error import CodedError, UsageError
from referee.league.configuration.sentence import LeagueFileSentence
from referee.league.configuration.settings import BotSettings
from tianming_games.ground.plain_file import KeyPath


def face_problems(bots: Sequence[BotSettings]) -> Iterable[tuple[KeyPath, CodedError]]:
    """Yield what is wrong with the titles and letters of bots, each with its place."""
    shown = {_alike(bot.title or bot.name): bot for bot in reversed(bots)}
    names = {_alike(bot.name): bot for bot in reversed(bots)}
    for index, bot in enumerate(bots):
        for key, text in (("title", bot.title), ("initial", bot.initial)):
            if not text.isprintable():
                hidden = UsageError(LeagueFileSentence.HIDDEN_CHARACTER, key=key, bot=bot.name)
                yield ("bot", index, key), hidden
        if not bot.title:
            continue
        for taken in (shown, names):
            other = taken.get(_alike(bot.title), bot)
            if other.name != bot.name:
                problem = UsageError(
                    LeagueFileSentence.BOT_TITLE_TAKEN,
                    bot=bot.name,
                    title=bot.title,
                    other=other.name,
                )
                yield ("bot", index, "title"), problem
                break


def _alike(title: str) -> str:
    """Return a name without what people overlook: case, width, and how accents are written."""
    return unicodedata.normalize("NFKC", title).casefold()
