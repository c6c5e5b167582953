"""`referee league status`: show the state of a league."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.league.rerun import PLAY_VOID_AGAIN
from referee.cli.option.league_file import LeagueFile, league_file, league_of

if TYPE_CHECKING:
    from referee.league.configuration.settings import LeagueSettings
    from referee.league.ledger.tally import RoundTally
    from referee.league.running.league_state import BotState, LeagueState


@command("status", examples=("referee league status", "referee league status autumn.toml --json"))
@league_file
@json_option(help="print everything as JSON")
def status(source: LeagueFile, as_json: bool) -> int:
    """Show the state of a league: rounds, bots, and what comes next."""
    from referee.cli.option.ledger import ledger_to_read
    from referee.league.running.league_state import state_of

    settings = league_of(source, to_play=False)
    with ledger_to_read(settings) as ledger:
        state = state_of(settings, ledger)
    if as_json:
        output.print_json(_data(settings, state))
    else:
        _print(settings, state)
    return 0


def _print(settings: LeagueSettings, state: LeagueState) -> None:
    """Print the rounds, the bots, the void matches, and the next step."""
    from referee.league.running.match_queue import voided_by_runs

    if state.rounds:
        rows = [*(_row(one.round, one) for one in state.rounds), _row("all", state.total)]
        if not state.total.rerun:
            rows = [{key: row[key] for key in row if key != "rerun"} for row in rows]
        output.print_table(rows, words=("round",))
        print()
    output.print_table(
        [{"bot": bot.name, "matches": bot.matches, "state": _duty(bot)} for bot in state.bots]
    )
    print()
    for reason, count in state.void.items():
        matches = output.counted(count, "void match", "void matches")
        print(f"{matches}: {output.printable(reason)}")
    if voided_by_runs(state.void):
        print(PLAY_VOID_AGAIN)
    for bot in state.bots:
        if bot.crashed is not None:
            print(f"{bot.name} crashed: its last output is in {bot.crashed}")
        if bot.benched is not None:
            what = "its last output" if bot.is_local else "the reason"
            print(f"{bot.name} was benched: {what} is in {bot.benched}")
    print(f"{settings.name}: {_outlook(state)}")
    if state.pace is not None:
        print(f"{settings.name}: {state.pace}.")


def _row(name: object, tally: RoundTally) -> dict[str, object]:
    """Return a line of the table of rounds."""
    return {
        "round": str(name),
        "planned": tally.planned,
        "played": tally.played,
        "void": tally.void,
        "open": tally.open,
        "rerun": tally.rerun,
    }


def _duty(bot: BotState) -> str:
    """Return the state of a bot in words."""
    from referee.league.running.league_state import Duty

    match bot.duty:
        case Duty.PLAYS if bot.is_entered:
            return f"plays; entered by {bot.owner}, {_way(bot)}"
        case Duty.PLAYS:
            return "plays" if bot.is_in_file else "plays; not in the league file"
        case Duty.RESTS:
            return f"benched: {bot.reason}"
        case Duty.JOINS:
            return "joins when the file is read again"


def _way(bot: BotState) -> str:
    """Return how an entered bot plays."""
    if bot.version:
        return f"hosted version {bot.version}"
    if bot.held is None:
        return "connected"
    return f"connected, held at version {bot.held!r}" if bot.held else "connected, held"


def _outlook(state: LeagueState) -> str:
    """Return what comes next, in one or two sentences."""
    from referee.league.running.league_state import Next

    if state.is_running:
        verb = "is" if state.begun == 1 else "are"
        waits = f" It waits for {', '.join(state.awaited)}." if state.awaited else ""
        running = f"running; {state.begun} of its matches {verb} in progress."
        return f"{running}{waits}{_next_start(state)}"
    match state.next:
        case Next.MATCHES:
            left = output.counted(state.total.open, "match", "matches")
            return (
                f"not running; {left} open, {state.begun} of them started. "
                "To resume: `referee league run`."
            )
        case Next.ROUND:
            plans = f"not running; `referee league run` plans round {state.total.round + 1}."
            return f"{plans}{_next_start(state)}"
        case Next.SET:
            return f"not running; `referee league run` plans the next set.{_next_start(state)}"
        case Next.STUCK:
            return f"stuck: {state.obstacle} To add a bot: `referee league add`."
        case Next.NOTHING:
            return "all planned matches have been played."


def _next_start(state: LeagueState) -> str:
    """Return a sentence about the start of the next round; empty without a schedule."""
    from referee.league.schedule import in_words

    if state.start is None:
        return ""
    number, start = state.total.round + 1, in_words(state.start)
    if state.start > datetime.now(UTC):
        return f" Round {number} begins on {start}."
    return f" Round {number} has waited since {start}; it begins as soon as enough bots are there."


def _data(settings: LeagueSettings, state: LeagueState) -> dict[str, object]:
    """Return the whole state as JSON."""
    return {
        "league": settings.name,
        "game": settings.game,
        "format": settings.format.kind,
        "running": state.is_running,
        "next": state.next.value,
        "obstacle": state.obstacle or None,
        "next_start": state.start and state.start.isoformat(),
        "rounds_in_all": settings.format.rounds or None,
        "rounds": [_row(one.round, one) | {"round": one.round} for one in state.rounds],
        "begun": state.begun,
        "awaited": list(state.awaited),
        "void": state.void,
        "pace": state.pace
        and {
            "limit": state.pace.limit.value,
            "reason": state.pace.reason,
            "until": state.pace.until and state.pace.until.isoformat(),
        },
        "bots": [
            {
                "bot": bot.name,
                "state": bot.duty.value,
                "reason": bot.reason or None,
                "in_file": bot.is_in_file,
                "owner": bot.owner or None,
                "version": bot.version or None,
                "held": bot.held,
                "matches": bot.matches,
                "crashed": bot.crashed and str(bot.crashed),
                "benched": bot.benched and str(bot.benched),
            }
            for bot in state.bots
        ],
    }
