"""Check that this machine can play a league: its bots, tokens, sandbox, keys and TLS files.

Commands that only read results skip these checks.
"""

import os
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from referee.error import TianmingError, UsageError
from referee.launch.command import commands
from referee.launch.core_lock import bot_cores
from referee.launch.sandbox import refusal_of
from referee.league.configuration.entry_check import entry_needs
from referee.league.configuration.file_problem import FileProblem, LeagueFileError
from referee.league.configuration.league_check import Complain
from referee.league.configuration.local_sandbox import local_sandbox
from referee.league.configuration.machine_need import matches_on, need_of
from referee.league.configuration.notify_check import secret_problems
from referee.league.configuration.sentence import LeagueFileSentence
from referee.league.configuration.settings import BotSettings, LeagueSettings
from referee.league.schedule import next_start
from referee.league.sentence import ScheduleSentence
from referee.record.signature import signing_key
from referee.server.address import KEYS
from referee.server.identity import HASHED
from referee.server.tls import Tls, read_pem
from referee.server.token_file import read_tokens, token_text
from tianming_games.ground.plain_file import KeyPath


def ready(settings: LeagueSettings, complain: Complain) -> LeagueSettings:
    """Return the settings with every token filled in, as `token_text` writes it.

    `complain` receives every problem; the returned settings are then unusable.
    """
    if settings.tls is not None and settings.server.key:
        _check_files(settings.tls, complain)
    _check_sandbox(settings, complain)
    for place, problem in entry_needs(settings):
        complain(place, problem)
    _check_cores(settings, complain)
    _check_key(settings, complain)
    for place, problem in secret_problems(settings):
        complain(place, problem)
    tokens = _tokens(settings, complain)
    return replace(
        settings,
        bots=tuple(
            _bot(settings, bot, ("bot", index), tokens, complain)
            for index, bot in enumerate(settings.bots)
        ),
    )


def check_schedule_comes(settings: LeagueSettings, file: Path) -> None:
    """Check that the schedule of a season that has not begun has a start.

    Raises:
        LeagueFileError: when no round can begin any more.
    """
    schedule = settings.rounds_schedule
    if schedule is not None and next_start(datetime.now(UTC), schedule) is None:
        until = settings.schedule.until
        why = UsageError(ScheduleSentence.NEVER_COMES, until=until, zone=settings.schedule.zone)
        raise LeagueFileError(file, [FileProblem(f"{file}: schedule", None, why)])


def _tokens(settings: LeagueSettings, complain: Complain) -> Mapping[str, str] | None:
    """Return the tokens in the token file by name, as text; None if unreadable."""
    if not settings.server.tokens:
        return {}
    try:
        tokens = read_tokens(settings.folder / settings.server.tokens)
    except UsageError as error:
        complain(("server", "tokens"), error)
        return None
    return {name: token_text(token) for name, token in tokens.items()}


def _bot(
    settings: LeagueSettings,
    bot: BotSettings,
    place: KeyPath,
    tokens: Mapping[str, str] | None,
    complain: Complain,
) -> BotSettings:
    if bot.token and not bot.command and tokens is not None:
        return replace(bot, token=_hash(bot, (*place, "token"), tokens, complain))
    if bot.token_env and settings.executor.kind != "dask" and not os.environ.get(bot.token_env):
        error = UsageError(
            LeagueFileSentence.NO_TOKEN_VARIABLE, variable=bot.token_env, bot=bot.name
        )
        complain((*place, "token_env"), error)
    if bot.command and not bot.token and settings.executor.kind != "dask":
        try:
            (command,) = commands([bot.command], settings.folder)
            local_sandbox(settings).check_reach(command)
        except TianmingError as error:
            complain((*place, "command"), error)
    return bot


def _hash(bot: BotSettings, place: KeyPath, tokens: Mapping[str, str], complain: Complain) -> str:
    if HASHED.fullmatch(bot.token):
        return bot.token
    if bot.token not in tokens:
        complain(place, UsageError(LeagueFileSentence.WRONG_TOKEN, bot=bot.name))
    return tokens.get(bot.token, "")


def _check_files(tls: Tls, complain: Complain) -> None:
    """Check the TLS files, first each one and then all together."""
    files = {KEYS.certificate: tls.certificate, KEYS.key: tls.key}
    if tls.client_authority is not None:
        files[KEYS.client_authority] = tls.client_authority
    sound = True
    for key, path in files.items():
        try:
            read_pem(path, key)
        except UsageError as error:
            complain(tuple(key.split(".")), error)
            sound = False
    if sound:
        try:
            tls.certificates(KEYS)
        except UsageError as error:
            complain(("server", "certificate"), error)


def _check_key(settings: LeagueSettings, complain: Complain) -> None:
    """Check the key that signs the records."""
    if settings.signing_key is not None:
        try:
            signing_key(settings.signing_key)
        except UsageError as error:
            complain(("storage", "key"), error)


def _check_cores(settings: LeagueSettings, complain: Complain) -> None:
    """Check that each bot of the matches at once can have a core of its own."""
    needed, cores = need_of(settings).cores, len(bot_cores())
    if needed <= cores:
        return
    fitting = matches_on(settings, cores)
    cure = f"set limits.matches = {fitting}" if fitting else "set sandbox.cores = false"
    matches = settings.limits.matches
    error = UsageError(
        LeagueFileSentence.TOO_FEW_CORES, needed=needed, matches=matches, cores=cores, cure=cure
    )
    complain(("sandbox", "cores"), error)


def _check_sandbox(settings: LeagueSettings, complain: Complain) -> None:
    """Check that this machine can enforce the sandbox of its local bots."""
    local = [bot for bot in settings.bots if bot.command]
    if not local or settings.executor.kind == "dask":
        return
    refusal = refusal_of(local_sandbox(settings).preset)
    if refusal is not None:
        complain(("sandbox", "preset"), refusal)
    for path in local_sandbox(settings).readable:
        if not path.exists():
            missing = UsageError(LeagueFileSentence.NOT_READABLE, path=path)
            complain(("sandbox", "reads"), missing)
