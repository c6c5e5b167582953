"""What a league's file must meet beyond each of its keys: game, bots, format, network."""

from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from typing import Any

from referee.error import RefereeError, UsageError
from referee.games.game import Game
from referee.games.registry import load
from referee.launch.command import commands
from referee.launch.sandbox import refusal_of
from referee.league.line import Place
from referee.league.settings import BotSettings, LeagueSettings
from referee.server.address import KEYS, check_address, check_hidden
from referee.server.identity import HASHED, today
from referee.server.tls import Tls, read_pem
from referee.server.token_file import read_tokens

Complain = Callable[[Place, str], None]
"""Takes the place of something wrong, and a sentence."""


def check(settings: LeagueSettings, complain: Complain) -> LeagueSettings:
    """The settings with every option and the hash of every token filled in.

    What is wrong is told to `complain`; the settings are of no use then.
    """
    if settings.clock.decision + settings.clock.bank <= 0:
        complain(("clock", "decision"), "clock.decision and clock.bank are both 0: give one time")
    _check_network(settings, complain)
    _check_sandbox(settings, complain)
    return replace(
        settings,
        variants=_variants(settings, complain),
        bots=_bots(settings, complain),
    )


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
    game: Game[Any], seats: int, options: Mapping[str, str], place: Place, complain: Complain
) -> Mapping[str, str]:
    try:
        return game.checked(seats, options)
    except RefereeError as error:
        complain(place, str(error))
        return options


def _bots(settings: LeagueSettings, complain: Complain) -> tuple[BotSettings, ...]:
    tokens = _tokens(settings, complain)
    seen: set[str] = set()
    for index, bot in enumerate(settings.bots):
        refusal = name_refusal(bot.name, seen)
        if refusal:
            complain(("bot", index, "name"), refusal)
        seen.add(bot.name.casefold())
    objection = settings.format.objection(settings.seats, sorted(settings.roster))
    if objection:
        complain(("format",), objection)
    return tuple(
        _bot(settings, bot, ("bot", index), tokens, complain)
        for index, bot in enumerate(settings.bots)
    )


def name_refusal(name: str, folded: Container[str]) -> str:
    """Why a bot cannot be called so beside others; empty where it can.

    `folded` are the names of the others, casefolded: no two may differ in letters' size alone.
    """
    if name.casefold() not in folded:
        return ""
    return f"there is a bot {name!r} already, in large letters or small: give one another name"


def _bot(
    settings: LeagueSettings,
    bot: BotSettings,
    place: Place,
    tokens: Mapping[str, str],
    complain: Complain,
) -> BotSettings:
    if bool(bot.command) == bool(bot.token):
        complain(
            (*place, "command"),
            f"the bot {bot.name!r} needs either a command, to be started here, or a token, "
            "to connect from elsewhere",
        )
    elif bot.token:
        return replace(bot, token=_hash(bot, (*place, "token"), tokens, complain))
    elif settings.executor.kind != "dask":
        try:
            commands([bot.command])
        except RefereeError as error:
            complain((*place, "command"), str(error))
    return bot


def _hash(bot: BotSettings, place: Place, tokens: Mapping[str, str], complain: Complain) -> str:
    if HASHED.fullmatch(bot.token):
        return bot.token
    if bot.token not in tokens:
        complain(
            place,
            f"the token of {bot.name!r} is neither a SHA-256 in hexadecimal nor a name in the "
            "file of tokens (server.tokens): the secret itself does not belong here",
        )
    return tokens.get(bot.token, "")


def _tokens(settings: LeagueSettings, complain: Complain) -> Mapping[str, str]:
    if not settings.server.tokens:
        return {}
    try:
        tokens = read_tokens(settings.folder / settings.server.tokens)
    except UsageError as error:
        complain(("server", "tokens"), str(error))
        return {}
    return {name: token.hashed for name, token in tokens.items() if token.is_good(today())}


def _check_network(settings: LeagueSettings, complain: Complain) -> None:
    server, executor = settings.server, settings.executor
    if bool(server.certificate) != bool(server.key):
        complain(("server",), "server.certificate and server.key go together: give both or none")
    if server.client_ca and not server.certificate:
        complain(
            ("server", "client_ca"),
            "server.client_ca needs TLS: give server.certificate and server.key",
        )
    if settings.tls is not None and server.key:
        _check_files(settings.tls, complain)
    is_bare = any(bot.token for bot in settings.bots) and not server.certificate
    is_bare = is_bare and not server.plaintext
    _check_listen("server", server.listen, is_bare, complain)
    _check_listen("executor", executor.listen, is_bare and executor.kind != "here", complain)
    if (executor.kind == "dask") != bool(executor.address):
        complain(
            ("executor",),
            'executor.kind = "dask" and executor.address go together: give both or none',
        )


def _check_files(tls: Tls, complain: Complain) -> None:
    """Have the files of TLS read, each by itself and then together."""
    files = {KEYS.certificate: tls.certificate, KEYS.key: tls.key}
    if tls.client_authority is not None:
        files[KEYS.client_authority] = tls.client_authority
    sound = True
    for key, path in files.items():
        try:
            read_pem(path, key)
        except UsageError as error:
            complain(tuple(key.split(".")), str(error))
            sound = False
    if sound:
        try:
            tls.credentials(KEYS)
        except UsageError as error:
            complain(("server", "certificate"), str(error))


def _check_listen(table: str, address: str, is_bare: bool, complain: Complain) -> None:
    """Whether bots can come to an address, and their tokens unread."""
    try:
        check_address(address)
        if is_bare:
            check_hidden(address, KEYS)
    except UsageError as error:
        complain((table, "listen"), f"{table}.listen: {error}")


def _check_sandbox(settings: LeagueSettings, complain: Complain) -> None:
    """Where local bots are started on this machine, it must keep their sandbox."""
    local = [bot for bot in settings.bots if bot.command]
    if not local or settings.executor.kind == "dask":
        return
    refusal = refusal_of(settings.walls.preset)
    if refusal:
        complain(("sandbox", "preset"), refusal)
    for path in settings.walls.readable:
        if not path.exists():
            complain(("sandbox", "reads"), f"sandbox.reads: there is no {path}")
