"""`referee rehearse`: ask a bot the questions of a record again."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import interruption, output
from referee.cli.command import PATH, command, json_option
from referee.cli.option.bot_words import bots_argument, one_bot_of
from referee.cli.option.logs import log_options
from referee.cli.option.match_options import check_seconds, startup_option
from referee.cli.option.sandboxing import SandboxFlags, sandbox_of, sandbox_options
from referee.cli.report import failure
from referee.cli.report.progress import Progress
from referee.cli.sentence import CommandSentence
from referee.error import UsageError
from referee.identifier import BotName

if TYPE_CHECKING:
    from referee.launch.match_task import MatchTask
    from referee.launch.rehearse import BotEnded
    from referee.match.entry import Origin
    from referee.record.reader import Record
    from referee.record.recorded_question import RecordedQuestion
    from referee.server.rehearsal import RehearsedAnswer


@command(
    "rehearse",
    examples=(
        "referee rehearse match.tianming --seat 0 -- python my_bot.py",
        "referee rehearse match.tianming --seat 0 --from 40 --stop -- python my_bot.py --fast",
        "referee rehearse match.tianming --json -- greedy",
    ),
    one="finished; a choice differs, or the bot made a fault",
)
@click.argument("path", metavar="RECORD", type=PATH, help="a record's file")
@bots_argument(
    "after `--`: an installed bot, a command with its arguments, or the address of a bot that "
    "listens"
)
@click.option("--seat", type=int, metavar="N", help="the seat to play (default: each in turn)")
@click.option(
    "--from",
    "first",
    type=int,
    default=1,
    metavar="N",
    help="skip the questions before number N",
)
@click.option("--stop", is_flag=True, help="stop at the first choice that differs or is a fault")
@startup_option
@json_option(help="print every answer as JSON")
@sandbox_options
@log_options("warning")
def rehearse(
    path: Path,
    words: tuple[str, ...],
    seat: int | None,
    first: int,
    stop: bool,
    startup: float,
    as_json: bool,
    sandbox: SandboxFlags,
) -> int:
    """Ask a bot the questions of a record again, and show where its choices differ."""
    from referee.launch.match_task import MatchTask, TaskBot
    from referee.record.reader import match_settings_of, read
    from referee.record.recorded_question import questions

    check_seconds("startup", startup)
    isolation = sandbox_of(sandbox)
    bot = one_bot_of(words)
    record = read(path)
    asked = [one for one in questions(record) if one.number >= first]
    code, found = 0, []
    for each in _seats(path, record, asked, seat, first):
        mine = [one for one in asked if one.seat == each]
        name = BotName(record.header.bots[each])
        players = (TaskBot.of(replace(bot, name=name)),)
        task = MatchTask(match_settings_of(record.header), players, startup, sandbox=isolation)
        answers, ended = interruption.run(_rehearse(task, record, mine, stop))
        code = code or int(ended is not None or any(map(_is_other, answers)))
        found.append(_as_json(record, each, len(mine), answers, ended))
        if not as_json:
            _show(record.header.game, name, each, len(mine), answers, ended)
    if as_json:
        output.print_json({"record": str(path), "bot": bot.line, "seats": found})
    return code


def _seats(
    path: Path,
    record: Record,
    asked: Sequence[RecordedQuestion],
    seat: int | None,
    first: int,
) -> list[int]:
    """Return the seats to play.

    Raises:
        UsageError: if the seat does not exist, or if there are no questions to ask.
    """
    seats = sorted({one.seat for one in asked})
    if seat is None:
        if not seats:
            raise UsageError(CommandSentence.NOBODY_ASKED, path=path, first=first)
        return seats
    last = len(record.header.bots) - 1
    if not 0 <= seat <= last:
        raise UsageError(CommandSentence.NO_SUCH_SEAT, seat=seat, path=path, last=last)
    if seat not in seats:
        raise UsageError(CommandSentence.SEAT_NOT_ASKED, path=path, seat=seat, first=first)
    return [seat]


async def _rehearse(
    task: MatchTask, record: Record, asked: list[RecordedQuestion], stop: bool
) -> tuple[list[RehearsedAnswer], BotEnded | None]:
    """Start the bot and ask it; return its answers, and why it ended early, if it did."""
    from contextlib import aclosing

    from referee.launch.orchestrator import Orchestrator
    from referee.launch.rehearse import BotEnded, rehearse

    seat = asked[0].seat
    answers: list[RehearsedAnswer] = []
    with Progress() as progress:
        (player,) = task.players
        progress.show(f"seat {seat}: waiting for {player.name}")
        async with Orchestrator() as here, here.attended(task):
            bot = here.bots.get(player.name)
            try:
                async with aclosing(rehearse(here.referee, bot, record, seat, asked)) as coming:
                    async for answer in coming:
                        answers.append(answer)
                        progress.show(f"seat {seat}: question {len(answers)} of {len(asked)}")
                        if stop and _is_other(answer):
                            break
            except BotEnded as end:
                return answers, end
    return answers, None


def _is_other(answer: RehearsedAnswer) -> bool:
    return answer.differs or answer.fault is not None


def _show(
    game: str,
    bot: BotName,
    seat: int,
    asked: int,
    answers: list[RehearsedAnswer],
    ended: BotEnded | None,
) -> None:
    output.print_table([_row(answer) for answer in answers if _is_other(answer)])
    print(output.printable(_summary(bot, seat, asked, answers)))
    sys.stdout.flush()
    if ended is not None:
        lines = [f"{bot} (seat {seat}): {ended}"]
        lines.append(f"  Last asked: {failure.question_text(ended.asked)}.")
        lines.append("  Last output:" if ended.printed else "  No output.")
        lines += [f"    {line}" for line in ended.printed.splitlines()]
        print("\n".join(map(output.printable, lines)), file=sys.stderr)
        output.print_notation_hint(game, sys.stderr)


def _row(answer: RehearsedAnswer) -> dict[str, object]:
    asked = answer.asked
    return {
        "question": asked.number,
        "record": _option(asked.options, asked.choice) + _by(asked.origin),
        "bot": _option(asked.options, answer.option),
        "seconds": f"{answer.spent / 1e9:.3f}",
        "": answer.fault.name.lower() if answer.fault is not None else "",
    }


def _by(origin: Origin | None) -> str:
    """Return a note if the referee made the recorded choice; else an empty text."""
    from referee.match.entry import Origin

    return "" if origin in (None, Origin.BOT) else " (the referee's)"


def _option(options: tuple[str, ...], index: int | None) -> str:
    if index is None:
        return "none"
    return options[index] if index < len(options) else f"option {index}"


def _summary(bot: BotName, seat: int, asked: int, answers: list[RehearsedAnswer]) -> str:
    differ = sum(answer.differs for answer in answers)
    faults = sum(answer.fault is not None for answer in answers)
    text = (
        f"{bot} (seat {seat}): {len(answers)} of {output.counted(asked, 'question')} answered, "
        f"{output.counted(differ, 'choice')} different from the record, "
        f"{output.counted(faults, 'fault')}"
    )
    if answers:
        spent = sum(answer.spent for answer in answers) / 1e9
        before = sum(answer.asked.spent for answer in answers) / 1e9
        slowest = max(answers, key=lambda answer: answer.spent)
        text += (
            f"; {spent:.3f} s (in the record {before:.3f} s), the slowest question "
            f"{slowest.asked.number} with {slowest.spent / 1e9:.3f} s"
        )
    return text + "."


def _as_json(
    record: Record, seat: int, asked: int, answers: list[RehearsedAnswer], ended: BotEnded | None
) -> dict[str, object]:
    return {
        "seat": seat,
        "bot": record.header.bots[seat],
        "questions": asked,
        "differ": sum(answer.differs for answer in answers),
        "faults": sum(answer.fault is not None for answer in answers),
        "ended": None if ended is None else {"cause": ended.cause, **_ending(ended)},
        "answers": list(_answers(answers)),
    }


def _ending(ended: BotEnded) -> dict[str, object]:
    return {
        "question": failure.question_as_json(ended.asked),
        "printed": ended.printed.splitlines(),
    }


def _answers(answers: list[RehearsedAnswer]) -> Iterator[dict[str, object]]:
    for answer in answers:
        asked = answer.asked
        yield {
            **failure.question_as_json(asked),
            "played_by": asked.origin.name.lower() if asked.origin is not None else None,
            "played_seconds": asked.spent / 1e9,
            "answer": answer.option,
            "differs": answer.differs,
            "fault": answer.fault.name.lower() if answer.fault is not None else None,
            "seconds": answer.spent / 1e9,
        }
