"""`referee rehearse`: the questions of a record put to a bot again."""

import argparse
import shlex
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.cli import failure, interruption, logs, output, sandboxing, terms
from referee.cli.command import Command
from referee.cli.progress import Progress
from referee.error import UsageError

if TYPE_CHECKING:
    from referee.server.rehearsal import Answer


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("record", metavar="RECORD", type=Path, help="a record's file")
    parser.add_argument(
        "bot",
        metavar="BOT",
        nargs="+",
        help="after `--`: an installed bot, a command with its arguments, or the address of a bot "
        "that listens",
    )
    parser.add_argument(
        "--seat", type=int, metavar="N", help="the seat to play (default: each in turn)"
    )
    parser.add_argument(
        "--from",
        type=int,
        default=1,
        dest="first",
        metavar="N",
        help="skip the questions before number N",
    )
    parser.add_argument(
        "--stop", action="store_true", help="stop at the first choice that differs or is a fault"
    )
    parser.add_argument(
        "--startup",
        type=float,
        default=20.0,
        metavar="SECONDS",
        help="time for the bot to connect (default: 20)",
    )
    parser.add_argument("--json", action="store_true", help="print every answer as JSON")
    sandboxing.configure(parser)
    logs.configure(parser, "warning")


def run(args: argparse.Namespace) -> int:
    """Put the questions, and show where the choices differ; 1 when one does."""
    from referee.launch.command import bots
    from referee.record.reader import read
    from referee.record.recorded_question import questions

    logs.start(args)
    terms.check_seconds("startup", args.startup)
    sandbox = sandboxing.sandbox_of(args)
    (bot,) = bots([args.bot[0] if len(args.bot) == 1 else shlex.join(args.bot)])
    record = read(args.record)
    asked = [one for one in questions(record) if one.number >= args.first]
    seats = sorted({one.seat for one in asked})
    if args.seat is None and not seats:
        raise UsageError(f"{args.record}: nobody was asked anything from question {args.first} on.")
    if args.seat is not None:
        _check_seat(args, len(record.header.bots), seats)
        seats = [args.seat]
    code, found = 0, []
    for seat in seats:
        mine = [one for one in asked if one.seat == seat]
        answers, ended = interruption.run(_rehearse(args, bot, record, mine, sandbox))
        code = code or int(ended is not None or any(map(_is_other, answers)))
        found.append(_as_json(record, seat, len(mine), answers, ended))
        if not args.json:
            _show(record.header.bots[seat], seat, len(mine), answers, ended)
    if args.json:
        output.print_json({"record": str(args.record), "bot": bot.line, "seats": found})
    return code


def _check_seat(args: argparse.Namespace, seats: int, asked: list[int]) -> None:
    """Raise `UsageError` for a seat that is not there, or has no questions."""
    if not 0 <= args.seat < seats:
        raise UsageError(f"--seat is {args.seat}: {args.record} has seats 0 to {seats - 1}.")
    if args.seat not in asked:
        raise UsageError(
            f"{args.record}: seat {args.seat} was asked nothing from question {args.first} on."
        )


async def _rehearse(
    args: argparse.Namespace, named: Any, record: Any, asked: list[Any], sandbox: Any
) -> "tuple[list[Answer], Any]":
    """Seat the bot and ask it; gives its answers, and how it ended early, if it did."""
    from contextlib import aclosing

    from referee.launch.local_referee import LocalReferee
    from referee.launch.rehearse import BotEnded, rehearse

    seat = asked[0].seat
    bot = replace(named, name=record.header.bots[seat])
    answers: list[Answer] = []
    with Progress() as progress:
        progress.show(f"seat {seat}: waiting for {bot.name}")
        async with LocalReferee([bot], args.startup, sandbox=sandbox) as table:
            try:
                async with aclosing(rehearse(table, bot.name, record, seat, asked)) as coming:
                    async for answer in coming:
                        answers.append(answer)
                        progress.show(f"seat {seat}: question {len(answers)} of {len(asked)}")
                        if args.stop and _is_other(answer):
                            break
            except BotEnded as end:
                return answers, end
    return answers, None


def _is_other(answer: "Answer") -> bool:
    return answer.differs or answer.fault is not None


def _show(bot: str, seat: int, asked: int, answers: "list[Answer]", ended: Any) -> None:
    output.print_table([_row(answer) for answer in answers if _is_other(answer)])
    print(output.printable(_summary(bot, seat, asked, answers)))
    sys.stdout.flush()
    if ended is not None:
        lines = [f"{bot} (seat {seat}): {ended}"]
        lines.append(f"  Last asked: {failure.question_text(ended.asked)}.")
        lines.append("  Last output:" if ended.printed else "  No output.")
        lines += [f"    {line}" for line in ended.printed.splitlines()]
        print("\n".join(map(output.printable, lines)), file=sys.stderr)


def _row(answer: "Answer") -> dict[str, object]:
    asked = answer.asked
    return {
        "question": asked.number,
        "record": _option(asked.options, asked.choice) + _by(asked.origin),
        "bot": _option(asked.options, answer.option),
        "seconds": f"{answer.spent / 1e9:.3f}",
        "": answer.fault.name.lower() if answer.fault is not None else "",
    }


def _by(origin: Any) -> str:
    """Who chose in the record, where it was not its bot."""
    from referee.match.entry import Origin

    return "" if origin in (None, Origin.BOT) else " (the referee's)"


def _option(options: tuple[str, ...], index: int | None) -> str:
    if index is None:
        return "none"
    return options[index] if index < len(options) else f"option {index}"


def _summary(bot: str, seat: int, asked: int, answers: "list[Answer]") -> str:
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
    record: Any, seat: int, asked: int, answers: "list[Answer]", ended: Any
) -> dict[str, Any]:
    return {
        "seat": seat,
        "bot": record.header.bots[seat],
        "questions": asked,
        "differ": sum(answer.differs for answer in answers),
        "faults": sum(answer.fault is not None for answer in answers),
        "ended": None if ended is None else {"cause": ended.cause, **_ending(ended)},
        "answers": list(_answers(answers)),
    }


def _ending(ended: Any) -> dict[str, Any]:
    return {
        "question": failure.question_as_json(ended.asked),
        "printed": ended.printed.splitlines(),
    }


def _answers(answers: "list[Answer]") -> Iterator[dict[str, Any]]:
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


COMMAND = Command(
    name="rehearse",
    help="ask a bot the questions of a record again, and show where its choices differ",
    examples=(
        "referee rehearse match.tianming --seat 0 -- python my_bot.py",
        "referee rehearse match.tianming --seat 0 --from 40 --stop -- python my_bot.py --fast",
        "referee rehearse match.tianming --json -- greedy",
    ),
    configure=configure,
    run=run,
    one="finished; a choice differs, or the bot made a fault",
)
