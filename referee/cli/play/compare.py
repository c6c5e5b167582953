"""`referee compare`: play many matches between a few bots, and estimate which is better."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import interruption, output
from referee.cli.command import PATH, FiniteRange, command, json_option
from referee.cli.exit import INTERRUPTED
from referee.cli.option import completion
from referee.cli.option.bot_words import BOT_HELP, bots_argument, bots_of
from referee.cli.option.logs import log_options
from referee.cli.option.match_options import (
    MatchOptions,
    clock_table_of,
    match_table_of,
    options_of,
    seed_of,
    seed_option,
    startup_option,
    with_match_options,
)
from referee.cli.option.sandboxing import SandboxFlags, sandbox_options, table_of
from referee.cli.report.lost_matches import offers
from referee.cli.report.progress import Progress
from referee.error import UsageError
from referee.league.running.sentence import BotComparisonSentence

if TYPE_CHECKING:
    from referee.launch.command import NamedBot
    from referee.league.configuration.settings import BotSettings
    from referee.league.format.duel import Duel
    from referee.league.running.bot_comparison import (
        BotComparison,
        ComparisonReport,
        DeclaredUsage,
        SprtBounds,
        SprtState,
    )
    from referee.league.running.league_event import LeagueEvent

_SOME_ARE_VOID = 1


@command(
    "compare",
    examples=(
        "referee compare greedy random --matches 100",
        'referee compare "python new.py" "python old.py" --sprt --elo1 20',
        "referee compare greedy random random --game china --matches 60 --records season --json",
    ),
    one="finished, but some matches have no result",
)
@bots_argument(f"two bots or more; the first is compared with the others: {BOT_HELP}")
@click.option(
    "--game",
    default="dragon",
    metavar="GAME",
    shell_complete=completion.games,
    help="name of a game; `referee games` lists them (default: dragon)",
)
@click.option(
    "--matches",
    type=click.IntRange(min=1),
    metavar="N",
    help="matches to play, rounded up to whole sets of rotated seats (default: 100, or with --sprt "
    "until it is decided)",
)
@click.option(
    "--seats",
    type=click.IntRange(min=2),
    metavar="N",
    help="seats of a match, which two bots share (default: as few as the game and the bots allow)",
)
@click.option("--sprt", is_flag=True, help="stop as soon as a sequential test has decided")
@click.option(
    "--elo0",
    type=FiniteRange(-1_000, 1_000),
    metavar="ELO",
    help="lead in Elo up to which the first bot is not better (default: 0)",
)
@click.option(
    "--elo1",
    type=FiniteRange(-1_000, 1_000),
    metavar="ELO",
    help="lead in Elo from which the first bot is better (default: 50)",
)
@click.option(
    "--alpha",
    type=FiniteRange(1e-6, 0.49),
    metavar="P",
    help="probability of calling it better when it is not (default: 0.05)",
)
@click.option(
    "--beta",
    type=FiniteRange(1e-6, 0.49),
    metavar="P",
    help="probability of calling it not better when it is (default: 0.05)",
)
@click.option(
    "--at-once",
    type=click.IntRange(1, 10_000),
    metavar="N",
    help="matches played at once (default: one for each processor)",
)
@seed_option
@with_match_options
@sandbox_options
@startup_option
@click.option(
    "--records",
    type=PATH,
    metavar="FOLDER",
    help="keep the records and what crashed bots printed, and continue a comparison that was "
    "interrupted there (default: delete them)",
)
@json_option(help="print the result as JSON")
@log_options("error")
def compare(
    words: tuple[str, ...],
    game: str,
    matches: int | None,
    seats: int | None,
    sprt: bool,
    elo0: float | None,
    elo1: float | None,
    alpha: float | None,
    beta: float | None,
    at_once: int | None,
    seed: int | None,
    match_options: MatchOptions,
    sandbox: SandboxFlags,
    startup: float,
    records: Path | None,
    as_json: bool,
) -> int:
    """Play many matches between bots, and show which of them is better."""
    from referee.league.running.bot_comparison import BotComparison
    from referee.server.grpc_version import check_grpc

    check_grpc()
    _check_no_game(words)
    number = _seed(seed, records)
    plan = BotComparison(
        game=game,
        bots=_bots(words),
        options=options_of(match_options.option),
        seats=seats,
        matches=matches,
        sprt=_bounds(sprt, {"--elo0": elo0, "--elo1": elo1, "--alpha": alpha, "--beta": beta}),
        seed=str(number),
        at_once=at_once or os.cpu_count() or 1,
        clock=clock_table_of(match_options),
        match=match_table_of(match_options, startup),
        sandbox=table_of(sandbox),
    )
    if records is not None:
        output.make_folder(records)
    began = time.perf_counter()
    report = _play(plan, records)
    spent = time.perf_counter() - began
    if as_json:
        output.print_json(_as_json(plan, report, number, spent, records))
    else:
        _print(report, number, spent, records)
    if not report.is_complete:
        return INTERRUPTED if not report.benched else _SOME_ARE_VOID
    return _SOME_ARE_VOID if report.voided else 0


def _seed(seed: int | None, records: Path | None) -> int:
    """Return the given seed, that of the records in the folder, or a random one."""
    from referee.league.running.bot_comparison import NAME
    from referee.league.running.temporary_league import kept_seed

    kept = kept_seed(NAME, records) if seed is None and records is not None else None
    return seed_of(seed) if kept is None or not kept.isdecimal() else int(kept)


def _check_no_game(words: tuple[str, ...]) -> None:
    """Raise `UsageError` if the first word is a game, as in a command line of `referee play`."""
    from tianming_games.registry import names

    if words[0] in names():
        raise UsageError(BotComparisonSentence.BOT_IS_GAME, name=words[0])


def _bots(words: tuple[str, ...]) -> tuple[BotSettings, ...]:
    return tuple(map(_settings_of, bots_of(words)))


def _settings_of(bot: NamedBot) -> BotSettings:
    """Return a bot of the command line as in a league file."""
    from referee.launch.match_task import TaskBot
    from referee.league.configuration.settings import BotSettings

    player = TaskBot.of(bot)
    return BotSettings(
        name=player.name,
        command=player.command or "",
        address=player.address or "",
        token_env=player.token_env or "",
    )


def _bounds(sprt: bool, given: dict[str, float | None]) -> SprtBounds | None:
    from referee.league.running.bot_comparison import SprtBounds

    if not sprt:
        for option, value in given.items():
            if value is not None:
                raise UsageError(BotComparisonSentence.NEEDS_SPRT, option=option)
        return None
    defaults = (0.0, 50.0, 0.05, 0.05)
    values = (
        default if value is None else value
        for value, default in zip(given.values(), defaults, strict=True)
    )
    return SprtBounds(*values)


def _play(plan: BotComparison, records: Path | None) -> ComparisonReport:
    from referee.league.running import bot_comparison
    from referee.league.running.temporary_league import temporary_league

    settings = plan.settings()
    score = bot_comparison.RunningScore(plan.names, _notify)
    with Progress() as progress:
        progress.show(f"starting {len(plan.bots)} bots")
        with (
            temporary_league(
                settings, records, score.notify, lambda status: progress.show(score.line(status))
            ) as runner,
            interruption.stopping(runner.stop),
        ):
            return bot_comparison.play(runner)


def _notify(event: LeagueEvent) -> None:
    """Print at once if a bot has crashed for the first time, or plays no more."""
    from referee.league.running.league_event import BotBenchedEvent, BotCrashedEvent

    match event:
        case BotCrashedEvent(bot, _, reason, 1, _, printed):
            shown = f"Its last output:\n{printed}" if printed else "It printed nothing."
            output.print_aside(f"{bot} crashed: {reason}. {shown}")
        case BotBenchedEvent():
            output.print_aside(f"{event.bot} plays no more: {event.reason}")


def _print(report: ComparisonReport, seed: int, spent: float, records: Path | None) -> None:
    output.print_table([_row(each) for each in report.duels], words=("bot", "other", "95 %"))
    lost = [one for one in report.season.totals if one.strikes]
    for one in lost:
        strikes, forfeits = (
            output.counted(one.strikes, "strike"),
            output.counted(one.forfeits, "forfeit"),
        )
        print(f"{one.bot}: {strikes}, {forfeits}.")
    for used in report.declared:
        print(_usage_sentence(used))
    if report.sprt is not None:
        print(report.sprt.conclusion)
    if any(each.bounds is None for each in report.duels):
        print("A dash: too few complete sets of rotated seats for an interval.")
    end = "" if report.is_complete else " Some matches were not played."
    if end and records is not None:
        end += " The same command continues it."
    matches, sets = output.counted(report.matches, "match", "matches"), report.sets
    print(f"{matches} in {output.counted(sets, 'set')}, {spent:.1f} s. Seed {seed}.{end}")
    if report.voided:
        print(f"{output.counted(report.voided, 'match', 'matches')} without a result.")
    if records is not None:
        print(f"Records: {records}")
    if report.duels and report.duels[0].losses:
        for line in offers(report.duels[0].bot, records):
            print(line)


def _usage_sentence(used: DeclaredUsage) -> str:
    """Return what a bot declared for a match, as a sentence."""
    from referee.cli.report.season_table import dollars

    tokens_in, tokens_out = (each / used.matches for each in (used.tokens_in, used.tokens_out))
    cost = f" and {dollars(used.cost / used.matches)}" if used.cost else ""
    return f"{used.bot} declared {tokens_in:,.0f} tokens in, {tokens_out:,.0f} out{cost} a match."


def _row(each: Duel) -> dict[str, object]:
    """Return a row of the table."""
    from referee.league.format.duel import elo_of

    bounds, score = each.bounds, each.score
    return {
        "bot": each.bot,
        "other": each.other,
        "matches": each.matches,
        "won": each.wins,
        "drawn": each.draws,
        "lost": each.losses,
        "score": "-" if score is None else f"{score:.3f}",
        "elo": "-" if score is None else f"{elo_of(score):+.0f}",
        "95 %": "-" if bounds is None else " to ".join(f"{elo_of(one):+.0f}" for one in bounds),
        "los": "-" if each.superiority is None else f"{100 * each.superiority:.1f} %",
    }


def _as_json(
    plan: BotComparison, report: ComparisonReport, seed: int, spent: float, records: Path | None
) -> dict[str, object]:
    settings = plan.settings()
    return {
        "game": plan.game,
        "options": dict(settings.variants[0]),
        "seats": settings.seats,
        "seed": seed,
        "matches": report.matches,
        "sets": report.sets,
        "voided": report.voided,
        "complete": report.is_complete,
        "seconds": round(spent, 2),
        "duels": [_duel_as_json(each) for each in report.duels],
        "sprt": None if report.sprt is None else _sprt_as_json(report.sprt),
        "table": report.season.scores,
        "declared": [_usage_as_json(one) for one in report.declared],
        "benched": dict(report.benched),
        "records": None if records is None else str(records),
    }


def _usage_as_json(used: DeclaredUsage) -> dict[str, object]:
    return {
        "bot": used.bot,
        "matches": used.matches,
        "tokens_in": used.tokens_in,
        "tokens_out": used.tokens_out,
        "cost": used.cost,
        "cost_per_match": used.cost / used.matches,
    }


def _duel_as_json(each: Duel) -> dict[str, object]:
    from referee.league.format.duel import elo_of

    low, high = each.bounds or (None, None)
    return {
        "bot": each.bot,
        "other": each.other,
        "matches": each.matches,
        "sets": len(each.scores),
        "wins": each.wins,
        "draws": each.draws,
        "losses": each.losses,
        "score": each.score,
        "elo": None if each.score is None else elo_of(each.score),
        "elo_low": None if low is None else elo_of(low),
        "elo_high": None if high is None else elo_of(high),
        "los": each.superiority,
    }


def _sprt_as_json(state: SprtState) -> dict[str, object]:
    return {
        "llr": state.ratio,
        "lower": state.lower,
        "upper": state.upper,
        "verdict": {"open": "open", "first": "not_better", "second": "better"}[state.verdict.value],
        "conclusion": state.conclusion,
    }
