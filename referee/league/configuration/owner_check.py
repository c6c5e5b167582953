"""Check the owners of a league: their names, the bots that they have, and their quotas."""

from collections.abc import Iterable, Mapping, Sequence

from referee.error import CodedError, UsageError
from referee.identifier import BotName, OwnerName
from referee.league.configuration.sentence import LeagueFileSentence
from referee.league.configuration.settings import LeagueSettings, OwnerSettings
from tianming_games.ground.plain_file import KeyPath
from tianming_games.ground.text import did_you_mean


def owner_problems(settings: LeagueSettings) -> Iterable[tuple[KeyPath, CodedError]]:
    """Yield what is wrong with the owners in a league file, each with its place."""
    seen: set[str] = set()
    for index, owner in enumerate(settings.owners):
        if owner.name.casefold() in seen:
            taken = UsageError(LeagueFileSentence.OWNER_NAME_TAKEN, owner=owner.name)
            yield ("owner", index, "name"), taken
        seen.add(owner.name.casefold())
        if excess := excess_of(owner, bots_of(settings, owner.name)):
            yield ("owner", index, "bots"), excess
    for index, bot in enumerate(settings.bots):
        if bot.owner and (unknown := unlisted(bot.name, bot.owner, settings.owners)):
            yield ("bot", index, "owner"), unknown


def unlisted(bot: BotName, owner: OwnerName, owners: Sequence[OwnerSettings]) -> UsageError | None:
    """Return the error of a bot whose owner is not listed; None if it is."""
    names = [one.name for one in owners]
    if owner in names:
        return None
    hint = did_you_mean(owner, names) if names else "there is none."
    return UsageError(LeagueFileSentence.NO_SUCH_OWNER, bot=bot, owner=owner, hint=hint)


def bots_of(settings: LeagueSettings, owner: OwnerName) -> list[BotName]:
    """Return the enabled bots of an owner in a league file."""
    return [bot.name for bot in settings.bots if bot.owner == owner and bot.enabled]


def excess_of(owner: OwnerSettings, bots: Sequence[BotName]) -> UsageError | None:
    """Return the error of an owner who has these bots; None if the quota allows them."""
    if not owner.bots or len(bots) <= owner.bots:
        return None
    return UsageError(
        LeagueFileSentence.TOO_MANY_BOTS,
        owner=owner.name,
        most=owner.bots,
        count=len(bots),
        bots=", ".join(bots),
    )


def present_name(
    owner: OwnerName, owners: Sequence[OwnerSettings], renames: Mapping[OwnerName, OwnerName]
) -> OwnerName:
    """Return the present name of an owner in a league file.

    A former name stands for the present one, until the file lists the present one itself.

    Args:
        owner: the name in the file.
        owners: the owners that the file lists.
        renames: the present name of each owner by its former names.
    """
    now = renames.get(owner, owner)
    return owner if any(one.name == now for one in owners) else now
