"""What a league's file must meet beyond each of its keys: game, bots, format, network.

It makes sense by itself then, on any machine; what a machine must have to play it is another
question (`readiness`).
"""

from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from typing import Any

from referee.error import TianmingError, UsageError
from referee.league.configuration.settings import BotSettings, LeagueSettings
from referee.server.address import KEYS, check_address, check_bot_address, check_hidden
from tianming_games.game import Game
from tianming_games.ground.plain_file import KeyPath
from tianming_games.registry import load

Complain = Callable[[KeyPath, str], None]
"""Takes the place of something wrong, and a sentence."""


def check(settings: LeagueSettings, complain: Complain) -> LeagueSettings:
    """The settings with every option filled in.

    What is wrong is told to `complain`; the settings are of no use then.
    """
    if settings.clock.decision + settings.clock.bank <= 0:
        complain(("clock", "decision"), "clock.decision and clock.bank are both 0: give one time")
    _check_network(settings, complain)
    _check_bots(settings, complain)
    return replace(settings, variants=_variants(settings, complain))


def _variants(settings: LeagueSettings, complain: Complain) -> tuple[Mapping[str, str], ...]:
    try:
        game = load(settings.game)
    except UsageError as error:
        complain(("game",), str(error))
        return settings.variants
    facts = game.facts
    if not facts.least_seats <= settings.seats <= facts.most_seats:
        complain(
            ("seats",),
            f"{game.name} is for {facts.least_seats} to {facts.most_seats} seats, "
            f"not {settings.seats}",
        )
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
        complain(place, str(error))
        return options


def _check_bots(settings: LeagueSettings, complain: Complain) -> None:
    seen: set[str] = set()
    for index, bot in enumerate(settings.bots):
        refusal = name_refusal(bot.name, seen)
        if refusal:
            complain(("bot", index, "name"), refusal)
        seen.add(bot.name.casefold())
        _check_reach(bot, ("bot", index), complain)
    objection = settings.format.objection(settings.seats, sorted(settings.roster))
    if objection:
        complain(("format",), objection)


def _check_reach(bot: BotSettings, place: KeyPath, complain: Complain) -> None:
    """Whether there is exactly one way to the bot."""
    if sum(map(bool, (bot.command, bot.token, bot.address))) != 1:
        complain(
            (*place, "command"),
            f"the bot {bot.name!r} needs either a command, to be started here, or a token, "
            "to connect from elsewhere, or an address, to be called there",
        )
    if bot.address:
        try:
            check_bot_address(bot.address)
        except UsageError as error:
            complain((*place, "address"), str(error))
    elif bot.token_env:
        complain(
            (*place, "token_env"),
            f"token_env of the bot {bot.name!r} needs an address: other bots show a token of "
            "their own",
        )


def name_refusal(name: str, folded: Container[str]) -> str:
    """Why a bot cannot be called so beside others; empty where it can.

    `folded` are the names of the others, casefolded: no two may differ in letters' size alone.
    """
    if name.casefold() not in folded:
        return ""
    return f"there is a bot {name!r} already, in large letters or small: give one another name"


def _check_network(settings: LeagueSettings, complain: Complain) -> None:
    server, executor = settings.server, settings.executor
    if bool(server.certificate) != bool(server.key):
        complain(("server",), "server.certificate and server.key go together: give both or none")
    if server.client_ca and not server.certificate:
        complain(
            ("server", "client_ca"),
            "server.client_ca needs TLS: give server.certificate and server.key",
        )
    is_bare = any(bot.token for bot in settings.bots) and not server.certificate
    is_bare = is_bare and not server.plaintext
    _check_listen("server", server.listen, is_bare, complain)
    _check_listen("executor", executor.listen, is_bare and executor.kind != "here", complain)
    if (executor.kind == "dask") != bool(executor.address):
        complain(
            ("executor",),
            'executor.kind = "dask" and executor.address go together: give both or none',
        )


def _check_listen(table: str, address: str, is_bare: bool, complain: Complain) -> None:
    """Whether bots can come to an address, and their tokens unread."""
    try:
        check_address(address)
        if is_bare:
            check_hidden(address, KEYS)
    except UsageError as error:
        complain((table, "listen"), f"{table}.listen: {error}")
