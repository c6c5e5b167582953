"""`referee play`: play one match between local bots, or listening bots."""

from __future__ import annotations

import contextlib
import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import interruption, output
from referee.cli.command import PATH, command, json_option
from referee.cli.option.bot_words import BOT_HELP, bots_argument, players_of
from referee.cli.option.logs import log_options
from referee.cli.option.match_options import (
    STARTUP,
    MatchOptions,
    check_seconds,
    game_argument,
    match_name,
    match_settings,
    seed_of,
    seed_option,
    startup_option,
    with_match_options,
)
from referee.cli.option.people_options import (
    PeopleOptions,
    people_options,
    seats_of,
    without_hurry,
)
from referee.cli.option.sandboxing import SandboxFlags, sandbox_of, sandbox_options
from referee.cli.option.signing import file_of, key_of, key_option
from referee.cli.play.bot_reports import BotReports, live_bots, own_bots
from referee.cli.report import failure
from referee.cli.report.lost_matches import offer
from referee.cli.sentence import CommandSentence
from referee.error import TianmingError, UsageError
from referee.identifier import BotName, MatchId
from tianming_games.match_terms import seed_bytes

if TYPE_CHECKING:
    from referee.cli.play.people import People
    from referee.launch.command import NamedPlayer
    from referee.launch.failure import Failure
    from referee.launch.sandbox import Sandbox
    from referee.match.settings import MatchSettings
    from referee.record.file import MemoryFile, RecordFile
    from referee.record.resume import OpenRecord
    from referee.record.signature import SigningKey
    from referee.server.host import MatchHost, Result
    from referee.server.referee import Referee
    from referee.terminal.match_watch import Watch


