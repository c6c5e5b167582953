"""Check the table `[entry]` of a league file."""

import os
from collections.abc import Iterator
from pathlib import Path

from referee.error import CodedError, UsageError
from referee.launch.preset import Preset
from referee.launch.sandbox import refusal_of
from referee.league.configuration.sentence import LeagueFileSentence
from referee.league.configuration.settings import LeagueSettings
from referee.server.address import ENTRY_KEYS, check_address, check_hidden
from tianming_games.ground.plain_file import KeyPath

EntryProblem = tuple[KeyPath, CodedError]
"""The place of a problem in the file, and the error."""


def entry_problems(settings: LeagueSettings) -> Iterator[EntryProblem]:
    """Yield what is wrong with `[entry]`, the same on every machine."""
    table = settings.entry
    try:
        _ = settings.freeze_time
    except UsageError as error:
        yield ("entry", "freeze"), error
    if bool(table.certificate) != bool(table.key):
        yield ("entry",), UsageError(LeagueFileSentence.HALF_OF_ENTRY_TLS)
    if not table.listen:
        return
    try:
        check_address(table.listen)
        if not table.certificate and not table.plaintext:
            check_hidden(table.listen, ENTRY_KEYS)
    except UsageError as error:
        wrong = UsageError(LeagueFileSentence.WRONG_LISTEN, table="entry", why=error)
        yield ("entry", "listen"), wrong
    yield from _shown(settings)
    if table.connected and table.listen and settings.server.listen.endswith(":0"):
        yield ("server", "listen"), UsageError(LeagueFileSentence.NO_PORT_FOR_OWNERS)
    if settings.executor.kind == "dask":
        yield ("entry", "listen"), UsageError(LeagueFileSentence.ENTRIES_ON_CLUSTER)


def _shown(settings: LeagueSettings) -> Iterator[EntryProblem]:
    """Yield which secrets of the season the folder of the store has."""
    store = Path(os.path.realpath(settings.folder / settings.entry.store))
    for secret in settings.secrets:
        place = Path(os.path.realpath(secret))
        if place != store and place.is_relative_to(store):
            shown = UsageError(
                LeagueFileSentence.STORE_SHOWS, folder=settings.entry.store, secret=secret.name
            )
            yield ("entry", "store"), shown
            return


def entry_needs(settings: LeagueSettings) -> Iterator[EntryProblem]:
    """Yield what this machine lacks for entries."""
    table = settings.entry
    if not table.listen:
        return
    refusal = refusal_of(Preset.STRICT)
    if refusal is not None:
        yield ("entry", "listen"), refusal
    if settings.entry_tls is not None and table.key:
        try:
            settings.entry_tls.certificates(ENTRY_KEYS)
        except UsageError as error:
            yield ("entry", "certificate"), error


def entry_warnings(settings: LeagueSettings) -> Iterator[str]:
    """Yield sentences that warn about entries of a playable league."""
    folder = settings.folder / settings.entry.toolchains
    if settings.entry.listen and not (folder.is_dir() and any(folder.iterdir())):
        yield (
            f"no toolchain is prepared in {folder}, so builds may use only the system; `referee "
            "league prepare` fills it."
        )
