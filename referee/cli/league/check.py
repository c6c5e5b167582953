"""`referee league check`: check a league file, and describe the first round."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.exit import fields_as_json
from referee.cli.option.league_file import LeagueFile, league_file, league_of
from referee.identifier import BotName, OwnerName

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.league.configuration.file_problem import FileProblem
    from referee.league.configuration.settings import LeagueSettings


@command(
    "check",
    examples=(
        "referee league check",
        "referee league check autumn.toml --set format.rounds=3 --json",
    ),
)
@league_file
@json_option(help="print errors and plan as JSON")
def check(source: LeagueFile, as_json: bool) -> int:
    """Check a league file, and describe the first round."""
    from referee.league.configuration.file_problem import LeagueFileError
    from referee.league.configuration.preflight import check_schedule_comes
    from referee.league.configuration.warning import league_warnings, owner_warnings
    from referee.league.planning.planner import Planner

    try:
        settings = league_of(source)
        check_schedule_comes(settings, source.file)
    except LeagueFileError as error:
        if not as_json:
            raise
        problems = [_problem_as_json(problem) for problem in error.problems]
        output.print_json({"file": str(source), "errors": problems})
        return error.exit_code
    others, owners, entered = _others(settings)
    roster = (*settings.roster, *others)
    planner = Planner(settings)
    is_empty = bool(settings.entry.listen) and len(roster) < settings.seats
    first = None if is_empty else planner.first_round(roster, owners)
    plan = {
        "name": settings.name,
        "game": settings.game,
        "format": settings.format.kind,
        "bots": len(roster),
        "rounds": planner.rounds,
        "sets_in_round_one": first and first.sets,
        "matches_in_round_one": first and first.matches,
    }
    notes = [*_start(settings), *league_warnings(settings, source.file), *_toolchains(settings)]
    if entered:
        notes.append(f"the season has begun, and its owners entered {', '.join(entered)}.")
    if left := [bot for bot in others if bot not in entered]:
        notes.append(
            f"the season has begun, and {', '.join(left)} still play, though not in the file; "
            "to stop one: `referee league bench NAME`"
        )
    if first is not None:
        notes += owner_warnings(settings, roster, owners, first.lineups)
    if as_json:
        output.print_json({"file": str(source), "errors": [], "notes": notes, "plan": plan})
        return 0
    rounds = (
        output.counted(planner.rounds, "round") if planner.rounds else "an open number of rounds"
    )
    begins = "it begins once owners have entered more bots"
    if first is not None:
        sets, matches = first.sets, output.counted(first.matches, "match", "matches")
        begins = f"round 1 has {output.counted(sets, 'set')}, {matches}"
    print(
        f"{source} is valid: {settings.name}, {settings.format.kind} of {settings.game} for "
        f"{output.counted(len(roster), 'bot')} in {rounds}; {begins}."
    )
    for note in notes:
        print(f"Note: {note}")
    return 0


def _start(settings: "LeagueSettings") -> "Iterator[str]":
    """Yield a sentence about the next start of the schedule, if there is one."""
    from referee.league.schedule import in_words, next_start

    schedule = settings.rounds_schedule
    if schedule is not None and (start := next_start(datetime.now(UTC), schedule)) is not None:
        local = in_words(start.astimezone(schedule.zone))
        yield f"the schedule of `referee league serve` has its next start on {local}."


def _toolchains(settings: "LeagueSettings") -> "Iterator[str]":
    """Yield a sentence about the languages of submissions, if owners can submit."""
    from referee.entry.toolchain import prepared_in

    if settings.entry.listen:
        languages = ", ".join(prepared_in(settings.folder / settings.entry.toolchains))
        found = f"has toolchains for {languages}" if languages else "has no toolchain"
        yield (
            f"the folder {settings.entry.toolchains} {found}; without one, a build has only the "
            "system and the submission; `referee league prepare` prepares them."
        )


def _others(
    settings: "LeagueSettings",
) -> "tuple[tuple[BotName, ...], dict[BotName, OwnerName], tuple[BotName, ...]]":
    """Return the bots that play though the file does not name them, and the owner of each bot.

    The last value are those of these bots that their owners submitted. Only a season that has begun
    has such bots.
    """
    from referee.error import TianmingError
    from referee.league.ledger.journal import NAME
    from referee.league.ledger.readable import open_to_read
    from referee.league.ledger.renaming import present_bots

    if not (settings.records / NAME).exists():
        return (), settings.owner_of, ()
    try:
        with open_to_read(settings) as (ledger, _):
            bots, names = ledger.bots(), ledger.renamed()
    except TianmingError:  # other commands name what is wrong with the ledger
        return (), settings.owner_of, ()
    in_file = {bot.name for bot in present_bots(settings.bots, names)}
    others = [bot for bot in bots if bot.benched is None and bot.name not in in_file]
    owners = {bot.name: bot.owner for bot in others if bot.owner}
    entered = tuple(bot.name for bot in others if bot.hosted is not None)
    return tuple(bot.name for bot in others), {**settings.owner_of, **owners}, entered


def _problem_as_json(problem: "FileProblem") -> dict[str, object]:
    """Return a problem of the file as JSON."""
    error = problem.error
    return {
        "where": problem.where,
        "line": problem.line,
        "text": str(error),
        "code": error.code,
        "fields": fields_as_json(error),
    }
