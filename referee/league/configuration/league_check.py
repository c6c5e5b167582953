"""Check a league file beyond its single keys: game, bots, format, network.

These checks give the same result on every machine. `preflight` checks whether this machine can
play the league.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from referee.error import CodedError, Sentence, TianmingError, UsageError
from referee.league.configuration.entry_check import entry_problems
from referee.league.configuration.face_check import face_problems
from referee.league.configuration.notify_check import notify_problems
from referee.league.configuration.owner_check import owner_problems
from referee.league.configuration.quiet_hours import quiet_hours_of
from referee.league.configuration.sentence import LeagueFileSentence
from referee.league.configuration.settings import BotSettings, LeagueSettings
from referee.league.sentence import ScheduleSentence
from referee.server.address import KEYS, check_address, check_bot_address, check_hidden
from tianming_games.game import Game
from tianming_games.ground.plain_file import KeyPath
from tianming_games.ground.sentence import GameSentence
from tianming_games.registry import load

Complain = Callable[[KeyPath, CodedError], None]
"""Receives the place of a problem in the file, and the error."""


def check_league(settings: LeagueSettings, complain: Complain) -> LeagueSettings:
    """Return the settings with all options of the game filled in.

    `complain` receives every problem; the returned settings are then unusable.
    """
    if settings.clock.decision + settings.clock.bank <= 0:
        complain(("clock", "decision"), UsageError(LeagueFileSentence.NO_TIME))
    _check_schedule(settings, complain)
    _check_pace(settings, complain)
    _check_network(settings, complain)
    _check_bots(settings, complain)
    for place, problem in (*owner_problems(settings), *notify_problems(settings)):
        complain(place, problem)
    for place, problem in entry_problems(settings):
        complain(place, problem)
    return replace(settings, variants=_variants(settings, complain))


def _check_schedule(settings: LeagueSettings, complain: Complain) -> None:
    try:
        _ = settings.rounds_schedule
    except UsageError as error:
        complain(("schedule", _SCHEDULE_KEYS.get(error.sentence, "at")), error)


def _check_pace(settings: LeagueSettings, complain: Complain) -> None:
    try:
        quiet_hours_of(settings.pace.quiet, "UTC")
    except UsageError as error:
        complain(("pace", "quiet"), error)


_SCHEDULE_KEYS: Mapping[Sentence, str] = {
    ScheduleSentence.UNKNOWN_ZONE: "zone",
    ScheduleSentence.NO_ZONES: "zone",
    ScheduleSentence.WRONG_EVERY: "every",
    ScheduleSentence.AT_AND_EVERY: "every",
    ScheduleSentence.WRONG_UNTIL: "until",
    ScheduleSentence.UNTIL_ALONE: "until",
}
"""The key of `[schedule]` that a sentence is about."""


def _variants(settings: LeagueSettings, complain: Complain) -> tuple[Mapping[str, str], ...]:
    try:
        game = load(settings.game)
    except UsageError as error:
        complain(("game",), error)
        return settings.variants
    facts = game.facts
    if not facts.least_seats <= settings.seats <= facts.most_seats:
        wrong = UsageError(
            GameSentence.WRONG_NUMBER_OF_SEATS,
            game=game.name,
            least=facts.least_seats,
            most=facts.most_seats,
            seats=settings.seats,
        )
        complain(("seats",), wrong)
        return settings.variants
    return tuple(
        _options(game, settings.seats, options, ("variant", index), complain)
        for index, options in enumerate(settings.variants)
    )


def _options(
    game: Game[Any], seats: int, options: Mapping[str, str], place: KeyPath, complain: Complain
) -> Mapping[str, str]:
    try:
        return game.checked(seats, options)
    except TianmingError as error:
        complain(place, error)
        return options


def _check_bots(settings: LeagueSettings, complain: Complain) -> None:
    seen: set[str] = set()
    for index, bot in enumerate(settings.bots):
        if bot.name.casefold() in seen:
            taken = UsageError(LeagueFileSentence.BOT_NAME_TAKEN, bot=bot.name)
            complain(("bot", index, "name"), taken)
        seen.add(bot.name.casefold())
        _check_reach(bot, ("bot", index), complain)
    for place, problem in face_problems(settings.bots):
        complain(place, problem)
    violation = settings.format.violation(settings.seats, sorted(settings.roster))
    if violation is not None and not settings.entry.listen:
        complain(("format",), violation)


def _check_reach(bot: BotSettings, place: KeyPath, complain: Complain) -> None:
    """Check that a bot has exactly one of `command`, `token` and `address`."""
    if sum(map(bool, (bot.command, bot.token, bot.address))) != 1:
        unclear = UsageError(LeagueFileSentence.NOT_ONE_WAY_TO_BOT, bot=bot.name)
        complain((*place, "command"), unclear)
    if bot.address:
        try:
            check_bot_address(bot.address)
        except UsageError as error:
            complain((*place, "address"), error)
    elif bot.token_env:
        homeless = UsageError(LeagueFileSentence.TOKEN_ENV_WITHOUT_ADDRESS, bot=bot.name)
        complain((*place, "token_env"), homeless)


def _check_network(settings: LeagueSettings, complain: Complain) -> None:
    server, executor = settings.server, settings.executor
    if bool(server.certificate) != bool(server.key):
        complain(("server",), UsageError(LeagueFileSentence.HALF_OF_TLS))
    if server.client_ca and not server.certificate:
        error = UsageError(LeagueFileSentence.CLIENT_AUTHORITY_WITHOUT_TLS)
        complain(("server", "client_ca"), error)
    has_remote = settings.entry.connected or any(bot.token for bot in settings.bots)
    is_bare = has_remote and not server.certificate
    is_bare = is_bare and not server.plaintext
    _check_listen("server", server.listen, is_bare, complain)
    _check_listen("executor", executor.listen, is_bare and executor.kind != "here", complain)
    if (executor.kind == "dask") != bool(executor.address):
        complain(("executor",), UsageError(LeagueFileSentence.HALF_OF_CLUSTER))


def _check_listen(table: str, address: str, is_bare: bool, complain: Complain) -> None:
    """Check that an address is valid, and that tokens do not cross a network unencrypted."""
    try:
        check_address(address)
        if is_bare:
            check_hidden(address, KEYS)
    except UsageError as error:
        wrong = UsageError(LeagueFileSentence.WRONG_LISTEN, table=table, why=error)
        complain((table, "listen"), wrong)