_Played = tuple["Result", float, "list[Failure]", "dict[BotName, str]"]
"""The result, the seconds that it took, the failures of bots, and their output that was shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Request:
    """The match that the user asked for."""

    game: str
    words: tuple[str, ...]
    players: Sequence[NamedPlayer]
    match_options: MatchOptions
    sandbox: SandboxFlags
    startup: float
    record: Path | None
    stderr: Path | None
    is_resumable: bool
    is_watched: bool
    pace: float | None
    people: PeopleOptions
    live: frozenset[BotName]

    def again(self, seed: int, one: Failure) -> list[str]:
        """Return command lines that reproduce a failure.

        `rehearse` asks the same questions, if there is a record; `play` has the same draws.

        Args:
            seed: the seed of the match.
            one: the failure.
        """
        started = self.sandbox.words()
        if self.startup != STARTUP:
            started += ["--startup", f"{self.startup:g}"]
        flags = [*self.match_options.words(), "--seed", str(seed), *started]
        lines = [shlex.join(["referee", "play", self.game, *self.words, *flags])]
        if self.record is not None and one.question is not None:
            from referee.launch.command import PersonSeat

            asked = ["referee", "rehearse", str(self.record), "--seat", str(one.seat), *started]
            bot = next(bot for bot in self.players if bot.name == one.bot)
            if not isinstance(bot, PersonSeat):
                lines.insert(0, f"{shlex.join([*asked, '--'])} {bot.line}")
        return lines


@command(
    "play",
    examples=(
        "referee play dragon greedy random random --seed 7",
        "referee play dragon human greedy greedy --guided",
        "referee play dragon human greedy greedy --web",
        "referee play dragon ann=human ben=human greedy greedy --web --listen 0.0.0.0:8080",
        "referee play ming ann=human ben=human greedy --web --terminal ann",
        'referee play dragon random "python my_bot.py" --watch',
        "referee play dragon greedy random --record match.tianming --json",
        "referee play dragon ./bot random --sandbox basic --bot-memory 512",
        "referee play dragon greedy random --record match.tianming --resume",
        "TIANMING_BOT_TOKEN=... referee play dragon https://bot.example:7000 random",
    ),
    one="finished; a bot made a fault, or the match is void because this machine was stopped",
    exclusive=(("as_json", "watch"),),
)
@game_argument
@bots_argument(f"{BOT_HELP}; or `human`, the seat of a person")
@seed_option
@with_match_options
@sandbox_options
@startup_option
@click.option("--record", type=PATH, metavar="FILE", help="write the record of the match")
@key_option
@click.option(
    "--stderr",
    type=PATH,
    metavar="FOLDER",
    help="keep the last 64 KiB of each bot's output in a file named after it",
)
@click.option(
    "--resume",
    is_flag=True,
    help="resume the match of --record if it was interrupted, or start it",
)
@json_option(help="print the result as JSON")
@click.option("--watch", is_flag=True, help="show the board during the match")
@click.option(
    "--pace",
    type=float,
    metavar="SECONDS",
    help="wait before each question (default: 0.2 with --watch in a terminal, else 0)",
)
@click.option(
    "--output/--no-output",
    "live",
    default=None,
    help="show what bots print, when they do (default: if one bot is a program of yours)",
)
@people_options
@log_options("warning")
def play(
    game: str,
    words: tuple[str, ...],
    seed: int | None,
    match_options: MatchOptions,
    sandbox: SandboxFlags,
    startup: float,
    record: Path | None,
    key: Path | None,
    stderr: Path | None,
    resume: bool,
    as_json: bool,
    watch: bool,
    pace: float | None,
    live: bool | None,
    people: PeopleOptions,
) -> int:
    """Play one match between bots of this machine, listening bots and people.

    The word `human` is the seat of a person, who plays in this terminal, or with --web in the
    browser. Options are chosen by number or by words, and in the browser on the board. The match
    then has no clock unless you give one, and it is never rated.
    """
    from referee.server.grpc_version import check_grpc

    check_grpc()
    check_seconds("startup", startup)
    check_seconds("pace", pace or 0)
    number = seed_of(seed)
    isolation = replace(sandbox_of(sandbox), hidden=_hidden(record, key))
    players = players_of(words)
    seats = seats_of(players)
    names = [players[seat].name for seat in seats]
    people.check(names, is_json=as_json, is_watched=watch)
    if seats:
        match_options = without_hurry(match_options)
    settings = match_settings(
        MatchId(game), game, [one.name for one in players], seed_bytes(number), match_options
    )
    match_id = MatchId(match_name(number, settings))
    settings = replace(settings, match_id=match_id, people=seats)
    if record is None:
        _check_needs_no_record(resume, key, match_options.durable)
    signer = key_of(key)
    found = None
    if resume and record is not None:
        found, settings, number = _found(record, settings, number, seed is not None, signer)
    if stderr is not None:
        output.make_folder(stderr)
    request = _Request(
        game=game,
        words=words,
        players=players,
        match_options=match_options,
        sandbox=sandbox,
        startup=startup,
        record=record,
        stderr=stderr,
        is_resumable=resume,
        is_watched=watch,
        pace=pace,
        people=people,
        live=live_bots(players, live, is_json=as_json, is_watched=watch),
    )
    result, spent, failures, shown = _result(request, settings, found, isolation, signer)
    again = {one.seat: request.again(number, one) for one in failures}
    if as_json:
        output.print_json(_as_json(request, number, result, spent, failures, again))
    else:
        _print(request, number, result, spent)
    failure.show(game, failures, again, is_recorded=record is not None, shown=shown)
    if result.failed:
        return TianmingError.exit_code
    return 1 if not result.outcome.results or any(one.strikes for one in failures) else 0


def _check_needs_no_record(resume: bool, key: Path | None, durable: str) -> None:
    """Raise `UsageError` if an option is given that needs a record."""
    for option, is_given in (
        ("--resume", resume),
        ("--key", key is not None),
        ("--durable power", durable == "power"),
    ):
        if is_given:
            raise UsageError(CommandSentence.NEEDS_RECORD, option=option)


def _hidden(record: Path | None, key: Path | None) -> tuple[Path, ...]:
    """Return the files that bots must not read: the record, which has the seed, and the key."""
    from referee.record.folder import part_of

    files = () if record is None else (record, part_of(record))
    signer = file_of(key)
    return files if signer is None else (*files, signer)


def _found(
    record: Path,
    wanted: MatchSettings,
    seed: int,
    is_seeded: bool,
    signer: SigningKey | None,
) -> tuple[Result | OpenRecord | None, MatchSettings, int]:
    """Return the match of a record (finished, open or None), its settings and its seed."""
    from referee.cli.play import resumption

    found = resumption.find(record, wanted, is_seeded, signer)
    if found is None:
        return None, wanted, seed
    return found, found.settings, resumption.seed_number(record, found.settings)


def _result(
    request: _Request,
    settings: MatchSettings,
    found: Result | OpenRecord | None,
    isolation: Sandbox,
    signer: SigningKey | None,
) -> _Played:
    """Return what came of the match."""
    from referee.server.host import Result

    if isinstance(found, Result):
        assert request.record is not None
        return found, 0.0, failure.gather(found, request.record, {}), {}
    return interruption.run(_play(request, settings, found, isolation, signer))


async def _play(
    request: _Request,
    settings: MatchSettings,
    left: OpenRecord | None,
    isolation: Sandbox,
    signer: SigningKey | None,
) -> _Played:
    import asyncio

    from referee.cli.play.people import People
    from referee.launch.match_task import MatchTask, TaskBot
    from referee.launch.orchestrator import Orchestrator
    from referee.record.durability import Durability
    from referee.record.file import MemoryFile, RecordFile
    from referee.record.resume import OpenRecord

    record = request.record or MemoryFile()
    source = left or (RecordFile(record, signer) if isinstance(record, Path) else record)
    watch = _watch(settings.bots) if request.is_watched else None
    players = tuple(map(TaskBot.of, request.players))
    task = MatchTask(settings, players, request.startup, sandbox=isolation)
    names = [settings.bots[seat] for seat in settings.people]
    durability = Durability(request.match_options.durable)
    reports = BotReports(watch, request.live)
    here = Orchestrator(durability=durability, on_crash=reports.crashed, on_output=reports.printed)
    host: MatchHost | None = None
    try:
        async with here, People(here, names, request.people) as people, here.attended(task):
            host = _host(here.referee, settings, source)
            host.pace = request.pace or (watch.pace if watch and request.pace is None else 0.0)
            result, spent = await _played(host, watch, people)
    except BaseException as error:
        is_interrupted = host is not None and isinstance(error, asyncio.CancelledError)
        if is_interrupted:
            failure.show_output(here.bots)
            _show_kept(source)
        elif not isinstance(source, OpenRecord) and not request.is_resumable:
            source.abandon()
        raise
    finally:
        reports.close()
        if request.stderr is not None:
            failure.keep_output(request.stderr, here.bots)
    return result, spent, failure.gather(result, record, here.bots), reports.shown


async def _played(host: MatchHost, watch: Watch | None, people: People) -> tuple[Result, float]:
    """Play a match, and show it on `watch` if given; return its result and the seconds it took."""
    await people.arrival()
    began = time.perf_counter()
    if watch is not None:
        host.watch(watch.show)
    with contextlib.closing(watch) if watch else contextlib.nullcontext():
        host.start()
        result = await people.result(host.done)
    spent = time.perf_counter() - began
    await people.say_goodbye()
    return result, spent


def _watch(bots: tuple[BotName, ...]) -> Watch:
    """Return a display of the match; it needs libraries for terminals."""
    from referee.terminal.match_watch import Watch

    return Watch(bots)


def _show_kept(source: OpenRecord | RecordFile | MemoryFile) -> None:
    """Print on stderr the path of an interrupted match's record, and how to resume the match."""
    from referee.record.file import RecordFile
    from referee.record.resume import OpenRecord

    file = source.file if isinstance(source, OpenRecord) else source
    if isinstance(file, RecordFile):
        output.print_aside(
            f"The record so far is {file.part}: the same command with --resume continues the match."
        )


def _host(
    referee: Referee, settings: MatchSettings, source: OpenRecord | RecordFile | MemoryFile
) -> MatchHost:
    """Return the host of a match, which is new or resumed from an open record."""
    from referee.record.resume import OpenRecord

    if isinstance(source, OpenRecord):
        return referee.resume(source)
    return referee.host(settings, source)


def _rows(result: Result) -> list[dict[str, object]]:
    """Return a row for each seat, ordered by place."""
    seats = enumerate(zip(result.settings.bots, result.outcome.results, strict=False))
    ordered = sorted(seats, key=lambda each: (each[1][1].place, each[0]))
    return [
        {
            "place": seat.place,
            "bot": bot,
            "seat": number,
            "points": seat.score,
            "strikes": seat.strikes,
            "forfeited": seat.forfeited,
        }
        for number, (bot, seat) in ordered
    ]


def _as_json(
    request: _Request,
    seed: int,
    result: Result,
    spent: float,
    failures: Sequence[Failure],
    again: Mapping[int, Sequence[str]],
) -> dict[str, object]:
    return {
        "match": result.settings.match_id,
        "game": result.settings.game,
        "options": result.settings.options,
        "seed": seed,
        "termination": result.outcome.termination.name.lower(),
        "reason": result.outcome.reason,
        "results": _rows(result),
        "record": None if request.record is None else str(request.record),
        "digest": result.digest.hex(),
        "seconds": round(spent, 3),
        "failures": [failure.as_json(one, again[one.seat]) for one in failures],
    }


def _print(request: _Request, seed: int, result: Result, spent: float) -> None:
    rows = _rows(result)
    output.print_table([{**row, "forfeited": "yes" if row["forfeited"] else ""} for row in rows])
    print(f"{result.outcome.reason} Seed {seed}, {spent:.2f} s.")
    kept = "" if request.record is None else f"Record: {request.record}"
    hint = offer(result, own_bots(request.players), request.record)
    if line := ". ".join(filter(None, (kept, hint))):
        print(line)
